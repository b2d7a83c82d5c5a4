import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { SharedReadings } from './shared-readings';

test('a hundred viewers cost two readings, and nobody gets one that began before they asked', async () => {
  const readings = new SharedReadings<string, number>(40);
  let begun = 0;
  const read = async (): Promise<number> => {
    begun += 1;
    const mine = begun;
    await sleep(5);
    return mine;
  };
  const early = Promise.all(Array.from({ length: 50 }, () => readings.get('all', read)));
  await sleep(2);
  expect(begun).toBe(1);
  const late = Promise.all(Array.from({ length: 50 }, () => readings.get('all', read)));
  expect(new Set(await early)).toEqual(new Set([1]));
  const before = performance.now();
  expect(new Set(await late)).toEqual(new Set([2]));
  expect(performance.now() - before).toBeGreaterThan(15);
  expect(begun).toBe(2);
});

test('keys do not wait for each other, and a failed reading is not kept', async () => {
  const readings = new SharedReadings<number, string>(1);
  await expect(readings.get(1, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await readings.get(1, () => Promise.resolve('up'))).toBe('up');
  expect(await readings.get(2, () => Promise.resolve('other'))).toBe('other');
});
