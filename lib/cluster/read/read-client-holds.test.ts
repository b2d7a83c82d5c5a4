import { beforeEach, expect, test, vi } from 'vitest';

import { plain } from '../../model/plain';
import { addClient } from '../../testing/cluster/attached';
import type { FakeCluster } from '../../testing/cluster/fake-cluster';
import { startBilling } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { readClientHolds } from './read-client-holds';

const WORKER = '10.0.0.9@41#1';
const HOLDS = 307;
let fake: FakeCluster;
let cluster: Cluster;
beforeEach(async () => {
  const billing = await startBilling();
  ({ fake, cluster } = billing);
  for (const name of ['broker-a', 'broker-b'])
    fake.broker(name).connections.set('billing', [{ clientId: WORKER, language: 'JAVA', version: 479 }]);
  return billing.close;
});
const read = async (clientId = WORKER) => plain(await readClientHolds(cluster, { group: 'billing', clientId }));
const asked = () => ['broker-a', 'broker-b', 'broker-c'].map((name) => fake.broker(name).peer.count(HOLDS));
/** Asked through its first broker it says this, and not what the fake has of it. */
const says = (body: string) => {
  fake.broker('broker-a').peer.behave = ({ code }) => (code === HOLDS ? { body } : null);
};

test('one broker is asked, and the client tells of its queues at all of them', async () => {
  const { timeMs } = fake.broker('broker-a');
  fake.broker('broker-a').holding.set(WORKER, [
    { brokerName: 'broker-b', topic: 'orders', queueNo: 1, cachedMsgCount: 40, cachedMsgSizeInMiB: 2, commitOffset: 7 },
    { brokerName: 'broker-a', topic: 'orders', queueNo: 0, cachedMsgCount: 2, commitOffset: -1 },
    { brokerName: 'broker-a', topic: '%RETRY%billing', queueNo: 0 },
  ]);
  const [found] = await Promise.all([read(), read()]);
  expect(asked()).toEqual([1, 0, 0]);
  expect(found.messages).toMatchObject({ kind: 'value', value: 42 });
  expect(found.queues).toMatchObject([
    { topic: '%RETRY%billing', broker: 'broker-a', messages: { value: 0 }, wholeMib: 0, offset: 0 },
    // It has committed nothing there.
    { topic: 'orders', broker: 'broker-a', queueNo: 0, messages: { value: 2 }, wholeMib: 0, offset: null },
    { topic: 'orders', broker: 'broker-b', queueNo: 1, messages: { value: 40 }, wholeMib: 2, offset: 7 },
  ]);
  const ago = (ms: number) => new Date(timeMs - ms).toISOString();
  expect(found.queues[0]).toMatchObject({ lastFetchAt: ago(4_000), lastSettledAt: ago(9_000) });
  expect(found.queues[0]).toMatchObject({ isLocked: true, isGivenUp: false });
  expect(found.topics).toContainEqual({ topic: 'orders', handleMs: 12.5, handledPerSecond: 3.2, failedPerSecond: 0 });
  expect(found.itself).toEqual({ startedAt: ago(3_600_000), threads: 20, isOrdered: false, maxRetries: -1 });
});

test('the stacks of its threads come where they are asked for, and never else', async () => {
  expect((await read()).stack).toBeNull();
  const { stack } = plain(await readClientHolds(cluster, { group: 'billing', clientId: WORKER, withStack: true }));
  expect(stack).toContain('app.Orders.handle(Orders.java:7)');
  const questions = fake.broker('broker-a').peer.asked.filter(({ code }) => code === HOLDS);
  expect(questions.map(({ fields }) => fields['jstackEnable'])).toEqual(['false', 'true']);
});

test('what a client leaves out is unknown, and so is the sum; another spelling is read', async () => {
  const table = [
    '{"brokerName":"broker-a","queueId":0,"topic":"orders"}:{"cachedMsgCount":3,"dropped":true}',
    '{"brokerName":"broker-a","queueId":1,"topic":"orders"}:{"lastPullTimestamp":0,"cachedMsgSizeInMiB":1}',
  ];
  says(`{"mqTable":{${table.join(',')}},"properties":{}}`);
  const found = await read();
  expect(found.queues).toMatchObject([
    { messages: { value: 3 }, wholeMib: null, lastFetchAt: null, lastSettledAt: null, isLocked: null, isGivenUp: true },
    { messages: { kind: 'unknown' }, wholeMib: 1, lastFetchAt: null, isGivenUp: false },
  ]);
  expect(found.messages).toMatchObject({ kind: 'unknown' });
  expect(found.itself).toEqual({ startedAt: null, threads: null, isOrdered: null, maxRetries: null });
});

test('no queue: nothing is held by a push client, and unknown of one that pulls by itself', async () => {
  says('{"mqTable":{},"mqPopTable":{},"properties":{"PROP_CONSUME_TYPE":"CONSUME_PASSIVELY"}}');
  expect((await read()).messages).toMatchObject({ kind: 'value', value: 0 });
  cluster.shared.forget(`holds billing ${WORKER}`);
  says('{"mqTable":{},"properties":{"PROP_CONSUME_TYPE":"CONSUME_ACTIVELY"}}');
  expect((await read()).messages).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('by itself') });
});

test('a client to which the broker hands out one by one tells what it has not acknowledged', async () => {
  const queue = '{"brokerName":"broker-a","queueId":-1,"topic":"orders"}';
  says(`{"mqTable":{},"mqPopTable":{${queue}:{"waitAckCount":5,"droped":false,"lastPopTimestamp":1795320000000}}}`);
  expect(await read()).toMatchObject({
    messages: { value: 5 },
    queues: [{ messages: { value: 5 }, wholeMib: null, offset: null, lastFetchAt: '2026-11-22T04:00:00.000Z' }],
  });
});

test('a broker that has lost the client passes the question to the next, and all reasons are said', async () => {
  fake.broker('broker-b').holding.set(WORKER, [{ topic: 'orders', queueNo: 0, cachedMsgCount: 1 }]);
  const lost = { code: 1, remark: `The Consumer <billing> <${WORKER}> not online` };
  fake.broker('broker-a').peer.behave = ({ code }) => (code === HOLDS ? lost : null);
  expect((await read()).messages).toMatchObject({ value: 1 });
  expect(asked()).toEqual([1, 1, 0]);
  cluster.shared.forget(`holds billing ${WORKER}`);
  fake.broker('broker-b').peer.behave = ({ code }) => (code === HOLDS ? { body: 'no JSON' } : null);
  const { messages, queues, itself } = await read();
  expect([queues, itself]).toEqual([[], null]);
  expect(messages).toMatchObject({
    kind: 'unknown',
    reason: expect.stringMatching(/broker-a did not respond: .* not online; broker-b did not respond: .*form/),
  });
});

test('a client that does not answer is unknown after its time, and no other broker waits for it', async () => {
  fake.broker('broker-a').peer.behave = ({ code }) => (code === HOLDS ? 'silence' : null);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const pending = read();
    await vi.waitUntil(() => asked()[0] === 1, { timeout: 5_000, interval: 5 });
    await vi.advanceTimersByTimeAsync(8_000);
    const { messages, queues } = await pending;
    expect(messages).toMatchObject({
      kind: 'unknown',
      reason: 'the client did not respond through broker-a within 8 s',
    });
    expect(queues).toEqual([]);
    expect(asked()).toEqual([1, 0, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test('a 5.x client is not asked, also where its proxy runs in the broker; an unknown one is not found', async () => {
  const broker = fake.broker('broker-a');
  broker.timeMs = Date.now();
  broker.addTopic('DefaultHeartBeatSyncerTopic');
  addClient(broker, 'billing', 'proxied', '*', 'REGISTER', broker.timeMs);
  broker.connections.set('billing', [{ clientId: 'local', language: 'HTTP', version: 479 }]);
  for (const clientId of ['proxied', 'local'])
    expect(await read(clientId)).toMatchObject({ protocol: 'grpc', messages: { notOffered: true }, queues: [] });
  expect(asked()).toEqual([0, 0, 0]);
  await expect(read('stranger')).rejects.toMatchObject({ code: 'not-found', field: 'clientId', value: 'stranger' });
  const elsewhere = readClientHolds(cluster, { group: 'strangers', clientId: WORKER });
  await expect(elsewhere).rejects.toMatchObject({ code: 'group-not-found' });
});
