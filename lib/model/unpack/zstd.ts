import { Decompress } from 'fzstd';

const MAGIC = 0xfd_2f_b5_28;
/** It is allocated at once, whatever comes. Java clients use 8 MB at most at any level below 20. */
const MOST_WINDOW_BYTES = 16 * 1024 * 1024;
/** Four bytes may unpack to 128 KB: so many at a time, then the limit is checked. */
const STEP_BYTES = 256;

/**
 * Node unpacks ZSTD by itself from 22.15 on only.
 * @throws Error when it is broken or longer than `mostBytes`
 */
export function unpackZstd(packed: Buffer, mostBytes: number): Buffer {
  if (windowOf(packed) > MOST_WINDOW_BYTES) throw new RangeError('its window is larger than 16 MB');
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const unpacking = new Decompress((part, isLast) => {
    length += part.length;
    if (length > mostBytes) throw new RangeError(`it unpacks to more than ${mostBytes} bytes`);
    parts.push(part.slice());
    if (isLast === true) isWhole = true;
  });
  for (let at = 0; at < packed.length; at += STEP_BYTES) {
    unpacking.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length);
  }
  if (!isWhole) throw new RangeError('it is cut off');
  return Buffer.concat(parts);
}

/** Bytes that unpacking must keep, from the header of the frame. */
function windowOf(packed: Buffer): number {
  if (packed.length < 6 || packed.readUInt32LE(0) !== MAGIC) throw new RangeError('this is no ZSTD frame');
  const flags = packed.readUInt8(4);
  const isSingle = (flags & 0b10_0000) !== 0;
  if (!isSingle) {
    const window = packed.readUInt8(5);
    return 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  }
  const at = 5 + ([0, 1, 2, 4][flags & 0b11] ?? 0);
  const sizeBytes = [1, 2, 4, 8][flags >> 6] ?? 1;
  if (packed.length < at + sizeBytes) throw new RangeError('this is no ZSTD frame');
  if (sizeBytes === 8) return Number(packed.readBigUInt64LE(at));
  return packed.readUIntLE(at, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
}
