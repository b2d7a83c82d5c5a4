// @module-tag landing
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import { isBrokerError } from '../../model/errors';
import type { DeliveredMessage } from '../../model/message/message';
import { createTestBroker, PATIENT, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { inFull } from '../../testing/full';
import { INVARIANTS, ONE_CLAIM } from '../../testing/invariants';
import { Random } from '../../testing/random';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { ack } from '../delivery/ack';
import { changeInvisible } from '../delivery/change-invisible';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { endOverruns } from '../delivery/end-overruns';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { release } from '../delivery/release';
import { renew } from '../delivery/renew';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { changeKey } from './change-key';

const actor = systemActor('test');
const KEYS = ['a', 'b', 'c'];
const STEPS = inFull(120, 600);
const SIMPLE_MS = 10_000;

let broker: TestBroker;
let nodes: readonly BrokerContext[];
beforeAll(async () => {
  broker = await createTestBroker();
  const { store, log, metrics } = broker.ctx;
  const { clock } = broker;
  const second = await createBrokerContext({ store, log, metrics, clock, protection: PATIENT });
  nodes = [broker.ctx, second];
});
afterAll(() => broker.close());

/** Answers that come too late, and decisions that find nothing to decide. */
const EXPECTED = new Set(['invalid-receipt-handle', 'not-found', 'conflict']);

async function attempt(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (!isBrokerError(error) || !EXPECTED.has(error.code)) throw error;
    return false;
  }
}

/** Earlier messages of the key of a delivered one that are neither committed nor dead. */
async function unfinishedBefore(name: string, { messageId }: DeliveredMessage): Promise<string[]> {
  const { rows } = await broker.database.store.console.query<{ id: string }>(
    `SELECT m.msg_id AS id FROM message x JOIN message m ON m.queue_id = x.queue_id AND m.mgroup = x.mgroup
        AND m.off < x.off JOIN consumer_group g ON g.name = $2
      WHERE x.msg_id = $1
        AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = g.group_id AND d.queue_id = m.queue_id
          AND d.off = m.off)
        AND NOT EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = g.group_id AND e.queue_id = m.queue_id
          AND e.off = m.off AND e.state = 'Commit')
        AND NOT EXISTS (SELECT 1 FROM lease l CROSS JOIN LATERAL unnest(l.acks) a WHERE l.group_id = g.group_id
          AND l.queue_id = m.queue_id AND l.offs @> ARRAY[m.off]
          AND (a >> (array_position(l.offs, m.off) - 1)) & 1 = 1)`,
    [messageId, name],
  );
  return rows.map(({ id }) => id);
}

/** Clients that work, fail, hang and leave, an operator and the loops, all at once on two processes. */
class Scene {
  readonly #random: Random;
  readonly #held: { readonly message: DeliveredMessage; readonly clientId: string; readonly simple: boolean }[] = [];
  readonly committed = new Map<string, string>();
  readonly sent: string[] = [];
  revoked = 0;
  refused = 0;

  constructor(
    readonly name: string,
    seed: number,
    readonly batchSize: number,
  ) {
    this.#random = new Random(seed);
  }

  #node(): BrokerContext {
    return this.#random.pick(nodes as [BrokerContext, ...BrokerContext[]]);
  }

  async open(): Promise<void> {
    const { name } = this;
    const retryPolicy = { type: 'fixed', intervalMs: 3000 } as const;
    await createTopic(broker.ctx, { name, messageType: 'FIFO', queues: 1, actor });
    await createGroup(broker.ctx, {
      ...{ name, deliveryOrder: 'ordered', maxRetries: 3, retryPolicy, consumptionTimeoutMs: 65_000, actor },
    });
  }

  async receive(clientId: string): Promise<void> {
    const { name, batchSize } = this;
    const simple = this.#random.next() < 0.4;
    const lease = { autoRenew: !simple, invisibleMs: simple ? SIMPLE_MS : 60_000 };
    const batch = await receiveNow(this.#node(), { group: name, topic: name, clientId, batchSize, ...lease });
    for (const message of batch) {
      expect(this.committed.has(message.messageId), `${message.messageId} was committed and came again`).toBe(false);
      if (batchSize === 1) expect(await unfinishedBefore(name, message)).toEqual([]);
      this.#held.push({ message, clientId, simple });
    }
  }

  /** Mostly of what came last; also of what is long over. */
  async answer(): Promise<void> {
    const { name } = this;
    const recent = this.#random.next() < 0.8 ? this.#held.slice(-4) : this.#held;
    const [first, ...others] = recent;
    if (first === undefined) return;
    const { message, clientId, simple } = this.#random.pick([first, ...others]);
    const { receiptHandle, messageId } = message;
    const input = { group: name, topic: name, clientId, receiptHandle, messageId };
    const node = this.#node();
    const chance = this.#random.next();
    if (chance < 0.5) {
      const [outcome] = await ack(node, { ...input, entries: [input] });
      if (outcome?.error != null) return void (this.refused += 1);
      const before = this.committed.get(messageId);
      expect(before ?? receiptHandle, `${messageId} was acknowledged by two deliveries`).toBe(receiptHandle);
      if (this.batchSize === 1) this.committed.set(messageId, receiptHandle);
    } else if (chance < 0.7) await attempt(() => fail(node, input));
    else if (chance < 0.8) await attempt(() => forward(node, { ...input, deliveryAttempt: message.attempt }));
    else if (simple) await attempt(() => changeInvisible(node, { ...input, invisibleMs: 5000 }));
  }

  async decide(): Promise<void> {
    const verb = this.#random.pick(['now', 'bury', 'now', 'bury', 'hold', 'release', 'release'] as const);
    const input = { group: this.name, key: this.#random.pick(KEYS as [string, ...string[]]), reason: 'stuck', actor };
    const revoke = verb === 'now' || verb === 'bury' ? { revoke: true } : {};
    await attempt(async () => {
      const { revokedFrom } = await changeKey(this.#node(), verb, { ...input, ...revoke });
      if (revokedFrom !== null) this.revoked += 1;
    });
  }

  async pass(): Promise<void> {
    const node = this.#node();
    const chance = this.#random.next();
    if (chance < 0.5) broker.clock.advance(this.#random.pick([500, 3000, 11_000]));
    if (chance < 0.3) await renew(node, { clientIds: ['client-0', 'client-1'] });
    else if (chance < 0.4) await release(node, { group: this.name, clientId: 'client-2' });
    else await Promise.all([endOverruns(node), expire(node), deadLetterExhausted(node)]);
  }

  async sendMore(): Promise<void> {
    const messages = KEYS.map((messageGroup) => testMessage({ messageGroup }));
    await send(this.#node(), { topic: this.name, messages });
    this.sent.push(...messages.map(({ messageId }) => messageId));
  }

  /** Everything at once, in an order that the database chooses. */
  async step(): Promise<void> {
    const clients = [0, 1, 2].filter(() => this.#random.next() < 0.7).map((index) => this.receive(`client-${index}`));
    const rest = [this.answer(), this.answer(), this.answer(), this.decide(), this.decide(), this.pass()];
    await Promise.all([...clients, ...(this.#random.next() < 0.3 ? [this.sendMore()] : []), ...rest]);
  }

  /** Healthy clients, and an operator who releases what is held: everything ends. */
  async settle(): Promise<void> {
    const { name } = this;
    for (const key of KEYS)
      await attempt(() => changeKey(broker.ctx, 'release', { group: name, key, reason: '', actor }));
    for (let idle = 0; idle < 3;) {
      broker.clock.advance(70_000);
      for (const run of [endOverruns, expire, deadLetterExhausted]) await run(broker.ctx);
      const batch = await receiveNow(broker.ctx, { group: name, topic: name, clientId: 'last' });
      await ack(broker.ctx, { group: name, topic: name, entries: [...batch] });
      idle = batch.length === 0 ? idle + 1 : 0;
    }
    const { rows } = await broker.database.store.console.query<{ n: number }>(
      `SELECT ((SELECT count(*) FROM retry r WHERE r.group_id = g.group_id)
         + (SELECT count(*) FROM lease l WHERE l.group_id = g.group_id AND l.live)
         + (SELECT count(*) FROM fifo_group f WHERE f.group_id = g.group_id))::int AS n
         FROM consumer_group g WHERE g.name = $1`,
      [name],
    );
    expect(rows).toEqual([{ n: 0 }]);
  }
}

/** Looks again and again until the end: every look is of one moment. */
async function watch(isOver: () => boolean): Promise<number> {
  let looks = 0;
  for (; !isOver(); looks += 1) {
    const { rows } = await broker.database.store.console.query(ONE_CLAIM);
    expect(rows, 'two claims of one key are with clients').toEqual([]);
  }
  return looks;
}

test.for([
  { batchSize: 1, seed: 1 },
  { batchSize: 4, seed: 2 },
])(
  'never two valid leases on one key, in any order of calls and expiry: batches of $batchSize',
  { timeout: 120_000 },
  async ({ batchSize, seed }) => {
    const scene = new Scene(`one-lease-${batchSize}`, seed, batchSize);
    await scene.open();
    await scene.sendMore();
    let over = false;
    const watching = watch(() => over);
    for (let step = 0; step < STEPS; step += 1) await scene.step();
    over = true;
    expect(await watching).toBeGreaterThan(STEPS / 10);
    await scene.settle();
    expect(scene.revoked, 'heads that were taken back').toBeGreaterThan(STEPS / 20);
    expect(scene.refused, 'late answers').toBeGreaterThan(0);
    for (const [name, query] of INVARIANTS) {
      const { rows } = await broker.database.store.console.query(query);
      expect({ name, rows }).toEqual({ name, rows: [] });
    }
  },
);
