// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { queueSampleTake } from '../../store/queries/history/queue-sample';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { inFull } from '../../testing/full';
import { ack } from '../delivery/ack';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { updateSetting } from '../setting/update';
import { createTopic } from '../topic/create';
import { subscribeLite } from './subscribe';

const actor = systemActor('test');
const NAMES = inFull(30_000, 200_000);
const BATCH = 1000;
const POLLS = 50;
/** Far more than it takes, for a busy machine; a look at each name would take seconds. */
const POLL_MS = 25;
const names = { topic: 'sessions', group: 'agents' };
let broker: TestBroker;

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  const value = { perTopic: 1_000_000 };
  await updateSetting(broker.ctx, { name: 'lite-topics', value, version: 0, reason: 'test', actor });
  await createGroup(broker.ctx, { name: names.group, deliveryOrder: 'ordered', actor });
  await createTopic(broker.ctx, { name: names.topic, messageType: 'LITE', queues: 2, actor });
}, 60_000);
afterAll(() => broker.close());

async function sendTo(from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += BATCH) {
    const messages = Array.from({ length: Math.min(BATCH, to - at) }, (_, index) =>
      testMessage({ messageType: 'LITE', messageGroup: `session-${at + index}` }),
    );
    await send(broker.ctx, { topic: names.topic, messages });
  }
}

/** Each lease, cursor and ready name takes one. */
async function lastEpoch(): Promise<number> {
  const { rows } = await broker.ctx.store.console.query<{ at: number }>('SELECT last_value AS at FROM epoch_seq');
  return rows[0]?.at ?? 0;
}

const subscribe = (clientId: string, wanted: readonly string[]): Promise<unknown> =>
  subscribeLite(broker.ctx, { ...names, clientId, action: 'add', names: wanted });

test(`${NAMES} lite topics that no client wants cost a client that waits nothing`, async () => {
  await subscribe('idle', ['session-none']);
  await sendTo(0, NAMES);
  // Each receive notes some of the names.
  for (let noted = 0; noted < NAMES; noted += 2000) await receiveNow(broker.ctx, { ...names, clientId: 'idle' });
  const rows = 'SELECT count(*)::int AS n FROM fifo_group WHERE state = 2';
  expect((await broker.ctx.store.console.query(rows)).rows).toEqual([{ n: NAMES }]);
  const startedMs = performance.now();
  const epoch = await lastEpoch();
  for (let poll = 0; poll < POLLS; poll += 1)
    expect(await receiveNow(broker.ctx, { ...names, clientId: 'idle' })).toEqual([]);
  expect((performance.now() - startedMs) / POLLS).toBeLessThan(POLL_MS);
  expect(await lastEpoch()).toBe(epoch);
  // Nor do they cost the history, which is sampled every 10 s.
  const { groupId } = await broker.ctx.groups.find(names.group);
  const sampledMs = performance.now();
  const levels = await queueSampleTake(broker.ctx.store.console, null);
  expect(levels.filter((each) => each.groupId === groupId).map(({ passedOver }) => passedOver)).toEqual([0, 0]);
  expect(performance.now() - sampledMs).toBeLessThan(2000);
}, 300_000);

test('a client that subscribes some of them gets those at once, beside slow clients with thousands', async () => {
  const slow = Array.from({ length: 2000 }, (_, index) => `session-${index}`);
  await subscribe('slow-1', slow);
  await subscribe(
    'slow-2',
    slow.map((_, index) => `session-${2000 + index}`),
  );
  await subscribe(
    'slow-3',
    slow.map((_, index) => `session-${4000 + index}`),
  );
  const wanted = Array.from({ length: 40 }, (_, index) => `session-${9000 + index}`);
  await subscribe('quick', wanted);
  const startedMs = performance.now();
  const got: string[] = [];
  for (let claim = 0; claim < 3; claim += 1) {
    const messages = await receiveNow(broker.ctx, { ...names, clientId: 'quick' });
    got.push(...messages.map(({ messageGroup }) => messageGroup ?? ''));
    if (messages.length > 0) await ack(broker.ctx, { ...names, entries: messages });
  }
  expect(got.toSorted()).toEqual(wanted.toSorted());
  expect(performance.now() - startedMs).toBeLessThan(2000);
  const [first] = await receiveNow(broker.ctx, { ...names, clientId: 'slow-2', batchSize: 1 });
  expect(slow.map((_, index) => `session-${2000 + index}`)).toContain(first?.messageGroup);
}, 60_000);
