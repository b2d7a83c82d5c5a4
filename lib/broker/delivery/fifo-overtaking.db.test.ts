import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { type FilterForAll, FILTERS_FOR_ALL } from '../../testing/filters-for-all';
import { idOf, labels, OrderedConsumer, type OrderedNames, pick } from '../../testing/ordered-consumer';
import { send } from '../message/send';
import { changeKey } from '../retry/change-key';

/** A later message of a key is not delivered before its head is settled, wherever both of them wait. */

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const one = new OrderedConsumer(() => broker);
const MINUTE = 60_000;

/** Another client, that asks for all there is. */
function other(names: OrderedNames, filter: FilterForAll = 'every', count = 32): Promise<DeliveredMessage[]> {
  const asked = { ...names, batchSize: count, autoRenew: false, invisibleMs: 10_000, clientId: 'client-2' };
  return receiveNow(broker.ctx, { ...asked, filter: FILTERS_FOR_ALL[filter] });
}

async function scene(...sent: readonly string[]): Promise<OrderedNames> {
  const names = await one.scene(5);
  for (const label of sent) {
    const message = testMessage({ messageId: idOf(names, label), messageGroup: label.slice(0, 1), tag: 'tagged' });
    await send(broker.ctx, { topic: names.topic, messages: [message] });
  }
  return names;
}

const FILTERS = ['every', 'tag', 'sql'] as const;

for (const filter of FILTERS) {
  test(`filter ${filter}: while the head waits for its retry, what is due behind it waits, too`, async () => {
    const names = await scene('a1', 'a2');
    const batch = await one.take(names);
    await one.fail(names, pick(batch, 'a1'));
    // Due at once, long before the head.
    await one.change(names, pick(batch, 'a2'), 0);
    expect(await other(names, filter)).toEqual([]);
    await one.pass(3000);
    expect(labels(await other(names, filter, 1))).toEqual(['a1 2']);
    expect(await other(names, filter)).toEqual([]);
  });

  test(`filter ${filter}: while a client has the head, what failed behind it waits`, async () => {
    const names = await scene('a1', 'a2');
    const batch = await one.take(names, { invisibleMs: MINUTE });
    await one.change(names, pick(batch, 'a2'), 0);
    expect(await other(names, filter)).toEqual([]);
    expect(await one.answer(names, pick(batch, 'a1'))).toBeNull();
    expect(labels(await other(names, filter))).toEqual(['a2 2']);
  });

  test(`filter ${filter}: while a client has the head again, what is due behind it waits`, async () => {
    const names = await scene('a1', 'a2');
    const batch = await one.take(names);
    for (const label of ['a1', 'a2']) await one.fail(names, pick(batch, label));
    await one.pass(3000);
    const [head] = await one.take(names, { count: 1, invisibleMs: MINUTE });
    if (head === undefined) throw new Error('nothing was delivered');
    expect(labels([head])).toEqual(['a1 2']);
    expect(await other(names, filter)).toEqual([]);
    // A time of its own, and the row is another one than the lease.
    const longer = await one.change(names, head, MINUTE);
    expect(await other(names, filter)).toEqual([]);
    expect(await one.answer(names, longer)).toBeNull();
    expect(labels(await other(names, filter))).toEqual(['a2 2']);
  });

  test(`filter ${filter}: while a client has what is behind the head, the head is with no other`, async () => {
    const names = await scene('a1', 'a2');
    for (const message of await one.take(names)) await one.fail(names, message);
    await one.pass(3000);
    const again = await one.take(names, { invisibleMs: MINUTE });
    expect(labels(again)).toEqual(['a1 2', 'a2 2']);
    await one.change(names, pick(again, 'a1'), 0);
    expect(await other(names, filter)).toEqual([]);
    expect(await one.answer(names, pick(again, 'a2'))).toBeNull();
    expect(labels(await other(names, filter, 1))).toEqual(['a1 3']);
  });

  test(`filter ${filter}: what was sent later waits in the log, whatever became of the head`, async () => {
    const names = await scene('a1');
    const [head] = await one.take(names, { invisibleMs: MINUTE });
    if (head === undefined) throw new Error('nothing was delivered');
    const message = testMessage({ messageId: idOf(names, 'a2'), messageGroup: 'a', tag: 'tagged' });
    await send(broker.ctx, { topic: names.topic, messages: [message] });
    expect(await other(names, filter)).toEqual([]);
    await one.fail(names, head);
    expect(await other(names, filter)).toEqual([]);
    const actor = systemActor('test');
    const key = { group: names.group, key: 'a', reason: 'stuck', actor } as const;
    await changeKey(broker.ctx, 'now', key);
    expect(labels(await other(names, filter))).toEqual(['a1 2']);
    expect(await other(names, filter)).toEqual([]);
    // Taken back, and delivered again before it.
    await changeKey(broker.ctx, 'now', { ...key, revoke: true });
    expect(labels(await one.take(names, { count: 1 }))).toEqual(['a1 3']);
    expect(await other(names, filter)).toEqual([]);
    await changeKey(broker.ctx, 'bury', { ...key, revoke: true });
    expect(labels(await other(names, filter))).toEqual(['a2 1']);
  });
}
