import { expect, test } from 'vitest';

import type { ReadData } from '@/lib/console/reads/registry';
import { known, unknown } from '@/lib/model/reading';
import { itselfWords, notAskedWhy, queueWords, sizeWords, speedWords } from './holds.model';

type Holds = ReadData<'clientHolds'>;
const AT = '2026-11-22T04:00:00.000Z';
const queue = (count: number | null, wholeMib: number | null, more: Partial<Holds['queues'][number]> = {}) => ({
  ...{ topic: 'orders', broker: 'broker-a', queueNo: 0, wholeMib, offset: 7, lastFetchAt: AT, lastSettledAt: AT },
  ...{ messages: count === null ? unknown<number>('left out') : known(count, AT), isLocked: null, isGivenUp: false },
  ...more,
});
const holds = (more: Partial<Holds>): Holds => ({
  ...{ clientId: 'c', protocol: 'remoting', asOf: AT, messages: known(0, AT), queues: [], topics: [] },
  itself: { startedAt: AT, threads: 20, isOrdered: false, maxRetries: -1 },
  stack: null,
  ...more,
});

test.each([
  [[], 'none'],
  [[queue(0, 0)], 'none'],
  [[queue(1, 0)], 'under 1 MiB'],
  [[queue(1, 0), queue(2, 0), queue(0, 0)], 'under 2 MiB'],
  [[queue(9, 1_200), queue(1, 0)], '1,200 to 1,202 MiB'],
  [[queue(9, 2), queue(1, null)], 'at least 2 MiB'],
  [[queue(1, null)], 'unknown'],
  // How many it holds is not known: it is not nothing.
  [[queue(null, 0)], 'under 1 MiB'],
])('sizes are whole MiB, rounded down, of the queues that hold something', (queues, words) => {
  expect(sizeWords(queues)).toBe(words);
});

test('what a client says of itself; what it leaves out is left out', () => {
  const words = (itself: Partial<NonNullable<Holds['itself']>>) =>
    itselfWords(holds({ itself: { startedAt: null, threads: null, isOrdered: null, maxRetries: null, ...itself } }));
  expect(itselfWords(holds({ queues: [queue(1, 0)] }))).toBe(
    '1 queue · bodies: under 1 MiB · unordered · 20 threads · max retries: 16',
  );
  expect(words({})).toBe('0 queues');
  expect(words({ maxRetries: 3 })).toBe('0 queues · max retries: 3');
  expect(words({ maxRetries: -1 })).toContain('default of its library');
  expect(words({ maxRetries: -1, isOrdered: true })).toContain('ordered · unlimited retries');
  expect(itselfWords(holds({ itself: null }))).toBe('');
});

test('how fast it handles a topic; a minute without figures says nothing', () => {
  const none = { topic: '%RETRY%billing', handleMs: 0, handledPerSecond: 0, failedPerSecond: 0 };
  const some = { topic: 'orders', handleMs: 12.54, handledPerSecond: 3.21, failedPerSecond: null };
  expect(speedWords({ topics: [none, some] })).toEqual(['orders: 3.2 processed per second, 12.5 ms each.']);
});

test('a queue that it loses, and one that it may not consume yet; 5.x clients are not asked, and why', () => {
  const { itself } = holds({});
  const ordered = { ...itself, isOrdered: true } as Holds['itself'];
  expect(queueWords(queue(1, 0, { isGivenUp: true }), itself)).toContain('another client');
  expect(queueWords(queue(1, 0, { isLocked: false }), ordered)).toContain('waiting for the broker');
  for (const isLocked of [true, null]) expect(queueWords(queue(1, 0, { isLocked }), ordered)).toBe('');
  expect(queueWords(queue(1, 0, { isLocked: false }), itself)).toBe('');
  expect(notAskedWhy('remoting')).toBeNull();
  expect(notAskedWhy('grpc')).toContain('of all clients together');
});
