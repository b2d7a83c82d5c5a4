import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';

interface View {
  readonly messageId: string;
  readonly topic: string;
  readonly deliveryAttempt?: number;
}
interface Listener {
  consume(view: View): unknown;
}
interface Wrapped {
  consume(view: View): Promise<unknown>;
  close(limitMs?: number): Promise<void>;
}
interface Snippet {
  reportFailures(
    listener: Listener,
    options: { url: string; token: string; group: string; appVersion: string; warn: (text: string) => void },
  ): Wrapped;
}
interface Call {
  readonly items: readonly Record<string, unknown>[];
  readonly authorization: string | undefined;
}

const SNIPPET = new URL('../../../docs/snippets/node/report-failures.mjs', import.meta.url).href;
const view: View = { messageId: 'M1', topic: 'orders', deliveryAttempt: 2 };
const open: { server?: Server; wrapped: Wrapped[] } = { wrapped: [] };

afterEach(async () => {
  open.server?.closeAllConnections();
  open.server?.close();
  await Promise.all(open.wrapped.splice(0).map((wrapped) => wrapped.close(0)));
});

/** @param answer status of the call with this number, from 0; null: never answers */
async function listen(answer: (call: number) => number | null): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { items } = JSON.parse(text) as Pick<Call, 'items'>;
      calls.push({ items, authorization: request.headers.authorization });
      const status = answer(calls.length - 1);
      if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  open.server = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

async function wrap(listener: Listener, url: string, warn: (text: string) => void = () => undefined): Promise<Wrapped> {
  const { reportFailures } = (await import(SNIPPET)) as Snippet;
  const wrapped = reportFailures(listener, { url, token: 'secret', group: 'billing', appVersion: '2.1', warn });
  open.wrapped.push(wrapped);
  return wrapped;
}

const failing: Listener = {
  consume: () => {
    throw new RangeError('x'.repeat(5000));
  },
};

async function failMany(wrapped: Wrapped, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1)
    await expect(wrapped.consume({ ...view, messageId: `M${number}` })).rejects.toThrow(RangeError);
}

const idsOf = (calls: readonly Call[]): unknown[] =>
  calls.flatMap(({ items }) => items.map((item) => item['messageId']));

test('success reports nothing and hands the result on', async () => {
  const { url, calls } = await listen(() => 200);
  const wrapped = await wrap({ consume: () => 'SUCCESS' }, url);
  expect(await wrapped.consume(view)).toBe('SUCCESS');
  await wrapped.close();
  expect(calls).toEqual([]);
});

test('a failure is reported within the limits of the API, and fails as before', async () => {
  const { url, calls } = await listen(() => 200);
  const wrapped = await wrap(failing, url);
  await expect(wrapped.consume(view)).rejects.toThrow(RangeError);
  await wrapped.close();
  const item = {
    ...{ messageId: 'M1', topic: 'orders', group: 'billing', attempt: 2, errorType: 'RangeError' },
    message: 'x'.repeat(4000),
    stack: expect.stringContaining('RangeError'),
    ...{ appVersion: '2.1', agoMs: expect.any(Number) },
  };
  expect(calls).toEqual([{ authorization: 'Bearer secret', items: [item] }]);
});

test('what is not an error is reported as text', async () => {
  const { url, calls } = await listen(() => 200);
  const wrapped = await wrap({ consume: () => AbortSignal.abort('plain text').throwIfAborted() }, url);
  await expect(wrapped.consume(view)).rejects.toBe('plain text');
  await wrapped.close();
  expect(calls[0]?.items).toMatchObject([{ errorType: 'Error', message: 'plain text' }]);
});

test('many failures are few calls, none longer than the API takes, and shutting down sends the rest', async () => {
  const { url, calls } = await listen(() => 200);
  const wrapped = await wrap(failing, url);
  await failMany(wrapped, 130);
  await wrapped.close();
  expect(idsOf(calls)).toEqual(Array.from({ length: 130 }, (_, number) => `M${number}`));
  expect(calls.length).toBeLessThan(15);
  for (const { items } of calls) {
    expect(items.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify({ items }).length).toBeLessThan(262_144);
  }
});

test('a refused call is repeated, for a busy console and for one that fails', async () => {
  const { url, calls } = await listen((call) => [429, 503][call] ?? 200);
  const wrapped = await wrap(failing, url);
  await expect(wrapped.consume(view)).rejects.toThrow(RangeError);
  await wrapped.close();
  expect(calls.map(({ items }) => items[0]?.['messageId'])).toEqual(['M1', 'M1', 'M1']);
  // Each try says how long ago the delivery failed by then: each pause of a shutdown is 200 ms.
  const ago = calls.map(({ items }) => Number(items[0]?.['agoMs']));
  expect(ago[0]).toBeGreaterThanOrEqual(0);
  expect(ago[1]).toBeGreaterThanOrEqual((ago[0] ?? 0) + 190);
  expect(ago[2]).toBeGreaterThanOrEqual((ago[1] ?? 0) + 190);
});

test('a wrong token is not retried, and the application is warned, once', async () => {
  const { url, calls } = await listen(() => 401);
  const warn = vi.fn<(text: string) => void>();
  const wrapped = await wrap(failing, url, warn);
  await failMany(wrapped, 110);
  await wrapped.close();
  expect(calls.length).toBeGreaterThan(1);
  expect(idsOf(calls)).toHaveLength(110);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/\d+ failure reports were dropped.*HTTP 401/));
});

test.each([
  ['a console that fails', async () => (await listen(() => 500)).url],
  ['no console', async () => 'http://127.0.0.1:9'],
  ['an address that is none', async () => 'nowhere'],
])('%s does not hide the failure', async (_title, start) => {
  await expect((await wrap(failing, await start())).consume(view)).rejects.toThrow(RangeError);
});

test('a console that never answers delays neither the failure nor the shutdown', async () => {
  const { url, calls } = await listen(() => null);
  const wrapped = await wrap(failing, url);
  // Nothing is asked of the network before the listener has answered.
  await expect(wrapped.consume(view)).rejects.toThrow(RangeError);
  expect(calls).toEqual([]);
  const closed = wrapped.close(50);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await closed;
});
