import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Actor } from '../../../model/audit/actor';
import { english } from '../../../model/language/t';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake, type FakeWorkspace } from '../../../testing/cluster/attach-fake';
import { addBacklog } from '../../../testing/cluster/attached';
import { rocketmqEngine } from '../engine';
import { resetClusterOffset } from './reset';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const RESET = 222;

let broker: TestBroker;
let eu: FakeWorkspace;
let group = 'g-0';
let made = 0;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

beforeEach(async () => {
  eu = await attachFake(broker);
  // The audit log outlives a cluster.
  group = `g-${(made += 1)}`;
  for (const each of eu.fake.brokers.values()) {
    each.addGroup(group);
    addBacklog(each, group, 'orders', { stored: 20, taken: 15 });
  }
  return eu.close;
});

const brokers = () => rocketmqEngine({ broker: broker.ctx, engine: eu.engine }).brokers;
const stands = () => [...eu.fake.brokers.values()].map(({ offsets }) => offsets.get(`${group}\norders\n0`)?.consumer);
const reset = (since: Date | null) =>
  resetClusterOffset(broker.ctx, eu.engine, { name: group, topic: 'orders', since, actor, reason: 'old orders' });
const undo = () => brokers().undoReset({ group, actor, reason: 'a mistake' });
const refused = async (why: string | RegExp) => {
  const before = stands();
  expect(english((await brokers().previewResetUndo(group)).blocker ?? '')).toMatch(why);
  await expect(undo()).rejects.toMatchObject({ code: 'conflict', field: 'group' });
  expect(stands()).toEqual(before);
};
const audited = async () => {
  const { rows } = await broker.ctx.store.console.query<{ action: string }>(
    'SELECT action, before, after, counts FROM audit WHERE target = $1 ORDER BY audit_id',
    [group],
  );
  return rows;
};

test('a skip is taken back to the positions before it, with a preview, and the undo too', async () => {
  await expect(brokers().previewResetUndo(group)).rejects.toMatchObject({ code: 'not-found', field: 'group' });
  await reset(null);
  expect(stands()).toEqual([20, 20]);
  const plan = await brokers().previewResetUndo(group);
  expect(plan).toMatchObject({ topic: 'orders', by: actor.name, delivered: { value: 10 }, skipped: { value: 0 } });
  expect(stands()).toEqual([20, 20]);
  expect(await undo()).toMatchObject({ at: plan.at, blocker: null });
  expect(stands()).toEqual([15, 15]);
  expect((await audited()).at(-1)).toMatchObject({
    ...{ action: 'group.reset-offset', counts: { repeated: 10, skipped: 0 } },
    before: { 'broker-a 0': 20, 'broker-b 0': 20 },
    after: { topic: 'orders', since: `before the reset of ${plan.at}` },
  });
  expect(await brokers().previewResetUndo(group)).toMatchObject({ delivered: { value: 0 }, skipped: { value: 10 } });
  await undo();
  expect(stands()).toEqual([20, 20]);
});

test('refused once the group went on, messages are gone, or the positions before are not known', async () => {
  const [a, b] = [eu.fake.broker('broker-a'), eu.fake.broker('broker-b')];
  await reset(null);
  a.store('orders', 'new');
  a.setOffset(group, 'orders', 0, { consumer: 21, pull: 21 });
  await refused(
    `The offset of ${group} in broker-a queue 0 is 21, not 20: the group has consumed, or messages arrived during`,
  );
  a.setOffset(group, 'orders', 0, { consumer: 20, pull: 20 });
  expect((await brokers().previewResetUndo(group)).blocker).toBeNull();
  a.expireOldest('orders', 16);
  await refused('The messages at 15 of broker-a queue 0 have been removed. The oldest message is at 16.');
  // Made again, its offsets begin at 0.
  a.addTopic('orders');
  await refused('broker-a queue 0 ends at 0, before 15.');
  a.deleteTopic('orders');
  await refused('broker-a queue 0 of orders no longer exists.');
  for (const each of [a, b]) each.addTopic('orders');
  b.offsets.clear();
  a.offsets.clear();
  await reset(null);
  await refused(`${group} had no offset in broker-a 0 before.`);
});

test('the reset that was shown is undone, not one that came after it', async () => {
  await reset(null);
  const { at } = await brokers().previewResetUndo(group);
  await reset(new Date(0));
  const meant = { group, actor, reason: 'a mistake', at };
  await expect(brokers().undoReset(meant)).rejects.toMatchObject({ code: 'conflict', field: 'at', value: at });
  await expect(brokers().previewResetUndo(group, at)).rejects.toMatchObject({ code: 'conflict', field: 'at' });
  expect(stands()).toEqual([0, 0]);
  const { at: newest } = await brokers().previewResetUndo(group);
  await brokers().undoReset({ ...meant, at: newest });
  expect(stands()).toEqual([20, 20]);
});

test('a broker that says it is done and has another position is named, and the undo can be taken back', async () => {
  await reset(null);
  const b = eu.fake.broker('broker-b');
  b.peer.behave = ({ code }) => (code === RESET ? { body: '{"offsetTable":{}}' } : null);
  await expect(undo()).rejects.toMatchObject({
    message: 'Undone on broker-a only. broker-b: queue 0 is at 20, not 15.',
  });
  b.peer.behave = () => null;
  // The newest reset is that undo.
  await undo();
  expect(stands()).toEqual([20, 20]);
});

test('refused while a broker is silent or changes are not allowed; a broker that fails is named', async () => {
  await reset(new Date(0));
  expect(stands()).toEqual([0, 0]);
  const readOnly = { broker: broker.ctx, engine: { ...eu.engine, allowsChanges: false } };
  expect((await rocketmqEngine(readOnly).brokers.previewResetUndo(group)).blocker).toMatch(/^eu is read-only\./);
  await expect(rocketmqEngine(readOnly).brokers.undoReset({ group, actor, reason: 'x' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const b = eu.fake.broker('broker-b');
  b.peer.behave = ({ code }) => (code === RESET ? { code: 1, remark: 'not now' } : null);
  await expect(undo()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^Undone on broker-a only\. broker-b: .*not now/) as string,
  });
  expect(stands()).toEqual([15, 0]);
  expect((await audited()).map(({ action }) => action).slice(-2)).toEqual([
    'group.reset-offset',
    'group.reset-offset-partly',
  ]);
  await b.peer.stop();
  await refused('The offsets are unknown: 1 of 2 brokers responded.');
});
