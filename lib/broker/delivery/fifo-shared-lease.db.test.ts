import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker, testMessage } from '../../testing/broker';
import { idOf, labels, OrderedConsumer, type OrderedNames, pick } from '../../testing/ordered-consumer';
import { tableScans } from '../../testing/table-scans';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const { answer, change, fail, forward, pass, scene, story, take } = new OrderedConsumer(() => broker);

async function sendMore(names: OrderedNames, ...sent: readonly string[]): Promise<void> {
  for (const label of sent) {
    const message = testMessage({ messageId: idOf(names, label), messageGroup: label.slice(0, 1) });
    await send(broker.ctx, { topic: names.topic, messages: [message] });
  }
}

async function count(names: OrderedNames, table: 'lease' | 'fifo_group'): Promise<number> {
  const { rows } = await broker.database.store.console.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} x JOIN consumer_group g USING (group_id) WHERE g.name = $1`,
    [names.group],
  );
  return rows[0]?.n ?? -1;
}

test('a receive over many keys is one lease; each key is free by itself when its own part is acknowledged', async () => {
  const names = await scene(16, 'a1', 'b1', 'a2', 'c1');
  const batch = await take(names);
  expect(labels(batch)).toEqual(['a1 1', 'b1 1', 'a2 1', 'c1 1']);
  expect([await count(names, 'lease'), await count(names, 'fifo_group')]).toEqual([1, 3]);
  await sendMore(names, 'a3', 'b2', 'c2');
  expect(await answer(names, pick(batch, 'c1'))).toBeNull();
  expect(await answer(names, pick(batch, 'a1'))).toBeNull();
  expect(labels(await take(names))).toEqual(['c2 1']);
  expect(await answer(names, pick(batch, 'a2'))).toBeNull();
  expect(labels(await take(names))).toEqual(['a3 1']);
  expect(await answer(names, pick(batch, 'b1'))).toBeNull();
  expect(labels(await take(names))).toEqual(['b2 1']);
});

test('receives that wait together are served in one transaction, each with keys of its own; a node of 0.2.0 asks for one', async () => {
  const names = await scene(16, 'a1', 'b1', 'a2', 'c1', 'd1', 'a3');
  const batches = await Promise.all([1, 2, 3].map(() => take(names, { count: 2 })));
  expect(batches.map(labels)).toEqual([['a1 1', 'b1 1'], ['c1 1', 'd1 1'], []]);
  const db = broker.database.store.console;
  const leases = await db.query(
    `SELECT count(*)::int AS leases, count(DISTINCT l.xmin::text)::int AS transactions
       FROM lease l JOIN consumer_group g USING (group_id) WHERE g.name = $1 AND l.n > 0`,
    [names.group],
  );
  expect(leases.rows).toEqual([{ leases: 2, transactions: 1 }]);
  expect(await answer(names, pick(batches.flat(), 'a1'))).toBeNull();
  const old = await db.query(
    `SELECT c.msg_id FROM consumer_group g, topic t, fifo_claim($3, g.group_id, t.topic_id, 5, 10000,
       (SELECT min(client_id) FROM client), false, NULL, NULL, 2000, 0) c WHERE g.name = $1 AND t.name = $2`,
    [names.group, names.topic, broker.clock.nowOrNull()],
  );
  expect(old.rows).toEqual([{ msg_id: idOf(names, 'a2') }, { msg_id: idOf(names, 'a3') }]);
});

test('an ack is early only behind an unfinished message of its own key', async () => {
  const names = await scene(16, 'a1', 'b1', 'a2', 'b2');
  const batch = await take(names);
  for (const label of ['b1', 'b2', 'a2']) expect(await answer(names, pick(batch, label))).toBeNull();
  expect([await story(names, 'b2'), await story(names, 'a2')]).toEqual([
    [],
    ['Inflight 1 delivered', 'Inflight 1 acked-early'],
  ]);
  await pass(10_000);
  expect(labels(await take(names))).toEqual(['a1 2', 'a2 2']);
});

test('a failed, a forwarded and a changed message hold up their own keys only', async () => {
  const names = await scene(16, 'a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'c2', 'd2');
  const batch = await take(names, { count: 4 });
  await sendMore(names, 'e1');
  await fail(names, pick(batch, 'a1'));
  await forward(names, pick(batch, 'b1'), 1);
  const changed = await change(names, pick(batch, 'c1'), 60_000);
  expect(await answer(names, pick(batch, 'd1'))).toBeNull();
  expect(labels(await take(names)).toSorted()).toEqual(['b2 1', 'd2 1', 'e1 1']);
  await pass(3_000);
  expect(labels(await take(names))).toEqual(['a1 2']);
  expect(await answer(names, changed)).toBeNull();
  expect(labels(await take(names))).toEqual(['c2 1']);
});

test('a key that was free again shares a lease with new ones; the head of each is its own', async () => {
  const names = await scene(16, 'a1', 'a2', 'a3', 'b1');
  const first = await take(names, { count: 1 });
  expect(labels(await take(names))).toEqual(['b1 1']);
  expect(await answer(names, pick(first, 'a1'))).toBeNull();
  await sendMore(names, 'c1', 'a4');
  const leases = await count(names, 'lease');
  const batch = await take(names);
  expect(labels(batch)).toEqual(['a2 1', 'a3 1', 'c1 1', 'a4 1']);
  expect(await count(names, 'lease')).toBe(leases + 1);
  await sendMore(names, 'c2');
  await take(names);
  expect(await answer(names, pick(batch, 'a2'))).toBeNull();
  const [timeline] = await readTimeline(broker.ctx, { messageId: idOf(names, 'c2') });
  expect(timeline?.waitingBehind).toMatchObject({ headId: idOf(names, 'c1') });
  for (const label of ['a3', 'a4']) expect(await answer(names, pick(batch, label))).toBeNull();
  expect(await answer(names, pick(batch, 'c1'))).toBeNull();
  expect(labels(await take(names))).toEqual(['c2 1']);
});

test('a full batch takes what is next in the log, of whatever key, and leaves the rest in order', async () => {
  const names = await scene(16, 'a1', 'a2', 'b1', 'a3', 'b2');
  const first = await take(names, { count: 2 });
  expect(labels(first)).toEqual(['a1 1', 'a2 1']);
  const second = await take(names, { count: 2 });
  expect(labels(second)).toEqual(['b1 1', 'b2 1']);
  for (const message of [...first, ...second]) expect(await answer(names, message)).toBeNull();
  const third = await take(names);
  expect(labels(third)).toEqual(['a3 1']);
  expect(await answer(names, pick(third, 'a3'))).toBeNull();
  expect(await take(names)).toEqual([]);
  expect(await count(names, 'fifo_group')).toBe(0);
});

test('no statement of an ordered group reads a table from end to end, made when there is nothing and used when there is much', async () => {
  const names = await scene(16);
  const tables = ['message_s0', 'lease', 'retry', 'delivery_event', 'group_queue', 'fifo_group'];
  const scans = () => tableScans(broker.database.store, tables);
  const round = async (): Promise<void> => {
    const batch = await take(names);
    await Promise.all(batch.map((message, index) => (index % 5 === 0 ? fail(names, message) : answer(names, message))));
    await pass(3_000);
  };
  await round();
  const before = await scans();
  const messages = Array.from({ length: 1000 }, (_, index) =>
    testMessage({ messageId: `${names.topic}-${index}`, messageGroup: `key-${index % 300}` }),
  );
  await send(broker.ctx, { topic: names.topic, messages });
  for (let index = 0; index < 12; index += 1) await round();
  expect(await scans()).toEqual(before);
});
