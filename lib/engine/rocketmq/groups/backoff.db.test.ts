// @module-tag landing
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type ClusterGroup, readGroup } from '../../../cluster';
import { valueOrNull } from '../../../model/reading';
import type { RetryPolicy } from '../../../model/delivery/retry-policy';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake, type FakeWorkspace } from '../../../testing/cluster/attach-fake';
import { ClusterSampler } from '../samples/sample-cluster';
import { backoffSince, clientBackoff, readGroupBackoff } from './backoff';
import { updateClusterGroup } from './change';
import { noteVersions } from './note-versions';

const JAVA = { protocol: 'grpc', type: 'push', language: 'JAVA', version: '5.2.1' } as const;
const MINUTE_MS = 60_000;
let broker: TestBroker;
let eu: FakeWorkspace;
let sampler: ClusterSampler;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());
beforeEach(async () => {
  eu = await attachFake(broker);
  sampler = new ClusterSampler(broker.ctx, eu.engine);
  setWaits([1_000, 2_000]);
  return eu.close;
});

function setWaits(waitsMs: readonly number[]): void {
  const groupRetryPolicy = { type: 'CUSTOMIZED', customizedRetryPolicy: { next: waitsMs } };
  for (const each of eu.fake.brokers.values()) each.addGroup('billing', { groupRetryPolicy });
}
const nowMs = (): number => broker.clock.nowOrNull().getTime();
const groupNow = () => readGroup(eu.engine.cluster, 'billing');

/** Time passes, and a console samples meanwhile. */
async function watch(forMs: number): Promise<void> {
  const stepMs = forMs < MINUTE_MS ? 10_000 : 30_000;
  for (let past = 0; past < forMs; past += stepMs) {
    broker.clock.advance(stepMs);
    for (const each of eu.fake.brokers.values()) each.timeMs = nowMs();
    eu.engine.cluster.shared.forget('groups');
    await sampler.step();
  }
}
async function backoffNow() {
  const ofGroup = await readGroupBackoff(broker.ctx, eu.engine, await groupNow());
  const { followedFrom } = ofGroup;
  return {
    ...ofGroup,
    inMs: followedFrom === null ? null : Date.parse(followedFrom) - nowMs(),
    client: clientBackoff(JAVA, ofGroup),
  };
}
const waits = (...intervalsMs: number[]): RetryPolicy => ({ type: 'customized', intervalsMs });

test('known six minutes after the console began to watch, and again six minutes after a change', async () => {
  expect(await backoffNow()).toMatchObject({ followedFrom: null, client: { kind: 'unknown' } });
  await watch(20_000);
  expect(await backoffNow()).toMatchObject({
    ...{ changedAt: null, client: { kind: 'unknown', reason: expect.stringContaining('not watched') } },
  });
  await watch(6 * MINUTE_MS);
  expect(valueOrNull((await backoffNow()).client)).toEqual(waits(1_000, 2_000));
  const [noted] = (await noteVersions(broker.ctx, eu.engine.clusterId, [])).values();
  const retryPolicy = { type: 'fixed', intervalMs: 5_000 } as const;
  const actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' } as const;
  const edit = { name: 'billing', version: noted?.version ?? 0, actor, reason: 'slower' };
  const saved = await updateClusterGroup(broker.ctx, eu.engine, { ...edit, retryPolicy });
  expect(await backoffNow()).toMatchObject({
    ...{ policy: retryPolicy, inMs: 6 * MINUTE_MS, changedAt: broker.clock.nowOrNull().toISOString() },
    client: { kind: 'unknown', reason: expect.stringContaining('the earlier or the new back-off') },
  });
  // Another setting changes nothing about it.
  await watch(5 * MINUTE_MS);
  await updateClusterGroup(broker.ctx, eu.engine, { ...edit, version: saved.version, maxRetries: 3 });
  expect((await backoffNow()).inMs).toBe(MINUTE_MS);
  await watch(MINUTE_MS);
  expect(valueOrNull((await backoffNow()).client)).toEqual(retryPolicy);
});

test('a change with another tool is noted while no page shows the group, and counts from then on', async () => {
  await watch(7 * MINUTE_MS);
  expect((await backoffNow()).client.kind).toBe('value');
  setWaits([9_000]);
  await watch(10_000);
  // A look that may be older than a save of a console is not believed yet.
  expect((await noteVersions(broker.ctx, eu.engine.clusterId, [])).get('billing')).toMatchObject({ version: 1 });
  await watch(10_000);
  const noted = (await noteVersions(broker.ctx, eu.engine.clusterId, [])).get('billing');
  expect(noted).toMatchObject({ version: 2, actor: null, at: broker.clock.nowOrNull() });
  await watch(MINUTE_MS);
  expect(await backoffNow()).toMatchObject({ inMs: 5 * MINUTE_MS, changedAt: noted?.at.toISOString() });
});

test('while no console watched, the group may have been changed and changed back', async () => {
  await watch(7 * MINUTE_MS);
  broker.clock.advance(2 * MINUTE_MS);
  expect(await backoffNow()).toMatchObject({
    followedFrom: null,
    client: { reason: expect.stringContaining('no console watches') },
  });
  await watch(10_000);
  // A step has the time of its ten seconds.
  expect((await backoffNow()).inMs).toBeGreaterThan(6 * MINUTE_MS - 10_001);
  await watch(6 * MINUTE_MS);
  expect((await backoffNow()).client.kind).toBe('value');
});

test('brokers that differ, lack the group or are silent: no proxy is known to have one or the other', async () => {
  await watch(7 * MINUTE_MS);
  const group = await groupNow();
  const history = { versions: [], watchedSince: new Date(0), now: broker.clock.nowOrNull() };
  const why = (change: Partial<ClusterGroup>) => {
    const ofGroup = backoffSince({ ...group, ...change }, history);
    return [ofGroup.policy, clientBackoff(JAVA, ofGroup).kind, ofGroup.problem];
  };
  expect(why({ differences: ['retryPolicy'] })).toEqual([null, 'unknown', expect.stringContaining('differ')]);
  expect(why({ missingOn: ['broker-b'] })).toEqual([null, 'unknown', expect.stringContaining('missing on broker-b')]);
  expect(why({ silent: [{ broker: 'broker-b', reason: 'no answer' }] })).toEqual([
    ...[null, 'unknown', 'broker-b does not respond'],
  ]);
  expect(why({ settings: { ...group.settings, retryPolicy: null } })).toEqual([
    ...[null, 'unknown', 'proxies cannot read the back-off of the group'],
  ]);
  expect(clientBackoff({ ...JAVA, protocol: 'remoting' }, backoffSince(group, history))).toMatchObject({
    notOffered: true,
  });
});
