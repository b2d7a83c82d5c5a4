import type { Metadata } from '@grpc/grpc-js';

import { CLIENT_TYPE, LANGUAGE } from '../../../lib/gateway/proto/codes';
import type {
  FilterExpression,
  Message,
  ReceiveMessageRequest,
  SendMessageResponse,
  Settings,
  StatusResponse,
  SystemProperties,
  TelemetryCommand,
} from '../../../lib/gateway/proto/wire';
import { messagesOf, RawClient, statusOf } from '../../protocol/support/raw-client';
import type { EventLog } from './event-log';

export interface PartyOptions {
  readonly kind: keyof typeof CLIENT_TYPE;
  readonly group?: string;
  readonly topics: readonly string[];
  readonly filter?: FilterExpression;
}

export interface ReceiveOptions {
  readonly max?: number;
  readonly invisibleMs?: number;
  readonly pollMs?: number;
  /** When the client gives up; both brokers shorten their poll to it. */
  readonly deadlineMs?: number;
  readonly attemptId?: string;
  readonly filter?: FilterExpression;
}

export interface Received {
  readonly code: number | undefined;
  /** What the status says. */
  readonly text: string | undefined;
  readonly messages: readonly Message[];
  /** When the answer came and how long the call took. */
  readonly atMs: number;
  readonly tookMs: number;
}

const ALL: FilterExpression = { type: 1, expression: '*' };
/** After its poll: a busy machine answers late, and what the answer says is compared, not when it came. */
const ANSWER_MS = 30_000;
/** The real broker may show a redelivery late, see the tolerances. */
const AWAIT_MORE_MS = 15_000;
const DEFAULT_POLL_MS = 5_000;
const DEFAULT_INVISIBLE_MS = 10_000;

/** The real proxy wants to know the language and the time of day as well. */
class WireClient extends RawClient {
  override metadata(): Metadata {
    const metadata = super.metadata();
    metadata.set('x-mq-language', 'JAVA');
    metadata.set('x-mq-protocol', 'v2');
    metadata.set('x-mq-date-time', '20260101T000000Z');
    return metadata;
  }
}

/** A client on the wire whose calls write down what came of them. A message is called by its body. */
export class Party {
  readonly raw: WireClient;
  readonly #group: { readonly name: string };
  readonly #topic: { readonly name: string };
  /** Everything the server said by itself, in order. */
  readonly told: TelemetryCommand[] = [];
  #stream: Awaited<ReturnType<RawClient['introduce']>>['stream'] | undefined;
  #sent = 0;

  constructor(
    port: number,
    private readonly log: EventLog,
    private readonly options: PartyOptions,
  ) {
    this.raw = new WireClient(port);
    this.#group = { name: options.group ?? '' };
    this.#topic = { name: options.topics[0] ?? '' };
  }

  async introduce(): Promise<void> {
    const { first, stream } = await this.raw.introduce(this.#settings());
    this.told.push(first);
    stream.on('data', (command: TelemetryCommand) => this.told.push(command));
    stream.on('error', () => undefined);
    this.#stream = stream;
    // The real proxy looks after the leases of clients whose heart beats.
    await this.heartbeat();
  }

  async heartbeat(): Promise<number> {
    const { status } = await this.raw.call<StatusResponse>('Heartbeat', {
      ...(this.options.group !== undefined && { group: this.#group }),
      clientType: CLIENT_TYPE[this.options.kind],
    });
    return status.code;
  }

  #settings(): Settings {
    const { kind, filter = ALL, topics } = this.options;
    const own =
      kind === 'PRODUCER'
        ? { publishing: { topics: topics.map((name) => ({ name })) } }
        : {
            subscription: {
              group: this.#group,
              subscriptions: topics.map((name) => ({ topic: { name }, expression: filter })),
            },
          };
    return {
      clientType: CLIENT_TYPE[kind],
      requestTimeout: { seconds: 3 },
      userAgent: { language: LANGUAGE.JAVA, version: '5.2.0', platform: 'test', hostname: 'test' },
      ...own,
    };
  }

  /** Sends one message whose body is its name. */
  async send(name: string, system: SystemProperties = {}, rest: Partial<Message> = {}): Promise<SendMessageResponse> {
    return this.raw.call<SendMessageResponse>('SendMessage', { messages: [this.message(name, system, rest)] });
  }

  async mustSend(names: readonly string[], system: SystemProperties = {}): Promise<void> {
    for (const name of names) {
      const { status } = await this.send(name, system);
      if (status.code !== 20000) throw new Error(`send of ${name}: ${status.code} ${status.message ?? ''}`);
    }
  }

  message(name: string, system: SystemProperties = {}, rest: Partial<Message> = {}): Message {
    this.#sent += 1;
    return {
      topic: this.#topic,
      systemProperties: {
        messageId: `01${this.raw.clientId
          .replaceAll(/[^0-9a-f]/gu, '')
          .slice(0, 22)
          .padEnd(22, '0')}${String(this.#sent).padStart(10, '0')}`,
        messageType: system.messageGroup === undefined ? 1 : 2,
        bodyEncoding: 1,
        bornHost: 'test',
        bornTimestamp: { seconds: Math.floor(Date.now() / 1_000) },
        ...system,
      },
      body: Buffer.from(name),
      ...rest,
    };
  }

  /** Receives without writing down. */
  async poll(options: ReceiveOptions = {}): Promise<Received> {
    const { pollMs = DEFAULT_POLL_MS, invisibleMs = DEFAULT_INVISIBLE_MS, max = 32 } = options;
    const { deadlineMs = pollMs + ANSWER_MS } = options;
    const push = this.options.kind === 'PUSH_CONSUMER';
    const request: ReceiveMessageRequest = {
      group: this.#group,
      messageQueue: {
        topic: this.#topic,
        broker: { name: 'broker-a' },
        id: -1,
      },
      filterExpression: options.filter ?? this.options.filter ?? ALL,
      batchSize: max,
      longPollingTimeout: duration(pollMs),
      ...(push ? { autoRenew: true } : { invisibleDuration: duration(invisibleMs), autoRenew: false }),
      ...(options.attemptId && { attemptId: options.attemptId }),
    };
    const startedMs = performance.now();
    const responses = await this.raw.receive(request, { deadline: Date.now() + deadlineMs });
    const atMs = performance.now();
    return {
      code: statusOf(responses),
      text: responses.find(({ status }) => status !== undefined)?.status?.message,
      messages: messagesOf(responses),
      atMs,
      tookMs: atMs - startedMs,
    };
  }

  async receive(step: string, options: ReceiveOptions = {}): Promise<Received> {
    const received = await this.poll(options);
    this.log.note(step, { code: received.code ?? null, got: received.messages.map(describe) });
    return received;
  }

  /** Polls until something comes; writes down how long after `sinceMs` it came. */
  async await(step: string, due: { sinceMs: number; dueMs: number }, options: ReceiveOptions = {}): Promise<Received> {
    const endsAtMs = due.sinceMs + due.dueMs + AWAIT_MORE_MS;
    for (;;) {
      const received = await this.poll(options);
      if (received.messages.length === 0 && performance.now() < endsAtMs) continue;
      const wait = { measuredMs: received.atMs - due.sinceMs, dueMs: due.dueMs };
      this.log.note(step, { code: received.code ?? null, got: received.messages.map(describe) }, wait);
      return received;
    }
  }

  async ack(step: string, ...messages: readonly (Message | string | undefined)[]): Promise<void> {
    const response = await this.raw.call<StatusResponse & { entries?: readonly { status: { code: number } }[] }>(
      'AckMessage',
      {
        group: this.#group,
        topic: this.#topic,
        entries: messages.map((message) => ({ messageId: idOf(message), receiptHandle: handleOf(message) })),
      },
    );
    const entries = (response.entries ?? []).map(({ status }) => status.code);
    this.log.note(step, { code: response.status.code, entries });
  }

  /** Returns the new handle. */
  async change(step: string, message: Message | string | undefined, invisibleMs: number): Promise<string> {
    const response = await this.raw.call<StatusResponse & { receiptHandle?: string }>('ChangeInvisibleDuration', {
      group: this.#group,
      topic: this.#topic,
      receiptHandle: handleOf(message),
      messageId: idOf(message),
      invisibleDuration: duration(invisibleMs),
    });
    const renewed = response.receiptHandle ?? '';
    this.log.note(step, {
      code: response.status.code,
      newHandle: renewed !== '' && renewed !== handleOf(message),
    });
    return renewed;
  }

  async forward(step: string, message: Message | string | undefined, attempt = 1, max = 1): Promise<void> {
    const { status } = await this.raw.call('ForwardMessageToDeadLetterQueue', {
      group: this.#group,
      topic: this.#topic,
      receiptHandle: handleOf(message),
      messageId: idOf(message),
      deliveryAttempt: attempt,
      maxDeliveryAttempts: max,
    });
    this.log.note(step, { code: status.code });
  }

  /** Calls and writes the status down. */
  async code(step: string, method: string, request: object): Promise<void> {
    const { status } = await this.raw.call<StatusResponse>(method, request);
    this.log.note(step, { code: status.code });
  }

  async terminate(): Promise<void> {
    await this.raw.call('NotifyClientTermination', this.options.group === undefined ? {} : { group: this.#group });
  }

  close(): void {
    this.#stream?.end();
    this.raw.close();
  }
}

export function duration(ms: number): { seconds: number; nanos: number } {
  return { seconds: Math.floor(ms / 1_000), nanos: (ms % 1_000) * 1_000_000 };
}

/** `name#attempt` */
export function describe({ body, systemProperties }: Message): string {
  return `${body?.toString() ?? ''}#${systemProperties?.deliveryAttempt ?? '?'}`;
}

function handleOf(message: Message | string | undefined): string {
  return typeof message === 'string' ? message : (message?.systemProperties?.receiptHandle ?? '');
}

function idOf(message: Message | string | undefined): string {
  return (typeof message === 'object' ? message.systemProperties?.messageId : undefined) ?? 'unknown';
}
