import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { OutgoingMessage } from '../../model/message/message';
import { createTestBroker, PATIENT, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { startAtFirstSegment } from '../../testing/broker-stage';
import { createBrokerContext } from '../create-context';
import { createGroup } from '../group/create';
import { prune } from '../retention/prune';
import { createTopic } from '../topic/create';
import { send } from './send';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');

test('every field is stored as it was sent, whatever the others of its batch have', async () => {
  await createTopic(broker.ctx, { name: 'fields', messageType: 'NORMAL', queues: 1, actor });
  await createGroup(broker.ctx, { name: 'fields', actor });
  const odd: Partial<OutgoingMessage> = {
    messageId: 'ünï "id", {NULL} \\ 😀',
    tag: 'NULL',
    keys: ['a,b', '"c"', '{d}'],
    properties: { kéy: 'va\\lue "x"', empty: '' },
    bodyEncoding: 'GZIP',
    bornHost: '',
    traceContext: '00-abc-def-01',
    bornAt: new Date('1999-12-31T23:59:59.999Z'),
    body: Buffer.from([0, 255, 128, 39, 92]),
  };
  const messages = [testMessage(), testMessage(odd), testMessage({ tag: 't', body: Buffer.alloc(100_000, 7) })];
  await send(broker.ctx, { topic: 'fields', messages });
  const alone = testMessage();
  await send(broker.ctx, { topic: 'fields', messages: [alone] });
  messages.push(alone);
  const got = await receiveNow(broker.ctx, { topic: 'fields', group: 'fields' });
  // A matcher looks at each byte of a body for 60 us.
  const asText = <M extends Pick<OutgoingMessage, 'body'>>(one: M) => ({ ...one, body: one.body.toString('base64') });
  expect(got.map(asText)).toMatchObject(messages.map(asText));
});

test('of a batch with known ids only the new ones are stored, without a hole; the id of another topic is not known', async () => {
  const { ctx } = broker;
  for (const name of ['known', 'other']) await createTopic(ctx, { name, messageType: 'NORMAL', queues: 1, actor });
  const [known, fresh, later, elsewhere] = [testMessage(), testMessage(), testMessage(), testMessage()];
  await send(ctx, { topic: 'other', messages: [elsewhere, fresh] });
  await send(ctx, { topic: 'known', messages: [known] });
  const receipts = await send(ctx, { topic: 'known', messages: [fresh, known, fresh, elsewhere, later] });
  expect(receipts.map(({ offset, duplicate }) => [offset, duplicate])).toEqual([
    [1, false],
    [0, true],
    [1, true],
    [2, false],
    [3, false],
  ]);
  // Ids in falling order: places follow the order of the call.
  const falling = ['z', 'y', 'x'].map((messageId) => testMessage({ messageId }));
  expect((await send(ctx, { topic: 'known', messages: falling })).map(({ offset }) => offset)).toEqual([4, 5, 6]);
});

test('two processes that store the same ids at once, in opposite orders, store each once and both hear its place', async () => {
  const { ctx, clock, database } = broker;
  await createTopic(ctx, { name: 'both', messageType: 'NORMAL', queues: 4, actor });
  const silent = { count: () => undefined, observe: () => undefined };
  const other = await createBrokerContext({
    store: database.store,
    log: ctx.log,
    metrics: silent,
    clock,
    protection: PATIENT,
  });
  for (let round = 0; round < 20; round += 1) {
    const messages = Array.from({ length: 20 }, () => testMessage());
    const [here, there] = await Promise.all([
      send(ctx, { topic: 'both', messages }),
      send(other, { topic: 'both', messages: messages.toReversed() }),
    ]);
    const placeOf = ({ queueNo, offset }: { queueNo: number; offset: number }): string => `${queueNo} ${offset}`;
    expect(here.map(placeOf)).toEqual(there.toReversed().map(placeOf));
    expect(here.filter(({ duplicate }) => duplicate).length + there.filter(({ duplicate }) => duplicate).length).toBe(
      20,
    );
  }
});

test('sends and claims read the segments that they need, by index, and no other, however small they are', async () => {
  const { ctx, clock, database } = broker;
  await createTopic(ctx, { name: 'segments', messageType: 'NORMAL', queues: 2, actor });
  await createGroup(ctx, { name: 'segments', actor });
  await startAtFirstSegment(broker);
  const policy = { retentionMs: 1000 * 3_600_000, segmentMs: 3_600_000 };
  for (let opened = 0; opened < 4; opened += 1) {
    clock.advance(policy.segmentMs);
    await prune(ctx, policy);
    await send(ctx, { topic: 'segments', messages: [testMessage()] });
    await receiveNow(ctx, { topic: 'segments', group: 'segments' });
  }
  const reads = async (): Promise<Record<string, number>> => {
    await Promise.all(
      Array.from({ length: database.store.broker.totalCount }, () =>
        database.store.broker.query('SELECT pg_stat_force_next_flush()'),
      ),
    );
    const { rows } = await database.store.console.query<{ name: string; reads: number; whole: number }>(
      `SELECT relname AS name, coalesce(idx_scan, 0)::int AS reads, coalesce(seq_scan, 0)::int AS whole
         FROM pg_stat_user_tables WHERE relname ~ '^message_s[0-9]+$'`,
    );
    return Object.fromEntries(
      rows.flatMap(({ name, reads: byIndex, whole }) => [
        [name, byIndex],
        [`${name} whole`, whole],
      ]),
    );
  };
  const before = await reads();
  for (let round = 0; round < 10; round += 1) {
    await send(ctx, { topic: 'segments', messages: [testMessage(), testMessage()] });
    await receiveNow(ctx, { topic: 'segments', group: 'segments' });
  }
  const after = await reads();
  const names = Object.keys(after).filter((name) => !name.endsWith(' whole'));
  const numbers = names.map((name) => Number(name.slice('message_s'.length))).toSorted((a, b) => b - a);
  expect(numbers.length).toBeGreaterThanOrEqual(4);
  const [newest, previous, ...old] = numbers;
  expect(after[`message_s${newest}`], 'there was something to see').toBeGreaterThan(before[`message_s${newest}`] ?? 0);
  expect(after[`message_s${previous}`]).toBeGreaterThan(before[`message_s${previous}`] ?? 0);
  for (const seg of old) expect(after[`message_s${seg}`], `segment ${seg}`).toBe(before[`message_s${seg}`]);
  for (const name of names) expect(after[`${name} whole`], `${name} whole`).toBe(before[`${name} whole`]);
});
