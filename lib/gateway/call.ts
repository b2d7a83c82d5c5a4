import { GATEWAY } from './limits';
import { CODE } from './proto/codes';
import { WireError } from './status';

/** The key of an accepted call; null on an open listener without one. */
export type Grant = {
  readonly accessKeyId: string;
  readonly name: string;
  /** Which of the key's secrets signed. */
  readonly secretVersion: number;
} | null;

declare module '../transport/grpc/call' {
  interface Call<Request = unknown, Response = unknown> {
    /** Of its access key; undefined: not checked yet. */
    grant?: Grant;
  }
}

/** What is known of a call by its headers alone. */
export interface SurfaceCall {
  readonly headers: CallHeaders;
  /** The address and port of the client. */
  readonly peer: string;
  readonly authority: string;
  readonly remainingMs: number | null;
  /** Undefined: its signature has not been checked yet. */
  grant?: Grant;
}

export interface CallHeaders {
  /** The first value; empty when there is none. */
  get(name: string): string;
}

/** @throws WireError 40017 when the header is missing */
export function clientIdOf(headers: CallHeaders): string {
  const clientId = headers.get('x-mq-client-id');
  if (clientId.trim() === '') throw new WireError(CODE.CLIENT_ID_REQUIRED, 'x-mq-client-id must be set; it is empty.');
  const bytes = Buffer.byteLength(clientId);
  if (bytes > GATEWAY.maxClientIdBytes) {
    throw new WireError(
      CODE.BAD_REQUEST,
      `x-mq-client-id may have at most ${GATEWAY.maxClientIdBytes} bytes; it has ${bytes}.`,
    );
  }
  return clientId;
}
