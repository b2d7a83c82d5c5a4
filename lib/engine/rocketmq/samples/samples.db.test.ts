import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { tell } from '../../../model/language/t';
import type { Actor } from '../../../model/audit/actor';
import { type Signal, signalsOf } from '../../../model/signal/signal';
import { acknowledgeProblem, evaluateAlarms, readAlarmSeries, readProblems, updateAlarmRule } from '../../../broker';
import { signalReader } from '../../../broker/signal/read-signals';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import { addBacklog, addClient, type AttachedFake } from '../../../testing/cluster/attached';
import { addLetters } from '../../../testing/cluster/letters';
import { incidentOpenList, incidentResolvedList } from '../../../store/queries/alarm/alarm-incident';
import { ruleList } from '../../../store/queries/alarm/alarm-rule';
import { clusterHistoryRollUp } from '../../../store/queries/cluster-sample/roll-up';
import { loadSeries } from '../../../store/queries/cluster-sample/load-series';
import { peersOf } from '../../../store/queries/cluster-sample/peers';
import { whyInCluster } from '../../../store/queries/signal/cluster-numbers';
import { groupHistory } from '../../../store/queries/history/history-read';
import { ClusterDirectory, type ClusterEngine } from '../clusters/directory';
import type { ClusterIndex } from '../letters/index-cluster';
import { rocketmqEngine } from '../engine';
import { readIndexState } from '../letters/state';
import { ClusterSampler } from './sample-cluster';
import { ClusterSamplers } from './samplers';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const GROUP = 'billing';

let broker: TestBroker;
let fake: AttachedFake;
let clusters: ClusterDirectory;
let engine: ClusterEngine;
let sampler: ClusterSampler;
let index: ClusterIndex;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const db = () => engine.letters.store.console;
const goesOn = () => Promise.resolve(true);
const nowMs = () => broker.clock.nowOrNull().getTime();

beforeEach(async () => {
  broker.clock.advance(3_600_000);
  const eu = await attachFake(broker);
  ({ fake, clusters, engine, index } = eu);
  for (const each of fake.brokers.values()) each.timeMs = nowMs();
  sampler = new ClusterSampler(broker.ctx, engine);
  return eu.close;
});

/** Ten seconds pass: letters are indexed, groups read, and the step is written. Nothing is kept from before. */
async function tick(times = 1): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    broker.clock.advance(10_000);
    for (const each of fake.brokers.values()) each.timeMs = nowMs();
    for (const kept of ['groups', 'loads', 'heartbeats', 'topology', `lag ${GROUP}`, `clients ${GROUP}`])
      engine.cluster.shared.forget(kept);
    index.lookAgain();
    await index.round(engine.cluster, goesOn).catch(() => 0);
    await sampler.round.read(goesOn).catch(() => undefined);
    expect(await sampler.step()).toBe(true);
  }
}

async function groupIdOf(group: string): Promise<number> {
  return (await engine.letters.groups.find(group)).groupId;
}
const points = async (stepSeconds: 10 | 60 = 10) =>
  await groupHistory(db(), await groupIdOf(GROUP), {
    ...{ stepSeconds, from: new Date(0), until: new Date('2100-01-01') },
  });
const value = async (watch: Signal, of: string, windowMs = 60_000): Promise<number | null | undefined> =>
  (await signalReader(engine.letters, broker.clock.nowOrNull())(watch, windowMs)).get(of);

function addGroups(): void {
  for (const each of fake.brokers.values()) each.addGroup(GROUP);
}

test('a step has what the brokers say of a group, and nothing for what they do not say', async () => {
  addGroups();
  addBacklog(fake.broker('broker-a'), GROUP, 'orders', { stored: 20, taken: 15 });
  addClient(fake.broker('broker-a'), GROUP, 'client-1', '*', 'REGISTER', nowMs());
  await tick();
  fake.broker('broker-a').setOffset(GROUP, 'orders', 0, { consumer: 18, pull: 18, last: nowMs() });
  addLetters(fake.broker('broker-b'), GROUP, ['m1', 'm2']);
  await tick();
  expect(await points()).toMatchObject([
    { ready: 5, inFlight: null, waiting: null, blockedKeys: null, deathsDue: null, dead: 0, consumers: 1, arrived: 20 },
    { ready: 2, inFlight: null, dead: 2, unhandled: 2, died: 2, delivered: 3, redelivered: 0 },
  ]);
  expect(await sampler.step()).toBe(false);
  await tick();
  expect((await points()).at(-1)).toMatchObject({ dead: 2, died: 0, delivered: 0 });
});

test('while a broker is silent its part is unknown; the history of this installation has none of it', async () => {
  addGroups();
  addBacklog(fake.broker('broker-a'), GROUP, 'orders');
  addBacklog(fake.broker('broker-b'), GROUP, 'orders');
  await tick();
  await fake.broker('broker-b').peer.stop();
  await tick();
  expect((await points()).map(({ ready }) => ready)).toEqual([10, null]);
  const { rows } = await broker.database.store.console.query('SELECT FROM group_sample');
  expect(rows).toEqual([]);
});

test('a broker without dead letters that goes away is missing in their list from the next step on', async () => {
  addLetters(fake.broker('broker-a'), GROUP, ['A1']);
  await tick();
  const missing = async () => (await readIndexState(broker.ctx, engine)).silent.map((each) => each.broker);
  const asked = () => [...fake.brokers.values()].reduce((sum, { peer }) => sum + peer.count(21), 0);
  expect(await missing()).toEqual([]);
  const before = asked();
  await fake.broker('broker-b').peer.stop();
  broker.clock.advance(10_000);
  engine.cluster.shared.forget('loads');
  await index.round(engine.cluster, goesOn);
  expect(await sampler.step()).toBe(true);
  expect(await missing()).toEqual(['broker-b']);
  expect(asked()).toBe(before);
  // Nothing is sampled any more: what was seen then is not of now.
  broker.clock.advance(61_000);
  expect(await missing()).toEqual([]);
  await fake.broker('broker-b').peer.start();
  // What brokers said is shared for 2 s.
  const afterAStep = async () => {
    await tick();
    return await missing();
  };
  await expect.poll(afterAStep, { timeout: 20_000 }).toEqual([]);
});

test('two consoles: one of them samples, and the other goes on when it has ended', async () => {
  const other = new ClusterDirectory(broker.ctx);
  const samplers = [new ClusterSamplers(broker.ctx, clusters), new ClusterSamplers(broker.ctx, other)] as const;
  const pass = async () => {
    broker.clock.advance(10_000);
    // One after the other: of two that begin at once either may be first.
    for (const each of samplers) {
      await each.pass();
      await each.settled();
    }
    const { rows } = await db().query<{ owner: string; n: number }>(
      `SELECT owner, (SELECT count(*)::int FROM cluster_step_sample WHERE cluster_id = s.cluster_id) AS n
         FROM cluster_sampler s WHERE cluster_id = $1`,
      [engine.clusterId],
    );
    return rows[0];
  };
  const first = await pass();
  expect(first?.n).toBe(1);
  expect(await pass()).toEqual({ owner: first?.owner, n: 2 });
  await samplers[0].stop();
  const second = await pass();
  expect(second?.n).toBe(3);
  expect(second?.owner).not.toBe(first?.owner);
  await samplers[1].stop();
  other.close();
});

test('minutes are made of the steps of every cluster', async () => {
  addGroups();
  addBacklog(fake.broker('broker-a'), GROUP, 'orders');
  broker.clock.advance(60_000 - (nowMs() % 60_000));
  await tick(5);
  broker.clock.advance(60_000);
  await clusterHistoryRollUp(broker.ctx.store.console, broker.clock.nowOrNull());
  expect(await points(60)).toMatchObject([{ ready: 5, dead: 0 }]);
});

test('how near each broker was to refusing is kept, by its nearest mark; a silent one has no point', async () => {
  broker.clock.advance(60_000 - (nowMs() % 60_000));
  const from = broker.clock.nowOrNull();
  fake.broker('broker-a').figures['sendThreadPoolQueueHeadWaitTimeMills'] = '150';
  fake.broker('broker-a').figures['msgPutTotalTodayNow'] = '100';
  await tick();
  fake.broker('broker-a').figures['msgPutTotalTodayNow'] = '400';
  await tick();
  await fake.broker('broker-b').peer.stop();
  await tick();
  const lines = ['broker-a', 'broker-b'].flatMap((name) => [
    ...[
      { broker: name, mark: 'send-wait', line: 200 },
      { broker: name, mark: 'disk', line: 90 },
    ],
  ]);
  const range = { clusterId: engine.clusterId, stepSeconds: 10, from, until: new Date('2100-01-01') } as const;
  const read = async (every: number) =>
    (await loadSeries(db(), { ...range, every }, lines)).map(({ at: _at, ...point }) => point);
  expect(await read(10)).toMatchObject([
    { broker: 'broker-a', share: 0.75, nearest: 'send-wait', stored: null },
    { broker: 'broker-b', nearest: 'disk', stored: null },
    { broker: 'broker-a', share: 0.75, stored: 30, handedOut: 0 },
    { broker: 'broker-b', stored: 0 },
    { broker: 'broker-a', stored: 0 },
  ]);
  expect(await read(60)).toMatchObject([
    { broker: 'broker-a', share: 0.75, stored: 15 },
    { broker: 'broker-b', stored: 0 },
  ]);
});

test('every watch that a cluster has a value for reads it; the others are no rule of it', async () => {
  addGroups();
  const a = fake.broker('broker-a');
  a.addTopic('orders');
  for (let n = 0; n < 5; n += 1) a.store('orders', '{}');
  a.setOffset(GROUP, 'orders', 0, { consumer: 0, pull: 0, last: 0 });
  await tick(7);
  const quiet = await Promise.all(signalsOf('cluster').map(async (watch) => [watch, await valueOf(watch)] as const));
  expect(quiet.filter(([, seen]) => seen !== 0)).toEqual([
    ['backlog', 5],
    ['oldest-age', 70],
    ['time-to-drain', 1e9],
    ['dead-letters-of-cause', undefined],
    ['no-consumer', 1],
    ['proxy-away', undefined],
    ['queue-still', 60],
    ['sends-refused', null],
    ['calls-refused', null],
    ['disk', 42],
  ]);
  for (let n = 0; n < 4; n += 1) a.store('orders', '{}');
  addLetters(fake.broker('broker-b'), GROUP, ['m1', 'm2']);
  a.addGroup(GROUP, { retryMaxTimes: 3 });
  addClient(a, GROUP, 'client-1', '*', 'REGISTER', nowMs());
  a.figures['sendThreadPoolQueueHeadWaitTimeMills'] = '450';
  fake.broker('broker-b').config['fileReservedTime'] = '0';
  engine.cluster.shared.forget('facts');
  await tick(2);
  const shown: Partial<Record<Signal, number>> = {
    ...{ backlog: 9, 'lag-growth': 4, deaths: 2, 'dead-letters': 2, 'no-consumer': 0, 'brokers-differ': 10 },
    ...{ 'letters-near-retention': 2, 'broker-health': 10 },
  };
  for (const [watch, wanted] of Object.entries(shown))
    expect([watch, await valueOf(watch as Signal)]).toEqual([watch, wanted]);
  for (const each of fake.brokers.values()) each.groups.clear();
  a.addGroup(GROUP);
  await fake.broker('broker-b').peer.stop();
  await tick(2);
  expect([await value('broker-away', 'broker-b'), await value('broker-away', 'broker-a')]).toEqual([10, 0]);
  // Whether it is missing there is not known.
  expect(await value('group-missing', GROUP)).toBeNull();
  expect(await value('backlog', GROUP)).toBeNull();
  await expect(
    import('../../../broker').then(({ previewRule }) =>
      previewRule(engine.letters, {
        ...{ watch: 'refused', subject: null, threshold: 1, windowMs: 60_000, forMs: 0, clearBelow: 1, clearForMs: 0 },
        ...{ severity: 'warning', onUnknown: 'hold', unknownForMs: 0, repeatMs: 0, channelIds: null, enabled: true },
      }),
    ),
  ).rejects.toMatchObject({ field: 'watch', message: expect.stringContaining('no limits by topic') });
});

async function valueOf(watch: Signal): Promise<number | null | undefined> {
  const isOfBroker = ['broker-health', 'replica-behind', 'sends-refused', 'calls-refused', 'disk'].includes(watch);
  const subject = isOfBroker ? 'broker-a' : watch === 'broker-away' ? 'broker-b' : GROUP;
  return await value(watch, subject);
}

test('a queue that stands still, a replica that is behind, a disk and a master that moved are known', async () => {
  addGroups();
  const a = fake.broker('broker-a');
  a.addTopic('orders');
  a.store('orders', '{}');
  a.setOffset(GROUP, 'orders', 0, { consumer: 0, pull: 0, last: 0 });
  a.replicas.push({ addr: '10.0.0.9:43210', inSync: true, diff: 0, slaveAckOffset: 1, transferredByteInSecond: 0 });
  await tick(8);
  const why = async (watch: string, subject: string) => tell((await whyInCluster(db(), watch, subject)) ?? '');
  expect(await value('queue-still', GROUP)).toBeGreaterThanOrEqual(60);
  expect(await why('queue-still', GROUP)).toBe('queue 0 of orders on broker-a');
  expect([await value('replica-behind', 'broker-a'), await value('replica-behind', 'broker-b')]).toEqual([0, 0]);
  // It moves: from then on it does not stand still. A paused group is not meant to move.
  a.setOffset(GROUP, 'orders', 0, { consumer: 1, pull: 1, last: 0 });
  a.replicas[0] = { ...a.replicas[0], inSync: false, diff: 5_000 };
  await db().query("UPDATE cluster_peer SET address = '10.0.0.1:10911' WHERE name = 'broker-a'");
  a.figures['commitLogDiskRatio'] = '0.91';
  engine.cluster.shared.forget('replicas');
  await tick(2);
  expect([await value('queue-still', GROUP), await value('disk', 'broker-a')]).toEqual([0, 91]);
  expect(await value('replica-behind', 'broker-a')).toBe(10);
  expect(await why('replica-behind', 'broker-a')).toBe('replica 10.0.0.9:43210 is not in sync, 5,000 bytes behind');
  const { brokers: rows } = await rocketmqEngine({ broker: broker.ctx, engine }).brokers.list();
  expect(rows.map(({ moved }) => moved?.from ?? null)).toEqual(['10.0.0.1:10911', null]);
  // What a silent broker would say is unknown.
  await a.peer.stop();
  broker.clock.advance(70_000);
  await tick();
  expect([await value('replica-behind', 'broker-a'), await value('disk', 'broker-a')]).toEqual([null, null]);
});

test('a proxy that answered and is silent is away; one that was never reached is unknown', async () => {
  addGroups();
  addClient(fake.broker('broker-a'), GROUP, 'client-1', '*', 'REGISTER', nowMs());
  await tick();
  // Its clients beat, so it is there, whether this console reaches it or not.
  expect(await value('proxy-away', '10.0.0.4:8081')).toBe(0);
  broker.clock.advance(120_000);
  await tick();
  expect(await value('proxy-away', '10.0.0.4:8081')).toBeNull();
  await db().query('UPDATE cluster_peer SET reached_at = seen_at WHERE kind = $1', ['proxy']);
  await tick(2);
  expect(await value('proxy-away', '10.0.0.4:8081')).toBe(10);
});

test('an alarm of a cluster fires, names it, and ends; rules and incidents are of that cluster alone', async () => {
  addGroups();
  await broker.database.store.console.query(
    `INSERT INTO alarm_channel (seal_id, name, kind, config, enabled, version, updated_by, updated_at)
     VALUES ('s', 'ops', 'webhook', '{"url":"https://hooks.example.com"}', true, 1, 'ana', clock_timestamp())`,
  );
  await tick();
  const rules = await ruleList(db());
  expect(rules.map(({ watch }) => watch)).toContain('group-missing');
  expect(rules.map(({ watch }) => watch)).not.toContain('refused');
  expect(await ruleList(broker.database.store.console)).toEqual([]);
  fake.broker('broker-b').groups.clear();
  await tick(7);
  const [open] = await incidentOpenList(db());
  expect(open).toMatchObject({ watch: 'group-missing', subject: GROUP, severity: 'critical' });
  expect(await incidentOpenList(broker.database.store.console)).toEqual([]);
  const notices = async () =>
    (
      await db().query<{ title: string; evidence: string; workspace: string }>(
        `SELECT notice ->> 'title' AS title, notice ->> 'evidence' AS evidence, notice ->> 'workspace' AS workspace
           FROM alarm_delivery ORDER BY delivery_id`,
      )
    ).rows;
  expect(await notices()).toEqual([
    {
      title: `eu: Group missing on a broker, group ${GROUP}: 1 m (rule: 1 m): missing on broker-b`,
      evidence: `/c/eu/groups/${GROUP}/config`,
      workspace: 'eu',
    },
  ]);
  addGroups();
  await tick();
  expect(await incidentOpenList(db())).toEqual([]);
  expect(await incidentResolvedList(db(), new Date(0), 10)).toMatchObject([{ resolvedWhy: 'cleared' }]);
  expect((await notices()).map(({ title }) => title)).toContain(
    `eu: Resolved: Group missing on a broker, group ${GROUP}`,
  );
  // The rules of this installation are evaluated apart.
  expect(await evaluateAlarms(broker.ctx)).toMatchObject({ fired: 0 });
});

test('a broker that is away stays known over the end of the console that saw it', async () => {
  await tick();
  await fake.broker('broker-b').peer.stop();
  await tick();
  sampler = new ClusterSampler(broker.ctx, engine);
  await tick();
  const away = (await peersOf(db(), engine.clusterId)).find(({ name }) => name === 'broker-b');
  expect(away?.awaySince).not.toBeNull();
  expect(tell(away?.awayWhy ?? '')).toMatch(/\w/);
});

test('dead letters fire, are followed to their end, and are problems of the cluster alone', async () => {
  addGroups();
  addClient(fake.broker('broker-a'), GROUP, 'client-1', '*', 'REGISTER', nowMs());
  await tick();
  addLetters(fake.broker('broker-b'), GROUP, ['m1', 'm2']);
  await tick(2);
  const [alarm] = await incidentOpenList(db());
  expect(alarm).toMatchObject({ watch: 'deaths', subject: GROUP, value: 2, remaining: 2 });
  if (alarm === undefined) return;
  expect((await readAlarmSeries(engine.letters, alarm)).bars.reduce((sum, bar) => sum + bar, 0)).toBe(2);
  const { items, checks, groups } = await readProblems(engine.letters);
  expect(items).toMatchObject([{ kind: 'dead-letters', subject: { kind: 'group', name: GROUP }, ack: null }]);
  expect(checks.map(({ kind }) => kind)).not.toContain('throttled-producers');
  expect(groups).toMatchObject([{ name: GROUP, inFlight: { kind: 'unknown', notOffered: true } }]);
  const [problem] = items;
  const given = { problem: problem?.key ?? '', forMs: 3_600_000, note: 'mine', actor };
  await acknowledgeProblem(engine.letters, given);
  expect((await readProblems(engine.letters)).items).toMatchObject([{ ack: { by: actor.name } }]);
  expect((await readProblems(broker.ctx)).items.map(({ kind }) => kind)).not.toContain('dead-letters');
  const { rows } = await db().query(
    `SELECT workspace FROM audit WHERE action IN ('problem.acknowledge', 'alarm.acknowledge') ORDER BY audit_id`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => (row as { workspace: string }).workspace))).toEqual(new Set(['eu']));
  await db().query('UPDATE cluster_dead_letter SET accepted_at = $1, accepted_by = $2', [
    broker.clock.nowOrNull(),
    actor.name,
  ]);
  await tick();
  const resolved = await incidentResolvedList(db(), new Date(0), 10);
  expect(resolved.find(({ incidentId }) => incidentId === alarm.incidentId)).toMatchObject({
    ...{ resolvedWhy: 'dealt-with', remaining: 0 },
    became: { accepted: 2, acceptedBy: [actor.name] },
  });
});

test('a rule of a cluster is changed there, on record for the cluster', async () => {
  await tick();
  const rule = (await ruleList(db())).find(({ watch }) => watch === 'broker-away');
  if (rule === undefined) throw new Error('there is no such rule');
  const { ruleId, version, reason: _reason, updatedBy: _by, updatedAt: _at, ...fields } = rule;
  const changed = { ...fields, subject: 'broker-b', threshold: 300 };
  await updateAlarmRule(engine.letters, ruleId, changed, { reason: 'flaky', actor, version });
  expect((await ruleList(db())).find((each) => each.ruleId === ruleId)).toMatchObject(changed);
  const { rows } = await db().query(`SELECT target, workspace FROM audit WHERE action = 'alarm-rule.update'`);
  expect(rows).toEqual([{ target: 'broker-away of broker-b', workspace: 'eu' }]);
});
