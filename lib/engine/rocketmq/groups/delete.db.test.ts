import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { holdLetters, releaseLetters } from '../../../broker';
import type { Actor } from '../../../model/audit/actor';
import { deletionLock, lockOutDeletions } from '../../../store/queries/cluster/deletion-lock';
import { withTransaction } from '../../../store/transaction';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake, type FakeWorkspace } from '../../../testing/cluster/attach-fake';
import { addBacklog, addClient } from '../../../testing/cluster/attached';
import { addLetter } from '../../../testing/cluster/letters';
import { rocketmqEngine } from '../engine';
import { startClusterRedrive } from '../redrives/start';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const change = { group: 'billing', confirm: 'billing', actor, reason: 'moved elsewhere', dryRun: false };
const CONNECTIONS = 203;
const DELETE_GROUP = 207;
const DELETE_TOPIC = 215;
const READ_GROUP = 352;

let broker: TestBroker;
let eu: FakeWorkspace;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

beforeEach(async () => {
  eu = await attachFake(broker);
  for (const each of eu.fake.brokers.values()) {
    each.addGroup('billing');
    addBacklog(each, 'billing', 'orders');
    each.addTopic('%RETRY%billing_orders');
    addLetter(each, 'billing', { id: `M-${each.name}`, body: 'fail' });
  }
  return eu.close;
});

const groups = () => rocketmqEngine({ broker: broker.ctx, engine: eu.engine }).groups;
const audited = async () => {
  const { rows } = await broker.ctx.store.console.query<{ action: string; after: unknown }>(
    `SELECT action, after FROM audit WHERE target = 'billing' AND workspace = 'eu' AND action LIKE 'group.delete%'
      ORDER BY audit_id`,
  );
  return rows;
};
const index = async () => {
  eu.index.lookAgain();
  await eu.index.round(eu.engine.cluster, () => Promise.resolve(true));
};

test('the preview changes nothing and says by broker what goes; then it goes, and the audit log has it', async () => {
  const plan = await groups().delete({ ...change, dryRun: true });
  const topics = [
    { topic: '%DLQ%billing', queues: 1, messages: 1 },
    { topic: '%RETRY%billing_orders', queues: 1, messages: 0 },
  ];
  const remains = { problem: null, hasSettings: true, positions: 1, topics, left: [] };
  expect(plan).toMatchObject({
    ...{ deleted: false, blocker: null, clients: [] },
    contents: { dead: 2, inFlight: null, waiting: null },
    inBrokers: {
      brokers: [
        { broker: 'broker-a', ...remains },
        { broker: 'broker-b', ...remains },
      ],
      nameServers: [],
    },
  });
  for (const each of eu.fake.brokers.values()) expect(each.peer.count(DELETE_GROUP)).toBe(0);
  const before = await audited();

  for (const wrong of [{ confirm: 'bill' }, { confirm: undefined }, { reason: ' ' }])
    await expect(groups().delete({ ...change, ...wrong })).rejects.toMatchObject({ code: 'bad-request' });
  const done = await groups().delete(change);
  expect(done).toMatchObject({ deleted: true, inBrokers: { nameServers: [{ problem: null }] } });
  for (const each of eu.fake.brokers.values()) {
    expect(each.groups.has('billing')).toBe(false);
    expect([...each.topics.keys()].filter((topic) => topic.includes('billing'))).toEqual([]);
    expect([...each.offsets.keys()].filter((key) => key.startsWith('billing'))).toEqual([]);
    expect(each.topics.has('orders')).toBe(true);
  }
  expect((await audited()).slice(before.length).map(({ action }) => action)).toEqual(['group.delete']);
  await expect(groups().delete(change)).rejects.toMatchObject({ code: 'group-not-found' });
});

test('refused while a client is connected, a re-drive is open or a dead letter is on hold', async () => {
  await index();
  const refused = async (why: RegExp) => {
    expect((await groups().delete({ ...change, dryRun: true })).blocker).toMatch(why);
    await expect(groups().delete(change)).rejects.toMatchObject({ code: 'conflict', field: 'group' });
    expect(eu.fake.broker('broker-a').groups.has('billing')).toBe(true);
  };
  await holdLetters(eu.engine.letters, { all: true, group: 'billing', actor, reason: 'inquiry' });
  await refused(/^2 dead letters of billing are on hold\./);
  await releaseLetters(eu.engine.letters, { all: true, group: 'billing', actor, reason: 'over' });
  const redrive = { group: 'billing', all: true, reason: 'fixed', actor, ratePerSecond: 1, canary: null } as const;
  const { redriveId } = await startClusterRedrive(eu.engine, { ...redrive, assumed: '5.x' });
  await refused(new RegExp(`^RD-${redriveId} re-drives dead letters of billing\\.`));
  const { redrives } = rocketmqEngine({ broker: broker.ctx, engine: eu.engine });
  await redrives.cancel({ redriveId, actor, reason: 'not now' });
  expect((await groups().delete({ ...change, dryRun: true })).blocker).toBeNull();
  addClient(eu.fake.broker('broker-a'), 'billing', 'worker-1');
  eu.engine.cluster.shared.forget('heartbeats');
  eu.engine.cluster.shared.forget('clients billing');
  await refused(/^1 client is connected to billing: worker-1\./);
});

test('refused while a broker does not say who is connected; a client that came after the preview is seen', async () => {
  const b = eu.fake.broker('broker-b');
  b.peer.behave = ({ code }) => (code === CONNECTIONS ? { code: 1, remark: 'busy' } : null);
  const { blocker } = await groups().delete({ ...change, dryRun: true });
  expect(blocker).toBe('The connected clients are unknown: 1 of 2 brokers responded.');
  await expect(groups().delete(change)).rejects.toMatchObject({ code: 'conflict', field: 'group' });
  b.peer.behave = () => null;
  eu.engine.cluster.shared.forget('clients billing');
  expect((await groups().delete({ ...change, dryRun: true })).blocker).toBeNull();
  const before = (await audited()).length;
  const a = eu.fake.broker('broker-a');
  const already = a.peer.count(READ_GROUP);
  a.peer.behave = ({ code }) => {
    // Asked once for the plan, and once more before anything is sent.
    if (code === READ_GROUP && a.peer.count(READ_GROUP) === already + 2) addClient(a, 'billing', 'worker-1');
    return null;
  };
  await expect(groups().delete(change)).rejects.toMatchObject({
    ...{ code: 'conflict', message: expect.stringMatching(/^1 client is connected to billing: worker-1\./) as string },
  });
  expect((await audited()).slice(before).map(({ action }) => action)).toEqual(['group.delete', 'group.delete-refused']);
  for (const each of eu.fake.brokers.values()) {
    expect([each.peer.count(DELETE_TOPIC), each.peer.count(DELETE_GROUP)]).toEqual([0, 0]);
  }
});

test('refused: a group that a re-drive of another one may need, and one whose letters another one reads', async () => {
  await index();
  const a = eu.fake.broker('broker-a');
  a.addGroup('billing_orders');
  eu.engine.cluster.shared.forget('groups');
  const redrive = { group: 'billing', all: true, reason: 'fixed', actor, ratePerSecond: 1, canary: null } as const;
  const { redriveId } = await startClusterRedrive(eu.engine, { ...redrive, assumed: '5.x' });
  const helper = { ...change, group: 'billing_orders', confirm: 'billing_orders' };
  const why = `RD-${redriveId} re-drives dead letters of billing and may need billing_orders.`;
  await expect(groups().delete(helper)).rejects.toMatchObject({
    ...{ code: 'conflict', message: expect.stringContaining(why) as string },
  });
  const { redrives } = rocketmqEngine({ broker: broker.ctx, engine: eu.engine });
  await redrives.cancel({ redriveId, actor, reason: 'not now' });
  expect(await groups().delete({ ...helper, dryRun: true })).toMatchObject({
    ...{ blocker: null, inBrokers: { brokers: [{ left: ['%RETRY%billing_orders'] }, {}] } },
  });

  a.addGroup('audit');
  eu.engine.cluster.shared.forget('groups');
  a.setOffset('audit', '%DLQ%billing', 0, { consumer: 0 });
  expect((await groups().delete({ ...change, dryRun: true })).blocker).toMatch(
    /^audit has not read 1 message of %DLQ%billing,/,
  );
  a.setOffset('audit', '%DLQ%billing', 0, { consumer: 1 });
  expect((await groups().delete({ ...change, dryRun: true })).blocker).toBeNull();
});

test('a re-drive does not start during a deletion, nor a deletion while one starts, in whichever process', async () => {
  await index();
  const { store } = broker.ctx;
  const redrive = { group: 'billing', all: true, reason: 'fixed', actor, ratePerSecond: 1, canary: null } as const;
  const start = () => startClusterRedrive(eu.engine, { ...redrive, assumed: '5.x' });
  const unlock = await deletionLock(store.console, eu.engine.clusterId);
  await expect(start()).rejects.toMatchObject({
    code: 'busy',
    message: 'A group or topic of eu is being deleted. Try again.',
  });
  await expect(groups().delete(change)).rejects.toMatchObject({ code: 'busy' });
  unlock?.();
  await withTransaction(store.console, async (db) => {
    expect(await lockOutDeletions(db, eu.engine.clusterId)).toBe(true);
    await expect(groups().delete(change)).rejects.toMatchObject({ code: 'busy' });
  });
  for (const each of eu.fake.brokers.values()) expect(each.peer.count(DELETE_GROUP)).toBe(0);
  // A deletion that ended after the start was planned took the group: the start asks again.
  const a = eu.fake.broker('broker-a');
  const already = a.peer.count(READ_GROUP);
  a.peer.behave = ({ code }) => {
    if (code !== READ_GROUP || a.peer.count(READ_GROUP) !== already + 2) return null;
    for (const each of eu.fake.brokers.values()) each.groups.delete('billing');
    return null;
  };
  await expect(start()).rejects.toMatchObject({ code: 'group-not-found' });
});

test('the preview of a cluster that takes no changes says so', async () => {
  const engine = { ...eu.engine, allowsChanges: false };
  const { groups: readOnly } = rocketmqEngine({ broker: broker.ctx, engine });
  const { blocker } = await readOnly.delete({ ...change, dryRun: true });
  expect(blocker).toBe('eu is read-only. An administrator can allow changes in Settings, Clusters.');
});

test('positions that a deletion left are deleted the next time', async () => {
  const a = eu.fake.broker('broker-a');
  for (const each of eu.fake.brokers.values()) each.groups.delete('billing');
  const rest = { brokers: [{ hasSettings: false, positions: 1 }, {}] };
  expect(await groups().delete(change)).toMatchObject({ deleted: true, contents: { dead: null }, inBrokers: rest });
  expect([...a.offsets.keys()]).toEqual([]);
  await expect(groups().delete(change)).rejects.toMatchObject({ code: 'group-not-found' });
  const system = { ...change, group: 'a_DefaultHeartBeatSyncerTopic', confirm: 'a_DefaultHeartBeatSyncerTopic' };
  await expect(groups().delete({ ...system, dryRun: true })).rejects.toMatchObject({ code: 'illegal-group' });
});

test('a broker that does not answer keeps the group, is named, and deletes it the next time', async () => {
  const b = eu.fake.broker('broker-b');
  b.peer.behave = ({ code }) => (code === DELETE_GROUP ? { code: 1, remark: 'disk full' } : null);
  const before = (await audited()).length;
  await expect(groups().delete(change)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(
      /^Deleted on broker-a only\. broker-b: .*disk full.*Delete it again when broker-b responds\.$/,
    ) as string,
  });
  expect([eu.fake.broker('broker-a').groups.has('billing'), b.groups.has('billing')]).toEqual([false, true]);
  expect((await audited()).slice(before)).toMatchObject([
    { action: 'group.delete' },
    { action: 'group.delete-partly', after: { 'broker-b': expect.stringContaining('disk full') as string } },
  ]);
  b.peer.behave = () => null;
  expect(await groups().delete(change)).toMatchObject({ deleted: true });
  expect(b.groups.has('billing')).toBe(false);
});

test('read-only: nothing is sent', async () => {
  await eu.close();
  eu = await attachFake(broker, { allowsChanges: false });
  for (const each of eu.fake.brokers.values()) each.addGroup('billing');
  await expect(groups().delete(change)).rejects.toMatchObject({ code: 'forbidden' });
  for (const each of eu.fake.brokers.values()) expect(each.peer.count(DELETE_GROUP)).toBe(0);
});
