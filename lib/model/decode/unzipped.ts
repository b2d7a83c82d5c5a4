import { unpackBody } from '../unpack/unpack-body';

export function isGzip(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** What a producer has packed by itself, which no stored name says; the same bytes where it has not, or too much. */
export function unzipped(bytes: Buffer, mostBytes?: number): Buffer {
  return isGzip(bytes) ? unpackBody(bytes, 'GZIP', mostBytes).bytes : bytes;
}
