import { describe, expect, test } from 'vitest';

import type { ConsumerGroup } from '../model/group/group';
import { defaultGroupSettings } from '../model/group/group-settings';
import { type RetryPolicy, STEPPED_INTERVALS_MS } from '../model/delivery/retry-policy';
import { DEFAULT_PRODUCER_RETRY } from '../model/delivery/producer-retry';
import { fromDuration } from './codec/time';
import { loadMessagingService } from '../testing/messaging-service';
import type { Settings, TelemetryCommand } from './proto/wire';
import { consumerSettings, followsPolicy, isFlawedNode, producerSettings } from './settings';

const node = (version: string): Settings => ({ userAgent: { language: 8, version } });
const java: Settings = { userAgent: { language: 1, version: '5.2.1' } };
const choices = { longPollMs: 20_000 };

function groupWith(retryPolicy: RetryPolicy, change: Partial<ConsumerGroup> = {}): ConsumerGroup {
  return {
    ...defaultGroupSettings(retryPolicy.type === 'fixed' ? 'ordered' : 'concurrent'),
    groupId: 1,
    name: 'g',
    broadcastOf: null,
    retryPolicy,
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    ...{ pausedAt: null, pausedBy: null, pauseReason: null },
    ...change,
  };
}

function policyOf(
  client: Settings,
  group: ConsumerGroup,
): { attempts: number | undefined; next?: (number | null)[]; curve?: (number | null)[] } {
  const { backoffPolicy = {} } = consumerSettings(client, group, choices);
  const { customizedBackoff, exponentialBackoff } = backoffPolicy;
  return {
    attempts: backoffPolicy.maxAttempts,
    ...(customizedBackoff && { next: customizedBackoff.next.map(fromDuration) }),
    ...(exponentialBackoff && {
      curve: [
        fromDuration(exponentialBackoff.initial),
        fromDuration(exponentialBackoff.max),
        exponentialBackoff.multiplier,
      ],
    }),
  };
}

test.each([
  [node('1.0.7'), true],
  [node('1.0.8'), true],
  [node('1.0.9'), false],
  [node('1.1.0'), false],
  [java, false],
  [{}, false],
])('%j needs the work-arounds: %s', (client, flawed) => {
  expect(isFlawedNode(client.userAgent)).toBe(flawed);
});

const EXPONENTIAL: RetryPolicy = { type: 'exponential', initialMs: 5_000, maxMs: 7_200_000, multiplier: 2 };

describe('what a group says to a correct SDK', () => {
  test.each([
    ['stepped', { type: 'stepped' }, { attempts: 17, next: STEPPED_INTERVALS_MS }],
    ['fixed', { type: 'fixed', intervalMs: 3_000 }, { attempts: 17, next: [3_000] }],
    ['customized', { type: 'customized', intervalsMs: [100, 2_000] }, { attempts: 17, next: [100, 2_000] }],
    ['exponential', EXPONENTIAL, { attempts: 17, curve: [5_000, 7_200_000, 2] }],
  ] as const)('%s', (_, policy, expected) => {
    expect(policyOf(java, groupWith(policy))).toEqual(expected);
    expect(policyOf(node('1.0.9'), groupWith(policy))).toEqual(expected);
  });
});

describe('what it says to Node up to 1.0.8: seconds that mean milliseconds', () => {
  test.each([
    ['stepped', { type: 'stepped' }, [10_000_000, 10_000_000, 1]],
    ['fixed', { type: 'fixed', intervalMs: 3_000 }, [3_000_000, 3_000_000, 1]],
    ['customized', { type: 'customized', intervalsMs: [100, 2_000] }, [100_000, 100_000, 1]],
    ['exponential', EXPONENTIAL, [5_000_000, 7_200_000_000, 2]],
  ] as const)('%s', (_, policy, curve) => {
    expect(policyOf(node('1.0.8'), groupWith(policy, { maxRetries: 2 }))).toEqual({ attempts: 3, curve });
  });
});

test("order, batch and polling are the server's; the rest stays the client's", () => {
  const client: Settings = {
    ...java,
    clientType: 2,
    requestTimeout: { seconds: 3 },
    subscription: { group: { name: 'g' }, subscriptions: [{ topic: { name: 't' } }], fifo: false, receiveBatchSize: 1 },
  };
  expect(consumerSettings(client, groupWith({ type: 'fixed', intervalMs: 1 }), choices)).toMatchObject({
    clientType: 2,
    requestTimeout: { seconds: 3 },
    subscription: {
      group: { name: 'g' },
      subscriptions: [{ topic: { name: 't' } }],
      fifo: true,
      receiveBatchSize: 32,
      longPollingTimeout: { seconds: 20 },
    },
    metric: { on: false },
  });
});

test.each([
  [java, 625, 120_000],
  [node('1.0.8'), 625_000, 120_000_000],
])('a throttled producer waits 1 s, 1.6 s, ... (%j)', (client, initialMs, maxMs) => {
  const settings = producerSettings(
    { ...client, publishing: { topics: [{ name: 't' }], maxBodySize: 1 } },
    DEFAULT_PRODUCER_RETRY,
  );
  expect(fromDuration(settings.backoffPolicy?.exponentialBackoff?.initial)).toBe(initialMs);
  expect(fromDuration(settings.backoffPolicy?.exponentialBackoff?.max)).toBe(maxMs);
  expect(settings).toMatchObject({
    backoffPolicy: { maxAttempts: 3 },
    publishing: { topics: [{ name: 't' }], maxBodySize: 4_194_304, validateMessageType: true },
  });
});

test('settings survive the wire', () => {
  const definition = loadMessagingService()['Telemetry'];
  const settings = consumerSettings(
    { ...java, subscription: { group: { name: 'g' } } },
    groupWith(EXPONENTIAL),
    choices,
  );
  const wire = definition?.responseDeserialize(definition.responseSerialize({ settings })) as TelemetryCommand;
  expect(wire.settings).toMatchObject({
    userAgent: { language: 1, version: '5.2.1' },
    backoffPolicy: {
      maxAttempts: 17,
      exponentialBackoff: { initial: { seconds: 5 }, max: { seconds: 7200 }, multiplier: 2 },
    },
    subscription: { group: { name: 'g' }, fifo: false, receiveBatchSize: 32, longPollingTimeout: { seconds: 20 } },
    metric: { on: false },
  });
});

test('a broadcast group: one attempt, whatever its retries say, so that no client tries again in itself', () => {
  for (const policy of [{ type: 'fixed', intervalMs: 3000 }, { type: 'stepped' }] as const) {
    const group = groupWith(policy, { messageModel: 'broadcasting', maxRetries: 16 });
    expect(policyOf(java, group).attempts).toBe(1);
    expect(policyOf(node('1.0.8'), group).attempts).toBe(1);
  }
});

test('a Python SDK that knows whole seconds only is sent a longer wait, never a shorter one', () => {
  const python = (version: string): Settings => ({ userAgent: { language: 6, version } });
  for (const [intervalMs, expected] of [
    [1000, 1000],
    [1400, 2000],
    [100, 1000],
  ] as const) {
    const group = groupWith({ type: 'fixed', intervalMs });
    expect(policyOf(python('5.1.2'), group).next).toEqual([expected]);
    expect(policyOf(python('5.1.3'), group).next).toEqual([intervalMs]);
  }
});

test('which clients are sent the retry policy as it is set', () => {
  const list = groupWith({ type: 'customized', intervalsMs: [1_000, 5_000] });
  const curve = groupWith({ type: 'exponential', initialMs: 1_000, maxMs: 8_000, multiplier: 2 });
  const half = groupWith({ type: 'fixed', intervalMs: 2_500 });
  const python = { language: 6, version: '5.1.2' };
  expect(
    [java.userAgent, node('1.0.9').userAgent, node('1.0.8').userAgent].map((agent) => followsPolicy(agent, list)),
  ).toEqual([...[true, true, false]]);
  // In seconds that stand for milliseconds: not what it says on the wire.
  expect(followsPolicy(node('1.0.8').userAgent, curve)).toBe(false);
  expect([followsPolicy(python, half), followsPolicy(python, list), followsPolicy(undefined, half)]).toEqual([
    ...[false, true, true],
  ]);
});
