import { isTold, tell, type Told } from './language/t';

/** What crosses to a browser or a script: times as ISO 8601 text, big numbers as decimal text, messages as text. */
export type Plain<T> = T extends Date | bigint | Told
  ? string
  : T extends object
    ? { readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

/** @returns the same, as JSON can carry it, in the language of its reader */
export function plain<T>(value: T): Plain<T> {
  return toPlain(value) as Plain<T>;
}

/** Lists of thousands of rows go through it: no list of entries is made of each object. */
function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Date) return value.toISOString();
  if (isTold(value)) return tell(value);
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const part = toPlain((value as Record<string, unknown>)[name]);
    // A key that was sent by someone is a key, and no prototype.
    if (name === '__proto__') Object.defineProperty(made, name, { value: part, enumerable: true });
    else made[name] = part;
  }
  return made;
}
