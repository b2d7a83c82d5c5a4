import { gunzip, inflate } from 'node:zlib';

import { GRPC, type GrpcStatus } from './status';

const BY = { gzip: gunzip, deflate: inflate } as const;
type Encoding = keyof typeof BY;

/** Null: messages are as they are; undefined: we cannot read it. */
export function encodingOf(header: string): Encoding | null | undefined {
  if (header === '' || header === 'identity') return null;
  return header === 'gzip' || header === 'deflate' ? header : undefined;
}

/** Outside the event loop, and never more than the limit: a small message may hold a large one. */
export function decompress(encoding: Encoding, message: Buffer, maxBytes: number): Promise<Buffer | GrpcStatus> {
  return new Promise((resolve) => {
    BY[encoding](message, { maxOutputLength: maxBytes }, (error, whole) => {
      if (error === null) return resolve(whole);
      const isTooLarge = 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      resolve(
        isTooLarge
          ? {
              code: GRPC.RESOURCE_EXHAUSTED,
              details: `Received message that decompresses to more than ${maxBytes} bytes`,
            }
          : { code: GRPC.INTERNAL, details: `Received message that is not ${encoding}` },
      );
    });
  });
}
