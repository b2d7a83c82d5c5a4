/**
 * People write one equals sign: `$.currency = "JPY"` becomes `$.currency == "JPY"`. What stands between quotes stays.
 * Pure.
 */
export function withDoubleEquals(path: string): string {
  return path.replaceAll(/"(?:[^"\\]|\\.)*"|[=!<>]=+|=/g, (found) => (found === '=' ? '==' : found));
}

/** Where PostgreSQL stopped reading: the place of the word that its message names, from 1; null: it names none. */
export function problemPosition(path: string, message: string): number | null {
  if (/at end of jsonpath input/.test(message)) return path.length + 1;
  const near = /at or near "(.*)" of jsonpath input/s.exec(message)?.[1];
  const at = near === undefined ? -1 : path.lastIndexOf(near);
  return at < 0 ? null : at + 1;
}
