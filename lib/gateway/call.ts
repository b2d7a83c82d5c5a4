import type { Metadata, ServerUnaryCall } from '@grpc/grpc-js';

import type { Grant } from './access/gate';
import { TRANSPORT } from './limits';
import { CODE } from './proto/codes';
import type { ClientSession } from './sessions/session';
import { WireError } from './status';

/** What a handler may know about the call that carries its request. */
export interface RpcCall {
  readonly clientId: string;
  readonly session: ClientSession;
  readonly grant: Grant;
  readonly clientVersion: string;
  readonly authority: string;
  /** Time until the call's deadline; null when it has none. */
  readonly remainingMs: number | null;
}

export type SurfaceCall = Pick<ServerUnaryCall<unknown, unknown>, 'metadata' | 'getPeer' | 'getHost'>;

/** @throws WireError 40017 when the header is missing */
export function clientIdOf(metadata: Metadata): string {
  const clientId = header(metadata, 'x-mq-client-id');
  if (clientId.trim() === '') throw new WireError(CODE.CLIENT_ID_REQUIRED, 'x-mq-client-id must be set; it is empty.');
  const bytes = Buffer.byteLength(clientId);
  if (bytes > TRANSPORT.maxClientIdBytes) {
    throw new WireError(
      CODE.BAD_REQUEST,
      `x-mq-client-id may have at most ${TRANSPORT.maxClientIdBytes} bytes; it has ${bytes}.`,
    );
  }
  return clientId;
}

export function header(metadata: Metadata, name: string): string {
  return String(metadata.get(name)[0] ?? '');
}
