import type { QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import type { Queryable } from '../../store/queryable';
import { readDecoders } from './read-decoders';

const long = 'o'.repeat(110);

/** Decoders of base64, each at a path of its own. */
function storeWith(...topics: readonly string[]): Queryable {
  const rows = topics.map((topic, at) => ({ topic, decoderId: at, kind: 'base64', message: null, schemaHash: topic }));
  const query = ({ values = [] }: QueryConfig) => {
    const [asked, other] = values as [string | string[], string[] | number];
    if (typeof asked === 'string') return { rows: [{ schema: Buffer.from(`$.at_${asked}`) }] };
    const cut = other as string[];
    return { rows: rows.filter(({ topic }) => asked.includes(topic) || cut.includes(topic.slice(0, 100))) };
  };
  return { query: (text: QueryConfig) => Promise.resolve(query(text)) } as unknown as Queryable;
}

async function by(store: Queryable, ...topics: string[]): Promise<string | null> {
  return (await readDecoders(store, topics)).of(topics)?.by ?? null;
}

test('a copy in another topic is read by the decoder of the first one, or by none', async () => {
  const store = storeWith('orders', 'repair');
  expect(await by(store, 'repair')).toBe('base64 at $.at_repair');
  expect(await by(store, 'repair', 'orders')).toBe('base64 at $.at_orders');
  expect(await by(store, 'repair', 'plain')).toBeNull();
  expect(await by(store)).toBeNull();
});

test('the decoder of a deleted topic reads what it has left', async () => {
  const store = storeWith('orders', long);
  expect(await by(store, 'orders (deleted 17)')).toBe('base64 at $.at_orders');
  expect(await by(store, 'repair', 'orders (deleted 17)')).toBe('base64 at $.at_orders');
  expect(await by(store, 'order (deleted 17)')).toBeNull();
  expect(await by(store, long.slice(0, 100))).toBeNull();
});

test('of a long name that was cut no decoder is known, so that nothing is shown by a wrong one', async () => {
  const topic = `${long.slice(0, 100)} (deleted 18)`;
  const decoder = (await readDecoders(storeWith(long), [topic])).of([topic]);
  expect(decoder?.decode(Buffer.from('{}'))).toMatchObject({ kind: 'failed', problem: expect.stringContaining('cut') });
  expect(await by(storeWith('orders'), topic)).toBeNull();
});
