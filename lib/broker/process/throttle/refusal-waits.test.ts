import { expect, test } from 'vitest';

import { DEFAULT_PRODUCER_RETRY as RETRY } from '../../../model/delivery/producer-retry';
import { RefusalWaits, type Refused } from './refusal-waits';

const WHO: Refused = { limit: 'send-rate of topic orders', topic: 'orders', group: '', client: 'checkout' };
const MINUTE_MS = 60_000;

function made(maxPending = 100): { waits: RefusalWaits; at: (ms: number) => void } {
  let nowMs = 0;
  return { waits: new RefusalWaits({ nowMs: () => nowMs, maxPending }), at: (ms) => (nowMs = ms) };
}

test('from the first refusal of a message until it is taken, whatever else the client sends meanwhile', () => {
  const { waits, at } = made();
  waits.refused(WHO, 'm1');
  at(1_000);
  waits.refused(WHO, 'm1');
  waits.taken('m2');
  expect(waits.rows(RETRY)).toEqual([
    { ...WHO, through: 0, longestMs: null, waiting: 1, waitingMs: 1_000, gone: 0, mostInARow: 2, lostSight: 0 },
  ]);
  at(2_600);
  waits.taken('m1');
  waits.taken('m1');
  expect(waits.rows(RETRY)).toMatchObject([
    { through: 1, longestMs: 2_600, waiting: 0, waitingMs: null, mostInARow: 2 },
  ]);
});

test('what does not come again when it should have is gone, not waiting; after a quarter of an hour it is forgotten', () => {
  const { waits, at } = made();
  waits.refused(WHO, 'm1');
  // The next try comes after 1 s, a fifth more at most.
  at(11_000);
  expect(waits.rows(RETRY)).toMatchObject([{ waiting: 1, waitingMs: 11_000, gone: 0 }]);
  at(11_300);
  expect(waits.rows(RETRY)).toMatchObject([{ waiting: 0, waitingMs: null, gone: 1 }]);
  // It came all the same: it waited all that time.
  waits.refused(WHO, 'm1');
  waits.refused(WHO, 'm1');
  at(21_200);
  expect(waits.rows(RETRY)).toMatchObject([{ waiting: 1, waitingMs: 21_200, gone: 0, mostInARow: 3 }]);
  // The third refusal was the last one: no client tries a fourth time.
  at(21_400);
  expect(waits.rows(RETRY)).toMatchObject([{ waiting: 0, gone: 1 }]);
  expect(waits.rows({ ...RETRY, maxAttempts: 9 })).toMatchObject([{ waiting: 1, gone: 0 }]);
  at(16 * MINUTE_MS);
  expect(waits.rows(RETRY)).toEqual([]);
});

test('a consumer asks again soon: without it for half a minute, it is gone', () => {
  const { waits, at } = made();
  waits.refused({ ...WHO, group: 'billing' }, 'r1');
  at(29_000);
  expect(waits.rows(RETRY)).toMatchObject([{ group: 'billing', waiting: 1 }]);
  at(31_000);
  expect(waits.rows(RETRY)).toMatchObject([{ waiting: 0, gone: 1 }]);
});

test('waits of more than 15 minutes ago do not count', () => {
  const { waits, at } = made();
  waits.refused(WHO, 'm1');
  at(9_000);
  waits.taken('m1');
  at(10 * MINUTE_MS);
  waits.refused(WHO, 'm2');
  at(10 * MINUTE_MS + 20);
  waits.taken('m2');
  expect(waits.rows(RETRY)).toMatchObject([{ through: 2, longestMs: 9_000 }]);
  at(16 * MINUTE_MS);
  expect(waits.rows(RETRY)).toMatchObject([{ through: 1, longestMs: 20 }]);
});

test('a client that waits for another limit meanwhile is listed under that one', () => {
  const { waits, at } = made();
  waits.refused(WHO, 'm1');
  const other = { ...WHO, limit: 'disk-free' };
  waits.refused(other, 'm1');
  at(100);
  waits.taken('m1');
  expect(waits.rows(RETRY)).toMatchObject([{ limit: 'disk-free', through: 1, longestMs: 100, mostInARow: 2 }]);
});

test('memory is bounded: waits that are dropped are counted, clients beyond 500 are listed together', () => {
  const { waits, at } = made(3);
  for (const id of ['m1', 'm2', 'm3', 'm4', 'm5']) waits.refused(WHO, id);
  at(10);
  for (const id of ['m1', 'm2', 'm3', 'm4', 'm5']) waits.taken(id);
  expect(waits.rows(RETRY)).toMatchObject([{ through: 3, lostSight: 2 }]);
  for (let index = 0; index < 600; index += 1) waits.refused({ ...WHO, client: `c${index}` }, `x${index}`);
  at(11);
  expect(waits.rows(RETRY).length).toBeLessThanOrEqual(501);
  waits.refused(WHO, 'a'.repeat(5_000));
  expect(waits.rows(RETRY).reduce((sum, { waiting }) => sum + waiting, 0)).toBe(3);
});
