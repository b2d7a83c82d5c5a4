import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { holdLetters, releaseLetters } from '../../../broker';
import type { Actor } from '../../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake, type FakeWorkspace } from '../../../testing/cluster/attach-fake';
import { addBacklog, addClient } from '../../../testing/cluster/attached';
import { addLetter } from '../../../testing/cluster/letters';
import { rocketmqEngine } from '../engine';
import { startClusterRedrive } from '../redrives/start';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const change = { group: 'billing', confirm: 'billing', actor, reason: 'moved elsewhere', dryRun: false };
const DELETE_GROUP = 207;

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
    { topic: '%DLQ%billing', messages: 1 },
    { topic: '%RETRY%billing_orders', messages: 0 },
  ];
  const remains = { problem: null, positions: 1, topics, left: [] };
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
