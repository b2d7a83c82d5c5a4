import type { Loose } from '../wire/loose-json';
import { recordOf, wholeOf } from './decode';

/** Grows with each write of any topic, or of any group, at that broker. */
export type DataVersion = string;

export function dataVersionOf(value: Loose | undefined): DataVersion {
  const version = recordOf(value, 'dataVersion');
  const { counter } = version;
  // Some versions say {"value": 7}.
  const count = typeof counter === 'number' ? counter : wholeOf(recordOf(counter, 'counter').value, 'counter');
  return `${wholeOf(version.timestamp, 'timestamp')}/${count}`;
}
