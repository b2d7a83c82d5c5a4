import { expect, test } from 'vitest';

import { sampleHistory } from '../history/sample';
import { heartbeat } from '../throttle/heartbeat';
import { createAlarmRule } from '../alarm/edit-rule';
import { evaluateAlarms } from '../alarm/evaluate';
import { readBacklogs } from '../backlog/read-backlogs';
import { readProblems } from '../problem/read-problems';
import { readRetryTide } from '../retry/tide';
import { signalReader } from './read-signals';
import { alarmStage } from '../../testing/alarms';

const { stage, why, BASE, open, tick, scene, only } = alarmStage();

test('oldest message, growth, time to drain, deliveries per message, deaths due: each sees its number', async () => {
  const at = await scene({ maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 30_000 } });
  const at0 = { forMs: 0, windowMs: 60_000 };
  await only(at, { watch: 'oldest-age', threshold: 60, clearBelow: 30, forMs: 0 });
  await only(at, { watch: 'lag-growth', threshold: 3, clearBelow: 1, ...at0 });
  await only(at, { watch: 'time-to-drain', threshold: 600, clearBelow: 300, ...at0 });
  await only(at, { watch: 'amplification', threshold: 1.5, clearBelow: 1.2, ...at0 });
  await only(at, { watch: 'deaths-due', threshold: 2, clearBelow: 1, ...at0 });
  await tick(7);
  expect(await open()).toEqual([]);
  await at.sendMany(4);
  await tick();
  expect((await open()).map(({ watch, value }) => `${watch} ${value}`).toSorted()).toEqual([
    'lag-growth 4',
    'time-to-drain 1000000000',
  ]);
  await tick(6);
  expect((await open()).map(({ watch }) => watch)).toContain('oldest-age');
  const first = await at.push();
  for (const message of first) await at.fail(message);
  stage.broker.clock.advance(30_000);
  const second = await at.push();
  expect(second).toHaveLength(4);
  await tick();
  const values = new Map((await open()).map(({ watch, value }) => [watch, value]));
  expect(values.get('amplification')).toBe(2);
  expect(values.get('deaths-due')).toBe(4);
});

test('deliveries per message: Now, the page of the group and the alarm say the same of retries alone', async () => {
  const at = await scene({ maxRetries: 5, retryPolicy: { type: 'fixed', intervalMs: 100_000 } });
  await at.sendMany(10);
  for (const message of await at.push()) await at.fail(message);
  await tick();
  // The first deliveries are older than five minutes, the next two are not.
  for (const waitMs of [310_000, 110_000]) {
    stage.broker.clock.advance(waitMs);
    for (const message of await at.push()) await at.fail(message);
    await tick();
  }
  const { ctx, clock } = stage.broker;
  const alarms = await signalReader(ctx, clock.nowOrNull())('amplification', 300_000);
  const { items } = await readProblems(ctx);
  const now = items.find(({ kind, subject }) => kind === 'retry-amplification' && subject.name === at.group);
  const { groupId } = await ctx.groups.find(at.group);
  const page = (await readBacklogs(ctx)).of(groupId).amplification;
  expect([alarms.get(at.group), now?.numbers['perMessage'], page]).toMatchObject([20, { value: 20 }, 20]);
});

test('deaths due: alarm, history and retries page say the same, with tries to come in between', async () => {
  const at = await scene({
    maxRetries: 3,
    retryPolicy: { type: 'customized', intervalsMs: [60_000, 600_000, 2_400_000] },
  });
  await at.send();
  // Its first failure: 1, 10 and 40 minutes to come, so it is dead within the hour and not on its last try.
  await at.fail(await at.one(at.push()));
  stage.broker.clock.advance(10 * 60_000);
  const again = await at.one(at.push());
  await at.send();
  await at.fail(await at.one(at.push()));
  const { ctx, clock } = stage.broker;
  const said = async (): Promise<unknown[]> => {
    await sampleHistory(ctx);
    const { rows } = await ctx.store.console.query<{ due: number }>(
      `SELECT s.deaths_due AS due FROM group_sample s JOIN consumer_group g USING (group_id)
        WHERE g.name = $1 AND s.deaths_due IS NOT NULL ORDER BY s.at DESC LIMIT 1`,
      [at.group],
    );
    const alarm = await signalReader(ctx, clock.nowOrNull())('deaths-due', 3_600_000);
    const pages = await Promise.all(
      [3_600_000, 7_200_000].map((aheadMs) => readRetryTide(ctx, { group: at.group, aheadMs: [aheadMs] })),
    );
    return [rows[0]?.due, alarm.get(at.group), ...pages.map(({ deathsInHour }) => deathsInHour)];
  };
  // One is with a client, and would be dead in 50 minutes; the other in 51.
  expect(await said()).toEqual([2, 2, 2, 2]);
  await at.fail(again);
  clock.advance(20_000);
  expect(await said()).toEqual([2, 2, 2, 2]);
  await at.edit({ retryPolicy: { type: 'fixed', intervalMs: 3_540_000 } });
  clock.advance(20_000);
  // Each has still to fail at least once, and then waits 59 minutes more.
  expect(await said()).toEqual([0, 0, 0, 0]);
});

test('no consumer while there is backlog counts the time; a consumer ends it; without a living node it is unknown', async () => {
  const at = await scene();
  await only(at, { watch: 'no-consumer', threshold: 20, clearBelow: 1, forMs: 0, clearForMs: 0 });
  await at.sendMany(1);
  await tick(2);
  expect(await open()).toEqual([]);
  await tick();
  expect(await open()).toMatchObject([{ value: 20 }]);
  stage.broker.clock.advance(20_000);
  await sampleHistory(stage.broker.ctx);
  await evaluateAlarms(stage.broker.ctx);
  expect(await open()).toMatchObject([{ value: 20 }]);
  stage.broker.clock.advance(10_000);
  await heartbeat(stage.broker.ctx, { consumersByGroup: new Map([[at.group, 1]]), pushClients: [] });
  await sampleHistory(stage.broker.ctx);
  await evaluateAlarms(stage.broker.ctx);
  expect(await open()).toEqual([]);
});

test('a blocked key: as long as it is blocked', async () => {
  const at = await scene({ deliveryOrder: 'ordered', maxRetries: 5 });
  await only(at, { watch: 'blocked-key', threshold: 60, clearBelow: 60, forMs: 0, clearForMs: 0 });
  await at.send({ messageGroup: 'account-1' });
  await at.fail(await at.one(at.push()));
  await tick(5);
  expect(await open()).toEqual([]);
  await tick(1);
  expect(await open()).toMatchObject([{ value: 60 }]);
});

test('refused sends: the share of the window; the broker: levels that no node reads, a silent node', async () => {
  const at = await scene();
  const rule = { watch: 'refused', subject: at.topic, threshold: 50, clearBelow: 10, windowMs: 60_000 } as const;
  await only(at, { ...rule, forMs: 0 });
  await at.sendMany(1);
  stage.broker.ctx.meter.count('redrive_throttled_requests_total', { limit: 'send-queue', topic: at.topic }, 3);
  await tick();
  expect(await open()).toMatchObject([{ subject: at.topic, value: 75 }]);
  await createAlarmRule(
    stage.broker.ctx,
    { ...BASE, watch: 'broker-health', threshold: 60, clearBelow: 1, forMs: 0, clearForMs: 0 },
    why,
  );
  await tick(8, { sampled: false });
  expect((await open()).map(({ watch }) => watch)).toContain('broker-health');
  await tick();
  expect((await open()).map(({ watch }) => watch)).not.toContain('broker-health');
});
