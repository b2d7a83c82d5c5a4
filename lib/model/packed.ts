/**
 * What survives JSON, as its text. React writes and reads what a page hands to its view value by value; of a table that
 * is thousands, and most of the time of the page. A text is one.
 */
export type Packed<T> = string & { readonly of?: T };

export function pack<T>(value: T): Packed<T> {
  return JSON.stringify(value);
}

export function unpack<T>(packed: Packed<T>): T {
  return JSON.parse(packed) as T;
}
