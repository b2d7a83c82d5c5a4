import { afterAll, beforeAll, expect, test } from 'vitest';

import { createGroup, createTopic, fail, listAccessKeys, send } from '../broker';
import { systemActor } from '../model/audit/actor';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../testing/broker';
import { deletePracticeKeys, issuePracticeKey } from './access-key';
import { preparePractice } from './prepare';
import { resetPractice } from './reset';
import { BILLING_GROUP, LEDGER, LEDGER_GROUP, ORDERS } from './scenario';
import { issuePracticeToken, revokePracticeTokens } from './token';

const ACTOR = systemActor('test');
let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

async function countRows(table: string): Promise<number> {
  const { rows } = await broker.ctx.store.console.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}`,
  );
  return rows[0]?.count ?? 0;
}

const TABLES = [
  ...['topic', 'queue', 'queue_segment', 'consumer_group', 'consumer_group_version', 'group_queue'],
  ...['message', 'lease', 'retry', 'delivery_event', 'dead_letter', 'fifo_group'],
];
const countAll = async (): Promise<Record<string, number>> =>
  Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await countRows(table)] as const)));

/** One message delivered and failed until it is dead. */
async function killOne(group: string, topic: string): Promise<void> {
  await send(broker.ctx, { topic, messages: [testMessage()] });
  for (let delivery = 0; delivery <= 16; delivery += 1) {
    const [message] = await receiveNow(broker.ctx, { group, topic });
    if (message === undefined) break;
    await fail(broker.ctx, {
      group,
      topic,
      messageId: message.messageId,
      receiptHandle: message.receiptHandle,
      clientId: 'client-1',
    });
    broker.clock.advance(60_000);
  }
}

test('preparing twice makes topics and groups once; resetting removes all of practice and nothing else', async () => {
  const { ctx } = broker;
  await createTopic(ctx, { name: 'orders', messageType: 'NORMAL', actor: ACTOR });
  await createGroup(ctx, {
    name: 'billing',
    maxRetries: 1,
    retryPolicy: { type: 'customized', intervalsMs: [1000] },
    actor: ACTOR,
  });
  await killOne('billing', 'orders');
  const before = await countAll();
  expect(before).toMatchObject({ dead_letter: 1, topic: 1 });

  await preparePractice(ctx, ACTOR);
  await preparePractice(ctx, ACTOR);
  expect(await countAll()).toMatchObject({ topic: 3, consumer_group: 3 });
  await killOne(BILLING_GROUP, ORDERS);
  await send(ctx, { topic: LEDGER, messages: [testMessage({ messageGroup: 'account-1' })] });
  expect(await receiveNow(ctx, { group: LEDGER_GROUP, topic: LEDGER })).toHaveLength(1);
  expect(await countRows('dead_letter')).toBe(2);

  const removed = await resetPractice(ctx, { actor: ACTOR });
  expect(removed).toEqual({ topics: 2, groups: 2, messages: 2, deadLetters: 1 });
  expect(await countAll()).toEqual(before);
  await expect(ctx.topics.find(ORDERS)).rejects.toThrow('does not exist');
  const { rows } = await ctx.store.console.query<{ actor: string; counts: unknown }>(
    `SELECT actor, counts FROM audit WHERE action = 'practice.reset'`,
  );
  expect(rows).toEqual([{ actor: 'test', counts: removed }]);

  await preparePractice(ctx, ACTOR);
  await send(ctx, { topic: ORDERS, messages: [testMessage()] });
  expect(await receiveNow(ctx, { group: BILLING_GROUP, topic: ORDERS })).toHaveLength(1);
  await resetPractice(ctx, { actor: ACTOR });
  expect(await resetPractice(ctx, { actor: ACTOR })).toMatchObject({ topics: 0, groups: 0 });
});

test('a real group that listened to a practice topic keeps everything but that', async () => {
  const { ctx } = broker;
  await preparePractice(ctx, ACTOR);
  await killOne('billing', ORDERS);
  await resetPractice(ctx, { actor: ACTOR });
  expect(await countRows('dead_letter')).toBe(1);
  expect((await ctx.groups.find('billing')).name).toBe('billing');
});

test('one token at a time, and it may only report failures', async () => {
  const { store } = broker.ctx;
  await issuePracticeToken(store);
  await issuePracticeToken(store);
  const left = (): Promise<{ rows: { rights: string }[] }> =>
    store.console.query<{ rights: string }>('SELECT rights FROM api_token WHERE revoked_at IS NULL');
  expect((await left()).rows).toEqual([{ rights: 'failures' }]);
  await revokePracticeTokens(store);
  expect((await left()).rows).toEqual([]);
});

test('one access key at a time, for the names of the practice incident alone', async () => {
  const { ctx } = broker;
  await issuePracticeKey(ctx);
  const { accessKey = '' } = (await issuePracticeKey(ctx)) ?? {};
  const rules = [...[ORDERS, LEDGER], ...[BILLING_GROUP, LEDGER_GROUP]].map((pattern) =>
    expect.objectContaining({ pattern }),
  );
  expect(await listAccessKeys(ctx)).toEqual([expect.objectContaining({ accessKeyId: accessKey, rules })]);
  await deletePracticeKeys(ctx);
  expect(await listAccessKeys(ctx)).toEqual([]);
});
