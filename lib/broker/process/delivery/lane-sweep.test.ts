import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { LaneSweep, MAX_REST_MS } from './lane-sweep';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const heard = (): boolean => false;
const waiting = (groupId: number, found: (dueMs: number) => void = () => undefined) => ({ groupId, topicId: 1, found });

test('one statement a second serves all lanes that wait; without lanes there is none', async () => {
  const asked: (readonly number[])[] = [];
  const found: [number, number][] = [];
  const sweep = new LaneSweep(async (lanes) => {
    asked.push(lanes.map(({ groupId }) => groupId));
    return [{ lane: 2, dueInMs: 70 }];
  }, heard);
  const leave = [1, 2, 3].map((groupId) => sweep.join(waiting(groupId, (dueMs) => found.push([groupId, dueMs]))));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([[1, 2, 3]]);
  expect(found).toEqual([
    [1, Infinity],
    [2, 70],
    [3, Infinity],
  ]);
  leave[0]?.();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.slice(1)).toEqual([
    [2, 3],
    [2, 3],
  ]);
  leave.forEach((each) => each());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.filter((lanes) => lanes.length > 0)).toHaveLength(3);
});

test('when looks take long, lanes that have been checked rest longer, and new ones do not', async () => {
  const asked: number[] = [];
  let lost = false;
  const sweep = new LaneSweep(
    async (lanes) => {
      asked.push(...lanes.map(({ groupId }) => groupId));
      await new Promise((resolve) => setTimeout(resolve, 150));
      return [];
    },
    () => lost,
  );
  sweep.join(waiting(1));
  await vi.advanceTimersByTimeAsync(2_000);
  sweep.join(waiting(2));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([1, 2]);
  lost = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked, 'no hints arrive').toEqual([1, 2, 1, 2]);
  lost = false;
  await vi.advanceTimersByTimeAsync(MAX_REST_MS + 1_000);
  expect(asked.slice(4).filter((groupId) => groupId === 1).length).toBeLessThan(4);
  expect(asked.slice(4)).toContain(1);
});

test('a look that fails has each lane look for itself; one that left meanwhile hears nothing', async () => {
  const found: [number, number][] = [];
  let fail = (_error: Error): void => undefined;
  const sweep = new LaneSweep(() => new Promise((_, reject) => (fail = reject)), heard);
  sweep.join(waiting(1, (dueMs) => found.push([1, dueMs])));
  const leave = sweep.join(waiting(2, (dueMs) => found.push([2, dueMs])));
  await vi.advanceTimersByTimeAsync(1_000);
  leave();
  fail(new Error('no database'));
  await vi.advanceTimersByTimeAsync(0);
  expect(found).toEqual([[1, 0]]);
});
