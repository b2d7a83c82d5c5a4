// @module-tag landing
import { afterAll, beforeAll, expect, test } from 'vitest';

import { PLAIN_CLUSTER } from '../../../model/cluster/cluster';
import type { Actor } from '../../../model/audit/actor';
import type { AlarmNotice } from '../../../model/alarm/notice';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { type AttachedFake, startAttachedFake } from '../../../testing/cluster/attached';
import {
  eventAppend,
  incidentOpenList,
  incidentResolve,
  incidentSee,
} from '../../../store/queries/alarm/alarm-incident';
import { passClaim } from '../../../store/queries/alarm/alarm-state';
import { clusterLease } from '../../../store/queries/cluster/cluster-lease';
import { withTransaction } from '../../../store/transaction';
import { ClusterIndex } from '../letters/index-cluster';
import { ClusterSampler } from '../samples/sample-cluster';
import { attachCluster, detachCluster } from './attach';
import { ClusterDirectory } from './directory';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const CLUSTER = { ...PLAIN_CLUSTER, name: 'eu', environment: 'production', allowsChanges: true } as const;

let broker: TestBroker;
let fake: AttachedFake;
let clusters: ClusterDirectory;
beforeAll(async () => {
  broker = await createTestBroker();
  fake = await startAttachedFake();
  clusters = new ClusterDirectory(broker.ctx);
  await broker.ctx.store.console.query(
    `INSERT INTO alarm_channel (seal_id, name, kind, config, enabled, version, updated_by, updated_at)
     VALUES ('s', 'ops', 'webhook', '{"url":"https://hooks.example.com"}', true, 1, 'ana', clock_timestamp())`,
  );
});
afterAll(async () => {
  clusters.close();
  await fake.close();
  await broker.close();
});

const notices = async (): Promise<AlarmNotice[]> => {
  const { rows } = await broker.ctx.store.console.query<{ notice: AlarmNotice }>(
    'SELECT notice FROM alarm_delivery ORDER BY delivery_id',
  );
  return rows.map(({ notice }) => notice);
};

/** Attached, with a group that one broker lacks, for so many steps of ten seconds. */
async function attachUneven(steps: number) {
  for (const each of fake.brokers.values()) each.groups.clear();
  fake.broker('broker-a').addGroup('billing');
  const { version } = await attachCluster(broker.ctx, { ...CLUSTER, nameServers: [fake.address] }, actor);
  const engine = await clusters.find('eu');
  const sampler = new ClusterSampler(broker.ctx, engine);
  await clusterLease(broker.ctx.store.console, 'cluster_index', null, {
    clusterId: engine.clusterId,
    owner: 'test',
    forMs: 0,
  });
  const index = new ClusterIndex(broker.ctx, engine.letters, engine.clusterId);
  for (let step = 0; step < steps; step += 1) {
    broker.clock.advance(10_000);
    for (const each of fake.brokers.values()) each.timeMs = broker.clock.nowOrNull().getTime();
    for (const kept of ['groups', 'loads', 'heartbeats', 'topology']) engine.cluster.shared.forget(kept);
    await index.round(engine.cluster, () => Promise.resolve(true));
    await sampler.round.read(() => Promise.resolve(true));
    await sampler.step();
  }
  return { version, engine };
}

test('open alarms of a cluster end with it, as what they are, for the channels that were notified', async () => {
  const { version, engine } = await attachUneven(9);
  const [open] = await incidentOpenList(engine.letters.store.console);
  expect(open).toMatchObject({ watch: 'group-missing', subject: 'billing', told: true });
  const [fired] = await notices();
  expect(fired?.kind).toBe('fired');

  await detachCluster(broker.ctx, { name: 'eu', version }, actor);

  const [, ended, ...more] = await notices();
  expect(more).toEqual([]);
  // A paging service closes what it opened; people read that nothing was put right.
  expect(ended).toMatchObject({
    ...{ kind: 'resolved', key: fired?.key, incidentId: open?.incidentId, closedWhy: 'detached', workspace: 'eu' },
    title: 'eu: Closed, not resolved: Group missing on a broker, group billing (cluster detached)',
    evidence: '/audit?action=cluster.detach&target=eu',
  });
  expect(ended?.resolvedAt).toBe(broker.clock.nowOrNull().toISOString());
  const { rows } = await broker.ctx.store.console.query(
    `SELECT before -> 'openAlarms' AS open, counts FROM audit WHERE action = 'cluster.detach' ORDER BY audit_id DESC`,
  );
  expect(rows[0]).toEqual({ open: ['group-missing billing'], counts: { alarmsClosed: 1 } });
});

test('where the beginning of an alarm was not sent, its end is not either', async () => {
  const { version } = await attachUneven(9);
  await broker.ctx.store.console.query('DELETE FROM alarm_delivery');
  await detachCluster(broker.ctx, { name: 'eu', version }, actor);
  expect(await notices()).toEqual([]);
});

test('an evaluation that is under way comes first; what it ends is not closed a second time', async () => {
  const { version, engine } = await attachUneven(9);
  const { letters } = engine;
  const [open] = await incidentOpenList(letters.store.console);
  let detached: Promise<void> | undefined;
  await withTransaction(letters.store.console, async (db) => {
    const now = await passClaim(db, broker.clock.nowOrNull(), 0);
    if (now === null || open === undefined) throw new Error('nothing is evaluated');
    await incidentSee(db, open.incidentId, 1, null);
    detached = detachCluster(broker.ctx, { name: 'eu', version }, actor);
    await expect.poll(waiting).toBeGreaterThan(0);
    await eventAppend(db, open.incidentId, now, 'resolved', { note: 'cleared' });
    await incidentResolve(db, open.incidentId, now, 'cleared');
  });
  await detached;
  expect(
    (await notices()).filter(
      ({ closedWhy, incidentId }) => closedWhy === 'detached' && incidentId === open?.incidentId,
    ),
  ).toEqual([]);
});

/** Sessions that wait for a lock of another one. */
async function waiting(): Promise<number> {
  const { rows } = await broker.ctx.store.console.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return rows[0]?.n ?? 0;
}
