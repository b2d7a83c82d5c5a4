import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { FakePeer } from '../../testing/cluster/fake-peer';
import { encodeCommand } from './command';
import { Connection, CONNECTION_LIMITS } from './connection';
import { signFields } from './signature';

let peer: FakePeer;
let connection: Connection;
const NO_BODY = Buffer.alloc(0);
const PLAIN = { credentials: null, tls: null };

beforeEach(async () => {
  peer = await new FakePeer(({ code, body }) => ({ remark: String(code), body })).start();
  connection = open();
});
afterEach(async () => {
  connection.close();
  await peer.stop();
});

function open(limits: Partial<typeof CONNECTION_LIMITS> = {}): Connection {
  return new Connection(peer.address, PLAIN, { ...CONNECTION_LIMITS, backOffMs: { first: 1, most: 1 }, ...limits });
}

async function ask(code: number, { timeoutMs = 5_000, body = NO_BODY, on = connection } = {}): Promise<string | null> {
  const { remark } = await on.ask({ code, fields: {}, body, timeoutMs });
  return remark;
}

test('many calls share one connection, and answers in any order find theirs', async () => {
  const held: (() => void)[] = [];
  peer.behave = async ({ code }) => {
    if (code % 2 === 0) await new Promise<void>((resolve) => void held.push(resolve));
    return { remark: String(code) };
  };
  const calls = Array.from({ length: 50 }, (_, code) => ask(code));
  await Promise.all(calls.filter((_, code) => code % 2 === 1));
  expect(held).toHaveLength(25);
  for (const release of held.toReversed()) release();
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 50 }, (_, code) => String(code)));
});

test('a call without an answer in time fails alone; its late answer goes to no call', async () => {
  let release = (): void => undefined;
  peer.behave = async ({ code }) => {
    if (code === 1) await new Promise<void>((resolve) => void (release = resolve));
    return { remark: String(code) };
  };
  const slow = ask(1, { timeoutMs: 200 });
  // Bytes came meanwhile: the connection lives.
  await expect.poll(async () => ask(2)).toBe('2');
  await expect(slow).rejects.toMatchObject({ kind: 'timeout', wasNeverSent: false });
  release();
  expect(await ask(3)).toBe('3');
});

test('a peer that is silent altogether is dialled again', async () => {
  peer.behave = () => 'silence';
  const other = ask(2, { timeoutMs: 60_000 });
  other.catch(() => undefined);
  await expect(ask(1, { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' });
  await expect(other).rejects.toMatchObject({ kind: 'cut' });
  peer.behave = () => null;
  expect(await ask(3)).toBe('3');
});

test('what a peer did not take in is dropped with the call, and not sent to it later', async () => {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hung = new Connection(`127.0.0.1:${port}`, PLAIN);
  const accepted = once(server, 'connection');
  // More than the buffers between the two hold.
  const body = Buffer.alloc(16 * 1_048_576);
  await expect(ask(1, { timeoutMs: 200, body, on: hung })).rejects.toMatchObject({ kind: 'timeout' });
  const [socket] = (await accepted) as [Socket];
  let bytes = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  socket.resume();
  await once(socket, 'close');
  // What lay in its own buffer; after a plain close it is 3.9 MB here.
  expect(bytes).toBeLessThan(1_048_576);
  hung.close();
  server.close();
});

test('a connection that breaks fails what waits, and the next call makes another', async () => {
  peer.behave = ({ code }) => (code === 1 ? 'hang up' : null);
  const waiting = [ask(1), ask(1)];
  for (const call of waiting) await expect(call).rejects.toMatchObject({ kind: 'cut' });
  expect(await ask(2)).toBe('2');
});

test('while no process listens, calls fail at once and the pauses grow; then it works again', async () => {
  await peer.stop();
  const patient = open({ backOffMs: { first: 300, most: 300 } });
  await expect(ask(1, { on: patient })).rejects.toMatchObject({ kind: 'unreachable', wasNeverSent: true });
  await expect(ask(1, { on: patient })).rejects.toThrow('tried again in a moment');
  await peer.start();
  await expect.poll(async () => ask(7, { on: patient }).catch(String)).toBe('7');
  patient.close();
});

test('bytes that are no frame end the connection, not the process', async () => {
  peer.behave = () => 'silence';
  const call = ask(1);
  await expect.poll(() => peer.asked.length).toBe(1);
  peer.push(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'));
  await expect(call).rejects.toMatchObject({ kind: 'protocol' });
  peer.behave = () => null;
  expect(await ask(2)).toBe('2');
});

test('an answer above the limit is refused by its length', async () => {
  const small = open({ frameBytes: 1_000 });
  await expect(ask(1, { body: Buffer.alloc(2_000), on: small })).rejects.toThrow('at most 1000 are read');
  small.close();
});

test('what a broker asks by itself is not taken for an answer', async () => {
  expect(await ask(1)).toBe('1');
  const header = { code: 40, language: 'JAVA', version: 479, opaque: 2, flag: 0, remark: null, fields: {} };
  peer.behave = ({ opaque }) => {
    peer.push(encodeCommand({ ...header, opaque, body: NO_BODY }));
    return null;
  };
  expect(await ask(2)).toBe('2');
});

test('more calls than may wait are refused', async () => {
  const busy = open({ pending: 2 });
  peer.behave = () => 'silence';
  const waiting = [ask(1, { on: busy }), ask(1, { on: busy })];
  await expect.poll(() => peer.asked.length).toBe(2);
  await expect(ask(1, { on: busy })).rejects.toMatchObject({ kind: 'unreachable' });
  busy.close();
  for (const call of waiting) await expect(call).rejects.toMatchObject({ kind: 'closed' });
  await expect(ask(1, { on: busy })).rejects.toMatchObject({ kind: 'closed' });
});

test('a signature has the values in the order of their keys, and the body', async () => {
  const credentials = { accessKey: 'rocketmq2', secretKey: '12345678' };
  // Computed with openssl: printf 'rocketmq2g1T{}' | openssl dgst -sha1 -hmac 12345678 -binary | base64
  const signed = signFields({ topic: 'T', group: 'g1' }, Buffer.from('{}'), credentials);
  expect(signed).toEqual({
    topic: 'T',
    group: 'g1',
    AccessKey: 'rocketmq2',
    Signature: 'n07UHZCyKX89kfo66QNIIvagQj8=',
  });
  expect(signFields(signed, Buffer.from('{}'), credentials)).toEqual(signed);
});
