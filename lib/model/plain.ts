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

function toPlain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  if (isTold(value)) return tell(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toPlain(part)]));
}
