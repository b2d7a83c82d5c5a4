import { afterEach, expect, test, vi } from 'vitest';

import type { Log } from '../model/log';
import type { Metrics } from '../model/metrics';
import { startLoop } from './loop';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

afterEach(() => vi.useRealTimers());

const lines: string[] = [];
const log: Log = {
  debug: () => undefined,
  info: (_, line) => void lines.push(line),
  warn: () => undefined,
  error: (_, line) => void lines.push(line),
};
const metrics: Metrics = { count: () => undefined, observe: () => undefined };

/** Resolves when called for the n-th time. */
function signal(times: number): { readonly reached: Promise<void>; hit(): number } {
  let count = 0;
  let done: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (done = resolve));
  return {
    reached,
    hit: () => {
      count += 1;
      if (count === times) done();
      return count;
    },
  };
}

test('passes never overlap, and more work is taken up at once', async () => {
  const passes = signal(5);
  let running = 0;
  let most = 0;
  const loop = startLoop({
    name: 'test',
    everyMs: 60_000,
    log,
    metrics,
    runOnce: async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return passes.hit() < 5;
    },
  });
  await passes.reached;
  await loop.stop();
  expect(most).toBe(1);
});

test('a failing pass is logged once, goes on, and says when it recovered', async () => {
  lines.length = 0;
  const passes = signal(4);
  const loop = startLoop({
    name: 'test',
    everyMs: 1,
    log,
    metrics,
    runOnce: async () => {
      if (passes.hit() <= 3) throw new Error('no');
      return false;
    },
  });
  await passes.reached;
  await loop.stop();
  expect(lines).toEqual(['loop failed; it will be retried', 'loop recovered']);
});

test('a loop that fails waits twice as long each time, 5 s at most, and is late after 15 s', async () => {
  vi.useFakeTimers();
  const startedMs: number[] = [];
  const loop = startLoop({
    name: 'test',
    everyMs: 100,
    log,
    metrics,
    runOnce: () => {
      startedMs.push(Math.round(performance.now()));
      return Promise.reject(new Error('no'));
    },
  });
  await vi.advanceTimersByTimeAsync(14_900);
  expect(startedMs.slice(1).map((ms, pass) => ms - (startedMs[pass] ?? 0))).toEqual([200, 400, 800, 1600, 3200, 5000]);
  expect(loop.isLate()).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(loop.isLate()).toBe(true);
  await loop.stop();
});

test('a loop that is stopped between two passes ends at once', async () => {
  vi.useFakeTimers();
  const loop = startLoop({ name: 'test', everyMs: 3_600_000, log, metrics, runOnce: () => Promise.resolve(false) });
  await vi.advanceTimersByTimeAsync(1);
  await loop.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a loop that found nothing looks seldom, sooner when woken, and not sooner than its interval', async () => {
  vi.useFakeTimers();
  const startedMs: number[] = [];
  const runOnce = (): Promise<number> => {
    startedMs.push(Math.round(performance.now()));
    return Promise.resolve(Number.POSITIVE_INFINITY);
  };
  const loop = startLoop({ name: 'test', everyMs: 100, idleMs: 10_000, log, metrics, runOnce });
  await vi.advanceTimersByTimeAsync(30);
  loop.wake();
  loop.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(startedMs.map((ms) => ms - (startedMs[0] ?? 0))).toEqual([0, 100]);
  await vi.advanceTimersByTimeAsync(8_000);
  loop.wake();
  await vi.advanceTimersByTimeAsync(1);
  expect(startedMs).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(8_900);
  expect(startedMs).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2_200);
  expect(startedMs).toHaveLength(4);
  await loop.stop();
});

test('a wake-up in the middle of a pass is not lost', async () => {
  vi.useFakeTimers();
  let passes = 0;
  const runOnce = (): Promise<number> => {
    passes += 1;
    if (passes === 1) loop.wake();
    return Promise.resolve(Number.POSITIVE_INFINITY);
  };
  const loop = startLoop({
    name: 'test',
    everyMs: 100,
    idleMs: 10_000,
    log,
    metrics,
    runOnce: async () => await sleep(1).then(runOnce),
  });
  await vi.advanceTimersByTimeAsync(150);
  expect(passes).toBe(2);
  await loop.stop();
});

test('a loop that knows when there is something to do is there then; what is overdue waits an interval', async () => {
  vi.useFakeTimers();
  const answers = [730, -5];
  const startedMs: number[] = [];
  const runOnce = (): Promise<number> => {
    startedMs.push(Math.round(performance.now()));
    return Promise.resolve(answers.shift() ?? Number.POSITIVE_INFINITY);
  };
  const loop = startLoop({ name: 'test', everyMs: 100, idleMs: 1000, log, metrics, runOnce });
  await vi.advanceTimersByTimeAsync(731);
  expect(startedMs.map((ms) => ms - (startedMs[0] ?? 0))).toEqual([0, 730]);
  await vi.advanceTimersByTimeAsync(80);
  expect(startedMs).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(40);
  expect(startedMs).toHaveLength(3);
  await loop.stop();
});

test('a loop is woken for a time that is known: the soonest counts; late when its pass fails then', async () => {
  vi.useFakeTimers();
  const startedMs: number[] = [];
  const runOnce = (): Promise<number> => {
    startedMs.push(Math.round(performance.now()));
    return startedMs.length < 3 ? Promise.resolve(Number.POSITIVE_INFINITY) : Promise.reject(new Error('no'));
  };
  const loop = startLoop({ name: 'test', everyMs: 100, idleMs: 60_000, log, metrics, runOnce });
  const since = (): number[] => startedMs.map((ms) => ms - (startedMs[0] ?? 0));
  await vi.advanceTimersByTimeAsync(0);
  loop.wake(700);
  loop.wake(400);
  loop.wake(900);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(since()).toEqual([0, 400]);
  expect(loop.isLate()).toBe(false);
  loop.wake(1000);
  await vi.advanceTimersByTimeAsync(1000 + 14_900);
  expect(since()[2]).toBe(31_000);
  expect(loop.isLate()).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(loop.isLate()).toBe(true);
  await loop.stop();
});
