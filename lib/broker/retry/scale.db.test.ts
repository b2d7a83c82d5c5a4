// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import { blockedCounts, blockedKeys } from '../../store/queries/group-stats/blocked-keys';
import { retryNextDue } from '../../store/queries/delivery/retry-next-due';
import { retryList } from '../../store/queries/retry/retry-list';
import { keyLane } from '../../store/queries/retry/key-lane';
import { lastTries } from '../../store/queries/problem/last-tries';
import { lastDueMs, retryTide } from '../../store/queries/retry/retry-tide';
import type { Queryable } from '../../store/queryable';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { inFull } from '../../testing/full';
import { retryStorm } from '../../testing/retry-storm';
import { createGroup } from '../group/create';
import { createTopic } from '../topic/create';
import { listBlockedKeys } from './blocked-keys';
import { changeRetries } from './change-retries';
import { listRetries } from './list';
import { readRetryTide } from './tide';

const actor = systemActor('test');
const LIMIT_MS = 100;
const MESSAGES = inFull(20_000, 100_000);
const KEYS = 1000;
let broker: TestBroker;
let db: Queryable;

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  db = broker.ctx.store.console;
  await createGroup(broker.ctx, { name: 'storm', actor });
  await createTopic(broker.ctx, { name: 'storm', messageType: 'NORMAL', queues: 1, actor });
  await createGroup(broker.ctx, { name: 'ledger', deliveryOrder: 'ordered', actor });
  await createTopic(broker.ctx, { name: 'ledger', messageType: 'FIFO', queues: 1, actor });
  // A connection of its own: the product's end a statement after seconds.
  await withAdmin(broker.database.url, async (client) => {
    await retryStorm(client, { group: 'storm', topic: 'storm', messages: MESSAGES });
    await retryStorm(client, { group: 'ledger', topic: 'ledger', messages: MESSAGES, keys: KEYS });
  });
}, 120_000);
afterAll(() => broker.close());

test(`${MESSAGES} waiting messages and ${KEYS} blocked keys: what pages read takes under ${LIMIT_MS} ms`, async () => {
  const { groupId } = await broker.ctx.groups.find('storm');
  const ledger = (await broker.ctx.groups.find('ledger')).groupId;
  const { topicId } = await broker.ctx.topics.find('storm');
  const page = { look: 51, limit: 51 };
  const { items } = await listRetries(broker.ctx, { group: 'storm', limit: 200 });
  const places = { queueIds: items.map(({ queueId }) => queueId), offs: items.map(({ off }) => off) };
  const [head] = await blockedKeys(db, null, { groupId: ledger, limit: 1 });
  const lane = {
    queueId: await queueOf('ledger', head?.queueNo ?? 0),
    key: head?.key ?? '',
    after: head?.headOff ?? 0,
  };
  const dueMs = items.at(-1)?.dueAt?.getTime() ?? 0;
  const near = { dueFrom: new Date(dueMs), dueTo: new Date(dueMs + 60_000) };
  const asked: Readonly<Record<string, readonly [RegExp, (q: Queryable) => Promise<unknown>]>> = {
    page: [/retry_due/, (q) => retryList(q, { groupId }, null, page)],
    'page of every group': [/retry_due/, (q) => retryList(q, {}, null, page)],
    'a filter that looks into messages': [
      /retry_due/,
      (q) => retryList(q, { groupId, key: 'order-77' }, null, { look: 2000, limit: 51 }),
    ],
    'messages whose places are known': [/retry_pkey/, (q) => retryList(q, { groupId, places }, null, page)],
    'a bar of the tide': [/retry_due/, (q) => retryList(q, { groupId, ...near }, null, page)],
    'behind a head': [/message_fifo|mgroup/, (q) => keyLane(q, ledger, lane, 3)],
    'how far ahead': [/retry/, (q) => lastDueMs(q, null, groupId, 86_400_000)],
    'a filter on deliveries': [/retry_due/, (q) => retryList(q, { groupId, lastTry: true }, null, page)],
    tide: [/retry/, (q) => retryTide(q, new Date(), groupId, { stepMs: 30_000, untilMs: 7_200_000 })],
    'last tries': [/retry/, (q) => lastTries(q, null, [groupId, ledger], 3_600_000)],
    'next due': [/retry_due/, (q) => retryNextDue(q, null, groupId, topicId)],
    keys: [/fifo_group/, (q) => blockedKeys(q, null, { groupId: ledger, limit: 200 })],
    // The log is read for the keys of the list alone.
    'keys beside a count': [
      /mgroup_off_idx on message_s\d+ m\w*\s[^\n]*loops=2\)/,
      (q) => blockedKeys(q, null, { groupId: ledger, limit: 2, countsUnlisted: false }),
    ],
    'count of keys': [/Index Only Scan using message_s/, (q) => blockedCounts(q, null, ledger)],
    // The heads have failed: what waits behind them decides nothing.
    'keys without what waits behind': [
      /message_s\d+ m\b[^\n]*never executed/,
      (q) => blockedCounts(q, null, null, false),
    ],
  };
  for (const [name, [index, run]] of Object.entries(asked)) {
    const { ms, text } = await explained(db, run);
    const found = { name, byIndex: index.test(text), fast: ms < LIMIT_MS };
    expect({ ...found, plan: found.fast ? '' : text }).toEqual({ name, byIndex: true, fast: true, plan: '' });
  }
}, 60_000);

test('a list that leaves keys out can count what waits behind its own keys alone', async () => {
  const whole = await listBlockedKeys(broker.ctx, { group: 'ledger', limit: 2 });
  const own = await listBlockedKeys(broker.ctx, { group: 'ledger', limit: 2, countsUnlisted: false });
  const waiting = ({ items }: typeof whole) => items.map(({ key, behind }) => ({ key, behind }));
  const [first, second] = waiting(own);
  expect(waiting(own)).toEqual(waiting(whole));
  expect(own.total).toMatchObject({ keys: KEYS, behind: (first?.behind ?? 0) + (second?.behind ?? 0) });
  expect(own.total.behind).toBeGreaterThan(0);
  expect(whole.total.behind).toBeGreaterThan(own.total.behind);
});

async function queueOf(topic: string, queueNo: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT q.queue_id AS id FROM queue q JOIN topic t USING (topic_id) WHERE t.name = $1 AND q.queue_no = $2',
    [topic, queueNo],
  );
  return rows[0]?.id ?? 0;
}

test('every page is whole, and in order', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  let due = 0;
  for (let pages = 0; pages < 4; pages += 1) {
    const page = await listRetries(broker.ctx, { group: 'storm', limit: 500, cursor });
    for (const { messageId, dueAt } of page.items) {
      seen.push(messageId);
      expect(dueAt?.getTime() ?? 0).toBeGreaterThanOrEqual(due);
      due = dueAt?.getTime() ?? 0;
    }
    cursor = page.nextCursor ?? undefined;
  }
  expect(new Set(seen).size).toBe(2000);
  const tide = await readRetryTide(broker.ctx, { group: 'storm', aheadMs: [7_200_000] });
  expect(tide).toMatchObject({ waiting: MESSAGES, held: 0 });
  // all of it has a try within the two hours
  expect(tide.bins.reduce((sum, { tries }) => sum + tries, 0)).toBeGreaterThanOrEqual(MESSAGES * 0.99);
}, 60_000);

test('everything at once is done in parts, and the pages stay fast', async () => {
  const { groupId } = await broker.ctx.groups.find('storm');
  const job = await changeRetries(broker.ctx, 'hold', { group: 'storm', all: true, reason: 'maintenance', actor });
  expect(job.matched).toBe(MESSAGES);
  expect(job.changed).toBeGreaterThan(0);
  const { ms } = await explained(db, (q) => retryList(q, { groupId }, null, { look: 51, limit: 51 }));
  expect(ms).toBeLessThan(LIMIT_MS);
}, 60_000);
