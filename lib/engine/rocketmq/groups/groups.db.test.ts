import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { PLAIN_CLUSTER } from '../../../model/cluster/cluster';
import type { Actor } from '../../../model/audit/actor';
import { withTransaction } from '../../../store/transaction';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import { addBacklog, type AttachedFake } from '../../../testing/cluster/attached';
import { changeGroup, readGroup } from '../../../cluster';
import { changeCluster } from '../clusters/attach';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { createClusterGroup } from './create';
import { makeClusterGroupEqual, revertClusterGroup, updateClusterGroup } from './change';
import { noteVersions } from './note-versions';
import { planClusterRevert } from './plan-change';
import { pauseClusterGroup, resumeClusterGroup } from './pause';
import { readPause } from './paused';
import { resetClusterOffset } from './reset';
import { writeGroup } from './write';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const reason = 'less load on the payment service';

let broker: TestBroker;
let fake: AttachedFake;
let clusters: ClusterDirectory;
let engine: ClusterEngine;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

beforeEach(async () => {
  const eu = await attachFake(broker);
  ({ fake, clusters, engine } = eu);
  // A field of a later version: it is not known here, and must not be lost.
  for (const each of brokers()) each.addGroup('g', { liteSubClientQuota: 7 });
  return eu.close;
});

const brokers = () => [...fake.brokers.values()];
const at = (name: string) => fake.broker(name);
const retries = () => brokers().map(({ groups }) => groups.get('g')?.['retryMaxTimes']);
const versionNow = async (): Promise<number> =>
  (await noteVersions(broker.ctx, engine.clusterId, [await readGroup(engine.cluster, 'g')])).get('g')?.version ?? 0;
const auditOf = async () =>
  (
    await broker.database.store.console.query<{ action: string; workspace: string; target: string; reason: string }>(
      `SELECT action, workspace, target, reason FROM audit WHERE action LIKE 'group.%' AND at > (
         SELECT updated_at FROM cluster) ORDER BY audit_id`,
    )
  ).rows;

test('a change reaches every master, keeps what is not known here, and leaves a row and a version', async () => {
  const seen = await versionNow();
  const noted = await updateClusterGroup(broker.ctx, engine, {
    name: 'g',
    version: seen,
    maxRetries: 5,
    actor,
    reason,
  });
  expect(noted).toMatchObject({ version: seen + 1, actor: actor.name, reason });
  expect(retries()).toEqual([5, 5]);
  for (const { groups } of brokers()) expect(groups.get('g')).toMatchObject({ liteSubClientQuota: 7 });
  expect(await auditOf()).toEqual([{ action: 'group.update', workspace: 'eu', target: 'g', reason }]);
  expect(await versionNow()).toBe(seen + 1);
});

test('a page that reads the brokers before a change is noted takes nothing from its author', async () => {
  const seen = await versionNow();
  const { version } = await readGroup(engine.cluster, 'g');
  const noted = await writeGroup(broker.ctx, engine, {
    ...{ group: 'g', action: 'group.update', actor, reason },
    send: async () => {
      const outcome = await changeGroup(engine.cluster, { group: 'g', version, change: { maxRetries: 7 } });
      expect(await versionNow()).toBe(seen + 1);
      return outcome;
    },
  });
  expect(noted).toMatchObject({ version: seen + 1, actor: actor.name, reason });
  expect(await versionNow()).toBe(seen + 1);
});

test('a reader that saw the brokers halfway takes the next number, and the change still has its author', async () => {
  const seen = await versionNow();
  const { version } = await readGroup(engine.cluster, 'g');
  const { console: db } = broker.database.store;
  const waiting = async () => (await db.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length;
  let reader: Promise<void> | undefined;
  const noted = await writeGroup(broker.ctx, engine, {
    ...{ group: 'g', action: 'group.update', actor, reason },
    send: async () => {
      const outcome = await changeGroup(engine.cluster, { group: 'g', version, change: { maxRetries: 7 } });
      await new Promise<void>((isOpen) => {
        reader = withTransaction(db, async (open) => {
          await open.query(
            `INSERT INTO cluster_group_version (cluster_id, group_name, version, seen, brokers, at)
             VALUES ($1, 'g', $2, 'halfway', '{}', now())`,
            [engine.clusterId, seen + 1],
          );
          isOpen();
          await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
        });
      });
      return outcome;
    },
  });
  await reader;
  expect(noted).toMatchObject({ version: seen + 2, actor: actor.name, reason });
});

test('what another tool changed becomes a version without an actor, and an edit that did not see it is refused', async () => {
  const seen = await versionNow();
  at('broker-b').addGroup('g', { retryMaxTimes: 3 });
  const edit = { name: 'g', version: seen, maxRetries: 5, actor, reason };
  await expect(updateClusterGroup(broker.ctx, engine, edit)).rejects.toMatchObject({
    ...{ code: 'conflict', field: 'version', limit: seen + 1 },
  });
  expect(retries()).toEqual([16, 3]);
  const group = await readGroup(engine.cluster, 'g');
  expect((await noteVersions(broker.ctx, engine.clusterId, [group])).get('g')).toMatchObject({ actor: null });
  expect(await auditOf()).toEqual([]);
});

test('a broker that refuses: said by name, never saved, and the brokers differ until they are made equal', async () => {
  const seen = await versionNow();
  at('broker-b').peer.behave = ({ code }) => (code === 200 ? { code: 16, remark: 'refused' } : null);
  const edit = { name: 'g', version: seen, maxRetries: 5, actor, reason };
  await expect(updateClusterGroup(broker.ctx, engine, edit)).rejects.toThrow(/Changed on broker-a only.*broker-b/s);
  expect(retries()).toEqual([5, 16]);
  expect((await auditOf()).map(({ action }) => action)).toEqual(['group.update', 'group.update-partly']);
  at('broker-b').peer.behave = () => null;
  const now = await versionNow();
  await makeClusterGroupEqual(broker.ctx, engine, { name: 'g', version: now, like: 'broker-a', actor, reason });
  expect(retries()).toEqual([5, 5]);
});

test('a new group is made on every master, with a row and a version; what brokers cannot keep is refused', async () => {
  const made = { name: 'new', maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 500 }, actor, reason } as const;
  const [first, second] = [
    { ...made, description: 'of orders' },
    { ...made, consumptionTimeoutMs: 1_500 },
  ];
  await expect(createClusterGroup(broker.ctx, engine, first)).rejects.toMatchObject({ code: 'unsupported' });
  await expect(createClusterGroup(broker.ctx, engine, second)).rejects.toMatchObject({ field: 'consumptionTimeoutMs' });
  await expect(createClusterGroup(broker.ctx, engine, { ...made, name: 'a b' })).rejects.toMatchObject({
    field: 'group',
  });
  expect(await auditOf()).toEqual([]);
  const plain = { ...made, description: '', messageModel: 'clustering' } as const;
  expect(await createClusterGroup(broker.ctx, engine, plain)).toMatchObject({ version: 1, actor: actor.name, reason });
  for (const { groups } of brokers())
    expect(groups.get('new')).toMatchObject({
      ...{ retryMaxTimes: 3, consumeEnable: true, retryQueueNums: 1 },
      groupRetryPolicy: { type: 'CUSTOMIZED', customizedRetryPolicy: { next: [500] } },
    });
  await expect(createClusterGroup(broker.ctx, engine, plain)).rejects.toMatchObject({ code: 'already-exists' });
  expect(await auditOf()).toEqual([{ action: 'group.create', workspace: 'eu', target: 'new', reason }]);
});

test('a new group that one broker refuses is said to be on the others only', async () => {
  at('broker-b').peer.behave = ({ code }) => (code === 200 ? { code: 16, remark: 'refused' } : null);
  await expect(createClusterGroup(broker.ctx, engine, { name: 'new', actor, reason })).rejects.toThrow(
    /Changed on broker-a only.*broker-b/s,
  );
  expect(brokers().map(({ groups }) => groups.has('new'))).toEqual([true, false]);
  await expect(createClusterGroup(broker.ctx, engine, { name: 'new', actor, reason })).rejects.toThrow(
    'It is missing on broker-b: make the brokers equal.',
  );
});

test('make equal creates the group where it is missing', async () => {
  at('broker-b').groups.delete('g');
  const seen = await versionNow();
  await makeClusterGroupEqual(broker.ctx, engine, { name: 'g', version: seen, like: 'broker-a', actor, reason });
  expect(at('broker-b').groups.get('g')).toMatchObject({ retryMaxTimes: 16, liteSubClientQuota: 7 });
});

test('while a broker is silent nothing is saved or noted; a pause reaches the brokers that answer', async () => {
  const seen = await versionNow();
  await at('broker-b').peer.stop();
  const edit = { name: 'g', version: seen, maxRetries: 5, actor, reason };
  await expect(updateClusterGroup(broker.ctx, engine, edit)).rejects.toMatchObject({ code: expect.any(String) });
  expect(retries()).toEqual([16, 16]);
  expect(await pauseClusterGroup(broker.ctx, engine, { name: 'g', actor, reason })).toEqual({ changed: true });
  expect(brokers().map(({ groups }) => groups.get('g')?.['consumeEnable'])).toEqual([false, true]);
});

test('a pause says who and why; one that was made elsewhere has no name', async () => {
  await versionNow();
  expect(await pauseClusterGroup(broker.ctx, engine, { name: 'g', actor, reason })).toEqual({ changed: true });
  expect(await pauseClusterGroup(broker.ctx, engine, { name: 'g', actor, reason })).toEqual({ changed: false });
  const pause = async () => readPause(broker.ctx, engine.clusterId, await readGroup(engine.cluster, 'g'));
  expect(await pause()).toMatchObject({ by: actor.name, reason });
  await resumeClusterGroup(broker.ctx, engine, { name: 'g', actor, reason: '' });
  expect(await pause()).toBeNull();
  for (const each of brokers()) each.addGroup('g', { liteSubClientQuota: 7, consumeEnable: false });
  await versionNow();
  expect(await pause()).toMatchObject({ by: null });
});

test('an earlier version comes back as a new one', async () => {
  const seen = await versionNow();
  await updateClusterGroup(broker.ctx, engine, { name: 'g', version: seen, maxRetries: 5, actor, reason });
  const back = { name: 'g', to: seen, version: seen + 1, actor, reason };
  expect(await revertClusterGroup(broker.ctx, engine, back)).toMatchObject({ version: seen + 2 });
  expect(retries()).toEqual([16, 16]);
  await expect(revertClusterGroup(broker.ctx, engine, { ...back, to: 99, version: seen + 2 })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('an earlier version comes back where the settings of lite topics have changed since, which stay', async () => {
  const seen = await versionNow();
  const attributes = { 'lite.sub.model': 'Exclusive', 'lite.sub.client.quota': '7' };
  for (const each of brokers()) each.addGroup('g', { retryMaxTimes: 5, attributes });
  const now = await versionNow();
  const back = { name: 'g', to: seen, version: now, actor, reason };
  expect((await planClusterRevert(broker.ctx, engine, back)).after).toMatchObject({
    ...{ maxRetries: 16, liteModel: 'exclusive', liteQuota: 7 },
  });
  expect(await revertClusterGroup(broker.ctx, engine, back)).toMatchObject({ version: now + 1 });
  expect(retries()).toEqual([16, 16]);
  expect(at('broker-b').groups.get('g')).toMatchObject({ attributes });
  // What a client of the API read can be sent back, and not changed.
  const edit = { name: 'g', version: now + 1, liteQuota: 7, actor, reason } as const;
  expect(await updateClusterGroup(broker.ctx, engine, { ...edit, liteModel: 'exclusive' })).toMatchObject({
    version: now + 1,
  });
  await expect(updateClusterGroup(broker.ctx, engine, { ...edit, liteModel: 'all' })).rejects.toMatchObject({
    ...{ code: 'unsupported', field: 'liteModel' },
  });
});

test('a cluster that an administrator has not opened for changes gets no byte of one, and no row', async () => {
  const seen = await versionNow();
  const fields = { ...PLAIN_CLUSTER, environment: 'production', nameServers: [fake.address] } as const;
  const readOnly = { ...fields, name: 'eu', allowsChanges: false, version: 1 };
  await changeCluster(broker.ctx, readOnly, actor);
  const closed = await clusters.find('eu');
  const edit = { name: 'g', version: seen, maxRetries: 5, actor, reason };
  await expect(updateClusterGroup(broker.ctx, closed, edit)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(pauseClusterGroup(broker.ctx, closed, { name: 'g', actor, reason })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(fake.written()).toBe(0);
  expect(await auditOf()).toEqual([]);
});

test.each([
  [{ maxRetries: -1 }, 'maxRetries'],
  [{ retryPolicy: { type: 'customized' as const, intervalsMs: [] } }, /^retryPolicy/],
  [{ description: 'of the team' }, 'description'],
  [{ consumptionTimeoutMs: 90_500 }, 'consumptionTimeoutMs'],
])('what proxies or clients would choke on is refused before it is sent: %j', async (change, field) => {
  const seen = await versionNow();
  const edit = { name: 'g', version: seen, actor, reason, ...change };
  await expect(updateClusterGroup(broker.ctx, engine, edit)).rejects.toMatchObject({
    field: typeof field === 'string' ? field : expect.stringMatching(field),
  });
  expect(fake.written()).toBe(0);
  expect(await auditOf()).toEqual([]);
});

test('a reset says before what it repeats, reaches every broker, and is on record; none while one is silent', async () => {
  for (const each of brokers()) addBacklog(each, 'g', 'orders', { stored: 20, taken: 15 });
  const input = { name: 'g', topic: 'orders', since: new Date(0), actor, reason };
  expect(await resetClusterOffset(broker.ctx, engine, input)).toEqual({ moved: true, skipped: 0, repeated: 30 });
  // where it was, so that it can be put there again
  const stood = async () => {
    const { rows } = await broker.database.store.console.query<{ before: unknown }>(
      `SELECT before FROM audit WHERE action = 'group.reset-offset' ORDER BY audit_id DESC LIMIT 1`,
    );
    return rows[0]?.before;
  };
  expect(await stood()).toEqual({ 'broker-a 0': 15, 'broker-b 0': 15 });
  expect([...at('broker-a').offsets.values()]).toMatchObject([{ consumer: 0 }]);
  const end = await resetClusterOffset(broker.ctx, engine, { ...input, since: null });
  expect(end).toEqual({ moved: true, skipped: 40, repeated: 0 });
  at('broker-b').offsets.clear();
  await resetClusterOffset(broker.ctx, engine, { ...input, since: null });
  expect(await stood()).toEqual({ 'broker-a 0': 20, 'broker-b 0': null });
  await at('broker-b').peer.stop();
  await expect(resetClusterOffset(broker.ctx, engine, input)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await stood()).toEqual({ 'broker-a 0': 20, unknown: '1 of 2 brokers responded' });
  expect([...at('broker-a').offsets.values()]).toMatchObject([{ consumer: 20 }]);
});
