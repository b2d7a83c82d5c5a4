import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { systemActor } from '../../../model/audit/actor';
import type { DeliveredMessage, OutgoingMessage } from '../../../model/message/message';
import { messageHandOver } from '../../../store/queries/message/message-hand-over';
import { createTestBroker, PATIENT, receiveNow, type TestBroker, testMessage } from '../../../testing/broker';
import { createBrokerContext } from '../../create-context';
import { ack } from '../../delivery/ack';
import { expire } from '../../delivery/expire';
import { createGroup } from '../../group/create';
import { pauseGroup, resumeGroup } from '../../group/pause';
import { createTopic } from '../../topic/create';
import { send } from '../../message/send';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());
afterEach(() => void vi.restoreAllMocks());

const actor = systemActor('test');
let scenes = 0;

async function scene(queues = 1): Promise<{ topic: string; group: string }> {
  scenes += 1;
  const names = { topic: `hand-${scenes}`, group: `hand-${scenes}` };
  await createTopic(broker.ctx, { name: names.topic, messageType: 'NORMAL', queues, actor });
  await createGroup(broker.ctx, { name: names.group, actor });
  // The first claim of a group in a queue makes its cursor.
  for (let queue = 0; queue < queues; queue += 1) await send(broker.ctx, { ...names, messages: [testMessage()] });
  const entries = await receiveNow(broker.ctx, names);
  await ack(broker.ctx, { ...names, entries });
  return names;
}

/** The names of the statements that run from now on. */
function statements(): { readonly names: string[]; readonly settled: () => Promise<unknown> } {
  const spy = vi.spyOn(broker.ctx.store.broker, 'query');
  return {
    get names() {
      return spy.mock.calls.map(([query]) => (query as unknown as { name?: string }).name ?? '');
    },
    settled: () => Promise.all(spy.mock.results.map(({ value }) => value as unknown)),
  };
}

/** A held receive whose lane has looked, and knows when something is due. */
async function standingBy(
  names: { topic: string; group: string },
  input: Partial<Parameters<typeof receiveNow>[1]> = {},
): Promise<{ readonly reply: Promise<DeliveredMessage[]>; readonly seen: ReturnType<typeof statements> }> {
  const before = statements();
  const reply = receiveNow(broker.ctx, { ...names, waitMs: 20_000, ...input });
  await expect.poll(() => before.names).toContain('retry_next_due');
  await before.settled();
  await nextTurn();
  vi.restoreAllMocks();
  return { reply, seen: statements() };
}

test('a send hands its messages to receives that wait: in one statement, and as a claim would have', async () => {
  const names = await scene();
  const other = `${names.group}-other`;
  await createGroup(broker.ctx, { name: other, actor });
  await receiveNow(broker.ctx, { ...names, group: other });
  const first = await standingBy(names, { batchSize: 2, attemptId: 'a' });
  const second = receiveNow(broker.ctx, { ...names, waitMs: 20_000, clientId: 'client-2', autoRenew: false });
  await expect.poll(() => broker.ctx.deliveries.heldInFullestLane).toBe(2);
  const odd: Partial<OutgoingMessage> = {
    tag: 't',
    keys: ['a', 'b'],
    properties: { key: 'value' },
    bodyEncoding: 'GZIP',
    traceContext: '00-abc-def-01',
    bornAt: new Date('1999-12-31T23:59:59.999Z'),
    body: Buffer.from([0, 255, 128, 39, 92]),
  };
  // Their ids fall: places follow the order of the call.
  const messages = ['z', 'y', 'x'].map((id) => testMessage({ ...(id === 'y' ? odd : {}), messageId: `hand ${id}` }));
  const receipts = await send(broker.ctx, { ...names, messages });
  const [one, two] = await Promise.all([first.reply, second]);
  expect(first.seen.names.filter((name) => /^message|claim$/.test(name))).toEqual(['message_hand_over']);
  expect([one, two].map((got) => got.map(({ messageId }) => messageId))).toEqual([['hand z', 'hand y'], ['hand x']]);
  expect(receipts.map(({ offset }) => offset)).toEqual([...one, ...two].map(({ offset }) => offset));
  const claimed = (await receiveNow(broker.ctx, { ...names, group: other })).filter(({ messageId }) =>
    messageId.startsWith('hand'),
  );
  const told = (message: DeliveredMessage): unknown => ({ ...message, receiptHandle: '' });
  expect([...one, ...two].map(told)).toEqual(claimed.map(told));
  // The lease is one like any other: acknowledged, or delivered again when it is over.
  const acked = await ack(broker.ctx, { ...names, entries: [...one.slice(1), ...two] });
  expect(acked.map(({ error }) => error)).toEqual([null, null]);
  broker.clock.advance(60_000);
  await expire(broker.ctx);
  broker.clock.advance(3_600_000);
  const again = await receiveNow(broker.ctx, names);
  expect(again.map(({ messageId, attempt }) => [messageId, attempt])).toEqual([['hand z', 2]]);
});

test('a receive that comes back waits without a look, and gets what was stored meanwhile', async () => {
  const names = await scene();
  const { reply, seen } = await standingBy(names);
  await send(broker.ctx, { ...names, messages: [testMessage({ messageId: 'handed' })] });
  await reply;
  const next = receiveNow(broker.ctx, { ...names, waitMs: 20_000 });
  await expect.poll(() => broker.ctx.deliveries.heldInFullestLane).toBe(1);
  await send(broker.ctx, { ...names, messages: [testMessage({ messageId: 'handed too' })] });
  expect((await next).map(({ messageId }) => messageId)).toEqual(['handed too']);
  expect(seen.names.filter((name) => name === 'delivery_claim')).toEqual([]);
  // No client waits: stored alone, and the next receive looks.
  await send(broker.ctx, { ...names, messages: [testMessage({ messageId: 'alone' })] });
  const late = await receiveNow(broker.ctx, { ...names, waitMs: 20_000 });
  expect(late.map(({ messageId }) => messageId)).toEqual(['alone']);
});

test('a known id is handed to no client, and who waited gets the next message', async () => {
  const names = await scene();
  const known = testMessage();
  await send(broker.ctx, { ...names, messages: [known] });
  await ack(broker.ctx, { ...names, entries: await receiveNow(broker.ctx, names) });
  const { reply } = await standingBy(names);
  expect(await send(broker.ctx, { ...names, messages: [known] })).toMatchObject([{ duplicate: true }]);
  const fresh = testMessage();
  await send(broker.ctx, { ...names, messages: [fresh] });
  expect((await reply).map(({ messageId }) => messageId)).toEqual([fresh.messageId]);
});

test('a group that does not stand at the tail, is paused, or is claimed for elsewhere is handed nothing', async () => {
  const names = await scene();
  const { ctx } = broker;
  const topic = await ctx.topics.find(names.topic);
  const { groupId } = await ctx.groups.find(names.group);
  const [queueId = 0] = topic.queueIds;
  const receiver = { want: 32, count: 1, invisibleMs: 60_000, clientId: 1, autoRenew: true, attemptId: null };
  const handTo = async (): Promise<number> => {
    const items = [{ queueId, message: testMessage() }];
    const handed = await messageHandOver(ctx.store.broker, ctx.clock.nowOrNull(), topic, items, {
      groupId,
      receivers: [receiver],
    });
    return handed?.leases.length ?? -1;
  };
  expect(await handTo()).toBe(1);
  await send(ctx, { ...names, messages: [testMessage()] });
  expect(await handTo()).toBe(0);
  // What was stored alone is claimed, in order, and none of it twice.
  expect((await receiveNow(ctx, names)).map(({ offset }) => offset)).toEqual([2, 3]);
  expect(await handTo()).toBe(1);
  await pauseGroup(ctx, { name: names.group, actor, reason: 'test' });
  expect(await handTo()).toBe(0);
  await resumeGroup(ctx, { name: names.group, actor, reason: 'test' });
  expect((await receiveNow(ctx, names)).map(({ offset }) => offset)).toEqual([5]);
  const claiming = await ctx.store.broker.connect();
  try {
    await claiming.query('BEGIN');
    await claiming.query('SELECT 1 FROM group_queue WHERE group_id = $1 AND queue_id = $2 FOR NO KEY UPDATE', [
      groupId,
      queueId,
    ]);
    expect(await handTo()).toBe(0);
    await claiming.query('ROLLBACK');
  } finally {
    claiming.release();
  }
  expect((await receiveNow(ctx, names)).map(({ offset }) => offset)).toEqual([6]);
  await ctx.store.broker.query('UPDATE group_queue SET repeat_to = 100 WHERE group_id = $1', [groupId]);
  expect(await handTo()).toBe(0);
});

test('beside the claims of another process each message is delivered once', async () => {
  const { ctx, database, clock } = broker;
  const names = await scene(4);
  const other = await createBrokerContext({
    store: database.store,
    log: ctx.log,
    metrics: { count: () => undefined, observe: () => undefined },
    clock,
    protection: PATIENT,
  });
  const got: string[] = [];
  let over = false;
  const consume = async (which: typeof ctx, clientId: string): Promise<void> => {
    while (!over) {
      const entries = await receiveNow(which, { ...names, waitMs: 50, batchSize: 3, clientId });
      got.push(...entries.map(({ messageId }) => messageId));
      if (entries.length > 0) await ack(which, { ...names, entries });
    }
  };
  const consumers = [ctx, ctx, ctx, other, other].map((which, index) => consume(which, `c${index}`));
  const handed = statements();
  const sent: string[] = [];
  const produce = async (which: typeof ctx): Promise<void> => {
    for (let turn = 0; turn < 60; turn += 1) {
      const messages = Array.from({ length: 1 + (turn % 4) }, () => testMessage());
      sent.push(...messages.map(({ messageId }) => messageId));
      await send(which, { ...names, messages });
    }
  };
  await Promise.all([produce(ctx), produce(ctx), produce(other)]);
  await expect.poll(() => got.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(sent.length);
  over = true;
  await Promise.all(consumers);
  expect(got.toSorted()).toEqual(sent.toSorted());
  expect(handed.names).toContain('message_hand_over');
});
