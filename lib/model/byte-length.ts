const encoder = new TextEncoder();

/** In UTF-8. Not by Buffer, which a browser would have to load. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
