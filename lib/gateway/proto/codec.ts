import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import protobuf, { type Root } from 'protobufjs';

import { Compiler } from '../../transport/protobuf/compile';

/** How the messages of one RPC look on the wire. */
export interface RpcCodec {
  readonly path: string;
  /** @throws RangeError when the bytes are no such message */
  readonly decodeRequest: (bytes: Buffer) => object;
  /** With the prefix of gRPC. The bytes are good until the next message is encoded. */
  readonly encodeResponse: (response: object) => Buffer;
}

/** The SDK that ships the vendor's .proto files. */
const PROTO_PACKAGE = 'rocketmq-client-nodejs';
const SERVICE = 'apache.rocketmq.v2.MessagingService';
/** Whether it is compressed, and its length. */
const PREFIX_BYTES = 5;

/** The definition of the protocol, as the vendor ships it. */
export function loadProtocol(): Root {
  // From the working directory, not from this file: a bundled copy of this file lives elsewhere.
  const locate = createRequire(join(process.cwd(), 'package.json'));
  const directory = join(dirname(locate.resolve(`${PROTO_PACKAGE}/package.json`)), 'proto');
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(directory, target);
  root.loadSync(join('apache', 'rocketmq', 'v2', 'service.proto')).resolveAll();
  return root;
}

/** The codecs of all RPCs of the service, by their names. */
export function createCodecs(): ReadonlyMap<string, RpcCodec> {
  const root = loadProtocol();
  const service = root.lookupService(SERVICE);
  const compiler = new Compiler();
  return new Map(
    Object.entries(service.methods).map(([rpc, { requestType, responseType }]) => {
      const request = compiler.codecOf(service.lookupType(requestType));
      const response = compiler.codecOf(service.lookupType(responseType));
      const codec: RpcCodec = {
        path: `/${SERVICE}/${rpc}`,
        decodeRequest: request.decode,
        encodeResponse: (message) => {
          const bytes = response.encode(message, PREFIX_BYTES);
          bytes[0] = 0;
          bytes.writeUInt32BE(bytes.length - PREFIX_BYTES, 1);
          return bytes;
        },
      };
      return [rpc, codec];
    }),
  );
}
