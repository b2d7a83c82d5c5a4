import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { isBrokerError } from '../../model/errors';
import type { DeliveredMessage } from '../../model/message/message';
import { createTestBroker, PATIENT, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { inFull } from '../../testing/full';
import { Random } from '../../testing/random';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { ack } from '../delivery/ack';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { leaveLite, subscribeLite } from './subscribe';

let broker: TestBroker;
/** A second process's worth of state on the same database. */
let other: BrokerContext;
beforeAll(async () => {
  broker = await createTestBroker();
  const { store, log, metrics, clock } = broker.ctx;
  other = await createBrokerContext({ store, log, metrics, clock, protection: PATIENT });
});
afterAll(() => broker.close());

const actor = systemActor('test');
const LEASE_MS = 10_000;
const RETRY_MS = 3_000;
const LITE_TOPICS = ['one', 'two', 'three', 'four', 'five', 'six'];
const CLIENTS = ['a', 'b', 'c', 'd'];

/** What an outsider knows of a run: who subscribes what, who holds what, and the outcome of each message. */
class Run {
  readonly names: { readonly topic: string; readonly group: string };
  readonly #source: Random;
  readonly #wanted = new Map<string, Set<string>>(CLIENTS.map((client) => [client, new Set()]));
  readonly #sent: string[] = [];
  readonly #acked = new Set<string>();
  readonly #firsts = new Map<string, string[]>();
  /** By name: the client that holds it, and until when. */
  readonly #holders = new Map<string, { readonly client: string; readonly untilMs: number }>();
  #held: { readonly client: string; readonly message: DeliveredMessage }[] = [];

  constructor(name: string, seed: number) {
    this.names = { topic: name, group: name };
    this.#source = new Random(seed);
  }

  #random(): number {
    return this.#source.next();
  }

  #pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  get #node(): BrokerContext {
    return this.#random() < 0.5 ? broker.ctx : other;
  }

  async step(): Promise<void> {
    const dice = this.#random();
    if (dice < 0.25) await this.#send();
    else if (dice < 0.4) await this.#subscribe();
    else if (dice < 0.7) await this.#receive(this.#pick(CLIENTS));
    else if (dice < 0.9) await this.#end();
    else await this.#wait();
  }

  async #send(): Promise<void> {
    const name = this.#pick(LITE_TOPICS);
    const messageId = `${this.names.topic}/${name}/${this.#sent.length}`;
    const message = testMessage({ messageType: 'LITE', messageId, messageGroup: name });
    await send(this.#node, { topic: this.names.topic, messages: [message] });
    this.#sent.push(messageId);
  }

  async #subscribe(): Promise<void> {
    const clientId = this.#pick(CLIENTS);
    const names = LITE_TOPICS.filter(() => this.#random() < 0.4);
    const action = this.#pick(['add', 'add', 'remove', 'all', 'nothing', 'leave'] as const);
    if (action === 'leave') await leaveLite(this.#node, { group: this.names.group, clientId });
    else await subscribeLite(this.#node, { ...this.names, clientId, names, action });
    const wanted = this.#wanted.get(clientId) ?? new Set();
    if (action === 'all' || action === 'nothing' || action === 'leave') wanted.clear();
    for (const name of names) {
      if (action === 'add' || action === 'all') wanted.add(name);
      if (action === 'remove') wanted.delete(name);
    }
  }

  async #receive(clientId: string): Promise<number> {
    const batchSize = this.#pick([1, 3, 32]);
    const input = { ...this.names, clientId, batchSize, autoRenew: false, invisibleMs: LEASE_MS };
    const messages = await receiveNow(this.#node, input);
    const nowMs = broker.clock.nowOrNull().getTime();
    for (const message of messages) {
      const name = message.messageGroup ?? '';
      expect(this.#wanted.get(clientId)?.has(name)).toBe(true);
      const holder = this.#holders.get(name);
      if (holder !== undefined && holder.untilMs > nowMs && this.#held.some((each) => nameOf(each) === name))
        expect(holder.client).toBe(clientId);
      this.#holders.set(name, { client: clientId, untilMs: nowMs + LEASE_MS });
      if (message.attempt === 1) this.#firsts.set(name, [...(this.#firsts.get(name) ?? []), message.messageId]);
      this.#held.push({ client: clientId, message });
    }
    return messages.length;
  }

  /** In the order of each name, as an SDK does it. */
  async #end(): Promise<void> {
    const first = this.#held[0];
    if (first === undefined) return;
    this.#held = this.#held.slice(1);
    const { receiptHandle, messageId } = first.message;
    if (this.#random() < 0.75) {
      const [outcome] = await ack(this.#node, { ...this.names, entries: [{ receiptHandle, messageId }] });
      if (outcome?.error === null) this.#acked.add(messageId);
      return;
    }
    await fail(this.#node, { ...this.names, receiptHandle, messageId, clientId: first.client }).catch(
      (error: unknown) => {
        // Its lease has ended.
        if (!isBrokerError(error)) throw error;
      },
    );
    // What is behind it is delivered again after it: the client drops it.
    this.#held = this.#held.filter((each) => nameOf(each) !== first.message.messageGroup);
  }

  async #wait(): Promise<void> {
    broker.clock.advance(this.#pick([1000, RETRY_MS, LEASE_MS + 1]));
    await expire(broker.ctx);
    await deadLetterExhausted(broker.ctx);
  }

  /** Each client subscribes everything, and works it off. */
  async finish(): Promise<void> {
    for (const clientId of CLIENTS) {
      await subscribeLite(this.#node, { ...this.names, clientId, names: LITE_TOPICS, action: 'all' });
      this.#wanted.set(clientId, new Set(LITE_TOPICS));
    }
    for (let idle = 0; idle < 4;) {
      broker.clock.advance(LEASE_MS + 1);
      await expire(broker.ctx);
      this.#held = [];
      let got = 0;
      for (const clientId of CLIENTS) got += await this.#receive(clientId);
      const entries = this.#held.map(({ message: { receiptHandle, messageId } }) => ({ receiptHandle, messageId }));
      const outcomes = entries.length === 0 ? [] : await ack(this.#node, { ...this.names, entries });
      for (const { error, messageId } of outcomes) if (error === null) this.#acked.add(messageId);
      idle = got === 0 ? idle + 1 : 0;
    }
    expect(this.#sent.filter((id) => !this.#acked.has(id))).toEqual([]);
    for (const [name, ids] of this.#firsts)
      expect([...new Set(ids)]).toEqual(this.#sent.filter((id) => id.split('/')[1] === name));
  }
}

const nameOf = ({ message }: { readonly message: DeliveredMessage }): string => message.messageGroup ?? '';

const RUNS = inFull(6, 60);
test(`${RUNS} random runs on two nodes: nothing is lost, reordered, doubled or given to another client`, async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const name = `lite-random-${seed}`;
    const retryPolicy = { type: 'fixed', intervalMs: RETRY_MS } as const;
    await createGroup(broker.ctx, { name, actor, deliveryOrder: 'ordered', maxRetries: 1000, retryPolicy });
    await createTopic(broker.ctx, { name, messageType: 'LITE', queues: 2, actor });
    const run = new Run(name, seed);
    for (let step = 0; step < 150; step += 1) await run.step();
    await run.finish();
  }
  const { rows } = await broker.database.store.console.query(
    `SELECT (SELECT count(*)::int FROM lease WHERE live) AS leases, (SELECT count(*)::int FROM retry) AS retries,
       (SELECT count(*)::int FROM fifo_group) AS names`,
  );
  expect(rows).toEqual([{ leases: 0, retries: 0, names: 0 }]);
}, 60_000);
