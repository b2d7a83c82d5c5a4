import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { KeptReadings } from './kept-readings';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const owner = {};
let reads = 0;
const reading = (counted: number) => (): Promise<{ counted: number; nth: number }> => {
  reads += 1;
  return Promise.resolve({ counted, nth: reads });
};

test('a reading of few rows is read for each caller', async () => {
  const readings = new KeptReadings<object, { counted: number; nth: number }>(({ counted }) => counted);
  const first = await readings.get(owner, 'a', reading(9999));
  expect((await readings.get(owner, 'a', reading(9999))).nth).toBe(first.nth + 1);
});

test('a reading of many rows is kept for 10 s, for its owner and its key alone', async () => {
  const readings = new KeptReadings<object, { counted: number; nth: number }>(({ counted }) => counted);
  const first = await readings.get(owner, 'a', reading(10_000));
  vi.advanceTimersByTime(9999);
  expect(await readings.get(owner, 'a', reading(10_000))).toBe(first);
  expect((await readings.get(owner, 'b', reading(1))).nth).toBe(first.nth + 1);
  expect((await readings.get({}, 'a', reading(1))).nth).toBe(first.nth + 2);
  vi.advanceTimersByTime(1);
  expect((await readings.get(owner, 'a', reading(1))).nth).toBe(first.nth + 3);
});

test('a reading that does not stand any more is read anew', async () => {
  const readings = new KeptReadings<object, { counted: number; nth: number }>(({ counted }) => counted);
  const first = await readings.get(owner, 'a', reading(12_000));
  const left = (letters: number) => readings.get(owner, 'a', reading(letters), ({ counted }) => counted <= letters);
  expect(await left(12_000)).toBe(first);
  expect(await left(11_999)).toEqual({ counted: 11_999, nth: first.nth + 1 });
});

test('a reading that fails is not kept', async () => {
  const readings = new KeptReadings<object, { counted: number; nth: number }>(({ counted }) => counted);
  await expect(readings.get(owner, 'a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await readings.get(owner, 'a', reading(1))).toMatchObject({ counted: 1 });
});
