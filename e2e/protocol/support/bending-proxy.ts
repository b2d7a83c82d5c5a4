import {
  type Client,
  credentials,
  makeGenericClientConstructor,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';

import { loadMessagingService } from '../../../lib/testing/messaging-service';
import type { Message, ReceiveMessageResponse } from '../../../lib/gateway/proto/wire';

export interface BendingProxy {
  readonly port: number;
  /** After the gateway. */
  close(): Promise<void>;
}

type AnyStream = NodeJS.ReadableStream & { cancel(): void };

/** Stands between gateway and SDK; the digest of what `isBent` names does not fit its body any more. */
export async function startBendingProxy(
  gatewayPort: number,
  ownPort: number,
  isBent: (message: Message) => boolean,
): Promise<BendingProxy> {
  const service = loadMessagingService();
  const client: Client = new (makeGenericClientConstructor(service, 'MessagingService'))(
    `127.0.0.1:${gatewayPort}`,
    credentials.createInsecure(),
  );
  const server = new Server();
  const handlers = Object.entries(service).map(([name, rpc]) => {
    const encode = rpc.requestSerialize;
    const decode = rpc.responseDeserialize;
    if (rpc.requestStream) {
      const pipe = (call: ServerDuplexStream<object, object>): void => {
        const upstream = client.makeBidiStreamRequest<object, object>(rpc.path, encode, decode, call.metadata.clone());
        call.on('data', (command: object) => upstream.write(command));
        call.on('end', () => upstream.end());
        upstream.on('data', (command: object) => call.write(command));
        follow(upstream, call);
      };
      return [name, pipe] as const;
    }
    if (rpc.responseStream) {
      const stream = (call: ServerWritableStream<object, object>): void => {
        const upstream = client.makeServerStreamRequest(rpc.path, encode, decode, call.request, call.metadata.clone());
        upstream.on('data', (response: ReceiveMessageResponse) => call.write(bend(response, isBent)));
        follow(upstream, call);
      };
      return [name, stream] as const;
    }
    const once = (call: ServerUnaryCall<object, object>, answer: sendUnaryData<object>): void => {
      client.makeUnaryRequest(rpc.path, encode, decode, call.request, call.metadata.clone(), (error, response) =>
        answer(error, response as object),
      );
    };
    return [name, once] as const;
  });
  server.addService(service, Object.fromEntries(handlers));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${ownPort}`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    close: async () => {
      // Streams end as the gateway ends them: an SDK takes a cut one for a failure.
      await new Promise((resolve) => server.tryShutdown(resolve));
      client.close();
    },
  };
}

/** Ends what the SDK reads when the gateway ends, and the other way round. */
function follow(upstream: AnyStream, call: NodeJS.EventEmitter & { end(): unknown }): void {
  upstream.on('end', () => call.end());
  upstream.on('error', () => call.end());
  call.on('cancelled', () => upstream.cancel());
}

function bend(response: ReceiveMessageResponse, isBent: (message: Message) => boolean): ReceiveMessageResponse {
  const { message } = response;
  if (message === undefined || !isBent(message)) return response;
  const bodyDigest = { ...message.systemProperties?.bodyDigest, checksum: '00000000' };
  return { ...response, message: { ...message, systemProperties: { ...message.systemProperties, bodyDigest } } };
}
