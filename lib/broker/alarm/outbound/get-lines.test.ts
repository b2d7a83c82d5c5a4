import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { getLines } from './get-lines';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** What comes from a server that answers so, on an address that is allowed by name. */
async function readFrom(answer: RequestListener, { isAllowed = true, timeoutMs = 2_000 } = {}): Promise<string[]> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: string[] = [];
  const allow = new Set(isAllowed ? [origin] : []);
  await getLines(`${origin}/metrics`, (line) => lines.push(line), { allow, timeoutMs });
  return lines;
}

test('lines come whole, wherever the text was cut on the way', async () => {
  const lines = await readFrom((_request, response) => {
    response.write(Buffer.from('one\ntw'));
    setTimeout(() => response.write(Buffer.from('o 🐘\nthr').subarray(0, 5)), 20);
    setTimeout(() => response.end(Buffer.concat([Buffer.from('o 🐘\nthr').subarray(5), Buffer.from('ee')])), 40);
  });
  expect(lines).toEqual(['one', 'two 🐘', 'three']);
});

test('it asks as one that packs nothing and names no one', async () => {
  let headers: object = {};
  await readFrom((request, response) => {
    ({ headers } = request);
    response.end('x');
  });
  expect(headers).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'Redrive/1' });
  expect(Object.keys(headers)).not.toContain('authorization');
});

const answers: readonly (readonly [string, RequestListener, RegExp])[] = [
  ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), /not followed/],
  ['an error', (_, response) => response.writeHead(503).end(), /responded with 503/],
  ['no text', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'), /compressed/],
  ['a line without an end', (_, response) => response.end('x'.repeat(100_000)), /longer than 64 KiB/],
  ['half of it', (_, response) => response.write('x', () => response.socket?.destroy()), /lost|failed/],
  ['nothing', () => undefined, /timed out/],
];
test.each(answers)('%s is a problem in words', async (_name, answer, words) => {
  await expect(readFrom(answer, { timeoutMs: 400 })).rejects.toThrow(words);
});

test('more than it may have is not read to its end', async () => {
  let isCut = false;
  const line = `${'x'.repeat(60_000)}\n`;
  await expect(
    readFrom(
      (_, response) => {
        response.on('close', () => (isCut = true));
        const more = (): void => {
          while (!isCut && response.write(line));
        };
        response.on('drain', more);
        more();
      },
      { timeoutMs: 20_000 },
    ),
  ).rejects.toThrow(/longer than 64 MiB/);
  await expect.poll(() => isCut).toBe(true);
});

test('an address inside is asked only where it is allowed by name', async () => {
  let asked = 0;
  await expect(
    readFrom(
      (_, response) => {
        asked += 1;
        response.end();
      },
      { isAllowed: false },
    ),
  ).rejects.toMatchObject({ code: 'bad-request' });
  expect(asked).toBe(0);
});
