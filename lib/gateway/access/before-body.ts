import { constants, type ServerHttp2Stream } from 'node:http2';

import {
  Metadata,
  type ServerInterceptingCallInterface,
  ServerInterceptingCall,
  type ServerInterceptor,
  status as grpcStatus,
} from '@grpc/grpc-js';

import { holdBack, measure, refusal } from '../rpc';
import type { GatewayServices } from '../services';

/**
 * Refuses a call without a good access key before its request is read: the signature covers headers only, and a caller
 * without rights must not cost the memory and time of decoding 20 MB.
 */
export function refuseBeforeBody(services: GatewayServices): ServerInterceptor {
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, admit) => {
            const startedMs = performance.now();
            try {
              services.gate.authenticate({ metadata, getPeer: () => call.getPeer() });
            } catch (error) {
              void turnAway(services, path, call, error, startedMs);
              return;
            }
            admit(metadata);
          },
        }),
    });
}

/** In the form of every refusal: a response with a status, while gRPC itself reports success. */
async function turnAway(
  services: GatewayServices,
  path: string,
  call: ServerInterceptingCallInterface,
  error: unknown,
  startedMs: number,
): Promise<void> {
  await holdBack(error);
  const rpc = path.slice(path.lastIndexOf('/') + 1);
  const status = refusal(services, rpc, error);
  measure(services, rpc, status, startedMs);
  call.sendMetadata(new Metadata());
  call.sendMessage({ status }, () => {
    call.sendStatus({ code: grpcStatus.OK, details: 'OK', metadata: null });
    stopUpload(call);
  });
}

/**
 * After the answer, grpc-js reads and discards whatever the client still sends. RFC 9113, 8.1: a server that does
 * not need the rest asks for its end with RST_STREAM, NO_ERROR. The stream has no public accessor; without it the rest
 * of a request is taken in as before.
 */
function stopUpload(call: ServerInterceptingCallInterface): void {
  const { stream } = call as unknown as { readonly stream?: ServerHttp2Stream };
  stream?.once('wantTrailers', () =>
    setImmediate(() => {
      const { state } = stream.state;
      if (!stream.closed && state !== constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE)
        stream.close(constants.NGHTTP2_NO_ERROR);
    }),
  );
}
