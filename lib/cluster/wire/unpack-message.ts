import { unpackBody, type UnpackedBody } from '../../model/unpack/unpack-body';
import { compressionOf, type StoredMessage } from './message';

const NAMES: Readonly<Record<number, string>> = { 0: 'IDENTITY', 1: 'LZ4', 2: 'ZSTD', 3: 'ZLIB' };

/** The bytes an application sees, for display: copies keep the stored ones. */
export function unpackMessage(message: Pick<StoredMessage, 'body' | 'sysFlag'>): UnpackedBody {
  return unpackBody(message.body, packingOf(message));
}

/** How its body is packed, by the name that is stored beside bodies: IDENTITY when it is not. */
export function packingOf(message: Pick<StoredMessage, 'sysFlag'>): string {
  const type = compressionOf(message);
  return NAMES[type] ?? String(type);
}
