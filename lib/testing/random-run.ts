import { expect } from 'vitest';

import type { BrokerContext } from '../broker/context';
import { createBrokerContext } from '../broker/create-context';
import { abandon } from '../broker/delivery/abandon';
import { ack } from '../broker/delivery/ack';
import { changeInvisible } from '../broker/delivery/change-invisible';
import { endOverruns } from '../broker/delivery/end-overruns';
import { expire } from '../broker/delivery/expire';
import { fail } from '../broker/delivery/fail';
import { forward } from '../broker/delivery/forward';
import { deadLetterExhausted } from '../broker/delivery/dead-letter-exhausted';
import { release } from '../broker/delivery/release';
import { renew } from '../broker/delivery/renew';
import { updateGroup } from '../broker/group/update';
import { send } from '../broker/message/send';
import { expireDeadLetters } from '../broker/retention/expire-dead-letters';
import { isBrokerError } from '../model/errors';
import type { DeliveredMessage } from '../model/message/message';
import { receiveNow, type TestBroker, testMessage } from './broker';
import { EarlyAcks } from './early-acks';
import { type FilterForAll, FILTERS_FOR_ALL } from './filters-for-all';
import { LEASE_MS, OpenDeliveries } from './open-deliveries';
import type { Command } from './random-commands';
import { RandomOperator } from './random-operator';

/** Half of the shortest retention of dead letters. */
const FORGET_MS = 1_800_000;
/** What a run's group starts with. */
export const MAX_RETRIES = 3;

/** One random run against a group and topic of its own, with what an outsider knows about it. */
export class RandomRun {
  readonly #broker: TestBroker;
  readonly #names: { readonly topic: string; readonly group: string };
  readonly #ordered: boolean;
  readonly sent: string[] = [];
  readonly committed = new Set<string>();
  readonly #held: DeliveredMessage[] = [];
  /** What each receive brought. */
  readonly #batches: (readonly DeliveredMessage[])[] = [];
  /** Highest attempt seen per message: it never falls. */
  readonly #attempts = new Map<string, number>();
  readonly #delivered = new Map<string, string[]>();
  /** The only handle of a message that may still decide something. */
  readonly #current = new Map<string, string>();
  /** Handles whose ack was accepted: a repeat of it is OK and decides nothing. */
  readonly #accepted = new Set<string>();
  readonly #open: OpenDeliveries;
  /** Two processes on one database take turns. */
  readonly #nodes: BrokerContext[];
  #turn = 0;
  #lastLost = 0;
  readonly #asked: { readonly attemptId: string; readonly simple: boolean }[] = [];
  readonly #early = new EarlyAcks(MAX_RETRIES);
  readonly #dead = new Set<string>();
  readonly #operator: RandomOperator;

  constructor(broker: TestBroker, names: { topic: string; group: string }, ordered: boolean) {
    this.#broker = broker;
    this.#names = names;
    this.#ordered = ordered;
    this.#nodes = [broker.ctx, broker.ctx];
    this.#open = new OpenDeliveries(() => this.#now());
    this.#operator = new RandomOperator(broker, names);
  }

  #node(): BrokerContext {
    this.#turn += 1;
    return this.#nodes[this.#turn % 2] ?? this.#broker.ctx;
  }

  /** The process of this turn is killed, and another one takes its place, knowing nothing. */
  async #killNode(): Promise<BrokerContext> {
    const { log, metrics } = this.#broker.ctx;
    const { clock } = this.#broker;
    const node = await createBrokerContext({ store: this.#broker.database.store, log, metrics, clock });
    this.#turn += 1;
    this.#nodes[this.#turn % 2] = node;
    return node;
  }

  async apply(step: Command): Promise<void> {
    await this.#do(step);
    await this.#lookForDead();
  }

  async #do(step: Command): Promise<void> {
    switch (step.do) {
      case 'send':
        if (step.again) return await this.#send(step.key, true);
        // Several of one key, so that batches have something to be acknowledged out of order.
        for (let time = 0; time < step.times; time += 1) await this.#send(step.key, false);
        return;
      case 'receive':
        return await this.#receive(step.count, step.simple, step.filter);
      case 'repeat':
        return await this.#repeat(step.which);
      case 'advance':
        return this.#broker.clock.advance(step.seconds * 1000);
      case 'limit': {
        const { group: name } = this.#names;
        const { version } = await this.#broker.ctx.groups.find(name);
        const actor = { kind: 'system', name: 'test' } as const;
        await updateGroup(this.#broker.ctx, { name, version, maxRetries: step.maxRetries, actor });
        this.#early.limit(step.maxRetries);
        return;
      }
      case 'expire':
        await endOverruns(this.#node());
        await expire(this.#node());
        await deadLetterExhausted(this.#node());
        return;
      case 'renew':
        await renew(this.#node(), { clientIds: ['client-1'] });
        return this.#open.renew();
      case 'lose':
        return await this.#lose(step.which);
      case 'operator':
        return await this.#operator.changeAll(this.#node(), step.verb);
      case 'revoke':
        await this.#operator.revoke(this.#node(), step);
        return await this.#noteLost();
      case 'forget':
        this.#broker.clock.advance(FORGET_MS);
        return void (await expireDeadLetters(this.#broker.ctx));
      case 'release':
        await release(this.#broker.ctx, { group: this.#names.group, clientId: 'client-1' });
        return this.#open.leaveAll();
      default:
        return await this.#decide(step.do, step.which);
    }
  }

  async #send(key: number, again: boolean): Promise<void> {
    const old = this.sent.at(-1);
    const messageId = again && old !== undefined ? old : `${this.#names.topic}-${this.sent.length}`;
    const [receipt] = await send(this.#broker.ctx, {
      topic: this.#names.topic,
      messages: [testMessage({ messageId, tag: 'tagged', messageGroup: this.#ordered ? `key-${key}` : null })],
    });
    expect(receipt?.duplicate).toBe(messageId === old);
    if (messageId !== old) this.sent.push(messageId);
  }

  #now(): number {
    return this.#broker.clock.nowOrNull().getTime();
  }

  /** The same receive again: while what it handed out is held, that comes again and nothing is counted. */
  async #repeat(which: number): Promise<void> {
    const asked = this.#asked[which % Math.max(1, this.#asked.length)];
    if (asked === undefined) return;
    const held = this.#open.heldBy(asked.attemptId);
    if (held.length === 0 || !this.#ordered) return await this.#receive(3, asked.simple, 'every', asked.attemptId);
    const invisibleMs = asked.simple ? 10_000 : LEASE_MS;
    const again = await receiveNow(await this.#killNode(), {
      ...this.#names,
      autoRenew: !asked.simple,
      invisibleMs,
      attemptId: asked.attemptId,
    });
    expect(
      again.map(({ messageId, attempt, receiptHandle }) => `${messageId} ${attempt} ${receiptHandle}`).toSorted(),
    ).toEqual(held.map((id) => `${id} ${this.#attempts.get(id)} ${this.#current.get(id)}`).toSorted());
    this.#batches.push(again);
    for (const id of held) this.#open.hand(id, this.#open.get(id) ?? { ...asked, renewed: false }, invisibleMs);
  }

  /** The process that made a reply finds, now, that it could not be written. */
  async #lose(which: number): Promise<void> {
    const recent = this.#batches.slice(-4);
    const batch = recent[which % Math.max(1, recent.length)];
    if (batch === undefined) return;
    await abandon(this.#node(), { ...this.#names, messages: batch });
    await this.#noteLost();
    for (const { messageId, receiptHandle, leaseEndsAt, invisibleMs } of batch) {
      const handedAt = this.#open.get(messageId)?.handedAt ?? Number.POSITIVE_INFINITY;
      const isThis = this.#current.get(messageId) === receiptHandle;
      // What a repeated receive got since stays with it.
      if (isThis && handedAt <= leaseEndsAt.getTime() - invisibleMs) this.#open.leave(messageId);
    }
  }

  /**
   * Deliveries that the broker found lost, or that came back with the head of their key: the next has the same number.
   */
  async #noteLost(): Promise<void> {
    for (const { event, id, attempt, counts } of await this.#operator.lostSince(this.#lastLost)) {
      this.#lastLost = event;
      expect(this.#attempts.get(id), `the number of the delivery of ${id} that was lost`).toBe(attempt);
      if (!counts) this.#attempts.set(id, attempt - 1);
      this.#open.delete(id);
      this.#current.delete(id);
    }
  }

  async #receive(count: number, simple: boolean, filter: FilterForAll, repeated: string | null = null): Promise<void> {
    const attemptId = repeated ?? `attempt-${this.#asked.length}`;
    if (repeated === null) this.#asked.push({ attemptId, simple });
    const invisibleMs = simple ? 10_000 : LEASE_MS;
    const heldBefore = await this.#operator.heldNow();
    const batch = await receiveNow(repeated === null ? this.#node() : await this.#killNode(), {
      ...this.#names,
      batchSize: count,
      autoRenew: !simple,
      invisibleMs,
      attemptId,
      filter: FILTERS_FOR_ALL[filter],
    });
    expect(batch.length).toBeLessThanOrEqual(count);
    this.#batches.push(batch);
    await this.#noteLost();
    for (const message of batch) {
      const { messageId, attempt, messageGroup } = message;
      expect(this.committed.has(messageId), `${messageId} was committed and came again`).toBe(false);
      expect(heldBefore.has(messageId) || heldBefore.has(messageGroup ?? ''), `${messageId} is held back`).toBe(false);
      expect(attempt).toBe((this.#attempts.get(messageId) ?? 0) + 1);
      expect(this.#open.isHeld(messageId), `${messageId} is held and came again`).toBe(false);
      this.#attempts.set(messageId, attempt);
      // Its first delivery may have been lost before: its place in the order is that of the first one.
      if (messageGroup !== null)
        this.#delivered.set(messageGroup, [...new Set([...(this.#delivered.get(messageGroup) ?? []), messageId])]);
      this.#current.set(messageId, message.receiptHandle);
      this.#open.hand(messageId, { attemptId, renewed: !simple }, invisibleMs);
      this.#held.push(message);
      if (messageGroup !== null) this.#early.delivered(messageGroup, messageId);
    }
    if (this.#ordered) for (const message of batch) await this.#expectNothingBefore(message, batch);
  }

  /** While a message of a key is unfinished, a later one of that key is handed out only together with it. */
  async #expectNothingBefore(
    { messageGroup, queueNo, offset }: DeliveredMessage,
    batch: readonly DeliveredMessage[],
  ): Promise<void> {
    const { rows } = await this.#broker.database.store.console.query<{ off: number }>(
      `SELECT r.off FROM retry r JOIN queue q USING (queue_id) JOIN consumer_group g USING (group_id) JOIN topic t ON t.topic_id = q.topic_id
        WHERE g.name = $1 AND t.name = $2 AND q.queue_no = $3 AND r.mgroup = $4 AND r.off < $5`,
      [this.#names.group, this.#names.topic, queueNo, messageGroup, offset],
    );
    const together = batch.filter((other) => other.queueNo === queueNo).map((other) => other.offset);
    expect(rows.map(({ off }) => off).filter((off) => !together.includes(off))).toEqual([]);
  }

  async #decide(verdict: 'ack' | 'fail' | 'forward' | 'change', which: number): Promise<void> {
    const message = this.#pick(verdict, which);
    if (message === undefined) return;
    const input = {
      ...this.#names,
      receiptHandle: message.receiptHandle,
      messageId: message.messageId,
      clientId: 'client-1',
    };
    try {
      if (verdict === 'ack') {
        const [outcome] = await ack(this.#node(), { ...this.#names, entries: [input] });
        const isRepeat = this.#accepted.has(input.receiptHandle);
        if (isRepeat) expect(outcome?.error, 'a repeated ack').toBeNull();
        if (isRepeat || outcome?.error !== null) return;
        this.#acked(message);
      } else if (verdict === 'fail') await fail(this.#node(), input);
      else if (verdict === 'forward') await forward(this.#node(), { ...input, deliveryAttempt: message.attempt });
      else {
        const { receiptHandle } = await changeInvisible(this.#node(), { ...input, invisibleMs: 5000 });
        expect(input.receiptHandle).toBe(this.#current.get(message.messageId));
        this.#current.set(message.messageId, receiptHandle);
        const attemptId = this.#open.get(message.messageId)?.attemptId ?? '';
        this.#open.hand(message.messageId, { attemptId, renewed: false }, 5000);
        this.#held.push({ ...message, receiptHandle });
        return;
      }
      if (input.receiptHandle === this.#current.get(message.messageId)) this.#open.delete(message.messageId);
      // A forward may be repeated; any other verdict counts from the newest handle alone.
      if (verdict !== 'forward')
        expect(input.receiptHandle, `${verdict} by an old handle`).toBe(this.#current.get(message.messageId));
    } catch (error) {
      // A lease that is over is refused; nothing else may go wrong.
      if (!isBrokerError(error) || error.code !== 'invalid-receipt-handle') throw error;
    }
  }

  /** Mostly of what came last; also of what is long over. */
  #pick(verdict: string, which: number): DeliveredMessage | undefined {
    const recent = which < 35 ? this.#held.slice(-6) : this.#held;
    const message = recent[which % Math.max(1, recent.length)];
    // Only simple consumers change times.
    const isRefused = verdict === 'change' && this.#open.get(message?.messageId ?? '')?.renewed !== false;
    return isRefused ? undefined : message;
  }

  #acked({ messageId, attempt, receiptHandle }: DeliveredMessage): void {
    this.#accepted.add(receiptHandle);
    const isBefore = (other: string): boolean => this.sent.indexOf(other) < this.sent.indexOf(messageId);
    const done = this.#ordered ? this.#early.acked(messageId, attempt, isBefore) : [messageId];
    for (const id of done) this.committed.add(id);
  }

  async #lookForDead(): Promise<void> {
    const { rows } = await this.#broker.database.store.console.query<{ id: string; cause: string }>(
      'SELECT d.msg_id AS id, d.cause FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1',
      [this.#names.group],
    );
    for (const { id, cause } of rows) {
      if (this.#dead.has(id)) continue;
      this.#dead.add(id);
      for (const done of this.#early.dead(id, cause === 'limit-lowered' || cause === 'buried'))
        this.committed.add(done);
    }
  }

  /** Healthy consumers and no new messages: everything must end, each message in exactly one place, in order. */
  async settle(): Promise<void> {
    await this.#operator.releaseAll();
    for (let round = 0; round < 400; round += 1) {
      this.#broker.clock.advance(15_000);
      await endOverruns(this.#broker.ctx);
      await expire(this.#broker.ctx);
      await deadLetterExhausted(this.#broker.ctx);
      await this.#lookForDead();
      const before = this.#held.length;
      await this.#receive(32, true, 'every');
      for (const message of this.#held.slice(before)) {
        const [outcome] = await ack(this.#broker.ctx, { ...this.#names, entries: [message] });
        expect(outcome?.error).toBeNull();
        this.#acked(message);
      }
      if (this.#held.length === before && (await this.#left()) === 0) break;
    }
    expect(await this.#left()).toBe(0);
    await this.#lookForDead();
    expect(this.#early.owed, 'acknowledged before a message that came again, and not delivered again').toEqual([]);
    const dead = [...this.#dead];
    for (const id of this.#early.open) if (!this.#dead.has(id)) this.committed.add(id);
    expect(dead.filter((id) => this.committed.has(id))).toEqual([]);
    expect([...this.committed, ...dead].toSorted()).toEqual(this.sent.toSorted());
    for (const ids of this.#delivered.values())
      expect(ids).toEqual(ids.toSorted((a, b) => this.sent.indexOf(a) - this.sent.indexOf(b)));
  }

  async #left(): Promise<number> {
    const { rows } = await this.#broker.database.store.console.query<{ n: number }>(
      `SELECT ((SELECT count(*) FROM retry r WHERE r.group_id = g.group_id) + (SELECT count(*) FROM lease l WHERE l.group_id = g.group_id AND l.live)
               + (SELECT count(*) FROM fifo_group f WHERE f.group_id = g.group_id))::int AS n
         FROM consumer_group g WHERE g.name = $1`,
      [this.#names.group],
    );
    return rows[0]?.n ?? -1;
  }
}
