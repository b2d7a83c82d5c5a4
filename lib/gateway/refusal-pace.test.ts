import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { RefusalPace } from './refusal-pace';

// Time stands still between the steps of a test, however busy the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const never = (): AbortSignal => new AbortController().signal;

/** So many that ask at once: how many of them are answered so far. */
function crowd(
  pace: RefusalPace,
  size: number,
  remainingMs: number | null = null,
): { answered: () => Promise<number> } {
  let answered = 0;
  for (let count = 0; count < size; count += 1) {
    void pace.wait(remainingMs, never()).then(() => {
      answered += 1;
    });
  }
  return {
    answered: async () => {
      await Promise.resolve();
      await Promise.resolve();
      return answered;
    },
  };
}

/** Steps of 5 ms, each so late, for so long. */
function run(pace: RefusalPace, fromMs: number, forMs: number, lateMs = 0): number {
  let nowMs = fromMs;
  for (; nowMs < fromMs + forMs; nowMs += 5) pace.step(nowMs, lateMs);
  return nowMs;
}

test('one alone is answered at once; of many, 500 a second', async () => {
  const pace = new RefusalPace();
  const alone = crowd(pace, 1);
  expect(await alone.answered()).toBe(1);
  const startMs = performance.now();
  const many = crowd(pace, 5_000);
  expect(await many.answered()).toBe(0);
  run(pace, startMs + 5, 1_000);
  const answered = await many.answered();
  expect(answered).toBeGreaterThan(490);
  expect(answered).toBeLessThan(510);
});

test('a process that is late answers a tenth of that, and all of it again when it is not', async () => {
  const pace = new RefusalPace();
  const many = crowd(pace, 5_000);
  let nowMs = run(pace, performance.now() + 5, 100, 50);
  expect(pace.apartMs).toBe(20);
  const before = await many.answered();
  nowMs = run(pace, nowMs, 500, 50);
  const late = (await many.answered()) - before;
  expect(late).toBeGreaterThanOrEqual(24);
  expect(late).toBeLessThanOrEqual(27);
  run(pace, nowMs, 500);
  expect(pace.apartMs).toBe(2);
});

test('a step that was held up for long answers no more than any other', async () => {
  const pace = new RefusalPace();
  const many = crowd(pace, 1_000);
  const nowMs = performance.now();
  pace.step(nowMs + 5, 0);
  const before = await many.answered();
  pace.step(nowMs + 900, 895);
  expect((await many.answered()) - before).toBeLessThanOrEqual(4);
});

test('no client waits longer than two seconds, however late the process is', async () => {
  const pace = new RefusalPace();
  const many = crowd(pace, 1_000);
  const nowMs = performance.now();
  pace.step(nowMs + 1_000, 50);
  expect(await many.answered()).toBeLessThan(10);
  pace.step(nowMs + 2_010, 50);
  expect(await many.answered()).toBe(1_000);
});

test('no call is kept beyond a second before its deadline', async () => {
  const pace = new RefusalPace();
  expect(await crowd(pace, 200, 900).answered()).toBe(200);
  const many = crowd(pace, 200, 1_010);
  pace.step(performance.now() + 11, 0);
  expect(await many.answered()).toBe(200);
});

test('all who wait are answered by themselves, one after the other', async () => {
  vi.useRealTimers();
  const pace = new RefusalPace();
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: 20 }, () => pace.wait(null, never())));
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(30);
});

test('one that leaves waits no longer', async () => {
  const pace = new RefusalPace();
  crowd(pace, 2_000);
  const leaving = new AbortController();
  let answered = false;
  void pace.wait(null, leaving.signal).then(() => (answered = true));
  await Promise.resolve();
  expect(answered).toBe(false);
  leaving.abort();
  await Promise.resolve();
  expect(answered).toBe(true);
});
