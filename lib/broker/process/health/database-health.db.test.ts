import { setTimeout as sleep } from 'node:timers/promises';

import { expect, inject, test } from 'vitest';

import { systemActor } from '../../../model/audit/actor';
import { english } from '../../../model/language/t';
import { withAdmin } from '../../../testing/admin-connection';
import { IMPATIENT } from '../../../testing/impatient-rule';
import { testMessage } from '../../../testing/broker';
import { brokerStage } from '../../../testing/broker-stage';
import { send } from '../../message/send';
import { createTopic } from '../../topic/create';
import { evaluateAlarms } from '../../alarm/evaluate';
import { createAlarmRule } from '../../alarm/edit-rule';
import { createStore } from '../../../store/client';
import { incidentOpenList } from '../../../store/queries/alarm/alarm-incident';
import { DatabaseHealth } from './database-health';
import { probeDatabase, storageTroubles } from '../../health/probe';

const stage = brokerStage();
const actor = systemActor('test');

test('a read-only database, as after a failover, is named; its connections are given up, so that a writable one is found', async () => {
  const { ctx } = stage.broker;
  await createTopic(ctx, { name: 'orders', messageType: 'NORMAL', queues: 1, actor });
  const one = () => send(ctx, { topic: 'orders', messages: [testMessage()] });
  await one();
  const admin = ctx.store.console;
  const setReadOnly = async (state: 'on' | 'off'): Promise<void> => {
    await admin.query('BEGIN; SET LOCAL transaction_read_only = off; COMMIT').catch(() => undefined);
    await admin.query(`DO $$ BEGIN SET LOCAL transaction_read_only = off;
      EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${state}', current_database()); END $$`);
  };
  await setReadOnly('on');
  // As the connections that were open before: they come to the read-only server from now on.
  await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'redrive-broker'`);
  await expect
    .poll(() =>
      one().then(
        () => 'stored',
        (error: { code: string }) => error.code,
      ),
    )
    .toBe('25006');
  // While it is read-only, that is what is said: it answers, so nothing is left of its having been gone.
  await expect
    .poll(async () => {
      await probeDatabase(ctx);
      return storageTroubles(ctx).map(({ says }) => english(says));
    })
    .toEqual([expect.stringMatching(/^the database is read-only, .*\(25006\)$/)]);
  await setReadOnly('off');
  await expect
    .poll(() =>
      one().then(
        () => 'stored',
        (error: { code: string }) => error.code,
      ),
    )
    .toBe('stored');
  await expect
    .poll(async () => {
      await probeDatabase(ctx);
      return storageTroubles(ctx);
    })
    .toEqual([]);
});

test('connections that the database refuses stay named, although statements on others succeed, until it takes one again', async () => {
  const { url } = stage.broker.database;
  // A superuser is let in beyond every limit.
  const roles = inject('testRoleUrls');
  if (roles === null) return;
  const role = new URL(roles.broker);
  role.pathname = new URL(url).pathname;
  const store = createStore({ databaseUrl: role.toString(), brokerPoolMax: 1, consolePoolMax: 1 });
  const ctx = { ...stage.broker.ctx, store };
  const limit = (most: number): Promise<unknown> =>
    withAdmin(url, (admin) => admin.query(`ALTER DATABASE ${role.pathname.slice(1)} CONNECTION LIMIT ${most}`));
  await store.broker.query('SELECT');
  await limit(0);
  const refusal = await store.tryConnection().catch((error: unknown) => error);
  expect(ctx.databaseHealth.note(refusal)).toMatchObject({ kind: 'too-many-connections' });
  const named = async (): Promise<string[]> => {
    await probeDatabase(ctx);
    return storageTroubles(ctx).map(({ kind }) => kind);
  };
  // Longer than the time after which it is tried again.
  for (let look = 0; look < 14; look += 1) {
    expect(await named()).toEqual(['too-many-connections']);
    await sleep(500);
  }
  await limit(-1);
  await expect.poll(named, { interval: 500 }).toEqual([]);
  await store.close();
});

test('the alarm of the broker says what is wrong', async () => {
  const { ctx, clock } = stage.broker;
  await createAlarmRule(
    ctx,
    {
      ...IMPATIENT,
      watch: 'broker-health',
      subject: null,
    },
    { reason: 'test', actor },
  );
  const unwell = (): string[] => ['the disk of the database is full (53100)'];
  for (let pass = 0; pass < 2; pass += 1) {
    clock.advance(10_000);
    await evaluateAlarms(ctx, { unwell });
  }
  expect(await incidentOpenList(ctx.store.console)).toMatchObject([{ watch: 'broker-health' }]);
  const { rows } = await ctx.store.console.query("SELECT note FROM alarm_event WHERE kind = 'fired'");
  expect(rows).toEqual([{ note: 'the disk of the database is full (53100)' }]);
});

test('what was seen is over when a probe that began well after it met nothing', () => {
  let nowMs = 0;
  const health = new DatabaseHealth(() => nowMs);
  expect(health.note(new Error('no queue 3'))).toBeNull();
  health.note(Object.assign(new Error('full'), { code: '53100' }));
  expect(health.has('disk-full')).toBe(true);
  health.disprove(1000);
  expect(health.has('disk-full')).toBe(true);
  nowMs = 3000;
  health.note(Object.assign(new Error('full'), { code: '53100' }));
  health.disprove(3000);
  expect(health.has('disk-full')).toBe(true);
  health.disprove(5000);
  expect(health.current()).toEqual([]);
});
