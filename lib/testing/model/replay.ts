import type { BrokerContext } from '../../broker/context';
import { createBrokerContext } from '../../broker/create-context';
import { abandon } from '../../broker/delivery/abandon';
import { ack } from '../../broker/delivery/ack';
import { expire } from '../../broker/delivery/expire';
import { fail } from '../../broker/delivery/fail';
import { forward } from '../../broker/delivery/forward';
import { createGroup } from '../../broker/group/create';
import { send } from '../../broker/message/send';
import { endLeases, endRetries } from '../../broker/process/delivery/end-deliveries';
import { startRedrive } from '../../broker/redrive/start';
import { changeRetries } from '../../broker/retry/change-retries';
import { createTopic } from '../../broker/topic/create';
import { isBrokerError } from '../../model/errors';
import type { DeliveredMessage } from '../../model/message/message';
import { deliveriesExpired, type ExpiredDeliveries } from '../../store/queries/delivery/lease-expired';
import { redriveStep } from '../../store/queries/redrive/redrive-step';
import { receiveNow, type TestBroker, testMessage } from '../broker';
import { type Answer, ack as ackOf, fail as failOf } from './answers';
import { heldBy } from './claim';
import { seen, seenInDatabase } from './seen';
import { copy, firstState, type State } from './state';
import type { Instance } from './explore';
import { after, type Step } from './steps';

const ACTOR = { kind: 'system', name: 'model' } as const;
const RETRY_MS = 3000;
/** No lease ends before the model says so. */
const INVISIBLE_MS = 3_600_000;
const MOST = 500;
const KEYS = ['a', 'b'] as const;

interface Batch {
  readonly attemptId: string;
  messages: readonly DeliveredMessage[];
}

/** Plays steps of the model with the broker, on a group of its own in a real database. */
export class Replay {
  readonly #broker: TestBroker;
  readonly #instance: Instance;
  readonly #names: { readonly topic: string; readonly group: string };
  readonly #group: { readonly groupId: number; readonly version: number };
  readonly #deliveries = new Map<number, DeliveredMessage[]>();
  readonly #batches = new Map<number, Batch>();
  readonly #redrives: number[] = [];
  #looked: ExpiredDeliveries | null = null;
  #receives = 0;
  state: State;

  private constructor(
    broker: TestBroker,
    instance: Instance,
    name: string,
    group: { readonly groupId: number; readonly version: number },
  ) {
    this.#broker = broker;
    this.#instance = instance;
    this.#names = { topic: name, group: name };
    this.#group = group;
    this.state = firstState({ ...instance.left });
  }

  static async start(broker: TestBroker, instance: Instance, name: string): Promise<Replay> {
    const { ctx } = broker;
    await createTopic(ctx, { name, messageType: 'FIFO', queues: 1, actor: ACTOR });
    const group = await createGroup(ctx, {
      name,
      deliveryOrder: 'ordered',
      maxRetries: instance.maxRetries,
      retryPolicy: { type: 'fixed', intervalMs: RETRY_MS },
      actor: ACTOR,
    });
    // Subscribed before: the first receive does that in a transaction of its own.
    await receiveNow(ctx, { topic: name, group: name, clientId: 'client-0' });
    return new Replay(broker, instance, name, group);
  }

  /** @returns what the model says is there now, and what the database says */
  async play(step: Step): Promise<{ readonly model: unknown; readonly database: unknown }> {
    const expected = this.#answerOf(step);
    const before = this.state;
    this.state = after(before, step, this.#instance);
    const answer = await this.#do(step, before);
    const { groupId } = this.#group;
    const { ctx } = this.#broker;
    const clients: number[] = [];
    for (let index = 0; index < this.#instance.clients; index += 1)
      clients.push(await ctx.clients.id(`client-${index}`));
    const now = this.#broker.clock.nowOrNull();
    const found = await seenInDatabase(ctx.store.console, {
      groupId,
      now,
      clients,
      keys: KEYS,
      redrives: this.#redrives,
    });
    return { model: { answer: expected, ...seen(this.state) }, database: { answer, ...found } };
  }

  #answerOf(step: Step): unknown {
    const state = copy(this.state);
    if (step.do === 'ack') return ackOf(state, this.#instance, step.off, step.which);
    if (step.do === 'fail') return failOf(state, this.#instance, step.off, step.which);
    if (step.do === 'claim again') return heldBy(state, step.client);
    if (step.do !== 'claim') return null;
    const reached = after(state, step, this.#instance);
    return reached.handles.flatMap((some, off) => (some[0] === state.handles[off]?.[0] ? [] : [off]));
  }

  async #do(step: Step, before: State): Promise<unknown> {
    const { ctx, clock } = this.#broker;
    switch (step.do) {
      case 'send':
        await this.#send(this.state.log.length - 1, step.key);
        return null;
      case 'send again':
        await this.#send(this.state.log.lastIndexOf(step.key), step.key);
        return null;
      case 'claim':
        await this.#putFirst(step.first);
        return await this.#receive(ctx, step.client, step.want, null);
      case 'claim again':
        return await this.#receive(await this.#otherNode(), step.client, 2, this.#batchOf(step.client).attemptId);
      case 'lose the reply':
        await abandon(ctx, { ...this.#names, messages: this.#batchOf(step.client).messages });
        return null;
      case 'ack':
      case 'fail':
      case 'forward':
        return await this.#answer(step.do, step.off, step.which);
      case 'end the lease':
        await this.#endLease(step.off, before);
        return null;
      case 'wait':
        clock.advance(RETRY_MS + 1);
        return null;
      default:
        await this.#operate(step);
        return null;
    }
  }

  async #operate(step: Step): Promise<void> {
    const { ctx, clock } = this.#broker;
    const { group } = this.#names;
    const now = clock.nowOrNull();
    if (step.do === 'expire') await expire(ctx);
    else if (step.do === 'look for what expired')
      this.#looked = await deliveriesExpired(ctx.store.broker, now, null, MOST);
    else if (step.do === 'end what was found') await this.#endLooked();
    else if (step.do === 'revoke') {
      const messageIds = [this.#idOf(step.off)];
      await changeRetries(ctx, step.verb, { group, messageIds, revoke: true, reason: 'model', actor: ACTOR });
    } else if (step.do === 're-drive') {
      const care = { canary: null, ramp: null, abort: null };
      const { redriveId } = await startRedrive(ctx, { group, all: true, reason: 'model', actor: ACTOR, ...care });
      this.#redrives.push(redriveId);
    } else if (step.do === 'step of a re-drive')
      await redriveStep(ctx.store.broker, now, this.#redrives[step.job] ?? 0, 1);
  }

  #idOf(off: number): string {
    return `${this.#names.topic}-${off}`;
  }

  async #send(off: number, key: number): Promise<void> {
    const message = testMessage({ messageId: this.#idOf(off), messageGroup: KEYS[key] ?? null });
    await send(this.#broker.ctx, { topic: this.#names.topic, messages: [message] });
  }

  async #receive(ctx: BrokerContext, client: number, want: number, again: string | null): Promise<number[]> {
    this.#receives += 1;
    const attemptId = again ?? `attempt-${this.#receives}`;
    const clientId = `client-${client}`;
    const options = { autoRenew: false, invisibleMs: INVISIBLE_MS, batchSize: want, clientId, attemptId };
    const messages = await receiveNow(ctx, { ...this.#names, ...options });
    this.#batches.set(client, { attemptId, messages });
    if (again === null)
      for (const message of messages)
        this.#deliveries.set(message.offset, [message, ...(this.#deliveries.get(message.offset) ?? [])]);
    return messages.map(({ offset }) => offset).toSorted((a, b) => a - b);
  }

  #batchOf(client: number): Batch {
    const batch = this.#batches.get(client);
    if (batch === undefined) throw new Error(`client ${client} received nothing`);
    return batch;
  }

  /** The process that made the reply is gone, and another one knows nothing of it. */
  async #otherNode(): Promise<BrokerContext> {
    const { store, log, metrics } = this.#broker.ctx;
    return await createBrokerContext({ store, log, metrics, clock: this.#broker.clock });
  }

  async #answer(verb: 'ack' | 'fail' | 'forward', off: number, which: number): Promise<Answer | null> {
    const { ctx } = this.#broker;
    const message = this.#deliveries.get(off)?.[which];
    if (message === undefined) throw new Error(`message ${off} has no delivery ${which}`);
    const { messageId, receiptHandle } = message;
    const input = { ...this.#names, messageId, receiptHandle, clientId: 'client-0' };
    if (verb === 'ack') {
      const [outcome] = await ack(ctx, { ...this.#names, entries: [input] });
      return outcome?.error === null ? 'OK' : 'INVALID_RECEIPT_HANDLE';
    }
    try {
      if (verb === 'forward') await forward(ctx, { ...input, deliveryAttempt: 1 });
      else await fail(ctx, input);
      return verb === 'forward' ? null : 'OK';
    } catch (error) {
      if (!isBrokerError(error) || error.code !== 'invalid-receipt-handle') throw error;
      return 'INVALID_RECEIPT_HANDLE';
    }
  }

  /** Time is the model's: it passes for one lease, or for what waits, and not for the rest. */
  async #endLease(off: number, { retry }: State): Promise<void> {
    const values = [this.#group.groupId, off, this.#broker.clock.nowOrNull()];
    await this.#broker.ctx.store.console.query(
      retry[off] === null
        ? `UPDATE lease SET expires_at = $3 WHERE group_id = $1 AND live AND $2 = ANY (offs)`
        : `UPDATE retry SET visible_at = $3 WHERE group_id = $1 AND off = $2`,
      values,
    );
  }

  async #putFirst(key: number): Promise<void> {
    await this.#broker.ctx.store.console.query(
      `UPDATE retry SET visible_at = $2::timestamptz - CASE WHEN mgroup = $3 THEN interval '2 s' ELSE interval '1 s' END
        WHERE group_id = $1 AND NOT leased AND visible_at <= $2`,
      [this.#group.groupId, this.#broker.clock.nowOrNull(), KEYS[key]],
    );
  }

  async #endLooked(): Promise<void> {
    const { ctx } = this.#broker;
    const { groupId, version } = this.#group;
    const isOwn = (item: { readonly groupId: number }): boolean => item.groupId === groupId;
    const scope = { groupId, policyVersion: version, ordered: true, cause: 'timeout', phase: 'over' } as const;
    const leases = this.#looked?.leases.filter(isOwn) ?? [];
    const retries = this.#looked?.retries.filter(isOwn).map((item) => ({ ...item, delayMs: null })) ?? [];
    if (leases.length > 0) await endLeases(ctx, scope, null, leases);
    if (retries.length > 0) await endRetries(ctx, scope, retries);
  }
}
