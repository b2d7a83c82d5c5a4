import { setTimeout as sleep } from 'node:timers/promises';

import { messagesOf, RawClient, rawMessage } from './raw-client';
import { ackRequest, changeRequest, receiveRequest, type Scene } from './raw-requests';

const OK = 20_000;
const INVALID_HANDLE = 40_013;
const PUSH_CONSUMER = 3;
const FIFO = 2;
const CALL_MS = 8_000;
/** An answer that is lost says nothing: the call is made again, as applications do; for longer than a take-over. */
const TRY_FOR_MS = 60_000;

interface Status {
  readonly status: { readonly code: number };
}
interface Acked extends Status {
  readonly entries?: readonly Status[];
}

const options = () => ({ deadline: Date.now() + CALL_MS });

/** A push consumer that calls one node, and the other when it does not answer, as SDKs do with several endpoints. */
class EitherNode {
  readonly #clients = new Map<number, RawClient>();
  #turn = 0;

  constructor(
    private readonly ports: readonly number[],
    private readonly group: string | null,
  ) {}

  /** @returns null when no answer came */
  async call<Answer>(work: (client: RawClient) => Promise<Answer>): Promise<Answer | null> {
    this.#turn += 1;
    const port = this.ports[this.#turn % this.ports.length] ?? 0;
    try {
      return await work(await this.#clientOf(port));
    } catch {
      this.#clients.get(port)?.close();
      this.#clients.delete(port);
      await sleep(20);
      return null;
    }
  }

  /** The first answer that is one; null: none came in time. */
  async ask<Answer>(work: (client: RawClient) => Promise<Answer>): Promise<Answer | null> {
    const untilMs = performance.now() + TRY_FOR_MS;
    for (;;) {
      const answer = await this.call(work);
      if (answer !== null || performance.now() > untilMs) return answer;
    }
  }

  async #clientOf(port: number): Promise<RawClient> {
    const known = this.#clients.get(port);
    if (known !== undefined) return known;
    const client = new RawClient(port);
    this.#clients.set(port, client);
    if (this.group !== null) {
      const subscription = { group: { name: this.group }, subscriptions: [] };
      await client.introduce({ clientType: PUSH_CONSUMER, subscription });
    }
    return client;
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }
}

interface LoadOptions {
  readonly ports: readonly number[];
  readonly place: Scene;
  /** Each message has one of so many message groups; 0: none has. */
  readonly keys: number;
  /** Every so many-th message fails at its first delivery. */
  readonly failEvery: number;
}

/** One topic and group under load: what producers and consumers saw, and what contradicts it. */
export class UpgradeLoad {
  readonly accepted = new Set<string>();
  readonly acked = new Set<string>();
  /** Failures that were answered with OK. */
  readonly failed = new Set<string>();
  /** By message: the attempts of its deliveries. */
  readonly attempts = new Map<string, number[]>();
  /** What must not be. */
  readonly broken: string[] = [];
  #sending = true;
  #consuming = true;
  #sent = 0;
  readonly #work: Promise<void>[] = [];
  /** Of each message group: its last delivery. */
  readonly #last = new Map<string, number>();
  readonly #ended = new Set<string>();
  readonly #nodes: EitherNode[] = [];

  constructor(private readonly of: LoadOptions) {}

  start(): void {
    this.#work.push(this.#send(), this.#consume(), this.#consume());
  }

  stopSending(): void {
    this.#sending = false;
  }

  async stop(): Promise<void> {
    this.#consuming = false;
    await Promise.all(this.#work);
    for (const node of this.#nodes) node.close();
  }

  /** Accepted, and not acknowledged yet. */
  open(): string[] {
    return [...this.accepted].filter((id) => !this.acked.has(id));
  }

  #node(group: string | null): EitherNode {
    const node = new EitherNode(this.of.ports, group);
    this.#nodes.push(node);
    return node;
  }

  async #send(): Promise<void> {
    const { place, keys } = this.of;
    const node = this.#node(null);
    for (; this.#sending; this.#sent += 1) {
      const messageId = `${place.topic}-${this.#sent}`;
      const more = keys === 0 ? {} : { messageType: FIFO, messageGroup: `key-${this.#sent % keys}` };
      const messages = [rawMessage(place.topic, { messageId, ...more })];
      const answer = await node.ask((client) => client.call<Status>('SendMessage', { messages }, options()));
      if (answer?.status.code === OK) this.accepted.add(messageId);
      else this.broken.push(`${messageId} was not taken: ${answer?.status.code ?? 'no answer'}`);
      await sleep(keys === 0 ? 5 : 20);
    }
  }

  async #consume(): Promise<void> {
    const { place, keys } = this.of;
    const node = this.#node(place.group);
    // One message of an ordered group at a time: so what comes next says whether the one before was over.
    const wanted = { longPollingTimeout: { seconds: 1 }, ...(keys > 0 && { batchSize: 1 }) };
    while (this.#consuming) {
      const done = new Set(this.acked);
      const batch = messagesOf(
        (await node.call((client) => client.receive(receiveRequest(place, wanted), options()))) ?? [],
      );
      const read = batch.map(({ systemProperties }) => ({
        id: systemProperties?.messageId ?? '',
        key: systemProperties?.messageGroup,
        attempt: systemProperties?.deliveryAttempt ?? 0,
        handle: systemProperties?.receiptHandle ?? '',
      }));
      for (const { id, key, attempt } of read) {
        if (done.has(id)) this.broken.push(`${id} was delivered after its acknowledgement`);
        this.attempts.set(id, [...(this.attempts.get(id) ?? []), attempt]);
        if (key !== undefined && key !== '') this.#inOrder(key, id);
      }
      for (const { id, attempt, handle } of read) await this.#end(node, id, attempt, handle);
    }
  }

  /** After a message of a message group comes the same one again, or the next, when the first is over. */
  #inOrder(key: string, id: string): void {
    const n = Number(id.slice(this.of.place.topic.length + 1));
    const before = this.#last.get(key);
    this.#last.set(key, n);
    if (n === before) return;
    const next = before === undefined ? n % this.of.keys : before + this.of.keys;
    if (n !== next) this.broken.push(`${key}: ${n} came after ${before ?? 'nothing'}, not ${next}`);
    if (before !== undefined && !this.#ended.has(`${this.of.place.topic}-${before}`))
      this.broken.push(`${key}: ${n} came while ${before} had failed or was out`);
  }

  async #end(node: EitherNode, id: string, attempt: number, handle: string): Promise<void> {
    const { place, failEvery } = this.of;
    const n = Number(id.slice(place.topic.length + 1));
    if (attempt === 1 && n % failEvery === 0) {
      const request = changeRequest(place, handle, 1);
      const answer = await node.ask((client) => client.call<Status>('ChangeInvisibleDuration', request, options()));
      // Refused: an answer before it was lost, or its lease has ended.
      if (answer?.status.code === OK) this.failed.add(id);
      else if (answer !== null && answer.status.code !== INVALID_HANDLE)
        this.broken.push(`${id} could not fail: ${answer.status.code}`);
      return;
    }
    this.#ended.add(id);
    const answer = await node.ask((client) => client.call<Acked>('AckMessage', ackRequest(place, [handle]), options()));
    if (answer?.entries?.[0]?.status.code === OK) this.acked.add(id);
  }
}
