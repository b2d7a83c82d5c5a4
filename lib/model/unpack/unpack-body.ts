import { gunzipSync } from 'node:zlib';
import type { BodyEncoding } from './message';

/** A small packed body may unpack to gigabytes. */
const MOST_UNPACKED = 8 * 1024 * 1024;

export interface UnpackedBody {
  readonly bytes: Buffer;
  readonly unpacked: boolean;
  /** Why the packed bytes are shown instead. */
  readonly problem: string | null;
}

/** The bytes an application sees. */
export function unpackBody(body: Buffer, encoding: BodyEncoding): UnpackedBody {
  if (encoding === 'IDENTITY') return { bytes: body, unpacked: false, problem: null };
  try {
    return { bytes: gunzipSync(body, { maxOutputLength: MOST_UNPACKED }), unpacked: true, problem: null };
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    return {
      bytes: body,
      unpacked: false,
      problem: tooLarge
        ? 'it unpacks to more than 8 MB; the packed bytes are shown'
        : 'it is marked as gzip and is not; the bytes are shown as they are',
    };
  }
}
