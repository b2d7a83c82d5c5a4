import { unzipSync } from 'node:zlib';

import type { UnpackedBody } from '../../model/unpack-body';
import { unpackLz4 } from './lz4';
import { compressionOf, type StoredMessage } from './message';
import { unpackZstd } from './zstd';

/** A small packed body may unpack to gigabytes. */
const MOST_UNPACKED = 8 * 1024 * 1024;

const UNPACK: Readonly<Record<number, { readonly name: string; readonly unpack: (packed: Buffer) => Buffer }>> = {
  1: { name: 'LZ4', unpack: (packed) => unpackLz4(packed, MOST_UNPACKED) },
  2: { name: 'ZSTD', unpack: (packed) => unpackZstd(packed, MOST_UNPACKED) },
  // What 5.x clients pack as gzip, proxies store under the same number.
  3: { name: 'ZLIB', unpack: (packed) => unzipSync(packed, { maxOutputLength: MOST_UNPACKED }) },
};

/** Of a body that is kept beside the name of its packing; null: not one of these. */
export function unpackPacked(body: Buffer, name: string): UnpackedBody | null {
  const [type] = Object.entries(UNPACK).find(([, each]) => each.name === name) ?? [];
  return type === undefined ? null : unpack(body, Number(type));
}

/** The bytes an application sees, for display: copies keep the stored ones. */
export function unpackMessage(message: Pick<StoredMessage, 'body' | 'sysFlag'>): UnpackedBody {
  const type = compressionOf(message);
  if (type === 0) return { bytes: message.body, unpacked: false, problem: null };
  return unpack(message.body, type);
}

function unpack(body: Buffer, type: number): UnpackedBody {
  const { name, unpack: unpacked } = UNPACK[type] ?? {};
  if (name === undefined || unpacked === undefined)
    return {
      bytes: body,
      unpacked: false,
      problem: `it is packed in an unknown way (${type}); the packed bytes are shown`,
    };
  try {
    return { bytes: unpacked(body), unpacked: true, problem: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      bytes: body,
      unpacked: false,
      problem: `it cannot be unpacked as ${name} (${why}); the packed bytes are shown`,
    };
  }
}
