import { connect as connectHttp2 } from 'node:http2';
import { connect, type NetConnectOpts } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createCertificate } from './certificate';
import { ConnectionLog } from './connection-log';
import { GrpcServer } from '../transport/grpc/server';
import { TRANSPORT } from '../transport/limits';
import { Listener } from './listener';

const lines: { message: string; address: unknown }[] = [];
const write = (fields: object, message: string): void =>
  void lines.push({ message, address: Reflect.get(fields, 'address') });
const log = { debug: write, info: write, warn: write, error: write };
const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((address) => address !== undefined && !address.internal && address.family === 'IPv4')?.address;

const servers: GrpcServer[] = [];
const listeners: Listener[] = [];
let certificate: Awaited<ReturnType<typeof createCertificate>>;
beforeAll(async () => {
  certificate = await createCertificate();
});
beforeEach(() => void (lines.length = 0));
afterAll(async () => {
  for (const listener of listeners) listener.close();
  for (const server of servers) await server.stop(0);
});

async function listen(tlsOnly = false): Promise<number> {
  const server = new GrpcServer({
    limits: TRANSPORT,
    methods: new Map(),
    refuse: () => null,
    failed: (_path, error) => expect.unreachable(String(error)),
  });
  servers.push(server);
  const listener = new Listener(server, certificate, new ConnectionLog(log), tlsOnly);
  listeners.push(listener);
  return listener.listen('0.0.0.0', 0);
}

/** Everything that comes back until the server ends the connection. */
async function say(words: string | Buffer, to: NetConnectOpts): Promise<string> {
  const socket = connect(to);
  socket.write(words);
  return text(socket);
}

function remotingFrame(): Buffer {
  const header = Buffer.from('{"code":105,"flag":0,"language":"JAVA","opaque":0,"version":401}');
  const lengths = Buffer.alloc(8);
  lengths.writeInt32BE(4 + header.length, 0);
  lengths.writeInt32BE(header.length, 4);
  return Buffer.concat([lengths, header]);
}

test('a RocketMQ 4 client is refused, and the log says what to do', async () => {
  const port = await listen();
  expect(await say(remotingFrame(), { port, host: '127.0.0.1' })).toBe('');
  expect(await say(remotingFrame(), { port, host: '127.0.0.1' })).toBe('');
  expect(lines).toEqual([
    { message: 'a client speaks the remoting protocol of RocketMQ 4; use a 5.x client (gRPC)', address: '127.0.0.1' },
  ]);
});

test('curl gets an answer that it can show', async () => {
  const port = await listen();
  const answer = await say('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', { port, host: '127.0.0.1' });
  expect(answer).toMatch(/^HTTP\/1\.1 505 /);
  expect(answer).toMatch(/gRPC over HTTP\/2, from RocketMQ 5 clients/);
  expect(lines.map(({ message }) => message)).toEqual([expect.stringContaining('a client speaks HTTP/1')]);
});

test('other bytes are refused with a line of text', async () => {
  const port = await listen();
  expect(await say('SSH-2.0-OpenSSH_9.6\r\n', { port, host: '127.0.0.1' })).toBe('');
  expect(lines.map(({ message }) => message)).toEqual([expect.stringContaining('neither TLS nor HTTP/2')]);
});

/** Opens HTTP/2 in plaintext; true: the server spoke it too. */
async function speaksHttp2(host: string, port: number): Promise<boolean> {
  const session = connectHttp2(`http://${host}:${port}`);
  const spoke = await new Promise<boolean>((resolve) => {
    session.once('remoteSettings', () => resolve(true));
    session.once('error', () => resolve(false));
    session.once('close', () => resolve(false));
  });
  session.destroy();
  return spoke;
}

test('plaintext from this machine needs no warning, from another one it does', async ({ skip }) => {
  const port = await listen();
  expect(await speaksHttp2('127.0.0.1', port)).toBe(true);
  expect(lines).toEqual([]);
  if (elsewhere === undefined) return skip('this machine has no other address');
  expect(await speaksHttp2(elsewhere, port)).toBe(true);
  expect(lines).toEqual([
    { message: expect.stringContaining('connected without TLS from another machine'), address: elsewhere },
  ]);
});

test('where TLS is required, the log says why a client without it was refused', async () => {
  const port = await listen(true);
  expect(await speaksHttp2('127.0.0.1', port)).toBe(false);
  expect(lines.map(({ message }) => message)).toEqual([expect.stringContaining('REDRIVE_TLS_ONLY is true')]);
});

/** The version that client and server agree on; null: the server does not take what the client offers. */
async function agreedVersion(
  port: number,
  offered: { min: SecureVersion; max: SecureVersion },
): Promise<string | null> {
  const socket = connectTls({
    ...{ port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false },
    // so that a client of today still offers the old versions
    ...{ minVersion: offered.min, maxVersion: offered.max, ciphers: 'DEFAULT@SECLEVEL=0' },
  });
  try {
    return await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve(socket.getProtocol()));
      socket.once('error', () => resolve(null));
      socket.once('close', () => resolve(null));
    });
  } finally {
    socket.destroy();
  }
}

test('TLS is 1.3 where the client has it, at least 1.2, and never older', async () => {
  const port = await listen();
  expect(await agreedVersion(port, { min: 'TLSv1', max: 'TLSv1.3' })).toBe('TLSv1.3');
  expect(await agreedVersion(port, { min: 'TLSv1', max: 'TLSv1.2' })).toBe('TLSv1.2');
  expect(await agreedVersion(port, { min: 'TLSv1', max: 'TLSv1.1' })).toBeNull();
});
