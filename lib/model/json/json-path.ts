import { told, type Told } from '../language/t';

/**
 * People write one equals sign: `$.currency = "JPY"` becomes `$.currency == "JPY"`. What stands between quotes stays.
 * Pure.
 */
export function withDoubleEquals(path: string): string {
  return path.replaceAll(/"(?:[^"\\]|\\.)*"|[=!<>]=+|=/g, (found) => (found === '=' ? '==' : found));
}

const AT_END = /at end of jsonpath input/;
const NEAR = /at or near "(.*)" of jsonpath input/s;

/** What is wrong with a path, from what PostgreSQL says of it; null: it says something else. */
export function problemWords(message: string): Told | null {
  if (AT_END.test(message)) return told('it ends where more is expected');
  const near = NEAR.exec(message)?.[1];
  return near === undefined ? null : told('“{text}” is not expected there', { text: near });
}

/** Where PostgreSQL stopped reading: the place of the word that its message names, from 1; null: it names none. */
export function problemPosition(path: string, message: string): number | null {
  if (AT_END.test(message)) return path.length + 1;
  const near = NEAR.exec(message)?.[1];
  const at = near === undefined ? -1 : path.lastIndexOf(near);
  return at < 0 ? null : at + 1;
}
