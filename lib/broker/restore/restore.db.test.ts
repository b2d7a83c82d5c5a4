import { randomBytes } from 'node:crypto';

import { afterEach, expect, inject, test } from 'vitest';

import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, PATIENT, receiveNow, TestClock, type TestBroker, testMessage } from '../../testing/broker';
import { createStore, type Store } from '../../store/client';
import { ack } from '../delivery/ack';
import { expire } from '../delivery/expire';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { afterRestore } from './after-restore';

const actor = { kind: 'system', name: 'test' } as const;
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const names = { topic: 'orders', group: 'billing' };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** The database as it is now, as a backup of this moment would restore it. */
async function backUp({ database }: TestBroker): Promise<string> {
  const name = `redrive_backup_${randomBytes(6).toString('hex')}`;
  const source = new URL(database.url).pathname.slice(1);
  // Copying needs a source without sessions; the test's own pools connect again by themselves.
  await withAdmin(inject('testServerUrl'), async (admin) => {
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [source]);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`);
  });
  closing.push(() =>
    withAdmin(inject('testServerUrl'), (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)).then(
      () => undefined,
    ),
  );
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return url.toString();
}

async function serve(url: string, clock: TestClock): Promise<{ ctx: BrokerContext; store: Store }> {
  const store = createStore({ databaseUrl: url, brokerPoolMax: 2, consolePoolMax: 2 });
  closing.push(() => store.close());
  const metrics = { count: () => undefined, observe: () => undefined };
  return { store, ctx: await createBrokerContext({ store, log: silent, metrics, clock, protection: PATIENT }) };
}

test('after a restore to the past no handle of the lost time reaches another message', async () => {
  const before = await createTestBroker();
  closing.push(() => before.close());
  await createTopic(before.ctx, { name: names.topic, messageType: 'NORMAL', queues: 1, actor });
  await createGroup(before.ctx, { name: names.group, actor });
  await send(before.ctx, { topic: names.topic, messages: ['a', 'b'].map((messageId) => testMessage({ messageId })) });
  const held = await receiveNow(before.ctx, { ...names, batchSize: 1, autoRenew: false });
  expect(held.map(({ messageId }) => messageId)).toEqual(['a']);
  await before.database.store.console.query(
    `INSERT INTO redirect (group_id, target_topic_id, rate_per_second, canary, since, until, reason, created_by, state)
     SELECT g.group_id, t.topic_id, 1, 1, now(), now() + interval '1 hour', '', 'ana', s.state
       FROM consumer_group g, topic t, unnest(ARRAY['active', 'paused', 'ended']) s (state)`,
  );
  const url = await backUp(before);

  // The time that will be lost: "b" is delivered, and a message "c" comes and is delivered, too.
  const lost = await receiveNow(before.ctx, { ...names, batchSize: 1, autoRenew: false });
  expect(lost.map(({ messageId }) => messageId)).toEqual(['b']);
  await ack(before.ctx, { ...names, entries: lost });

  const restored = createStore({ databaseUrl: url, brokerPoolMax: 1, consolePoolMax: 1 });
  await restored.console.query("INSERT INTO operator (email, role) VALUES ('a@example.com', 'admin')");
  await restored.console.query(
    `INSERT INTO operator_session (token_hash, operator_id, address, agent)
     SELECT sha256('x'), operator_id, '', '' FROM operator`,
  );
  const counts = { redrivesPaused: 0, redirectsPaused: 2, sessionsEnded: 1, linksEnded: 0 };
  expect(await afterRestore(restored)).toEqual(counts);
  const { rows: redirects } = await restored.console.query(
    'SELECT state, stopped_itself AS itself, state_why AS why FROM redirect ORDER BY redirect_id',
  );
  const paused = { state: 'paused', itself: true, why: expect.stringContaining('restored to an earlier moment') };
  expect(redirects).toEqual([paused, paused, expect.objectContaining({ state: 'ended', itself: false })]);
  await restored.close();

  const clock = new TestClock(before.clock.nowOrNull());
  const { ctx, store } = await serve(url, clock);
  // Without a new key the handle that "b" had would acknowledge whatever has its lease now.
  const again = await receiveNow(ctx, { ...names, batchSize: 1, autoRenew: false });
  expect(again.map(({ messageId, attempt }) => [messageId, attempt])).toEqual([['b', 1]]);
  const stale = await ack(ctx, { ...names, entries: [...lost, ...held] });
  expect(stale.map(({ error }) => error?.code)).toEqual(['invalid-receipt-handle', 'invalid-receipt-handle']);
  const own = await ack(ctx, { ...names, entries: again });
  expect(own.map(({ error }) => error)).toEqual([null]);
  // What was in flight comes back when its lease ends.
  clock.advance(3_600_000);
  await expire(ctx);
  clock.advance(3_600_000);
  const back = await receiveNow(ctx, { ...names, batchSize: 1, autoRenew: false });
  expect(back.map(({ messageId }) => messageId)).toEqual(['a']);
  const { rows } = await store.console.query("SELECT counts FROM audit WHERE action = 'database.restore'");
  expect(rows).toEqual([{ counts }]);
});
