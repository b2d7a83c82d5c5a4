import { createAccessKey } from '../../broker/access-key/create';
import { createAlarmChannel } from '../../broker/alarm/edit-channel';
import { createAlarmRule } from '../../broker/alarm/edit-rule';
import { evaluateAlarms } from '../../broker/alarm/evaluate';
import { join } from '../../broker/broadcast/join';
import type { BrokerContext } from '../../broker/context';
import { ack } from '../../broker/delivery/ack';
import { fail } from '../../broker/delivery/fail';
import { reportFailure } from '../../broker/failure/report';
import { createGroup, type CreateGroupInput } from '../../broker/group/create';
import { flushHistory } from '../../broker/history/flush';
import { sampleHistory } from '../../broker/history/sample';
import { send } from '../../broker/message/send';
import { startRedrive } from '../../broker/redrive/start';
import { stepRedrives } from '../../broker/redrive/step';
import { updateSetting } from '../../broker/setting/update';
import { heartbeat } from '../../broker/throttle/heartbeat';
import { setFailover } from '../../broker/throttle/set-failover';
import { setLimit } from '../../broker/throttle/set-limit';
import { createTopic } from '../../broker/topic/create';
import { endTransaction } from '../../broker/transaction/end';
import { createApiToken } from '../../auth/manage-api-tokens';
import { addOperator } from '../../auth/manage-operators';
import type { Actor } from '../../model/audit/actor';
import type { DeliveredMessage, OutgoingMessage } from '../../model/message/message';
import { receiveNow, type TestClock, testMessage } from '../broker';

const actor: Actor = { kind: 'operator', name: 'ana@example.com' };
/** What the wire gives a simple consumer that names no longer time. */
const SIMPLE_MS = 10_000;

interface Names {
  readonly topic: string;
  readonly group: string;
}

/** What clients remember across the upgrade: nothing in the database holds it. */
export interface Remembered {
  /** Receipt handles of the messages in flight, by message id. */
  readonly handles: Readonly<Record<string, string>>;
  /** Ids of the transactions that are open, by message id. */
  readonly transactions: Readonly<Record<string, string>>;
}

/** Leaves one of everything that can be under way in a broker, for the next release to finish. */
export async function leaveUnderWay(ctx: BrokerContext, clock: TestClock): Promise<Remembered> {
  const work = new UnderWay(ctx, clock);
  await work.deliveries();
  await work.orderedKeys();
  await work.delayed();
  const transactions = await work.transactions();
  await work.broadcast();
  await work.redrive();
  await work.administration();
  await work.alarm();
  return { handles: work.handles, transactions };
}

class UnderWay {
  readonly handles: Record<string, string> = {};
  readonly #ctx: BrokerContext;
  readonly #clock: TestClock;

  constructor(ctx: BrokerContext, clock: TestClock) {
    this.#ctx = ctx;
    this.#clock = clock;
  }

  /**
   * New, in flight (pushed, and taken by a simple consumer), failed once and twice, dead; a copy in the dead-letter
   * topic.
   */
  async deliveries(): Promise<void> {
    const names = await this.#make('orders', 'billing', { maxRetries: 2 });
    for (const [waitMs, sent, failed] of [
      [0, ['dead'], ['dead']],
      [20_000, ['retry-2'], ['dead', 'retry-2']],
      [40_000, ['retry-1', 'done'], ['dead', 'retry-2', 'retry-1']],
    ] as const) {
      this.#clock.advance(waitMs);
      await this.#send('orders', ...sent);
      const received = await this.#receive(names);
      for (const id of failed) await this.#fail(names, byId(received)(id));
      for (const message of received) if (message.messageId === 'done') await this.#ack(names, message);
    }
    await reportFailure(this.#ctx, {
      ...{ messageId: 'retry-1', group: names.group, topic: names.topic, attempt: 1 },
      ...{ errorType: 'TimeoutError', message: 'the bank did not answer' },
    });
    await this.#send('orders', 'pushed');
    this.#hold(await this.#receive(names), 'pushed');
    await this.#send('orders', 'simple');
    this.#hold(await this.#receive(names, { invisibleMs: SIMPLE_MS, autoRenew: false }), 'simple');
    await this.#send('orders', 'new-1', 'new-2', 'new-3');
    await this.#make(null, 'autopsy');
    await this.#ctx.topics.find('%DLQ%billing');
  }

  /** A failed head with one behind it, another key in flight with one behind it. */
  async orderedKeys(): Promise<void> {
    const names = await this.#make('steps', 'shipping', { deliveryOrder: 'ordered' }, 'FIFO');
    for (const key of ['a', 'b'])
      for (const step of [1, 2]) await this.#sendOne('steps', { messageId: `${key}-${step}`, messageGroup: key });
    await this.#fail(names, byId(await this.#receive(names, { batchSize: 1 }))('a-1'));
    this.#hold(await this.#receive(names, { batchSize: 1 }), 'b-1');
  }

  async delayed(): Promise<void> {
    await this.#make('later', 'reminders', {}, 'DELAY');
    await this.#sendOne('later', { messageId: 'later-1', deliverAt: new Date(this.#now() + 3_600_000) });
  }

  /** Open half messages: to be committed, rolled back, and left to the broker's questions. */
  async transactions(): Promise<Record<string, string>> {
    await this.#make('payments', 'ledger', {}, 'TRANSACTION');
    const open: Record<string, string> = {};
    for (const messageId of ['commit', 'rollback', 'silent', 'ended']) {
      const message = testMessage({ messageId, messageType: 'TRANSACTION' });
      const [receipt] = await send(this.#ctx, { topic: 'payments', messages: [message], clientId: 'producer-1' });
      open[messageId] = receipt?.transactionId ?? '';
    }
    const { ended = '', ...others } = open;
    await endTransaction(this.#ctx, {
      ...{ topic: 'payments', messageId: 'ended', transactionId: ended, resolution: 'commit' },
      ...{ source: 'client', clientId: 'producer-1' },
    });
    return others;
  }

  /** Of two members one has read the message. */
  async broadcast(): Promise<void> {
    const names = await this.#make('news', 'screens', { messageModel: 'broadcasting' });
    for (const clientId of ['screen-1', 'screen-2']) await join(this.#ctx, { group: names.group, clientId });
    await this.#send('news', 'news-1');
    for (const message of await this.#receive(names, { clientId: 'screen-1' })) await this.#ack(names, message);
  }

  /** Half released at one message a second; one of those consumed, one in flight. */
  async redrive(): Promise<void> {
    const names = await this.#make('mails', 'mailer', { maxRetries: 0 });
    const ids = ['mail-1', 'mail-2', 'mail-3', 'mail-4'];
    for (const id of ids) {
      await this.#send('mails', id);
      for (const message of await this.#receive(names)) await this.#fail(names, message);
      this.#clock.advance(1);
    }
    await startRedrive(this.#ctx, { group: names.group, all: true, ratePerSecond: 1, reason: 'fixed', actor });
    for (let released = 0; released < 2; released += await stepRedrives(this.#ctx)) this.#clock.advance(1000);
    const [consumed, inFlight] = await this.#receive(names);
    if (consumed === undefined || inFlight === undefined) throw new Error('two re-driven messages were expected');
    await this.#ack(names, consumed);
    this.#hold([inFlight], inFlight.messageId);
  }

  async administration(): Promise<void> {
    const ctx = this.#ctx;
    const common = { reason: 'snapshot', actor };
    await addOperator(ctx.store, actor, { email: 'bo@example.com', role: 'operator' });
    await createApiToken(ctx.store, actor, { name: 'ci', rights: 'viewer', expiresInDays: null });
    const rules = [{ resource: 'topic' as const, pattern: 'orders*', actions: ['publish' as const] }];
    await createAccessKey(ctx, { name: 'shop', rules, actor });
    await setLimit(ctx, { kind: 'send-rate', scope: 'topic', subject: 'orders', hard: 5000, version: 0, ...common });
    await setFailover(ctx, { topic: 'orders', endpoints: '10.0.0.7:8081', version: 0, ...common });
    await updateSetting(ctx, {
      ...{ name: 'dead-letter-retention', value: { keepHours: 720 }, version: 0, ...common },
    });
  }

  /** A backlog alarm that fires, not notified yet. */
  async alarm(): Promise<void> {
    const allow = new Set<string>();
    const channel = { name: 'on call', kind: 'webhook' as const, config: { url: 'https://example.com/hook' } };
    await createAlarmChannel(this.#ctx, { ...channel, secret: 'a secret key of it', enabled: true }, { actor, allow });
    await createAlarmRule(
      this.#ctx,
      {
        ...{ watch: 'backlog', subject: 'billing', threshold: 3, windowMs: 0, forMs: 0, clearBelow: 2, clearForMs: 0 },
        ...{
          severity: 'warning',
          onUnknown: 'hold',
          unknownForMs: 30_000,
          repeatMs: 0,
          channelIds: null,
          enabled: true,
        },
      },
      { reason: 'snapshot', actor },
    );
    await heartbeat(this.#ctx, { consumersByGroup: new Map([['billing', 1]]), pushClients: ['client-1'] });
    await flushHistory(this.#ctx);
    await sampleHistory(this.#ctx);
    const looked = await evaluateAlarms(this.#ctx);
    if (looked?.fired !== 1) throw new Error('one alarm was expected to fire');
  }

  async #make(
    topic: string | null,
    group: string,
    fields: Partial<CreateGroupInput> = {},
    messageType: 'NORMAL' | 'FIFO' | 'DELAY' | 'TRANSACTION' = 'NORMAL',
  ): Promise<Names> {
    await createGroup(this.#ctx, { name: group, actor, ...fields });
    if (topic === null) return { topic: '', group };
    await createTopic(this.#ctx, { name: topic, messageType, queues: 1, actor });
    const names = { topic, group };
    // The group starts where it subscribes.
    if (fields.messageModel !== 'broadcasting') await this.#receive(names);
    return names;
  }

  async #send(topic: string, ...ids: string[]): Promise<void> {
    for (const messageId of ids) await this.#sendOne(topic, { messageId });
  }

  async #sendOne(topic: string, fields: Partial<OutgoingMessage>): Promise<void> {
    await send(this.#ctx, {
      topic,
      messages: [testMessage({ tag: 'T', keys: ['k'], properties: { a: 'b' }, ...fields })],
    });
  }

  #receive(names: Names, fields: Partial<Parameters<typeof receiveNow>[1]> = {}): Promise<DeliveredMessage[]> {
    return receiveNow(this.#ctx, { ...names, ...fields });
  }

  #hold(received: readonly DeliveredMessage[], messageId: string): void {
    this.handles[messageId] = byId(received)(messageId).receiptHandle;
  }

  async #ack(names: Names, message: DeliveredMessage): Promise<void> {
    const [outcome] = await ack(this.#ctx, { ...names, entries: [message] });
    if (outcome?.error != null) throw outcome.error;
  }

  async #fail(names: Names, { receiptHandle, messageId }: DeliveredMessage): Promise<void> {
    await fail(this.#ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
  }

  #now(): number {
    return this.#clock.nowOrNull().getTime();
  }
}

function byId(messages: readonly DeliveredMessage[]): (messageId: string) => DeliveredMessage {
  return (messageId) => {
    const found = messages.find((message) => message.messageId === messageId);
    if (found === undefined)
      throw new Error(`${messageId} was expected among ${messages.map((m) => m.messageId).join()}`);
    return found;
  };
}
