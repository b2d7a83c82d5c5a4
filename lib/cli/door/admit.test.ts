import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { LIMITS } from '../../model/limits';
import { REQUEST_LIMITS } from '../../model/request-limits';

interface Settings {
  readonly trustsProxy: boolean;
  readonly allowedHosts: ReadonlySet<string>;
}
type Admit = (
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
) => Promise<IncomingMessage | null>;
type ReadHosts = (env: Readonly<Record<string, string>>) => Set<string>;

/** Plain JavaScript: the launcher runs before anything is built. */
async function load<T>(name: string): Promise<T> {
  const path: string = fileURLToPath(new URL(name, import.meta.url));
  return (await import(path)) as T;
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly chunked?: boolean;
}

interface Seen {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

let close: () => void = () => undefined;
afterEach(() => close());

/** A server that answers with what came through the door. */
async function open(env: Readonly<Record<string, string>> = {}): Promise<(sent: Sent) => Promise<Seen>> {
  const { admit } = await load<{ admit: Admit }>('./admit.mjs');
  const { readAllowedHosts } = await load<{ readAllowedHosts: ReadHosts }>('./hosts.mjs');
  const settings = { trustsProxy: env['REDRIVE_TRUST_PROXY'] === 'true', allowedHosts: readAllowedHosts(env) };
  const server = createServer((incoming, response) => {
    void admit(incoming, response, settings).then(async (admitted) => {
      if (admitted === null) return;
      const { method, url, headers } = admitted;
      const body = await text(admitted);
      response.end(JSON.stringify({ method, url, headers, body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return ({ method = 'GET', path = '/groups', headers = {}, body, chunked = false }) =>
    new Promise((resolve, reject) => {
      const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const all = { host: 'localhost:3000', ...headers, ...length };
      const sending = request({ port, host: '127.0.0.1', method, path, headers: all }, (answer) => {
        text(answer).then((received) => {
          const seen = { status: answer.statusCode ?? 0, headers: answer.headers, body: received };
          // not before all of it is sent: what breaks then, breaks for a client too
          if (sending.closed) resolve(seen);
          else sending.once('close', () => resolve(seen));
        }, reject);
      });
      sending.on('error', reject);
      sending.end(body);
    });
}

test.each([
  ['localhost:3000', 200],
  ['LOCALHOST', 200],
  ['localhost.:3000', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['10.244.0.17:3000', 200],
  ['redrive.example.com', 200],
  ['Redrive.Example.com:443', 200],
  ['redrive.internal:3000', 200],
  ['evil.example', 421],
  ['evil.example:3000', 421],
  ['localhost.evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['evil.example#localhost', 421],
  ['localhost@evil.example', 421],
  ['evil.example/localhost', 421],
  ['0x7f.1', 421],
  ['2130706433', 421],
  ['localhost evil', 421],
])('the host %j is answered with %i', async (host, status) => {
  const ask = await open({
    REDRIVE_PUBLIC_URL: 'https://redrive.example.com',
    REDRIVE_ALLOWED_HOSTS: 'redrive.internal',
  });
  const answer = await ask({ headers: { host } });
  expect(answer.status).toBe(status);
  if (status === 421) expect(answer.body).toContain('add it to REDRIVE_ALLOWED_HOSTS, or set REDRIVE_PUBLIC_URL');
  for (const path of ['/api/v1/groups', '/api/live', '/api/metrics', '/mcp', '/_next/static/x.js'])
    expect((await ask({ path, headers: { host } })).status).toBe(status);
  // probes may use any host name
  expect((await ask({ path: '/api/health', headers: { host } })).status).toBe(200);
  expect((await ask({ path: '/api/health/live', headers: { host } })).status).toBe(status);
});

const FORWARDED = {
  'x-forwarded-for': '1.2.3.4, 10.0.0.9',
  'x-forwarded-host': 'redrive.example.com',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '443',
  forwarded: 'host=evil.example',
};

test('forwarded headers are what the connection shows, unless a proxy is trusted', async () => {
  const env = { REDRIVE_PUBLIC_URL: 'https://redrive.example.com' };
  const alone = await (await open(env))({ headers: FORWARDED });
  expect(JSON.parse(alone.body)).toMatchObject({
    headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost:3000', 'x-forwarded-proto': 'http' },
  });
  expect(alone.body).not.toMatch(/evil|x-forwarded-port/);
  expect(alone.headers['strict-transport-security']).toBeUndefined();
  close();
  const ask = await open({ ...env, REDRIVE_TRUST_PROXY: 'true' });
  const behind = await ask({ headers: FORWARDED });
  expect(JSON.parse(behind.body)).toMatchObject({
    headers: {
      'x-forwarded-for': '10.0.0.9',
      'x-forwarded-host': 'redrive.example.com',
      'x-forwarded-proto': 'https',
    },
  });
  expect(behind.headers['strict-transport-security']).toContain('max-age=');
  expect((await ask({ headers: { ...FORWARDED, 'x-forwarded-host': 'evil.example' } })).status).toBe(421);
  // a proxy that hands on what the client made up
  expect((await ask({ headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' } })).status).toBe(421);
});

test('a foreign host without a trusted proxy is no better for what it claims', async () => {
  const ask = await open();
  expect((await ask({ headers: { host: 'evil.example', 'x-forwarded-host': 'localhost:3000' } })).status).toBe(421);
});

test.each(['TRACE', 'PROPFIND', 'LOCK'])('%s is answered with 405 and every header of safety', async (method) => {
  const ask = await open();
  for (const path of ['/groups', '/api/v1/groups', '/nowhere', '/api/health']) {
    const { status, headers } = await ask({ method, path });
    expect({ path, status }).toEqual({ path, status: 405 });
    expect(headers).toMatchObject({
      allow: expect.stringContaining('GET'),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
    });
  }
});

test.each(['/messages/%00', '/messages/%ff', '/messages/%E0%A4', '/a%'])(
  'there is no page at %s: Next shows its own for that, and the API says what is wrong with it',
  async (path) => {
    const ask = await open();
    const { status, body } = await ask({ path });
    expect({ status, url: (JSON.parse(body) as { url: string }).url }).toEqual({ status: 200, url: '/no-such-page' });
    expect((await ask({ path: `/api/v1${path}` })).status).toBe(400);
  },
);

test.each([
  '/groups?actor=a%00b',
  '//evil.example/x',
  '/\\evil.example',
  '/..//evil.example',
  '/api/%2e%2e/topics',
  '/api/../topics',
  'http://evil.example/x',
  '*',
])('the address %s is answered with 400', async (path) => {
  const ask = await open();
  expect((await ask({ path, method: path === '*' ? 'OPTIONS' : 'GET' })).status).toBe(400);
});

test('a client that is refused while it still sends reads why, and its connection does not break', async () => {
  const ask = await open();
  const headers = { origin: 'http://localhost:3000', 'next-action': 'x', 'content-type': 'text/plain' };
  for (let time = 0; time < 5; time += 1) {
    const sent = { method: 'POST', body: 'x'.repeat(9_000_000), headers: { ...headers, connection: 'close' } };
    expect((await ask(sent)).status).toBe(413);
  }
});

test('a program sends to /mcp without an origin; the door refuses in JSON', async () => {
  const ask = await open();
  const sent = { method: 'POST', path: '/mcp', body: '{}' };
  expect(JSON.parse((await ask(sent)).body)).toMatchObject({ method: 'POST', url: '/mcp' });
  const foreign = await ask({ ...sent, headers: { host: 'evil.example' } });
  expect(JSON.parse(foreign.body)).toMatchObject({ error: { code: 'bad-request' } });
});

test('an action comes from this origin, is of bounded size and depth, and arrives whole', async () => {
  const ask = await open();
  const own = { origin: 'http://localhost:3000', 'next-action': 'x', 'content-type': 'text/plain;charset=UTF-8' };
  const send = (body: string, headers: Record<string, string> = own, chunked = false) =>
    ask({ method: 'POST', body, headers, chunked });
  expect(JSON.parse((await send('["ä"]')).body)).toMatchObject({ method: 'POST', url: '/groups', body: '["ä"]' });
  // The body of a message of 4 MiB in which each byte takes two.
  const longest = JSON.stringify(['"'.repeat(LIMITS.bodyBytes)]);
  expect(JSON.parse((await send(longest, own, true)).body)).toMatchObject({ body: longest });
  for (const headers of [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { ...own, 'sec-fetch-site': 'cross-site' },
    { ...own, 'sec-fetch-site': 'same-site' },
  ])
    expect({ headers, status: (await send('[]', headers)).status }).toEqual({ headers, status: 403 });
  for (const chunked of [false, true]) {
    const { status, body } = await send('x'.repeat(9_000_000), own, chunked);
    expect(status).toBe(413);
    expect(body).toContain(`${REQUEST_LIMITS.messageBytes} bytes`);
  }
  expect((await send('['.repeat(100_000))).status).toBe(400);
  for (const body of ['no JSON', 'null', '{}', '["$1"]', '[{"a":["$K1"]}]', '[]x'])
    expect({ body, status: (await send(body)).status }).toEqual({ body, status: 400 });
  for (const body of ['["$$1 off"]', '["$undefined"]', '["$D2026-01-01T00:00:00.000Z","$n12"]'])
    expect({ body, status: (await send(body)).status }).toEqual({ body, status: 200 });
  const parts = { ...own, 'content-type': 'multipart/form-data; boundary=----x' };
  const form = '------x\r\nContent-Disposition: form-data; name="0"\r\n\r\n[]\r\n------x--\r\n';
  expect((await send(form, parts)).status).toBe(200);
  for (const body of ['garbage', '------x--\r\n', form.slice(0, -12)])
    expect((await send(body, parts)).status).toBe(400);
  expect((await send('[]', { ...own, 'content-type': 'application/octet-stream' })).status).toBe(400);
  expect((await send(`[{"a":`.repeat(600))).status).toBe(400);
  expect((await send(JSON.stringify(Array.from({ length: 5000 }, () => [{}])))).status).toBe(200);
});
