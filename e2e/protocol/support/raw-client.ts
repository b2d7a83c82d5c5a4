import { createHmac, randomUUID } from 'node:crypto';

import {
  type CallOptions,
  type Client,
  type ClientDuplexStream,
  credentials,
  makeGenericClientConstructor,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js';

import { loadMessagingService } from '../../../lib/testing/messaging-service';
import type {
  Message,
  ReceiveMessageRequest,
  ReceiveMessageResponse,
  Settings,
  Status,
  SystemProperties,
  TelemetryCommand,
} from '../../../lib/gateway/proto/wire';

const service = loadMessagingService();
const MessagingClient = makeGenericClientConstructor(service, 'MessagingService');

export interface RawOptions {
  /** Empty: the header is left out. */
  readonly clientId?: string;
  readonly version?: string;
  /** Encrypts and takes any certificate, as the Java SDK does. */
  readonly tls?: boolean;
  /** Signs every call, as the SDKs do. */
  readonly key?: RawKey;
  /** Signed in place of the time. */
  readonly signedTime?: string;
  /** Sent as it is, in place of a signature. */
  readonly authorization?: string;
}

export interface RawKey {
  readonly accessKey: string;
  readonly accessSecret: string;
}

export interface Introduction {
  readonly first: TelemetryCommand;
  readonly stream: ClientDuplexStream<TelemetryCommand, TelemetryCommand>;
}

/** A client that says exactly what a test tells it to. */
export class RawClient {
  readonly clientId: string;
  readonly #client: Client;
  readonly #version: string;
  readonly #key: RawKey | undefined;
  readonly #signedTime: string | undefined;
  readonly #authorization: string | undefined;

  constructor(
    port: number,
    {
      clientId = `raw-${randomUUID()}`,
      version = '5.2.1',
      tls = false,
      key,
      signedTime,
      authorization,
    }: RawOptions = {},
  ) {
    this.clientId = clientId;
    this.#key = key;
    this.#signedTime = signedTime;
    this.#authorization = authorization;
    this.#version = version;
    const channel = tls
      ? credentials.createSsl(null, null, null, { rejectUnauthorized: false })
      : credentials.createInsecure();
    // A connection of its own (the library shares them in a process); TLS wants a name, not an address.
    this.#client = new MessagingClient(`127.0.0.1:${port}`, channel, {
      'grpc.use_local_subchannel_pool': 1,
      'grpc.ssl_target_name_override': 'localhost',
    });
  }

  metadata(): Metadata {
    const metadata = new Metadata();
    if (this.clientId !== '') metadata.set('x-mq-client-id', this.clientId);
    metadata.set('x-mq-client-version', this.#version);
    if (this.#key !== undefined) sign(metadata, this.#key, this.#signedTime ?? compactTime(Date.now()));
    if (this.#authorization !== undefined) metadata.set('authorization', this.#authorization);
    return metadata;
  }

  call<Response extends { readonly status: Status }>(
    method: string,
    request: object,
    options: CallOptions = {},
  ): Promise<Response> {
    const definition = definitionOf(method);
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        definition.path,
        definition.requestSerialize,
        definition.responseDeserialize,
        request,
        this.metadata(),
        options,
        (error: ServiceError | null, response?: unknown) =>
          error === null ? resolve(response as Response) : reject(error),
      );
    });
  }

  receive(
    request: ReceiveMessageRequest,
    options: CallOptions & { readonly signal?: AbortSignal } = {},
    method = 'ReceiveMessage',
  ): Promise<ReceiveMessageResponse[]> {
    const definition = definitionOf(method);
    return new Promise((resolve, reject) => {
      const stream = this.#client.makeServerStreamRequest(
        definition.path,
        definition.requestSerialize,
        definition.responseDeserialize,
        request,
        this.metadata(),
        options,
      );
      const responses: ReceiveMessageResponse[] = [];
      const cancel = (): void => stream.cancel();
      options.signal?.addEventListener('abort', cancel);
      stream.on('data', (response: ReceiveMessageResponse) => responses.push(response));
      stream.on('error', reject);
      stream.on('end', () => resolve(responses));
      stream.on('status', () => options.signal?.removeEventListener('abort', cancel));
    });
  }

  telemetry(options: CallOptions = {}): ClientDuplexStream<TelemetryCommand, TelemetryCommand> {
    const definition = definitionOf('Telemetry');
    return this.#client.makeBidiStreamRequest(
      definition.path,
      definition.requestSerialize,
      definition.responseDeserialize,
      this.metadata(),
      options,
    ) as ClientDuplexStream<TelemetryCommand, TelemetryCommand>;
  }

  /** Opens a stream, sends settings, returns what came first; the stream stays open until `close`. */
  async introduce(settings: Settings, options: CallOptions = {}): Promise<Introduction> {
    const stream = this.telemetry(options);
    stream.write({ settings });
    const first = await new Promise<TelemetryCommand>((resolve, reject) => {
      stream.once('data', resolve);
      stream.on('error', reject);
    });
    return { first, stream };
  }

  close(): void {
    this.#client.close();
  }
}

/** 20210309T195445Z */
export function compactTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function sign(metadata: Metadata, { accessKey, accessSecret }: RawKey, time: string): void {
  const signature = createHmac('sha1', accessSecret).update(time).digest('hex').toUpperCase();
  metadata.set('x-mq-date-time', time);
  metadata.set(
    'authorization',
    `MQv2-HMAC-SHA1 Credential=${accessKey}, SignedHeaders=x-mq-date-time, Signature=${signature}`,
  );
}

function definitionOf(method: string) {
  const definition = service[method];
  if (definition === undefined) throw new Error(`no method ${method}`);
  return definition;
}

export function statusOf(responses: readonly ReceiveMessageResponse[]): number | undefined {
  return responses.find(({ status }) => status !== undefined)?.status?.code;
}

export function messagesOf(responses: readonly ReceiveMessageResponse[]): Message[] {
  return responses.flatMap(({ message }) => message ?? []);
}

let made = 0;

export function rawMessage(
  topic: string,
  systemProperties: SystemProperties = {},
  rest: Partial<Message> = {},
): Message {
  made += 1;
  return {
    topic: { name: topic },
    systemProperties: {
      messageId: `RAW-${process.pid}-${made}`,
      messageType: 1,
      bodyEncoding: 1,
      bornHost: 'raw',
      ...systemProperties,
    },
    body: Buffer.from(`body ${made}`),
    ...rest,
  };
}
