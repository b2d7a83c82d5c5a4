import { expect, test } from 'vitest';

import { Batcher, KeyedBatchers } from './batcher';

test('calls made while a batch runs share the next one', async () => {
  const batches: number[][] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const batcher = new Batcher<number, number>({
    maxItems: 100,
    run: async (items) => {
      batches.push([...items]);
      if (batches.length === 1) await gate;
      return items.map((item) => item * 10);
    },
  });
  const first = batcher.submit(1);
  await Promise.resolve();
  const rest = [2, 3, 4].map((item) => batcher.submit(item));
  open();
  expect(await Promise.all([first, ...rest])).toEqual([10, 20, 30, 40]);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test('a batch is cut at its number of items and at its weight, never below one item', async () => {
  const batches: number[][] = [];
  const batcher = new Batcher<number, number>({
    maxItems: 3,
    maxWeight: 10,
    weigh: (item) => item,
    run: async (items) => {
      batches.push([...items]);
      return items;
    },
  });
  await Promise.all([1, 1, 1, 1, 50, 6, 5].map((item) => batcher.submit(item)));
  expect(batches).toEqual([[1, 1, 1], [1], [50], [6], [5]]);
});

test('one bad item fails alone when the error allows it', async () => {
  const batcher = new Batcher<number, number>({
    maxItems: 10,
    mayRunAlone: () => true,
    run: async (items) => {
      if (items.includes(2)) throw new Error('two is bad');
      return items;
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a batch that failed is not run again in parts unless the error allows it', async () => {
  for (const options of [{}, { mayRunAlone: () => false }]) {
    let runs = 0;
    const batcher = new Batcher<number, number>({
      ...options,
      maxItems: 10,
      run: async () => {
        runs += 1;
        throw new Error('no');
      },
    });
    const settled = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item)));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(runs).toBe(1);
  }
});

test('who waits too long behind a slow batch is refused and never run; who comes later is served', async () => {
  const ran: number[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const batcher = new Batcher<number, number>({
    maxItems: 10,
    patience: {
      maxWaiting: 2,
      maxWaitMs: 30,
      refuse: (item, { waitedMs, waiting }) => new Error(`${item}: ${waitedMs >= 30 ? 'late' : 'full'} of ${waiting}`),
    },
    run: async (items) => {
      ran.push(...items);
      if (items.includes(1)) await gate;
      return items;
    },
  });
  const first = batcher.submit(1);
  await Promise.resolve();
  const late = [2, 3].map((item) => batcher.submit(item));
  await expect(batcher.submit(4)).rejects.toThrow('4: full of 2');
  const refused = await Promise.allSettled(late);
  expect(refused.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'served'))).toEqual([
    'Error: 2: late of 2',
    // One turn of the timer takes both, unless a millisecond lies between them.
    expect.stringMatching(/^Error: 3: late of [12]$/),
  ]);
  const next = batcher.submit(5);
  open();
  expect(await Promise.all([first, next])).toEqual([1, 5]);
  expect(ran).toEqual([1, 5]);
});

test('keys do not share batches', async () => {
  const batches: number[][] = [];
  const keyed = new KeyedBatchers<number, number>(() => ({
    maxItems: 10,
    run: async (items) => {
      batches.push([...items]);
      return items;
    },
  }));
  await Promise.all([keyed.submit('a', 1), keyed.submit('b', 2), keyed.submit('a', 3)]);
  expect(batches).toEqual([[1, 3], [2]]);
});

test('calls that wait for a batch are counted over all lanes, running ones are not', async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const lanes = new KeyedBatchers<number, number>(() => ({
    maxItems: 100,
    run: async (items) => {
      await gate;
      return items;
    },
  }));
  const calls = ['a', 'b'].map((key) => lanes.submit(key, 1));
  await Promise.resolve();
  expect(lanes.waiting).toBe(0);
  calls.push(lanes.submit('a', 2), lanes.submit('a', 3), lanes.submit('b', 2));
  expect(lanes.waiting).toBe(3);
  open();
  await Promise.all(calls);
  expect(lanes.waiting).toBe(0);
});

test('with enough waiting, the next batch does not wait for the one before; what is too little gathers', async () => {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const batcher = new Batcher<number, number>({
    maxItems: 100,
    weigh: () => 1,
    ahead: { maxRunning: 2, fromWeight: 3 },
    run: async (items) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items;
    },
  });
  const submit = async (...items: number[]): Promise<Promise<number>[]> => {
    const submitted = items.map((item) => batcher.submit(item));
    await Promise.resolve();
    return submitted;
  };
  const calls = await submit(1);
  calls.push(...(await submit(2, 3)));
  expect(batches, 'two are too few beside one that runs').toEqual([[1]]);
  calls.push(...(await submit(4)));
  expect(batches).toEqual([[1], [2, 3, 4]]);
  calls.push(...(await submit(5, 6, 7, 8)));
  expect(batches, 'no third one at a time').toHaveLength(2);
  ends[0]?.();
  await calls[0];
  await Promise.resolve();
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7, 8]]);
  calls.push(...(await submit(9)));
  ends[1]?.();
  await calls[1];
  await Promise.resolve();
  expect(batches, 'one is too few while another runs').toHaveLength(3);
  ends[2]?.();
  await calls[4];
  await Promise.resolve();
  expect(batches.at(-1), 'and goes when none runs any more').toEqual([9]);
  ends[3]?.();
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(batcher.idle).toBe(true);
});
