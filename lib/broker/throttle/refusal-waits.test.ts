import { expect, test } from 'vitest';

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
  expect(waits.rows()).toEqual([
    { ...WHO, through: 0, longestMs: null, waiting: 1, waitingMs: 1_000, gone: 0, mostInARow: 2, lostSight: 0 },
  ]);
  at(2_600);
  waits.taken('m1');
  waits.taken('m1');
  expect(waits.rows()).toMatchObject([{ through: 1, longestMs: 2_600, waiting: 0, waitingMs: null, mostInARow: 2 }]);
});

test('what does not come again is said to be gone, not waiting; after a quarter of an hour it is forgotten', () => {
  const { waits, at } = made();
  waits.refused(WHO, 'm1');
  at(149_000);
  expect(waits.rows()).toMatchObject([{ waiting: 1, waitingMs: 149_000, gone: 0 }]);
  at(151_000);
  expect(waits.rows()).toMatchObject([{ waiting: 0, waitingMs: null, gone: 1 }]);
  at(16 * MINUTE_MS);
  expect(waits.rows()).toEqual([]);
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
  expect(waits.rows()).toMatchObject([{ through: 2, longestMs: 9_000 }]);
  at(16 * MINUTE_MS);
  expect(waits.rows()).toMatchObject([{ through: 1, longestMs: 20 }]);
});

test('who waits for another limit meanwhile is told under that one', () => {
  const { waits, at } = made();
  waits.refused(WHO, 'm1');
  const other = { ...WHO, limit: 'disk-free' };
  waits.refused(other, 'm1');
  at(100);
  waits.taken('m1');
  expect(waits.rows()).toMatchObject([{ limit: 'disk-free', through: 1, longestMs: 100, mostInARow: 2 }]);
});

test('memory is bounded: what is lost sight of is counted, clients beyond 500 are told together', () => {
  const { waits, at } = made(3);
  for (const id of ['m1', 'm2', 'm3', 'm4', 'm5']) waits.refused(WHO, id);
  at(10);
  for (const id of ['m1', 'm2', 'm3', 'm4', 'm5']) waits.taken(id);
  expect(waits.rows()).toMatchObject([{ through: 3, lostSight: 2 }]);
  for (let index = 0; index < 600; index += 1) waits.refused({ ...WHO, client: `c${index}` }, `x${index}`);
  at(11);
  expect(waits.rows().length).toBeLessThanOrEqual(501);
  waits.refused(WHO, 'a'.repeat(5_000));
  expect(waits.rows().reduce((sum, { waiting }) => sum + waiting, 0)).toBe(3);
});
