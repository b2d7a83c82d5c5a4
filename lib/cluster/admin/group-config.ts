import type { Loose, LooseRecord } from '../wire/loose-json';
import { recordOf, textOf } from './decode';

/**
 * A group's configuration as a broker stores it, every field of it: a write replaces the whole, so what we do not know
 * is carried through untouched.
 */
export interface GroupConfig {
  readonly group: string;
  readonly raw: LooseRecord;
}

export function groupConfigOf(value: Loose | undefined, what: string): GroupConfig {
  const raw = recordOf(value, what);
  return { group: textOf(raw.groupName, `groupName of ${what}`), raw };
}
