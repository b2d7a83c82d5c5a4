import { unpackPacked } from '../../cluster';
import type { BodyEncoding } from '../../model/message';
import { unpackBody, type UnpackedBody } from '../../model/unpack-body';

/** The bytes an application sees: of the embedded broker, or as clients of a cluster pack them. */
export function unpackLetter(body: Buffer, encoding: string): UnpackedBody {
  return unpackPacked(body, encoding) ?? unpackBody(body, encoding as BodyEncoding);
}
