import { expect, test } from 'vitest';

import { DEFAULT_PRODUCER_RETRY } from '../delivery/producer-retry';
import { producerDelayMs, producerWaits } from './producer-backoff';

test('waits grow by 1.6 from a second to two minutes', () => {
  expect(producerWaits(DEFAULT_PRODUCER_RETRY, 12).map((ms) => Math.round(ms / 100) / 10)).toEqual([
    1, 1.6, 2.6, 4.1, 6.6, 10.5, 16.8, 26.8, 42.9, 68.7, 110, 120,
  ]);
});

test('refusals cost between 0.87 s and 1.3 s each', () => {
  const { fromMs, toMs } = producerDelayMs(DEFAULT_PRODUCER_RETRY, 300);
  expect([Math.round(fromMs), Math.round(toMs)]).toEqual([260_000, 390_000]);
  expect(producerDelayMs(DEFAULT_PRODUCER_RETRY, 0)).toEqual({ fromMs: 0, toMs: 0 });
});
