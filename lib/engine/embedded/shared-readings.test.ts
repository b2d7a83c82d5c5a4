import { expect, test } from 'vitest';

import { SharedReadings, withoutPause } from './shared-readings';

/** The names of the timers that ended so far, in the order in which they did. */
function timersOf(timesMs: Record<string, number>): string[] {
  const ended: string[] = [];
  for (const [name, timeMs] of Object.entries(timesMs)) setTimeout(() => ended.push(name), timeMs).unref();
  return ended;
}

test('a hundred viewers cost two readings, and no caller gets one that began before its call', async () => {
  const readings = new SharedReadings<string, number>(40);
  let begun = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const read = async (): Promise<number> => {
    const mine = (begun += 1);
    await finished;
    return mine;
  };
  const early = Promise.all(Array.from({ length: 50 }, () => readings.get('all', read)));
  await expect.poll(() => begun).toBe(1);
  const late = Promise.all(Array.from({ length: 50 }, () => readings.get('all', read)));
  finish();
  expect(new Set(await early)).toEqual(new Set([1]));
  expect(new Set(await late)).toEqual(new Set([2]));
  expect(begun).toBe(2);
});

test('after a quiet time four begin at once, and from then on they are spaced', async () => {
  const spacingMs = 200;
  const readings = new SharedReadings<string, number>(spacingMs);
  const begunMs: number[] = [];
  const ended = timersOf({ spacing: spacingMs });
  let endedAtFourth: string[] = [];
  const read = (): Promise<number> => {
    if (begunMs.length === 3) endedAtFourth = [...ended];
    return Promise.resolve(begunMs.push(performance.now()));
  };
  for (let index = 0; index < 6; index += 1) await readings.get('all', read);
  const since = (index: number): number => (begunMs[index] ?? 0) - (begunMs[0] ?? 0);
  expect(endedAtFourth).toEqual([]);
  // A timer may be a millisecond early, and so may the next one.
  expect(since(4)).toBeGreaterThanOrEqual(spacingMs - 2);
  expect(since(5)).toBeGreaterThanOrEqual(2 * spacingMs - 4);
});

test('a person does not wait for the pause, ends that of others, and makes later ones wait no longer', async () => {
  const spacingMs = 300;
  const readings = new SharedReadings<string, number>(spacingMs);
  let begun = 0;
  const read = (): Promise<number> => Promise.resolve((begun += 1));
  const startedAt = performance.now();
  // Timers end in the order of their times, however late all of them are on a machine that is busy.
  const ended = timersOf({ one: spacingMs, two: 2 * spacingMs });
  for (let index = 0; index < 20; index += 1) await withoutPause(() => readings.get('all', read));
  const background = readings.get('all', read);
  expect(await withoutPause(() => readings.get('all', read))).toBe(21);
  expect(await background).toBe(21);
  expect(ended).toEqual([]);
  expect(await readings.get('all', read)).toBe(22);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(spacingMs - 2);
  expect(ended).not.toContain('two');
});

test('however many people wait, one reading runs at a time', async () => {
  const readings = new SharedReadings<string, number>(40);
  let running = 0;
  let begun = 0;
  let most = 0;
  const read = async (): Promise<number> => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return (begun += 1);
  };
  const ask = (): Promise<number> => withoutPause(() => readings.get('all', read));
  await Promise.all(Array.from({ length: 50 }, ask));
  expect(begun).toBe(1);
  const first = ask();
  await Promise.resolve();
  await Promise.all([first, ...Array.from({ length: 50 }, ask)]);
  expect(begun).toBeLessThanOrEqual(3);
  expect(most).toBe(1);
});

test('keys do not wait for each other, and a failed reading is not kept', async () => {
  const readings = new SharedReadings<number, string>(1);
  await expect(readings.get(1, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await readings.get(1, () => Promise.resolve('up'))).toBe('up');
  expect(await readings.get(2, () => Promise.resolve('other'))).toBe('other');
});
