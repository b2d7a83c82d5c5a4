import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type FakeCluster, startFakeCluster } from '../../testing/cluster/fake-cluster';
import { openFake } from '../../testing/cluster/open-fake';
import { traceBody } from '../../testing/cluster/traces';
import type { Cluster } from '../cluster';
import { findTraces } from './find-traces';

const TRACES = 'RMQ_SYS_TRACE_TOPIC';
let fake: FakeCluster;
let cluster: Cluster;
beforeAll(async () => {
  fake = await startFakeCluster();
});
afterAll(() => fake.close());
beforeEach(() => {
  cluster?.close();
  cluster = openFake(fake);
  for (const { topics, config } of fake.brokers.values()) {
    topics.clear();
    delete config['msgTraceTopicName'];
  }
});

const find = async (of = cluster) => findTraces(of, { key: 'M1', fromMs: 0, toMs: 9e12 });

function trace(broker: string, body: string, ids = 'M1', topic = TRACES): void {
  fake.broker(broker).store(topic, body, { properties: { KEYS: ids }, bornHost: '10.0.0.7:51000' });
}

test('beginning and end of a delivery are put together, wherever they lie', async () => {
  for (const name of fake.brokers.keys()) fake.broker(name).addTopic(TRACES);
  const begun = { requestId: 'R2', messageId: 'M1', group: 'billing', retryTimes: 1 };
  trace('broker-b', traceBody(['ended', { ...begun, atMs: 2_010, tookMs: 10, code: 2 }]));
  trace(
    'broker-a',
    traceBody(
      ['sent', { messageId: 'M1', group: 'senders', atMs: 1_000, tookMs: 3 }],
      ['begun', { ...begun, atMs: 2_000 }],
      ['begun', { ...begun, requestId: 'R3', messageId: 'M2', atMs: 3_000 }],
    ),
    'M1 M2',
  );
  const { answers, traced } = await find();
  expect(answers.parts.map(({ value }) => value)).toEqual([TRACES, TRACES]);
  const client = '10.0.0.7';
  expect(traced).toEqual([
    {
      kind: 'sent',
      messageId: 'M1',
      topic: 'orders',
      group: 'senders',
      client,
      atMs: 1_000,
      tookMs: 3,
      isSuccess: true,
    },
    {
      ...{ kind: 'delivered', messageId: 'M1', group: 'billing', client, attempt: 2, atMs: 2_000 },
      end: { tookMs: 10, isSuccess: false, code: 'EXCEPTION' },
    },
    { kind: 'delivered', messageId: 'M2', group: 'billing', client, attempt: 2, atMs: 3_000, end: null },
  ]);
});

test('an end alone is of its group, and says no number; one that came twice counts once', async () => {
  fake.broker('broker-a').addTopic(TRACES);
  const end = traceBody([
    'ended',
    { requestId: 'R2', messageId: 'M1', group: 'billing', atMs: 2_010, tookMs: 10, code: 4 },
  ]);
  trace('broker-a', end);
  trace('broker-a', end);
  const { answers, traced } = await find();
  expect(answers.parts.map(({ value }) => value)).toEqual([TRACES, null]);
  expect(traced).toMatchObject([{ group: 'billing', attempt: null, atMs: 2_010, end: { code: 'FAILED' } }]);
});

test('the topic is the one that the broker names, or the one that the settings name', async () => {
  fake.broker('broker-a').config['msgTraceTopicName'] = 'ITS_TRACES';
  for (const topic of ['ITS_TRACES', 'OUR_TRACES']) {
    fake.broker('broker-a').addTopic(topic);
    trace('broker-a', traceBody(['sent', { messageId: topic, group: 'g', atMs: 1, tookMs: 1 }]), 'M1', topic);
  }
  const named = openFake(fake, { traceTopic: 'OUR_TRACES' });
  for (const [of, topic] of [
    [cluster, 'ITS_TRACES'],
    [named, 'OUR_TRACES'],
  ] as const)
    expect((await find(of)).traced).toMatchObject([{ messageId: topic }]);
  named.close();
});

test('a broker without such a topic is not searched', async () => {
  const before = fake.broker('broker-b').peer.count(12);
  expect((await find()).traced).toEqual([]);
  expect(fake.broker('broker-b').peer.count(12)).toBe(before);
});

test('a broker that does not say where it keeps traces is silent, not without traces', async () => {
  const { peer } = fake.broker('broker-a');
  peer.behave = ({ code }) => (code === 26 ? { code: 2, remark: 'busy' } : null);
  const { answers } = await find();
  expect([answers.parts.map(({ broker }) => broker), answers.silent.map(({ broker }) => broker)]).toEqual([
    ['broker-b'],
    ['broker-a'],
  ]);
  peer.behave = () => null;
});
