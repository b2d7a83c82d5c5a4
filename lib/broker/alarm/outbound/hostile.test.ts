import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterEach, expect, test, vi } from 'vitest';

import type { Address } from './resolve';
import { type MailInput, sendMail } from './mail';
import { post, retryAfterMs } from './post';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
  server = undefined;
});

/** A server that speaks as it likes. @returns its port */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const made = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return (made.address() as AddressInfo).port;
}

/** Says a piece every few milliseconds until the connection is gone. */
function drip(socket: Socket, piece: string | Buffer): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Of a receiver that never comes to an end. */
const SHORT_MS = 400;
/** Of a receiver that answers, and then sends more than is read. */
const SOME_MS = 4_000;
/** Of one that answers: the machine may be busy. */
const AMPLE_MS = 30_000;
/** What a process may lose on a busy machine; what comes to no end would hold it up for ever. */
const STALL_MS = 10_000;

const tell = (port: number, timeoutMs = AMPLE_MS): Promise<number> => {
  const url = `http://127.0.0.1:${port}/hook`;
  return post({ url, headers: {}, body: '{}' }, { allow: new Set([`http://127.0.0.1:${port}`]), timeoutMs });
};

test.each<[string, string, string]>([
  ['no end of the status line', '', 'H'],
  ['no end of the headers', 'HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'],
  ['no end of "wait"', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
])('a receiver with %s gets its time and no more', async (_, start, piece) => {
  const port = await listen((socket) => {
    socket.write(start);
    drip(socket, piece);
  });
  const startedMs = performance.now();
  await expect(tell(port, SHORT_MS)).rejects.toThrow(/timed out|connection/);
  expect(performance.now() - startedMs).toBeLessThan(SHORT_MS + STALL_MS);
  await expect.poll(() => sockets.size).toBe(0);
});

test.each<[string, string, Buffer]>([
  ['a body without end', 'transfer-encoding: chunked\r\n', Buffer.from(`1000\r\n${'x'.repeat(0x1000)}\r\n`)],
  ['a body byte by byte', 'content-length: 100000\r\n', Buffer.from('x')],
  ['zeros packed small', 'content-encoding: gzip\r\ncontent-length: 100000\r\n', gzipSync(Buffer.alloc(50_000_000))],
])('what follows the status changes nothing: %s is sent, once, and closed', async (_, header, piece) => {
  let asked = 0;
  const port = await listen((socket) => {
    asked += 1;
    socket.write(`HTTP/1.1 202 Accepted\r\n${header}\r\n`);
    drip(socket, piece);
  });
  expect(await tell(port, SOME_MS)).toBe(202);
  await expect.poll(() => sockets.size).toBe(0);
  expect(asked).toBe(1);
});

test('headers without end are refused before they fill the memory', async () => {
  const port = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    for (let n = 0; n < 2_000; n += 1) socket.write(`x-${n}: ${'y'.repeat(100)}\r\n`);
  });
  await expect(tell(port)).rejects.toThrow('connection');
});

test('proxies of the environment are not used', async () => {
  let proxied = 0;
  const proxy = createServer(() => (proxied += 1));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'])
    vi.stubEnv(name, address);
  vi.stubEnv('NO_PROXY', '');
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  const port = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  expect(await tell(port)).toBe(200);
  expect(proxied).toBe(0);
  await new Promise((resolve) => proxy.close(resolve));
});

test('a receiver that asks for time says so in its refusal', async () => {
  const port = await listen((socket) => {
    socket.end('HTTP/1.1 429 Slow down\r\nretry-after: 120\r\ncontent-length: 0\r\n\r\n');
  });
  await expect(tell(port)).rejects.toMatchObject({ status: 429, retryAfterMs: 120_000 });
});

test.each<[string | undefined, number | null]>([
  [undefined, null],
  ['0', null],
  ['30', 30_000],
  [' 30 ', 30_000],
  ['-5', null],
  ['1e3', null],
  ['soon', null],
  ['9999999999999', null],
  ['Thu, 01 Jan 1970 00:02:00 GMT', 60_000],
  ['Thu, 01 Jan 1970 00:00:30 GMT', null],
])('Retry-After %j a minute after 1970 began', (header, ms) =>
  expect(retryAfterMs(header, 'Thu, 01 Jan 1970 00:01:00 GMT')).toBe(ms),
);

test('a date without the clock it is read by says nothing', () => {
  expect(retryAfterMs('Thu, 01 Jan 1970 00:02:00 GMT', undefined)).toBeNull();
});

const letter: Omit<MailInput, 'port'> = {
  ...{ host: '127.0.0.1', security: 'none', user: '', password: '', from: 'a@example.com', to: ['b@example.com'] },
  ...{ subject: 's', text: 't', messageId: '<1@x>' },
};

test.each<[string, string, string]>([
  ['a greeting', '', '220-wait\r\n'],
  ['a line', '220', ' '],
  ['replies', '220 hello\r\n', '250-more\r\n'],
])('a mail server with %s without end gets its time and no more, and nothing stays open', async (_, start, piece) => {
  const port = await listen((socket) => {
    socket.write(start);
    drip(socket, piece);
  });
  const startedMs = performance.now();
  const sending = sendMail({ ...letter, port }, { allow: new Set([`smtp://127.0.0.1:${port}`]), timeoutMs: SHORT_MS });
  await expect(sending).rejects.toThrow();
  expect(performance.now() - startedMs).toBeLessThan(SHORT_MS + STALL_MS);
  await expect.poll(() => sockets.size).toBe(0);
});

test('a name server that never answers holds up no letter', async () => {
  const resolver = (): Promise<Address[]> => new Promise(() => undefined);
  const input: MailInput = { ...letter, host: 'mail.example.com', port: 587, security: 'starttls' };
  const startedMs = performance.now();
  await expect(sendMail(input, { allow: new Set(), resolver, timeoutMs: SHORT_MS })).rejects.toThrow('timed out');
  expect(performance.now() - startedMs).toBeLessThan(SHORT_MS + STALL_MS);
});
