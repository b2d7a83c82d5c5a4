/** What crosses to a browser or a script: times as ISO 8601 text, big numbers as decimal text. */
export type Plain<T> = T extends Date | bigint
  ? string
  : T extends object
    ? { readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

/** @returns the same, as JSON can carry it */
export function plain<T>(value: T): Plain<T> {
  return toPlain(value) as Plain<T>;
}

function toPlain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toPlain(part)]));
}
