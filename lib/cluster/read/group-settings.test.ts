import fc from 'fast-check';
import { expect, test } from 'vitest';

import { BrokerError } from '../../model/errors';
import { plannedDeliveries, type RetryPolicy, STEPPED_INTERVALS_MS } from '../../model/delivery/retry-policy';
import type { LooseRecord } from '../wire/loose-json';
import type { ClusterGroupChange } from './group';
import { changeConfig, checkClusterGroup, CLUSTER_STEPS, settingsOf } from './group-settings';

const intervalMs = fc.integer({ min: 100, max: 86_400_000 });
const policy: fc.Arbitrary<RetryPolicy> = fc.oneof(
  fc.constant<RetryPolicy>({ type: 'stepped' }),
  fc.constant(CLUSTER_STEPS),
  intervalMs.map((ms): RetryPolicy => ({ type: 'fixed', intervalMs: ms })),
  fc
    .array(intervalMs, { minLength: 1, maxLength: 8 })
    .map((all): RetryPolicy => ({ type: 'customized', intervalsMs: all })),
  fc.tuple(intervalMs, intervalMs, fc.integer({ min: 1, max: 100 })).map(([a, b, multiplier]): RetryPolicy => ({
    type: 'exponential',
    initialMs: Math.min(a, b),
    maxMs: Math.max(a, b),
    multiplier,
  })),
);
const change: fc.Arbitrary<ClusterGroupChange> = fc.record(
  {
    maxRetries: fc.integer({ min: 0, max: 1_000 }),
    retryPolicy: policy,
    isOrdered: fc.boolean(),
    isConsuming: fc.boolean(),
    mayBroadcast: fc.boolean(),
    readsFromOldest: fc.boolean(),
    retryQueues: fc.integer({ min: 1, max: 64 }),
    consumptionTimeoutMs: fc.integer({ min: 1, max: 720 }).map((minutes) => minutes * 60_000),
    notifiesClients: fc.boolean(),
  },
  { requiredKeys: [] },
);
const stranger: LooseRecord = { groupName: 'g', brokerId: 0, liteBindTopic: null, nested: { a: [1, { b: 'x' }] } };

test('whatever is allowed is written so that it is read back, and everything else stays', () => {
  fc.assert(
    fc.property(change, change, (first, second) => {
      checkClusterGroup(first);
      const raw = changeConfig(stranger, first);
      const changed = changeConfig(raw, second);
      const wanted = { ...settingsOf({ raw }), ...second };
      const { retryPolicy, ...rest } = settingsOf({ raw: changed });
      expect(rest).toEqual({ ...wanted, retryPolicy: undefined });
      // What a list is called may differ, the waits may not.
      const asked = wanted.retryPolicy;
      if (retryPolicy === null || asked === null || asked === undefined)
        throw new Error('a policy that cannot be read');
      expect(plannedDeliveries(retryPolicy, 40)).toEqual(plannedDeliveries(asked, 40));
      expect(changed).toMatchObject(stranger);
      // Brokers and proxies know two types, and no other word.
      if (second.retryPolicy !== undefined && second.retryPolicy !== null)
        expect(changed.groupRetryPolicy).toMatchObject({
          type: second.retryPolicy.type === 'exponential' ? 'EXPONENTIAL' : 'CUSTOMIZED',
        });
    }),
    { numRuns: 300 },
  );
});

test.each<[LooseRecord, RetryPolicy | null]>([
  [{}, CLUSTER_STEPS],
  [{ groupRetryPolicy: { type: 'CUSTOMIZED' } }, CLUSTER_STEPS],
  [
    { groupRetryPolicy: { type: 'CUSTOMIZED', customizedRetryPolicy: { next: [...STEPPED_INTERVALS_MS] } } },
    { type: 'stepped' },
  ],
  [
    { groupRetryPolicy: { type: 'EXPONENTIAL' } },
    { type: 'exponential', initialMs: 5_000, maxMs: 7_200_000, multiplier: 2 },
  ],
  [{ groupRetryPolicy: {} }, null],
  [{ groupRetryPolicy: { type: 'FIXED' } }, null],
  [{ groupRetryPolicy: { type: 'CUSTOMIZED', customizedRetryPolicy: { next: [] } } }, null],
  [{ groupRetryPolicy: { type: 'CUSTOMIZED', customizedRetryPolicy: { next: ['1s'] } } }, null],
])('%j is read as %j', (raw, shown) => {
  expect(settingsOf({ raw }).retryPolicy).toEqual(shown);
});

test('what is not allowed names the field', () => {
  for (const wrong of [
    { maxRetries: 1_001 },
    { retryQueues: 65 },
    { consumptionTimeoutMs: 30_000 },
    { attributes: { 'a b': '1' } },
  ])
    expect(() => checkClusterGroup(wrong)).toThrow(BrokerError);
});
