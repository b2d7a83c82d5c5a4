import { expect, test } from 'vitest';

import { isBrokerError } from '../errors';
import {
  backoffOf,
  checkProducerRetry,
  DEFAULT_PRODUCER_RETRY,
  type ProducerRetry,
  producerWaits,
} from './producer-retry';

test('the defaults are the documentation: 1 s, then 1.6 s and 2.56 s with a fifth of jitter, at most 120 s', () => {
  const waits = producerWaits(DEFAULT_PRODUCER_RETRY, 14);
  expect(
    waits.slice(0, 3).map(({ documentedMs, jitterMs }) => [Math.round(documentedMs), Math.round(jitterMs)]),
  ).toEqual([
    [1000, 0],
    [1600, 320],
    [2560, 512],
  ]);
  expect(waits.at(-1)).toMatchObject({ attempt: 15, documentedMs: 120_000, sdkMs: 120_000, nodeMs: 120_000 });
  for (const { documentedMs, sdkMs, nodeMs } of waits) {
    expect(sdkMs).toBeCloseTo(documentedMs, 6);
    expect(nodeMs).toBeCloseTo(documentedMs, 6);
  }
});

test('SDKs raise the multiplier once before the first wait, so they get one step less', () => {
  expect(backoffOf(DEFAULT_PRODUCER_RETRY)).toEqual({ initialMs: 625, maxMs: 120_000, multiplier: 1.6 });
  expect(backoffOf({ ...DEFAULT_PRODUCER_RETRY, multiplier: 1 }).initialMs).toBe(1000);
  expect(backoffOf({ ...DEFAULT_PRODUCER_RETRY, firstWaitMs: 1000, multiplier: 3 }).initialMs).toBe(333.333);
});

test('an old Node client loses the fraction of a millisecond', () => {
  const [first] = producerWaits({ ...DEFAULT_PRODUCER_RETRY, firstWaitMs: 1000, multiplier: 3 }, 1);
  expect(first?.sdkMs).toBeCloseTo(1000, 2);
  expect(first?.nodeMs).toBe(999);
});

test.each<[Partial<ProducerRetry>, string | null]>([
  [{}, null],
  [{ firstWaitMs: 10, maxWaitMs: 10 }, null],
  [{ firstWaitMs: 9 }, 'firstWaitMs'],
  [{ firstWaitMs: 60_001 }, 'firstWaitMs'],
  [{ firstWaitMs: 10.5 }, 'firstWaitMs'],
  [{ firstWaitMs: 5000, maxWaitMs: 4999 }, 'maxWaitMs'],
  [{ maxWaitMs: 600_001 }, 'maxWaitMs'],
  [{ multiplier: 0.99 }, 'multiplier'],
  [{ multiplier: 10.1 }, 'multiplier'],
  [{ multiplier: Number.NaN }, 'multiplier'],
  [{ jitter: -0.1 }, 'jitter'],
  [{ jitter: 0.91 }, 'jitter'],
  [{ maxAttempts: 0 }, 'maxAttempts'],
  [{ maxAttempts: 101 }, 'maxAttempts'],
  [{ maxAttempts: 2.5 }, 'maxAttempts'],
])('%j: refused field %s', (change, field) => {
  const retry = { ...DEFAULT_PRODUCER_RETRY, ...change };
  if (field === null) {
    checkProducerRetry(retry);
    return;
  }
  try {
    checkProducerRetry(retry);
  } catch (error) {
    expect(isBrokerError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'bad-request', field, value: retry[field as keyof ProducerRetry] });
    return;
  }
  throw new Error('accepted');
});
