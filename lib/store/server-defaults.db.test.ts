// @module-tag landing
import { expect, test } from 'vitest';

import type { BrokerContext } from '../broker/context';
import { createBrokerContext } from '../broker/create-context';
import { ack } from '../broker/delivery/ack';
import { fail } from '../broker/delivery/fail';
import { createGroup } from '../broker/group/create';
import { send } from '../broker/message/send';
import { createTopic } from '../broker/topic/create';
import { systemActor } from '../model/audit/actor';
import { withAdmin } from '../testing/admin-connection';
import { PATIENT, receiveNow, testMessage } from '../testing/broker';
import { createTestDatabase, type TestDatabase } from '../testing/database';

const actor = systemActor('test');
const SENDERS = 8;
const OF_A_SENDER = 25;
const silent = (): void => undefined;
const parts = {
  log: { debug: silent, info: silent, warn: silent, error: silent },
  metrics: { count: silent, observe: silent },
  protection: PATIENT,
};

/** Two processes, many senders, an ordered and an unordered group: each message once, and all acks accepted. */
async function expectAllWell(contexts: readonly [BrokerContext, BrokerContext]): Promise<void> {
  const [ctx] = contexts;
  for (const [name, messageType, deliveryOrder] of [
    ['orders', 'NORMAL', 'concurrent'],
    ['ledger', 'FIFO', 'ordered'],
  ] as const) {
    await createTopic(ctx, { name, messageType, queues: 2, actor });
    await createGroup(ctx, { name, deliveryOrder, actor });
    const stored = await Promise.all(
      Array.from({ length: SENDERS }, async (_, sender) => {
        const ids: string[] = [];
        for (let n = 0; n < OF_A_SENDER; n += 1) {
          const message = testMessage({ messageGroup: messageType === 'FIFO' ? `key-${sender}` : null });
          await send(contexts[n % 2 === 0 ? 0 : 1], { topic: name, messages: [message] });
          ids.push(message.messageId);
        }
        return ids;
      }),
    );
    const done: string[] = [];
    const consume = async (at: BrokerContext, clientId: string): Promise<void> => {
      for (let empty = 0; empty < 20;) {
        const batch = await receiveNow(at, { topic: name, group: name, batchSize: 3, clientId });
        empty = batch.length === 0 ? empty + 1 : 0;
        const outcomes = await ack(at, { topic: name, group: name, entries: batch });
        expect(outcomes.filter(({ error }) => error !== null)).toEqual([]);
        for (const { messageId, storedAt } of batch) {
          done.push(messageId);
          expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(3_600_000);
        }
      }
    };
    await Promise.all(contexts.flatMap((at, place) => [1, 2].map((n) => consume(at, `client-${place}-${n}`))));
    expect(done.toSorted()).toEqual(stored.flat().toSorted());
  }
}

async function withDefaults(settings: Readonly<Record<string, string>>): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await withAdmin(database.url, async (client) => {
    for (const [setting, value] of Object.entries(settings))
      await client.query(`ALTER DATABASE ${name} SET ${setting} = ${value}`);
  });
  return database;
}

test.each([
  ['transactions that see the past', { default_transaction_isolation: "'repeatable read'" }],
  ['transactions one after the other', { default_transaction_isolation: 'serializable' }],
  [
    'times and bytes written in other ways',
    { datestyle: "'German'", bytea_output: 'escape', timezone: "'Asia/Kathmandu'" },
  ],
])('a server with other defaults is used as any other: %s', async (_what, settings) => {
  const database = await withDefaults(settings);
  const { store } = database;
  const contexts = [
    await createBrokerContext({ ...parts, store }),
    await createBrokerContext({ ...parts, store }),
  ] as const;
  await expectAllWell(contexts);
  await database.close();
});

test('a receive takes no more than it asks for, whatever plan the server prefers', async () => {
  const database = await withDefaults({ enable_hashagg: 'off', enable_sort: 'off', enable_material: 'off' });
  const clock = { now: new Date(), nowOrNull: () => clock.now };
  const ctx = await createBrokerContext({ ...parts, store: database.store, clock });
  const names = { topic: 'orders', group: 'billing' };
  await createTopic(ctx, { name: names.topic, messageType: 'NORMAL', queues: 1, actor });
  await createGroup(ctx, { name: names.group, retryPolicy: { type: 'fixed', intervalMs: 1000 }, actor });
  await send(ctx, { topic: names.topic, messages: Array.from({ length: 6 }, () => testMessage()) });
  for (const message of await receiveNow(ctx, names)) await fail(ctx, { ...names, ...message, clientId: 'client-1' });
  clock.now = new Date(clock.now.getTime() + 2000);
  const batches: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) batches.push((await receiveNow(ctx, { ...names, batchSize: 1 })).length);
  expect(batches).toEqual([1, 1, 1, 1, 1, 1]);
  await database.close();
});

test('numbers of rows go on beyond 2^31', async () => {
  const database = await createTestDatabase();
  await withAdmin(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid
        WHERE c.relkind = 'S' AND s.seqtypid = 'int8'::regtype`,
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const { name } of rows) await client.query(`ALTER SEQUENCE ${name} RESTART WITH ${2 ** 53 - 1_000_000}`);
  });
  const { store } = database;
  const contexts = [
    await createBrokerContext({ ...parts, store }),
    await createBrokerContext({ ...parts, store }),
  ] as const;
  await expectAllWell(contexts);
  await database.close();
});
