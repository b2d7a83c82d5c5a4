import { expect, test } from 'vitest';

import { SharedReadings } from './shared-readings';

test('a hundred viewers cost two readings, and no caller gets one that began before its call', async () => {
  const readings = new SharedReadings<string, number>(40);
  const begunMs: number[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const read = async (): Promise<number> => {
    const mine = begunMs.push(performance.now());
    await finished;
    return mine;
  };
  const early = Promise.all(Array.from({ length: 50 }, () => readings.get('all', read)));
  await expect.poll(() => begunMs.length).toBe(1);
  const late = Promise.all(Array.from({ length: 50 }, () => readings.get('all', read)));
  finish();
  expect(new Set(await early)).toEqual(new Set([1]));
  expect(new Set(await late)).toEqual(new Set([2]));
  expect(begunMs).toHaveLength(2);
  // A timer may be a millisecond early, and so may the next one.
  expect((begunMs[1] ?? 0) - (begunMs[0] ?? 0)).toBeGreaterThanOrEqual(38);
});

test('keys do not wait for each other, and a failed reading is not kept', async () => {
  const readings = new SharedReadings<number, string>(1);
  await expect(readings.get(1, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await readings.get(1, () => Promise.resolve('up'))).toBe('up');
  expect(await readings.get(2, () => Promise.resolve('other'))).toBe('other');
});
