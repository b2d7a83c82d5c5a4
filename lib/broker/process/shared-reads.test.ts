import { expect, test } from 'vitest';

import { SharedReads } from './shared-reads';

test('callers of the same key share one read; the next one after it reads again; errors are not kept', async () => {
  const shared = new SharedReads<string, number>();
  let reads = 0;
  const read = async (): Promise<number> => {
    reads += 1;
    const mine = reads;
    await Promise.resolve();
    if (mine === 3) throw new Error('away');
    return mine;
  };
  expect(await Promise.all([shared.run('a', read), shared.run('a', read), shared.run('b', read)])).toEqual([1, 1, 2]);
  await expect(Promise.all([shared.run('a', read), shared.run('a', read)])).rejects.toThrow('away');
  expect(await shared.run('a', read)).toBe(4);
});
