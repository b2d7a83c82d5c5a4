import { headerBlock } from '../http2/encode-headers';

/** Numbers of gRPC's own status; Apache RocketMQ's codes travel in the messages. */
export const GRPC = {
  OK: 0,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;
export type GrpcCode = (typeof GRPC)[keyof typeof GRPC];

export interface GrpcStatus {
  readonly code: GrpcCode;
  readonly details: string;
}

export function notImplemented(path: string): GrpcStatus {
  return { code: GRPC.UNIMPLEMENTED, details: `The server does not implement the method ${path}` };
}

/** What a request may be compressed with. */
export const ENCODINGS = 'identity,deflate,gzip';

const BEGIN = [
  [':status', '200'],
  ['content-type', 'application/grpc'],
] as const;

export const RESPONSE_HEADERS = headerBlock(BEGIN);
export const OK_TRAILERS = headerBlock([['grpc-status', '0']]);
/** For a request that is not gRPC at all. */
export const NOT_GRPC = headerBlock([[':status', '415']]);
export const NOT_POST = headerBlock([[':status', '405']]);

/** @param isWhole nothing was sent before: the answer is one block */
export function failureBlock({ code, details }: GrpcStatus, isWhole: boolean): Buffer {
  return headerBlock([
    ...(isWhole ? BEGIN : []),
    ['grpc-status', String(code)],
    ['grpc-message', percentEncoded(details)],
    ...(code === GRPC.UNIMPLEMENTED ? [['grpc-accept-encoding', ENCODINGS] as const] : []),
  ]);
}

/** The bytes of UTF-8; all but the visible characters of ASCII, and the percent sign, in hexadecimal. */
function percentEncoded(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^ -$&-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
