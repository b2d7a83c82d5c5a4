import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server as TcpServer } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { afterEach, expect, test } from 'vitest';

import { until } from '../../../e2e/protocol/support/wait';
import { callHeaders, RawHttp2, rawFrame, word } from '../../testing/raw-http2';
import type { Call } from '../grpc/call';
import { type AnyMethod, GrpcServer, type GrpcLimits } from '../grpc/server';
import { TRANSPORT } from '../limits';
import { Connection } from './connection';
import { headerBlock } from './encode-headers';
import { ERROR, FLAG, FRAME, SETTING } from './frames';

const PATH = '/work';
const WAIT = '/wait';
const MANY = 20_000;

interface Stage {
  readonly port: number;
  /** Calls that were begun, and those under way. */
  readonly begun: () => number;
  readonly release: () => void;
  readonly sent: boolean[];
}

const open: { tcp: TcpServer; server: GrpcServer }[] = [];
const clients: RawHttp2[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const { tcp, server } of open.splice(0)) {
    tcp.close();
    await server.stop(0);
  }
});

async function start(limits: Partial<GrpcLimits> = {}): Promise<Stage> {
  let begun = 0;
  const waiting: (() => void)[] = [];
  const sent: boolean[] = [];
  const serve = async (call: Call, isHeld: boolean): Promise<void> => {
    begun += 1;
    if (isHeld) await new Promise<void>((resolve) => void waiting.push(resolve));
    call.write(Buffer.alloc(100_000));
    call.end();
    sent.push(await call.sent());
  };
  const method = (isHeld: boolean): AnyMethod =>
    ({
      requests: 'one',
      decode: (bytes: Buffer) => bytes,
      encode: (bytes: Buffer) => bytes,
      serve: (call: Call) => serve(call, isHeld),
    }) as unknown as AnyMethod;
  const server = new GrpcServer({
    limits: { ...TRANSPORT, ...limits },
    methods: new Map([
      [PATH, method(false)],
      [WAIT, method(true)],
    ]),
    refuse: () => null,
    failed: (_path, error) => expect.unreachable(String(error)),
  });
  const tcp = createServer({ noDelay: true }, (socket) => server.serve(socket, 'peer:1'));
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  open.push({ tcp, server });
  const { port } = tcp.address() as AddressInfo;
  return { port, begun: () => begun, sent, release: () => waiting.splice(0).forEach((resolve) => resolve()) };
}

async function attacker(port: number, settings: readonly (readonly [number, number])[] = []): Promise<RawHttp2> {
  const client = await RawHttp2.open(port, settings);
  clients.push(client);
  return client;
}

const HEADERS = new Map([PATH, WAIT].map((path) => [path, callHeaders(path)]));
const begin = (streamId: number, path: string): Buffer =>
  rawFrame(FRAME.HEADERS, FLAG.END_HEADERS, streamId, HEADERS.get(path));
const request = (streamId: number, path: string): Buffer =>
  Buffer.concat([begin(streamId, path), rawFrame(FRAME.DATA, FLAG.END_STREAM, streamId, Buffer.alloc(5))]);
const cancel = (streamId: number): Buffer => rawFrame(FRAME.RST_STREAM, 0, streamId, word(ERROR.CANCEL));
const times = (count: number, frame: (index: number) => Buffer): Buffer[] =>
  Array.from({ length: count }, (_, index) => frame(index));

/** Another client is served while this one attacks. */
async function expectOthersServed({ port }: Stage): Promise<void> {
  const client = await attacker(port);
  client.send(request(1, PATH));
  expect(await client.until(({ type, streamId }) => type === FRAME.DATA && streamId === 1)).not.toBeNull();
}

test('rapid reset: streams that are opened and cancelled at once end the connection', async () => {
  const stage = await start();
  const client = await attacker(stage.port);
  client.send(...times(MANY, (index) => Buffer.concat([begin(2 * index + 1, PATH), cancel(2 * index + 1)])));
  expect(await client.farewell()).toBe(ERROR.ENHANCE_YOUR_CALM);
  await expectOthersServed(stage);
});

test('rapid reset: calls that are given up count as long as they are worked on', async () => {
  const stage = await start({ maxStreams: 10 });
  const client = await attacker(stage.port);
  client.send(...times(30, (index) => Buffer.concat([request(2 * index + 1, WAIT), cancel(2 * index + 1)])));
  expect(await client.resetOf(2 * 10 + 1)).toBe(ERROR.REFUSED_STREAM);
  expect(stage.begun()).toBe(10);
  stage.release();
  await until('all are done', () => stage.sent.length === 10);
  client.send(request(101, PATH));
  expect(await client.until(({ type, streamId }) => type === FRAME.DATA && streamId === 101)).not.toBeNull();
});

test('a client that makes us reset its streams, again and again, is cut off', async () => {
  const stage = await start();
  const client = await attacker(stage.port);
  const zero = (streamId: number): Buffer => rawFrame(FRAME.WINDOW_UPDATE, 0, streamId, word(0));
  client.send(...times(MANY, (index) => Buffer.concat([begin(2 * index + 1, PATH), zero(2 * index + 1)])));
  expect(await client.farewell()).toBe(ERROR.ENHANCE_YOUR_CALM);
});

test('more streams than allowed are refused, and the others are served', async () => {
  const stage = await start({ maxStreams: 20 });
  const client = await attacker(stage.port);
  client.send(...times(25, (index) => request(2 * index + 1, WAIT)));
  for (let index = 20; index < 25; index += 1) expect(await client.resetOf(2 * index + 1)).toBe(ERROR.REFUSED_STREAM);
  expect(stage.begun()).toBe(20);
  stage.release();
  expect(await client.until(({ type, streamId }) => type === FRAME.HEADERS && streamId === 39)).not.toBeNull();
});

test.each([
  ['pings', () => rawFrame(FRAME.PING, 0, 0, Buffer.alloc(8))],
  ['settings', () => rawFrame(FRAME.SETTINGS, 0, 0)],
  ['empty data', () => rawFrame(FRAME.DATA, 0, 1)],
  ['priorities', () => rawFrame(FRAME.PRIORITY, 0, 3, Buffer.alloc(5))],
  ['unknown frames', () => rawFrame(0x42, 0, 0)],
  ['resets of a closed stream', () => cancel(1)],
])('a flood of %s ends the connection', async (_what, frame) => {
  const stage = await start();
  const client = await attacker(stage.port);
  client.send(begin(1, WAIT), ...times(MANY, frame));
  expect(await client.farewell()).toBe(ERROR.ENHANCE_YOUR_CALM);
  await expectOthersServed(stage);
});

test('as many pings and settings as a client sends are answered', async () => {
  const stage = await start();
  const client = await attacker(stage.port);
  for (let turn = 1; turn <= 30; turn += 1) {
    const last = Buffer.from(`turn${String(turn).padStart(4, '0')}`);
    client.send(...times(99, () => rawFrame(FRAME.PING, 0, 0, Buffer.alloc(8))), rawFrame(FRAME.PING, 0, 0, last));
    await client.until(({ flags, payload }) => flags === FLAG.ACK && payload.equals(last));
  }
  client.send(request(1, PATH));
  expect(await client.until(({ type }) => type === FRAME.DATA)).not.toBeNull();
});

test('a client that pings and never reads is cut off', async () => {
  const stage = await start();
  const client = await attacker(stage.port);
  client.socket.pause();
  const pings = times(500, () => rawFrame(FRAME.PING, 0, 0, Buffer.alloc(8)));
  const closed = new Promise((resolve) => client.socket.on('close', resolve));
  // Reset by the server, or the pings go nowhere any more.
  for (let turn = 0; turn < 2_000 && !client.socket.destroyed; turn += 1) {
    client.send(...pings);
    await sleep(1);
  }
  client.socket.resume();
  await closed;
  expect(client.socket.destroyed).toBe(true);
}, 30_000);

test.each([
  ['one header block in endless parts', (part: Buffer) => rawFrame(FRAME.CONTINUATION, 0, 1, part)],
  ['empty parts', () => rawFrame(FRAME.CONTINUATION, 0, 1)],
])('%s ends the connection', async (_what, continuation) => {
  const stage = await start();
  const client = await attacker(stage.port);
  const part = headerBlock([['name', 'x'.repeat(10_000)]]);
  client.send(rawFrame(FRAME.HEADERS, 0, 1, callHeaders(PATH)), ...times(100, () => continuation(part)));
  expect(await client.farewell()).toBe(ERROR.ENHANCE_YOUR_CALM);
});

test('headers that are too large refuse the call, and leave the connection as it is', async () => {
  const stage = await start();
  const client = await attacker(stage.port);
  const many = Array.from({ length: 600 }, (_, index) => [`n${index}`, ''] as const);
  client.request(1, callHeaders(PATH, many), true);
  const end = await client.until(({ type, streamId }) => type === FRAME.HEADERS && streamId === 1);
  expect(end?.payload.toString('latin1')).toContain('grpc-status\u00018');
  client.send(request(3, PATH));
  expect(await client.until(({ type, streamId }) => type === FRAME.DATA && streamId === 3)).not.toBeNull();
});

test('headers that are somewhat too large are refused as often as they come', async () => {
  const stage = await start();
  const client = await attacker(stage.port);
  const block = callHeaders(PATH, [['name', 'x'.repeat(16_000)]]);
  for (let streamId = 1; streamId < 400; streamId += 2) client.request(streamId, block, true);
  expect(await client.until(({ type, streamId }) => type === FRAME.HEADERS && streamId === 399)).not.toBeNull();
});

test('a bomb, small references to a large header, ends the connection', async () => {
  const stage = await start();
  const client = await attacker(stage.port);
  // Remembered as the newest entry of the table, at index 62.
  const large = Buffer.concat([
    Buffer.from([0x40, 1, 0x61]),
    Buffer.from([0x7f, 0xa1, 0x1e]),
    Buffer.alloc(4_000, 'x'),
  ]);
  client.request(1, Buffer.concat([callHeaders(PATH), large]), true);
  client.request(3, Buffer.concat([callHeaders(PATH), Buffer.alloc(8_000, 0xbe)]), true);
  expect(await client.farewell()).toBe(ERROR.ENHANCE_YOUR_CALM);
  await expectOthersServed(stage);
});

test('more data than the window allows ends the stream, and more than that of all the connection', async () => {
  const stage = await start();
  const client = await attacker(stage.port);
  const data = (streamId: number): Buffer =>
    rawFrame(FRAME.DATA, 0, streamId, Buffer.concat([Buffer.from([0]), word(4_000_000), Buffer.alloc(16_000)]));
  // Sent blindly, more than one window in one piece: what is read gives room again, so it needs padding.
  client.send(begin(1, PATH), rawFrame(FRAME.WINDOW_UPDATE, 0, 1, word(2 ** 31 - 1)));
  expect(await client.resetOf(1)).toBe(ERROR.FLOW_CONTROL_ERROR);
  client.send(data(1), begin(3, PATH), rawFrame(FRAME.WINDOW_UPDATE, 0, 0, word(2 ** 31 - 1)));
  expect(await client.farewell()).toBe(ERROR.FLOW_CONTROL_ERROR);
});

test('requests that never end have a limit together, and give their room back', async () => {
  const stage = await start({ maxUploadBytes: 200_000 });
  const client = await attacker(stage.port);
  const upload = (streamId: number): Buffer =>
    Buffer.concat([
      begin(streamId, PATH),
      rawFrame(FRAME.DATA, 0, streamId, Buffer.concat([Buffer.from([0]), word(4_000_000), Buffer.alloc(16_000)])),
    ]);
  client.send(...times(15, (index) => upload(2 * index + 1)));
  const refused = await client.until(
    ({ type, payload }) => type === FRAME.HEADERS && payload.toString('latin1').includes('grpc-status\u00018'),
  );
  expect(refused?.streamId).toBe(25);
  client.send(cancel(1), upload(101), request(103, PATH));
  expect(await client.until(({ streamId }) => streamId === 103)).not.toBeNull();
  expect(client.seen.some(({ streamId }) => streamId === 101)).toBe(false);
});

test('a client that takes its answers byte by byte is cut off', async () => {
  const stage = await start();
  const client = await attacker(stage.port, [[SETTING.INITIAL_WINDOW_SIZE, 0]]);
  client.send(request(1, PATH));
  await client.until(({ type, streamId }) => type === FRAME.HEADERS && streamId === 1);
  client.send(...times(MANY, () => rawFrame(FRAME.WINDOW_UPDATE, 0, 1, word(1))));
  expect(await client.farewell()).toBe(ERROR.ENHANCE_YOUR_CALM);
});

test('a client that does not read its answers loses them, and the work knows', async () => {
  const stage = await start({ stuckMs: 100, tendMs: 20 });
  const client = await attacker(stage.port, [[SETTING.INITIAL_WINDOW_SIZE, 10]]);
  client.send(request(1, PATH));
  expect(await client.resetOf(1)).toBe(ERROR.CANCEL);
  await until('the work knows', () => stage.sent.length === 1);
  expect(stage.sent).toEqual([false]);
});

test('a client that takes a little of its answers again and again loses them, and then its connection', async () => {
  const stage = await start({ stuckMs: 100, tendMs: 20 });
  const client = await attacker(stage.port, [[SETTING.INITIAL_WINDOW_SIZE, 128]]);
  const streams = Array.from({ length: 33 }, (_, index) => index * 2 + 1);
  client.send(
    rawFrame(FRAME.WINDOW_UPDATE, 0, 0, word(2 ** 24)),
    ...streams.map((streamId) => request(streamId, PATH)),
  );
  // No frame without use: each is as large as is allowed, and is taken at once.
  const sip = setInterval(
    () => client.send(...streams.map((streamId) => rawFrame(FRAME.WINDOW_UPDATE, 0, streamId, word(128)))),
    10,
  );
  try {
    expect(await client.resetOf(1)).toBe(ERROR.CANCEL);
    expect(await client.farewell()).toBe(ERROR.ENHANCE_YOUR_CALM);
  } finally {
    clearInterval(sip);
  }
});

test('a client that takes its answers slowly, and enough of them, gets all', async () => {
  const stage = await start({ stuckMs: 2_000, tendMs: 20 });
  const client = await attacker(stage.port, [[SETTING.INITIAL_WINDOW_SIZE, 0]]);
  client.send(rawFrame(FRAME.WINDOW_UPDATE, 0, 0, word(2 ** 20)), request(1, PATH));
  let taken = 0;
  while (taken < 100_000) {
    client.send(rawFrame(FRAME.WINDOW_UPDATE, 0, 1, word(34_000)));
    taken += 34_000;
    await sleep(700);
  }
  await until('all was sent', () => stage.sent.length === 1);
  expect(stage.sent).toEqual([true]);
});

test('a socket that takes nothing is closed, whatever its client sends', async () => {
  const socket = new Duplex({ read: () => undefined, write: () => undefined });
  const never = { handshakeMs: Infinity, idleMs: Infinity, keepaliveMs: Infinity };
  const handler = { working: 0, closed: () => undefined, failed: () => undefined, open: () => expect.unreachable() };
  const connection = new Connection(socket, { ...TRANSPORT, ...never }, handler);
  // Its first settings wait for the socket.
  await nextTurn();
  connection.tend(1);
  connection.tend(60_001);
  expect(socket.destroyed).toBe(false);
  connection.tend(60_002);
  expect(socket.destroyed).toBe(true);
});

test('a client that stops before its first frame, or inside a header block, is cut off', async () => {
  const stage = await start({ handshakeMs: 100, tendMs: 20 });
  const silent = connect(stage.port, '127.0.0.1');
  const client = await attacker(stage.port);
  client.send(rawFrame(FRAME.HEADERS, 0, 1, callHeaders(PATH)));
  silent.resume();
  await once(silent, 'close');
  expect(await client.until(() => false)).toBeNull();
});

test('a silent client is pinged, and cut off without an answer; one without calls is asked to leave', async () => {
  const stage = await start({ keepaliveMs: 50, keepaliveTimeoutMs: 100, tendMs: 20 });
  const client = await attacker(stage.port);
  client.send(request(1, WAIT));
  expect(await client.until(({ type }) => type === FRAME.PING)).not.toBeNull();
  expect(await client.until(() => false)).toBeNull();
  const idle = await start({ idleMs: 50, tendMs: 20, keepaliveTimeoutMs: 100 });
  const leaving = await attacker(idle.port);
  expect(await leaving.farewell()).toBe(ERROR.NO_ERROR);
  expect(await leaving.until(() => false)).toBeNull();
});
