import { beforeEach, expect, test } from 'vitest';

import { plain } from '../../model/plain';
import { addClient } from '../../testing/cluster/attached';
import type { FakeCluster } from '../../testing/cluster/fake-cluster';
import { startBilling } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { MOST_CLIENTS, readAssignments } from './read-assignments';

const HOLDS = 307;
const BROKERS = ['broker-a', 'broker-b', 'broker-c'] as const;
let fake: FakeCluster;
let cluster: Cluster;
beforeEach(async () => {
  const billing = await startBilling();
  ({ fake, cluster } = billing);
  return billing.close;
});

const hold = (brokerName: string, queueNo: number, more = {}) => ({ brokerName, topic: 'orders', queueNo, ...more });

/** Connected to all brokers, with these queues. */
function connect(clients: Readonly<Record<string, readonly ReturnType<typeof hold>[]>>): void {
  for (const name of BROKERS) {
    const broker = fake.broker(name);
    const ids = Object.keys(clients);
    broker.connections.set(
      'billing',
      ids.map((clientId) => ({ clientId, language: 'JAVA', version: 479 })),
    );
    for (const [clientId, queues] of Object.entries(clients)) {
      broker.holding.set(clientId, queues);
      broker.subscribed.set(clientId, { orders: '*' });
    }
  }
}

const shape = async () => {
  cluster.shared.forget('assignments billing');
  cluster.shared.forget('clients billing');
  const { queues } = plain(await readAssignments(cluster, 'billing'));
  return queues.map(({ broker, queueNo, state, clients }) =>
    `${broker} ${queueNo} ${state} ${clients.join('+')}`.trim(),
  );
};

test('queues of several clients and of none come first, with what waits there', async () => {
  fake.broker('broker-c').setOffset('billing', 'orders', 1, { consumer: 0 });
  for (let n = 0; n < 7; n += 1) fake.broker('broker-c').store('orders', '{}', { queueId: 1 });
  connect({
    w1: [hold('broker-a', 0), hold('broker-a', 1), hold('broker-b', 0)],
    // It lets go of one that w1 has.
    w2: [hold('broker-a', 1), hold('broker-b', 0, { droped: true }), hold('broker-b', 1), hold('broker-c', 0)],
  });
  const { queues, answered, unanswered, isBroadcast, proxied } = plain(await readAssignments(cluster, 'billing'));
  expect({ answered, unanswered, isBroadcast, proxied }).toEqual({
    ...{ answered: 2, unanswered: [], isBroadcast: false, proxied: 0 },
  });
  expect(queues[1]).toMatchObject({ topic: 'orders', broker: 'broker-c', queueNo: 1, state: 'none', clients: [] });
  expect(queues[1]?.notDelivered).toMatchObject({ kind: 'value', value: 7 });
  expect(await shape()).toEqual([
    'broker-a 1 several w1+w2',
    'broker-c 1 none',
    ...['broker-a 0 one w1', 'broker-b 0 one w1', 'broker-b 1 one w2', 'broker-c 0 one w2'],
  ]);
});

test('one client that does not answer may have what no other has', async () => {
  connect({ w1: [hold('broker-a', 0)], w2: [] });
  for (const name of BROKERS)
    fake.broker(name).peer.behave = ({ code, fields }) =>
      code === HOLDS && fields['clientId'] === 'w2' ? { code: 1, remark: 'gone' } : null;
  const { unanswered, answered } = plain(await readAssignments(cluster, 'billing'));
  expect(answered).toBe(1);
  expect(unanswered).toEqual([
    { clientId: 'w2', reason: expect.stringMatching(/^broker-a did not respond: .*gone; broker-b /) },
  ]);
  expect(await shape()).toEqual([
    ...['broker-a 1 unknown', 'broker-b 0 unknown', 'broker-b 1 unknown', 'broker-c 0 unknown', 'broker-c 1 unknown'],
    'broker-a 0 one w1',
  ]);
});

test('5.x clients share every queue, and so do 4.x clients to which the broker hands out one by one', async () => {
  const broker = fake.broker('broker-a');
  broker.timeMs = Date.now();
  broker.addTopic('DefaultHeartBeatSyncerTopic');
  connect({ w1: [hold('broker-a', 0)] });
  expect((await shape())[0]).toBe('broker-a 1 none');
  addClient(broker, 'billing', 'proxied', '*', 'REGISTER', broker.timeMs);
  cluster.shared.forget('heartbeats');
  expect(await shape()).toEqual([
    'broker-a 0 one w1',
    ...['broker-a 1 shared', 'broker-b 0 shared', 'broker-b 1 shared', 'broker-c 0 shared', 'broker-c 1 shared'],
  ]);
  expect(plain(await readAssignments(cluster, 'billing')).proxied).toBe(1);
});

test('of many clients only the first are asked, and that is said', async () => {
  connect(Object.fromEntries(Array.from({ length: MOST_CLIENTS + 1 }, (_, n) => [`w${n}`, []])));
  const { unanswered, answered } = plain(await readAssignments(cluster, 'billing'));
  expect([answered, unanswered.length]).toEqual([MOST_CLIENTS, 1]);
  expect(fake.broker('broker-a').peer.count(HOLDS)).toBe(MOST_CLIENTS);
});

test('a group without 4.x clients has no queues to deal out, and an unknown group is not found', async () => {
  expect(plain(await readAssignments(cluster, 'billing'))).toMatchObject({ queues: [], answered: 0, unanswered: [] });
  await expect(readAssignments(cluster, 'strangers')).rejects.toMatchObject({ code: 'group-not-found' });
});
