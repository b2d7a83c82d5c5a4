import {
  type ClientOptions,
  credentials,
  makeGenericClientConstructor,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  type ServiceDefinition,
} from '@grpc/grpc-js';

import { loadMessagingService } from '../../../lib/testing/messaging-service';
import type { SendMessageRequest, TelemetryCommand } from '../../../lib/gateway/proto/wire';

/** What happens to one SendMessage. `lose`: the broker stores it and the client hears the fault instead. */
export interface Fault {
  readonly code: number;
  readonly lose?: boolean;
}

/** A SendMessage as it came by. */
export interface Seen {
  readonly atMs: number;
  readonly messageIds: readonly string[];
  readonly queueIds: readonly number[];
}

export interface FaultProxy {
  readonly port: number;
  readonly seen: Seen[];
  /** The next sends meet these, in order; then all goes through. */
  script(...faults: readonly Fault[]): void;
  /** The newest command of the broker that was passed on to a client. */
  told(): TelemetryCommand | undefined;
  /** Lets streams end cleanly first: a cut one kills the SDK. */
  close(): Promise<void>;
}

type Bytes = Buffer;
const CLOSE_MS = 2_000;
const asIs = (bytes: Bytes): Bytes => bytes;

/** Stands between SDK and broker and passes every call on byte for byte, except the sends a test wants to fail. */
export async function startFaultProxy(brokerPort: number): Promise<FaultProxy> {
  const real = loadMessagingService();
  const service = rawService(real);
  const options: ClientOptions = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 };
  const RawClient = makeGenericClientConstructor(service, 'MessagingService');
  const upstream = new RawClient(`127.0.0.1:${brokerPort}`, credentials.createInsecure(), options);
  const seen: Seen[] = [];
  const faults: Fault[] = [];
  let told: TelemetryCommand | undefined;
  const send = real['SendMessage'];
  if (send === undefined) throw new Error('no method SendMessage');

  const unary = (name: string) => (call: ServerUnaryCall<Bytes, Bytes>, answer: sendUnaryData<Bytes>) => {
    const fault = name === 'SendMessage' ? faults.shift() : undefined;
    if (name === 'SendMessage') seen.push(describe(send.requestDeserialize(call.request) as SendMessageRequest));
    const failed = fault && send.responseSerialize({ status: { code: fault.code, message: 'injected' } });
    if (failed !== undefined && fault?.lose !== true) {
      answer(null, failed);
      return;
    }
    const path = service[name]?.path ?? '';
    upstream.makeUnaryRequest(
      path,
      asIs,
      asIs,
      call.request,
      call.metadata,
      { deadline: call.getDeadline() },
      (error, response) => (error === null ? answer(null, failed ?? response) : answer(error)),
    );
  };
  const serverStream = (name: string) => (call: ServerWritableStream<Bytes, Bytes>) => {
    const source = upstream.makeServerStreamRequest(
      service[name]?.path ?? '',
      asIs,
      asIs,
      call.request,
      call.metadata,
      {
        deadline: call.getDeadline(),
      },
    );
    source.on('data', (bytes) => call.write(bytes));
    source.on('end', () => call.end());
    source.on('error', (error) => void (call.cancelled || call.emit('error', error)));
    call.on('cancelled', () => source.cancel());
  };
  const duplex = (name: string) => (call: ServerDuplexStream<Bytes, Bytes>) => {
    const source = upstream.makeBidiStreamRequest(service[name]?.path ?? '', asIs, asIs, call.metadata, {});
    source.on('data', (bytes) => {
      told = real[name]?.responseDeserialize(bytes) as TelemetryCommand;
      call.write(bytes);
    });
    source.on('end', () => call.end());
    source.on('error', () => call.end());
    call.on('data', (bytes) => source.write(bytes));
    call.on('end', () => source.end());
    call.on('cancelled', () => source.cancel());
  };

  const server = new Server({ 'grpc.max_receive_message_length': -1 });
  server.addService(
    service,
    Object.fromEntries(
      Object.entries(service).map(([name, { requestStream, responseStream }]) => [
        name,
        requestStream ? duplex(name) : responseStream ? serverStream(name) : unary(name),
      ]),
    ),
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  );
  return {
    port,
    seen,
    script: (...next) => {
      seen.length = 0;
      faults.splice(0, faults.length, ...next);
    },
    told: () => told,
    close: async () => {
      const force = setTimeout(() => server.forceShutdown(), CLOSE_MS);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(force);
      upstream.close();
    },
  };
}

function rawService(real: ServiceDefinition): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(real).map(([name, method]) => [
      name,
      {
        ...method,
        requestSerialize: asIs,
        requestDeserialize: asIs,
        responseSerialize: asIs,
        responseDeserialize: asIs,
      },
    ]),
  );
}

function describe({ messages = [] }: SendMessageRequest): Seen {
  return {
    atMs: performance.now(),
    messageIds: messages.map(({ systemProperties }) => systemProperties?.messageId ?? ''),
    queueIds: messages.map(({ systemProperties }) => systemProperties?.queueId ?? 0),
  };
}
