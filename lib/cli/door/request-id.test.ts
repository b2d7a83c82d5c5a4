import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { currentRequest } from '../../observability/log';

type Fields = Readonly<Record<string, unknown>>;
type NameRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  options: { readonly trustsProxy: boolean; readonly log: () => { info(fields: Fields, message: string): void } },
  work: () => unknown,
) => void;
const { nameRequest } = (await import(fileURLToPath(new URL('request-id.mjs', import.meta.url)))) as {
  nameRequest: NameRequest;
};

let close = (): void => undefined;
afterEach(() => close());

async function ask(trustsProxy: boolean, given?: string) {
  const lines: Fields[] = [];
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    const log = () => ({ info: (fields: Fields) => void lines.push(fields) });
    nameRequest(request, response, { trustsProxy, log }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      // As a line that is logged somewhere below says it.
      seen.push(currentRequest()['requestId'], request.headers['x-request-id']);
      response.writeHead(404).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => server.close();
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/groups?q=secret`, {
    headers: given === undefined ? {} : { 'x-request-id': given },
  });
  await expect.poll(() => lines.length).toBe(1);
  return { id: answer.headers.get('x-request-id') ?? '', lines, seen };
}

test('a request has one name: in its answer, for its reader, and in the log', async () => {
  const { id, lines, seen } = await ask(false, 'made-up-by-a-stranger');
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(seen).toEqual([id, id]);
  expect(lines[0]).toMatchObject({ requestId: id, method: 'GET', path: '/groups', status: 404 });
  expect(lines[0]?.['ms']).toBeTypeOf('number');
  expect(currentRequest()).toEqual({});
});

test('a proxy names it, with a name that a log line may hold', async () => {
  expect((await ask(true, 'proxy-0001.a')).id).toBe('proxy-0001.a');
  for (const bad of ['short', 'x'.repeat(129), 'a "b" {c} 0123']) expect((await ask(true, bad)).id).not.toBe(bad);
});
