import { unzipSync } from 'node:zlib';

import { type Told, told } from '../language/t';
import { unpackLz4 } from './lz4';
import { unpackZstd } from './zstd';

/** A small packed body may unpack to gigabytes. */
const MOST_UNPACKED = 8 * 1024 * 1024;

export interface UnpackedBody {
  readonly bytes: Buffer;
  readonly unpacked: boolean;
  /** Why the packed bytes are shown instead. */
  readonly problem: Told | null;
}

type Unpack = (packed: Buffer, mostBytes: number) => Buffer;

/** Both formats: the SDK for C++ sends zlib (RFC 1950) as GZIP, and proxies store gzip (RFC 1952) as ZLIB. */
const unzip: Unpack = (packed, mostBytes) => unzipSync(packed, { maxOutputLength: mostBytes });

/** By the name that is stored beside a body: of 5.x clients GZIP, the others of 4.x clients. */
const UNPACK: Readonly<Record<string, Unpack>> = { GZIP: unzip, ZLIB: unzip, LZ4: unpackLz4, ZSTD: unpackZstd };

/**
 * The bytes an application sees. All that reads a body reads it through here: pages, search, JSON paths, masking,
 * edits, causes, exports.
 */
export function unpackBody(body: Buffer, encoding: string, mostBytes = MOST_UNPACKED): UnpackedBody {
  if (encoding === 'IDENTITY') return { bytes: body, unpacked: false, problem: null };
  const asItIs = (why: Told): UnpackedBody => ({ bytes: body, unpacked: false, problem: why });
  const unpack = UNPACK[encoding];
  if (unpack === undefined)
    return asItIs(told('it is packed in an unknown way ({encoding}); the packed bytes are shown', { encoding }));
  try {
    return { bytes: unpack(body, mostBytes), unpacked: true, problem: null };
  } catch (error) {
    if (isTooLarge(error)) return asItIs(told('it unpacks to more than 8 MB; the packed bytes are shown'));
    const why = error instanceof Error ? error.message : String(error);
    return asItIs(
      told('it is marked as {encoding} and cannot be unpacked ({why}); the bytes are shown as they are', {
        encoding,
        why,
      }),
    );
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
