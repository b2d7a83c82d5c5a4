import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

interface View {
  readonly messageId: string;
  readonly topic: string;
  readonly deliveryAttempt?: number;
}
interface Listener {
  consume(view: View): unknown;
}
interface Snippet {
  reportFailures(
    listener: Listener,
    options: { url: string; token: string; group: string; timeoutMs?: number },
  ): { consume(view: View): Promise<unknown> };
}

const SNIPPET = new URL('../../../docs/snippets/node/report-failures.mjs', import.meta.url).href;
const view: View = { messageId: 'M1', topic: 'orders', deliveryAttempt: 2 };
let server: Server | null = null;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function listen(
  answer: (body: string) => number | null,
): Promise<{ url: string; requests: { body: Record<string, unknown>; authorization: string | undefined }[] }> {
  const requests: { body: Record<string, unknown>; authorization: string | undefined }[] = [];
  const started = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      requests.push({
        body: JSON.parse(text) as Record<string, unknown>,
        authorization: request.headers.authorization,
      });
      const status = answer(text);
      // null: never answers
      if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, requests };
}

async function wrap(
  listener: Listener,
  url: string,
  timeoutMs?: number,
): Promise<{ consume(view: View): Promise<unknown> }> {
  const { reportFailures } = (await import(SNIPPET)) as Snippet;
  return reportFailures(listener, {
    url,
    token: 'secret',
    group: 'billing',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

const failing: Listener = {
  consume: () => {
    throw new RangeError('x'.repeat(5000));
  },
};

test('success reports nothing and hands the result on', async () => {
  const { url, requests } = await listen(() => 200);
  expect(await (await wrap({ consume: () => 'SUCCESS' }, url)).consume(view)).toBe('SUCCESS');
  expect(requests).toEqual([]);
});

test('a failure is reported within the limits of the API, and fails as before', async () => {
  const { url, requests } = await listen(() => 200);
  await expect((await wrap(failing, url)).consume(view)).rejects.toThrow(RangeError);
  expect(requests).toEqual([
    {
      authorization: 'Bearer secret',
      body: {
        messageId: 'M1',
        topic: 'orders',
        group: 'billing',
        attempt: 2,
        errorType: 'RangeError',
        message: 'x'.repeat(4000),
        stack: expect.stringContaining('RangeError'),
      },
    },
  ]);
});

test('what is not an error is reported as text', async () => {
  const { url, requests } = await listen(() => 200);
  const listener: Listener = { consume: () => AbortSignal.abort('plain text').throwIfAborted() };
  await expect((await wrap(listener, url)).consume(view)).rejects.toBe('plain text');
  expect(requests[0]?.body).toMatchObject({ errorType: 'Error', message: 'plain text' });
});

test.each([
  ['a refused report', async () => (await listen(() => 500)).url],
  ['no console', async () => 'http://127.0.0.1:9'],
  ['an address that is none', async () => 'nowhere'],
])('%s does not hide the failure', async (_title, start) => {
  await expect((await wrap(failing, await start())).consume(view)).rejects.toThrow(RangeError);
});

test('a console that does not answer delays the failure by the given time at most', async () => {
  const { url } = await listen(() => null);
  const startedAt = performance.now();
  await expect((await wrap(failing, url, 100)).consume(view)).rejects.toThrow(RangeError);
  // Without it: for ever. A busy machine may stall for seconds.
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});
