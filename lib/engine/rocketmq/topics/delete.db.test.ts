import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Actor } from '../../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake, type FakeWorkspace } from '../../../testing/cluster/attach-fake';
import { addBacklog, addClient } from '../../../testing/cluster/attached';
import { addLetter } from '../../../testing/cluster/letters';
import { rocketmqEngine } from '../engine';
import { startClusterRedrive } from '../redrives/start';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const change = { topic: 'orders', confirm: 'orders', actor, reason: 'replaced by purchases' };
const CONNECTIONS = 203;
const DELETE_TOPIC = 215;
const READERS = 300;
/** A slow machine needs no more between two steps. */
const LATER_MS = 600_000;

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

const engine = () => rocketmqEngine({ broker: broker.ctx, engine: eu.engine });
const plan = () => engine().topics.planDelete('orders');
const remove = (more: Partial<typeof change> = {}) => engine().topics.delete({ ...change, ...more });
const audited = async () => {
  const { rows } = await broker.ctx.store.console.query<{ action: string; before: unknown; counts: unknown }>(
    `SELECT action, before, counts, after FROM audit WHERE target = 'orders' AND workspace = 'eu'
      AND action LIKE 'topic.delete%' ORDER BY audit_id`,
  );
  return rows;
};
const deletions = () => [...eu.fake.brokers.values()].map(({ peer }) => peer.count(DELETE_TOPIC));
const seeClients = () => {
  for (const key of ['heartbeats', 'clients billing']) eu.engine.cluster.shared.forget(key);
};

test('the preview says what goes at each broker; then it goes, and the audit log has it', async () => {
  const topics = [
    { topic: 'orders', queues: 1, messages: 20 },
    { topic: '%RETRY%billing_orders', queues: 1, messages: 0 },
  ];
  const remains = { problem: null, hasSettings: true, positions: 1, topics, left: [] };
  expect(await plan()).toMatchObject({
    ...{ topic: 'orders', isEmpty: false, refusal: null, stored: 40, scheduled: null, deadLetters: null },
    readers: [{ group: 'billing', behind: 10 }],
    inBrokers: {
      brokers: [
        { broker: 'broker-a', ...remains },
        { broker: 'broker-b', ...remains },
      ],
      nameServers: [],
    },
  });
  for (const wrong of [{ confirm: 'order' }, { reason: ' ' }])
    await expect(remove(wrong)).rejects.toMatchObject({ code: 'bad-request' });
  expect(deletions()).toEqual([0, 0]);
  const before = (await audited()).length;

  expect(await remove()).toMatchObject({ inBrokers: { nameServers: [{ problem: null }] } });
  for (const each of eu.fake.brokers.values()) {
    expect([each.topics.has('orders'), each.topics.has('%RETRY%billing_orders')]).toEqual([false, false]);
    expect([each.groups.has('billing'), each.topics.has('%DLQ%billing')]).toEqual([true, true]);
    expect([...each.offsets.keys()]).toEqual([]);
  }
  expect((await audited()).slice(before)).toMatchObject([
    { action: 'topic.delete', counts: { messages: 40 }, before: { 'broker-a': remains, 'broker-b': remains } },
  ]);
  await expect(remove()).rejects.toMatchObject({ code: 'topic-not-found' });
});

test('refused while clients subscribe, a producer sends, a reader is re-driven or a broker is silent', async () => {
  const refused = async (why: RegExp | string) => {
    expect((await plan()).refusal).toMatch(why);
    await expect(remove()).rejects.toMatchObject({ code: 'conflict', field: 'topic' });
    expect(deletions()).toEqual([0, 0]);
  };
  const [a, b] = [eu.fake.broker('broker-a'), eu.fake.broker('broker-b')];
  a.store('orders', 'new', { storeTimestamp: Date.now() + LATER_MS, bornHost: '10.0.0.7:51000' });
  await refused(/^1 message was sent to orders in the last minute from 10\.0\.0\.7\. Stop its producers first/);
  a.expireOldest('orders', 21);

  eu.index.lookAgain();
  await eu.index.round(eu.engine.cluster, () => Promise.resolve(true));
  const redrive = { group: 'billing', all: true, reason: 'fixed', actor, ratePerSecond: 1, canary: null } as const;
  const { redriveId } = await startClusterRedrive(eu.engine, { ...redrive, assumed: '5.x' });
  await refused(new RegExp(`^RD-${redriveId} re-drives dead letters of billing, which reads orders\\.`));
  await engine().redrives.cancel({ redriveId, actor, reason: 'not now' });
  expect((await plan()).refusal).toBeNull();

  for (const code of [READERS, CONNECTIONS]) {
    b.peer.behave = (asked) => (asked.code === code ? { code: 1, remark: 'busy' } : null);
    seeClients();
    await refused('The connected clients are unknown: 1 of 2 brokers responded.');
  }
  b.peer.behave = () => null;
  seeClients();
  expect((await plan()).refusal).toBeNull();
  addClient(a, 'new-group', 'worker-2');
  addClient(a, 'billing', 'worker-1');
  seeClients();
  await refused(/^2 clients subscribe to orders: worker-1 \(billing\), worker-2 \(new-group\)\. Stop them first\./);
});

test('a client that came after the preview is seen; a broker that refuses keeps the topic and is named', async () => {
  const [a, b] = [eu.fake.broker('broker-a'), eu.fake.broker('broker-b')];
  const already = a.peer.count(READERS);
  a.peer.behave = ({ code }) => {
    // Asked once for the plan, and once more before anything is sent.
    if (code === READERS && a.peer.count(READERS) === already + 2) addClient(a, 'billing', 'worker-1');
    return null;
  };
  const before = (await audited()).length;
  await expect(remove()).rejects.toMatchObject({ code: 'conflict', field: 'topic' });
  expect((await audited()).slice(before).map(({ action }) => action)).toEqual(['topic.delete', 'topic.delete-refused']);
  expect(deletions()).toEqual([0, 0]);

  a.peer.behave = () => null;
  addClient(a, 'billing', 'worker-1', '*', 'UNREGISTER', Date.now() + 1);
  seeClients();
  b.peer.behave = ({ code }) => (code === DELETE_TOPIC ? { code: 1, remark: 'disk full' } : null);
  await expect(remove()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^Deleted on broker-a only\. broker-b: .*disk full.*Delete it again/) as string,
  });
  expect([a.topics.has('orders'), b.topics.has('orders')]).toEqual([false, true]);
  expect((await audited()).at(-1)).toMatchObject({ action: 'topic.delete-partly' });
  b.peer.behave = () => null;
  expect(await remove()).toMatchObject({ inBrokers: { brokers: [{ hasSettings: false }, { hasSettings: true }] } });
  expect(b.topics.has('orders')).toBe(false);
});
