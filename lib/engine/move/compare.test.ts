import { expect, test } from 'vitest';
import type { ClusterGroup, ClusterTopic } from '../../cluster';
import { defaultGroupSettings, type GroupSettings } from '../../model/group/group-settings';
import { STEPPED_INTERVALS_MS } from '../../model/delivery/retry-policy';
import { compareGroup, compareTopic } from './compare';
import { tell, told } from '../../model/language/t';

const topic = {
  topicId: 1,
  name: 'orders',
  messageType: 'FIFO',
  queueCount: 4,
  createdAt: new Date(0),
  queueIds: [],
} as const;
const part = (broker: string, messageType: ClusterTopic['parts'][number]['messageType'], queues = 4) => ({
  ...{ broker, readQueues: queues, writeQueues: queues, mayRead: true, mayWrite: true, messageType, attributes: {} },
});
const there = (more: Partial<ClusterTopic>): ClusterTopic => ({
  ...{ name: 'orders', parts: [part('a', 'FIFO'), part('b', 'FIFO')], differs: false, missingOn: [], version: 'v' },
  ...more,
});
const group: GroupSettings & { readonly name: string } = {
  ...{ ...defaultGroupSettings('concurrent'), name: 'billing', maxRetries: 3 },
  ...{ retryPolicy: { type: 'fixed', intervalMs: 5_000 }, consumptionTimeoutMs: 900_000 },
};
const groupThere = (more: Partial<ClusterGroup['settings']>, rest: Partial<ClusterGroup> = {}): ClusterGroup => ({
  ...{
    name: 'billing',
    brokers: [],
    silent: [],
    differences: [],
    missingOn: [],
    differsElsewhere: false,
    version: 'v',
  },
  settings: {
    ...{ maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 5_000 }, isOrdered: false, isConsuming: true },
    ...{ mayBroadcast: true, readsFromOldest: true, retryQueues: 1, consumptionTimeoutMs: 900_000 },
    ...{ notifiesClients: true, attributes: {}, ...more },
  },
  ...rest,
});

test('a topic is made, left, made equal, or cannot move because its type is another one', () => {
  expect(compareTopic(topic, null)).toMatchObject({ presence: 'absent', queues: 4 });
  expect(compareTopic(topic, there({}))).toMatchObject({ presence: 'same' });
  expect(compareTopic(topic, there({ parts: [part('a', 'MIXED')] }))).toMatchObject({ presence: 'same' });
  expect(compareTopic(topic, there({ missingOn: ['b'] }))).toMatchObject({
    ...{ presence: 'uneven', why: told('missing on {brokers}', { brokers: ['b'] }) },
  });
  // Queues that are there are never taken away.
  const differs = { parts: [part('a', 'FIFO', 8), part('b', 'FIFO')], differs: true };
  expect(compareTopic(topic, there(differs))).toMatchObject({ presence: 'uneven', queues: 8 });
  expect(compareTopic(topic, there({ parts: [part('a', 'NORMAL')] }))).toMatchObject({
    ...{
      presence: 'blocked',
      why: told('type {there} in the cluster, {here} here', { there: ['NORMAL'], here: 'FIFO' }),
    },
  });
});

test('a group is compared field by field, in the form that brokers store', () => {
  expect(compareGroup(group, null)).toMatchObject({ presence: 'absent', notes: [] });
  expect(compareGroup(group, groupThere({}))).toMatchObject({ presence: 'same', differences: [] });
  expect(compareGroup(group, groupThere({ maxRetries: 16 }))).toMatchObject({
    ...{ presence: 'other', differences: [{ field: 'maxRetries', here: 3, there: 16 }] },
  });
  expect(compareGroup(group, groupThere({}, { missingOn: ['b'] }))).toMatchObject({ presence: 'uneven' });
  const stepped = { type: 'stepped' } as const;
  for (const retryPolicy of [stepped, { type: 'customized', intervalsMs: STEPPED_INTERVALS_MS } as const])
    expect(compareGroup({ ...group, retryPolicy }, groupThere({ retryPolicy: stepped })).presence).toBe('same');
  const one = compareGroup({ ...group, retryPolicy: { type: 'customized', intervalsMs: [5_000] } }, groupThere({}));
  expect(one.presence).toBe('same');
});

test('what a cluster cannot keep is noted, and what it cannot do blocks', () => {
  const odd = compareGroup({ ...group, description: 'bills', consumptionTimeoutMs: 90_000 }, null);
  expect(odd.settings.consumptionTimeoutMs).toBe(120_000);
  expect(odd.notes.map(tell)).toEqual([
    ...['the consumption timeout is rounded up to minutes', 'brokers do not store a description'],
  ]);
  expect(compareGroup({ ...group, deliveryOrder: 'ordered' }, null).notes.map(tell)).toEqual([
    expect.stringContaining('stop its producers from step 2'),
  ]);
  // They have a place in the cluster, and are not moved: said once.
  const lite = compareGroup({ ...group, liteModel: 'exclusive', liteQuota: 7 }, null);
  expect(lite.notes.map(tell)).toEqual([
    expect.stringContaining('set lite.sub.model, lite.sub.wildcard and lite.sub.client.quota in the attributes'),
  ]);
  expect(compareGroup({ ...group, messageModel: 'broadcasting' }, null)).toMatchObject({ presence: 'blocked' });
});
