import { expect, test } from 'vitest';

import { FreshReads } from './fresh-reads';

/** Reads that end when the test says so. */
function openReads() {
  const ends: (() => void)[] = [];
  const read = (): Promise<number> => {
    const number = ends.length + 1;
    return new Promise((resolve, reject) => {
      ends.push(() => (number === 2 ? reject(new Error('away')) : resolve(number)));
    });
  };
  const settle = async (): Promise<void> => void (await new Promise((resolve) => setImmediate(resolve)));
  return { ends, read, settle };
}

test('a call while a read is under way shares the next read, which begins when this one ends', async () => {
  const { ends, read, settle } = openReads();
  const reads = new FreshReads<number>();
  const first = reads.run('a', read);
  const late = [reads.run('a', read), reads.run('a', read)];
  await settle();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await settle();
  expect(ends).toHaveLength(2);
  const latest = reads.run('a', read);
  ends[1]?.();
  await Promise.all(late.map((one) => expect(one).rejects.toThrow('away')));
  await settle();
  ends[2]?.();
  expect(await latest).toBe(3);
  await settle();
  const again = reads.run('a', read);
  ends[3]?.();
  expect(await again).toBe(4);
});

test('another key does not wait', async () => {
  const { ends, read } = openReads();
  const reads = new FreshReads<number>();
  const both = [reads.run('a', read), reads.run('b', async () => (await read()) + 1000)];
  expect(ends).toHaveLength(2);
  ends[0]?.();
  expect(await both[0]).toBe(1);
  ends[1]?.();
  await expect(both[1]).rejects.toThrow('away');
});
