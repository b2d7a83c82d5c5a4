// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ClusterDirectory, type ClusterEngine } from '../../engine';
import { listGroups } from '../../cluster';
import { MOST_NOTED, noteVersions } from '../../engine/rocketmq/groups/note-versions';
import { ClusterSampler } from '../../engine/rocketmq/samples/sample-cluster';
import { letterLevels } from '../../store/queries/cluster-sample/group-levels';
import { newestLevels } from '../../store/queries/cluster-sample/newest';
import { clusterGroupNewest } from '../../store/queries/cluster/group-version';
import { letterGroupIds, letterGroups } from '../../store/queries/cluster/letter-queue';
import { call, openTestApi, type TestApi } from '../../testing/api';
import type { AttachedFake } from '../../testing/cluster/attached';
import { groupOf, startLarge } from '../../testing/cluster/large';
import { explained } from '../../testing/explained';
import { inFull } from '../../testing/full';
import { withAdmin } from '../../testing/admin-connection';
import { route } from '../http/operation';
import { putCluster } from '../operations/clusters/clusters';
import { reads } from './registry';

const SIZE = { brokers: 10, topics: 2_000, groups: 3_000 } as const;
const workspace = 'large';
const of = `workspace=${workspace}`;
/** Of the database, for one statement of a list. */
const LIMIT_MS = 200;
/** Groups that a round reads here: at the pace of ten brokers, a round of all of them takes minutes. */
const READ = inFull(40, SIZE.groups);

let api: TestApi;
let fake: AttachedFake;
let clusters: ClusterDirectory;
let engine: ClusterEngine;
let sampler: ClusterSampler;
beforeAll(async () => {
  api = await openTestApi();
  fake = await startLarge(SIZE);
  const body = { environment: 'staging', nameServers: [fake.address] };
  await call(route(putCluster), { params: { cluster: workspace }, body });
  clusters = new ClusterDirectory(api.broker.ctx);
  engine = await clusters.find(workspace);
  sampler = new ClusterSampler(api.broker.ctx, engine);
}, 120_000);
afterAll(async () => {
  clusters.close();
  await fake.close();
  await api.close();
});

const say = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`);
/** Of the broker that was asked most. */
const asked = (code?: number): number =>
  Math.max(
    ...[...fake.brokers.values()].map(({ peer }) => (code === undefined ? peer.asked.length : peer.count(code))),
  );

async function textOf(from: { GET: (request: Request) => Promise<Response> }, query = of): Promise<string> {
  const headers = { authorization: `Bearer ${api.tokens.get('viewer') ?? ''}` };
  const response = await from.GET(new Request(`http://console.test/api/console/x?${query}`, { headers }));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

interface Page {
  readonly items: readonly {
    readonly name: string;
    readonly figures: { readonly clients: { readonly kind: string } };
  }[];
}

test('a round costs each broker two calls for a group that has nothing to do, and no second more than the limit', async () => {
  const { peer } = fake.broker('broker-3');
  const [before, startedMs] = [peer.asked.length, performance.now()];
  let left = READ;
  await sampler.round.read(() => Promise.resolve((left -= 1) >= 0));
  const seconds = (performance.now() - startedMs) / 1_000;
  const calls = peer.asked.slice(before).filter(({ code }) => code === 208 || code === 203);
  say({ groups: READ, seconds: Math.round(seconds), callsPerSecond: Math.round((calls.length / seconds) * 10) / 10 });
  expect(calls.length).toBe(2 * READ);
  // At most, of a broker that answers at once.
  expect(calls.length).toBeLessThanOrEqual(Math.ceil(20 * (seconds + 1)));
  expect(engine.cluster.calls().every(({ most }) => most <= 150)).toBe(true);
  expect(sampler.round.take(groupOf(0)).levels).toMatchObject({ ready: 0, consumers: 0 });
}, 900_000);

test('10 brokers, 2,000 topics, 3,000 groups: lists ask brokers a few calls, however many groups there are', async () => {
  const { ctx } = api.broker;
  const names = Array.from({ length: SIZE.groups }, (_, n) => groupOf(n));
  await letterGroups(ctx.store.console, null, engine.clusterId, names);
  expect(await sampler.step()).toBe(true);
  await withAdmin(api.broker.database.url, async (db) => {
    await db.query(
      `INSERT INTO cluster_group_sample (cluster_id, group_id, step_s, at, dead, unhandled, expiring, ready, in_flight,
         oldest_ready_at, arrived, consumers)
       SELECT g.cluster_id, g.group_id, 10, date_bin('10 seconds', now(), 'epoch') - n * interval '10 s', 0, 0, 0, 5, 0,
              now(), 100, 1
         FROM cluster_consumer_group g, generate_series(0, 40) n
           ON CONFLICT (group_id, step_s, at) DO UPDATE SET ready = 5, oldest_ready_at = now(), consumers = 1`,
    );
    await db.query('ANALYZE');
  });
  const lists = {
    groups: reads.groups,
    topics: reads.brokerTopics,
    brokers: reads.clusterBrokers,
    load: reads.clusterLoad,
    producers: reads.brokerProducers,
    now: reads.problems,
    'dead letters': reads.deadLetters,
    'clients of a group': reads.brokerClients,
  };
  const took: Record<string, { readonly ms: number; readonly calls: number; readonly kB: number }> = {};
  for (const [name, from] of Object.entries(lists))
    for (const turn of ['first', 'again']) {
      const before = asked(208) + asked(203) + asked(202);
      const [startedMs, all] = [performance.now(), asked()];
      const text = await textOf(from, from === reads.brokerClients ? `${of}&group=${groupOf(7)}` : of);
      const ms = Math.round(performance.now() - startedMs);
      took[`${name} ${turn}`] = { ms, calls: asked() - all, kB: Math.round(text.length / 1_000) };
      // What is asked for each group is asked behind the page.
      expect([name, asked(208) + asked(203) + asked(202) - before < 60]).toEqual([name, true]);
    }
  say(took);
  // Figures are there before this process has read any of the groups.
  const { items } = await api.read<Page>(reads.groups, of);
  expect(items).toHaveLength(SIZE.groups);
  expect(items.filter(({ figures }) => figures.clients.kind === 'value').length).toBe(SIZE.groups);
  const db = ctx.store.console;
  const since = new Date(Date.now() - 3_600_000);
  const statements = {
    levels: await explained(db, (spy) => newestLevels(spy, since, engine.clusterId)),
    versions: await explained(db, (spy) => clusterGroupNewest(spy, engine.clusterId)),
    names: await explained(db, (spy) => letterGroupIds(spy, engine.clusterId)),
    'counts of dead letters': await explained(db, (spy) =>
      letterLevels(spy, null, engine.clusterId, { keepMs: 3_600_000, withinMs: 3_600_000 }),
    ),
  };
  say(Object.fromEntries(Object.entries(statements).map(([name, { ms }]) => [name, Math.round(ms * 10) / 10])));
  for (const [name, { ms }] of Object.entries(statements)) expect([name, ms < LIMIT_MS]).toEqual([name, true]);
}, 120_000);

test('versions of thousands of groups are noted in several steps, and each is noted once', async () => {
  const noted = async (): Promise<number> =>
    (await clusterGroupNewest(api.broker.ctx.store.console, engine.clusterId)).size;
  const first = await noted();
  expect(first).toBeGreaterThan(0);
  await api.read(reads.groups, of);
  const second = await noted();
  expect(second - first).toBeGreaterThan(0);
  expect(second - first).toBeLessThan(MOST_NOTED);
  for (let n = 0; n < 2; n += 1) await api.read(reads.groups, of);
  expect(await noted()).toBeGreaterThan(second);
  const { groups } = await listGroups(engine.cluster);
  for (let n = 0; n < 6; n += 1) await noteVersions(api.broker.ctx, engine.clusterId, groups);
  expect(await noted()).toBe(SIZE.groups);
}, 120_000);
