import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const { callAll } = (await import(new URL('pages.mjs', import.meta.url).href)) as {
  callAll: (connection: object, command: object, parts: object) => Promise<unknown>;
};

/** Five things, at most two of them on a page. */
const asked: string[] = [];
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://server.test');
  asked.push(searchParams.toString());
  const from = Number(searchParams.get('cursor') ?? 0);
  const end = Math.min(5, from + Number(searchParams.get('limit')));
  const items = [1, 2, 3, 4, 5].slice(from, end);
  response.end(JSON.stringify({ items, nextCursor: end === 5 ? null : String(end) }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const field = (name: string, most?: number) => ({ place: 'query', path: [name], most });
const command = { method: 'get', path: '/things', effect: 'read', fields: [field('cursor'), field('limit', 2)] };
const list = async (query: object): Promise<unknown> => {
  asked.length = 0;
  const { port } = server.address() as AddressInfo;
  return await callAll({ server: `http://127.0.0.1:${port}` }, command, { params: {}, query });
};

test('a list is read page by page to its end, or up to --limit', async () => {
  expect(await list({})).toEqual({ items: [1, 2, 3, 4, 5], nextCursor: null });
  expect(asked).toEqual(['limit=2', 'limit=2&cursor=2', 'limit=2&cursor=4']);
  expect(await list({ limit: 3 })).toEqual({ items: [1, 2, 3], nextCursor: '3' });
  expect(asked).toEqual(['limit=2', 'limit=1&cursor=2']);
});

test('a cursor asks for one page', async () => {
  expect(await list({ cursor: '1', limit: 1 })).toEqual({ items: [2], nextCursor: '2' });
  expect(asked).toEqual(['cursor=1&limit=1']);
});
