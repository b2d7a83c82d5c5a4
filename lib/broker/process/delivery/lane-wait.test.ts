import { afterEach, expect, test, vi } from 'vitest';

import { asking, laneOf, NOTHING } from '../../../testing/receive-lane';
import type { Claim } from './receive-lane-parts';

afterEach(() => vi.useRealTimers());

test('a lane that hears nothing claims when the sweep finds something, and asks nothing until then', async () => {
  vi.useFakeTimers();
  const claims: number[] = [];
  const asks: number[] = [];
  const swept = new Set<(dueMs: number) => void>();
  const hear = new Set<() => void>();
  const lane = laneOf(
    async () => {
      claims.push(performance.now());
      return NOTHING;
    },
    {
      nextDueMs: async () => {
        asks.push(performance.now());
        return null;
      },
      joinSweep: (found) => {
        swept.add(found);
        return () => swept.delete(found);
      },
      subscribeToWakes: (wake) => {
        hear.add(wake);
        return () => hear.delete(wake);
      },
    },
  );
  const answer = (dueMs: number): void => [...swept].forEach((found) => found(dueMs));
  const looks = (): readonly number[] => [claims.length, asks.length, swept.size];
  void lane.receive(asking());
  await vi.advanceTimersByTimeAsync(60_000 - 1_000);
  expect(looks()).toEqual([1, 1, 1]);
  answer(Number.POSITIVE_INFINITY);
  for (const wake of hear) wake();
  expect(swept.size).toBe(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(looks(), 'a hint').toEqual([2, 2, 1]);
  void lane.receive(asking());
  await vi.advanceTimersByTimeAsync(1_500);
  expect(looks(), 'a receive').toEqual([3, 3, 1]);
  answer(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(looks(), 'the sweep found something').toEqual([4, 4, 1]);
  answer(700);
  answer(9_000);
  await vi.advanceTimersByTimeAsync(800);
  expect(looks(), 'a time that the sweep knows').toEqual([5, 5, 1]);
});

test('a client that polls again at once costs no statement; the sweep goes on for the lane until it ends', async () => {
  vi.useFakeTimers();
  const swept = new Set<(dueMs: number) => void>();
  let [claims, asks, ended] = [0, 0, 0];
  const lane = laneOf(
    async () => {
      claims += 1;
      return NOTHING;
    },
    {
      takesAny: true,
      nextDueMs: async () => {
        asks += 1;
        return null;
      },
      joinSweep: (found) => {
        swept.add(found);
        return () => swept.delete(found);
      },
      ended: () => {
        ended += 1;
      },
    },
  );
  for (let poll = 0; poll < 3; poll += 1) {
    const reply = lane.receive({ ...asking(), waitMs: 10_000 });
    await vi.advanceTimersByTimeAsync(9_000);
    for (const found of swept) found(Number.POSITIVE_INFINITY);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(await reply).toEqual([]);
    expect([claims, asks, swept.size]).toEqual([1, 1, 1]);
  }
  const last = lane.receive(asking());
  await vi.advanceTimersByTimeAsync(200);
  for (const found of swept) found(0);
  await vi.advanceTimersByTimeAsync(5);
  expect(claims, 'the sweep found something').toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await last).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect([swept.size, ended, lane.idle]).toEqual([0, 1, true]);
});

test('a time that is known is met, and asked for again when it has come', async () => {
  vi.useFakeTimers();
  let [claims, asks] = [0, 0];
  const claim = async (): Promise<Claim> => {
    claims += 1;
    return NOTHING;
  };
  const nextDueMs = async (): Promise<number | null> => {
    asks += 1;
    return asks === 1 ? 2_500 : null;
  };
  void laneOf(claim, { nextDueMs, joinSweep: () => () => undefined }).receive(asking());
  await vi.advanceTimersByTimeAsync(2_490);
  expect([claims, asks]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(110);
  expect([claims, asks]).toEqual([2, 2]);
});
