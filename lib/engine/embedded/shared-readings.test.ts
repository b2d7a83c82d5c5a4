import { expect, test } from 'vitest';

import { SharedReadings } from './shared-readings';

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
  const read = (): Promise<number> => Promise.resolve(begunMs.push(performance.now()));
  for (let index = 0; index < 6; index += 1) await readings.get('all', read);
  const since = (index: number): number => (begunMs[index] ?? 0) - (begunMs[0] ?? 0);
  expect(since(3)).toBeLessThan(spacingMs);
  // A timer may be a millisecond early, and so may the next one.
  expect(since(4)).toBeGreaterThanOrEqual(spacingMs - 2);
  expect(since(5)).toBeGreaterThanOrEqual(2 * spacingMs - 4);
});

test('keys do not wait for each other, and a failed reading is not kept', async () => {
  const readings = new SharedReadings<number, string>(1);
  await expect(readings.get(1, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await readings.get(1, () => Promise.resolve('up'))).toBe('up');
  expect(await readings.get(2, () => Promise.resolve('other'))).toBe('other');
});
