import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import {
  type CallOptions,
  type Client,
  compressionAlgorithms,
  credentials,
  makeGenericClientConstructor,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';

import { until } from '../../../e2e/protocol/support/wait';
import { callHeaders, RawHttp2, rawFrame, word } from '../../testing/raw-http2';
import { FLAG, FRAME, SETTING } from '../http2/frames';
import { TRANSPORT } from '../limits';
import type { Call } from './call';
import { type AnyMethod, GrpcServer, type GrpcLimits } from './server';
import { GRPC } from './status';

const MEGABYTE = 1024 * 1024;
const ENCODING = 'grpc-encoding';

/** Messages are bytes here: what a message says is the business of others. */
interface Bytes {
  readonly bytes: Buffer;
}
type Serve = (call: Call<Bytes, Bytes>, request: Bytes | null) => Promise<void>;

function framed({ bytes }: Bytes): Buffer {
  const whole = Buffer.alloc(5 + bytes.length);
  whole.writeUInt32BE(bytes.length, 1);
  bytes.copy(whole, 5);
  return whole;
}

function method(serve: Serve, requests: 'one' | 'many' = 'one'): AnyMethod {
  const codec = { decode: (bytes: Buffer) => ({ bytes }), encode: framed, requests, serve };
  return codec as unknown as AnyMethod;
}

const echo: Serve = async (call, request) => {
  await Promise.resolve();
  if (request !== null) call.write(request);
  call.end();
};

interface Stage {
  readonly port: number;
  readonly server: GrpcServer;
  readonly client: Client;
  readonly errors: unknown[];
}

const open: { tcp: TcpServer; server: GrpcServer; client: Client }[] = [];
afterEach(async () => {
  for (const { tcp, server, client } of open.splice(0)) {
    client.close();
    tcp.close();
    await server.stop(0);
  }
});

async function start(serve: Readonly<Record<string, AnyMethod>>, limits: Partial<GrpcLimits> = {}): Promise<Stage> {
  const errors: unknown[] = [];
  const server = new GrpcServer({
    limits: { ...TRANSPORT, ...limits },
    methods: new Map(Object.entries(serve)),
    refuse: (call) => (call.headers.get('refuse') === '' ? null : Promise.resolve({ bytes: Buffer.from('refused') })),
    failed: (_path, error) => errors.push(error),
  });
  const tcp = createServer({ noDelay: true }, (socket) => server.serve(socket, 'peer:1'));
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const Any = makeGenericClientConstructor({}, 'Any');
  const client = new Any(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
  }) as unknown as Client;
  open.push({ tcp, server, client });
  return { port, server, client, errors };
}

const same = (bytes: Buffer): Buffer => bytes;

function call(
  { client }: Stage,
  path: string,
  bytes: Buffer,
  { headers = {}, ...options }: CallOptions & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Buffer> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, same, same, bytes, metadata, options, (error: ServiceError | null, answer?: Buffer) =>
      error === null ? resolve(answer ?? Buffer.alloc(0)) : reject(error),
    );
  });
}

test.each([0, 1, 16_379, 16_380, 65_536, MEGABYTE, 4 * MEGABYTE])(
  'a message of %s bytes there and back',
  async (size) => {
    const stage = await start({ '/echo': method(echo) });
    const bytes = Buffer.alloc(size, 'ä');
    expect((await call(stage, '/echo', bytes)).equals(bytes)).toBe(true);
  },
);

test('many calls at once on one connection, each with its own answer', async () => {
  const stage = await start({
    '/echo': method(async (one, request) => {
      await sleep(Math.random() * 20);
      await echo(one, request);
    }),
  });
  const texts = Array.from({ length: 300 }, (_, index) => `${index} `.repeat(index));
  const answers = await Promise.all(texts.map((text) => call(stage, '/echo', Buffer.from(text))));
  expect(answers.map(String)).toEqual(texts);
});

test('a stream of answers larger than all windows, next to small calls that do not wait for it', async () => {
  const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(MEGABYTE, index));
  const sent: boolean[] = [];
  const many = method(async (one) => {
    for (const bytes of bodies) one.write({ bytes });
    one.end();
    sent.push(await one.sent());
  });
  const stage = await start({ '/many': many, '/echo': method(echo) });
  const raw = await RawHttp2.open(stage.port, [[SETTING.INITIAL_WINDOW_SIZE, 100]]);
  raw.request(1, callHeaders('/many'));
  raw.message(1, Buffer.alloc(0));
  raw.request(3, callHeaders('/echo'));
  raw.message(3, Buffer.from('small'));
  const small = await raw.until(({ type, streamId }) => type === FRAME.DATA && streamId === 3);
  expect(small?.payload.subarray(5).toString()).toBe('small');
  expect(sent).toEqual([]);
  raw.send(...[0, 1].map((streamId) => rawFrame(FRAME.WINDOW_UPDATE, 0, streamId, word(10 * MEGABYTE))));
  await raw.until(({ type, flags, streamId }) => type === FRAME.HEADERS && streamId === 1 && flags === 5);
  const data = raw.seen.filter(({ type, streamId }) => type === FRAME.DATA && streamId === 1);
  const got = Buffer.concat(data.map(({ payload }) => payload));
  expect(got.equals(Buffer.concat(bodies.map((bytes) => framed({ bytes }))))).toBe(true);
  await until('the server knows', () => sent.length === 1);
  expect(sent).toEqual([true]);
  raw.close();
});

test('an official client reads a large stream, too', async () => {
  const many = method(async (one) => {
    for (let count = 0; count < 32; count += 1) one.write({ bytes: Buffer.alloc(MEGABYTE / 4, count) });
    one.end();
  });
  const stage = await start({ '/many': many });
  const stream = stage.client.makeServerStreamRequest('/many', same, same, Buffer.alloc(0), new Metadata());
  const got: number[] = [];
  stream.on('data', (bytes: Buffer) => got.push(bytes.length * 1000 + (bytes[0] ?? 0)));
  await once(stream, 'end');
  expect(got).toEqual(Array.from({ length: 32 }, (_, count) => MEGABYTE * 250 + count));
});

test('a client that gives a call up: the server hears it, and what it says is dropped', async () => {
  const heard: string[] = [];
  const wait = method(async (one) => {
    await new Promise<void>((resolve) => void one.whenCancelled(resolve));
    one.write({ bytes: Buffer.from('too late') });
    one.end();
    heard.push(`cancelled ${one.cancelled}, sent ${await one.sent()}`);
  });
  const stage = await start({ '/wait': wait, '/echo': method(echo) });
  const stream = stage.client.makeServerStreamRequest('/wait', same, same, Buffer.alloc(0), new Metadata());
  stream.on('error', () => undefined);
  await call(stage, '/echo', Buffer.alloc(1));
  stream.cancel();
  await until('the server hears it', () => heard.length > 0);
  expect(heard).toEqual(['cancelled true, sent false']);
});

test('both sides talk: the server ends with OK when the client has ended', async () => {
  const chat = method(async (one) => {
    one.listen(
      ({ bytes }) => one.write({ bytes: Buffer.from(`heard ${String(bytes)}`) }),
      () => one.end(),
    );
  }, 'many');
  const stage = await start({ '/chat': chat });
  const stream = stage.client.makeBidiStreamRequest('/chat', same, same, new Metadata());
  const got: string[] = [];
  stream.on('data', (bytes: Buffer) => got.push(String(bytes)));
  stream.write(Buffer.from('a'));
  await until('an answer', () => got.length === 1);
  stream.write(Buffer.from('b'));
  stream.end();
  const [status] = (await once(stream, 'status')) as [{ code: number }];
  expect([status.code, got]).toEqual([0, ['heard a', 'heard b']]);
});

test('a deadline: the client hears it, and so does the work', async () => {
  const cancelled: number[] = [];
  const wait = method(
    (one) => new Promise<void>((resolve) => void one.whenCancelled(() => (cancelled.push(1), resolve()))),
  );
  const stage = await start({ '/wait': wait });
  const raw = await RawHttp2.open(stage.port);
  raw.request(1, callHeaders('/wait', [['grpc-timeout', '80m']]));
  raw.message(1, Buffer.alloc(0));
  const end = await raw.until(({ type, flags }) => type === FRAME.HEADERS && (flags & FLAG.END_STREAM) !== 0);
  expect(end?.payload.toString('latin1')).toContain('grpc-status\u00014');
  expect(cancelled).toEqual([1]);
  raw.close();
});

test.each(['5x', '-1S', '123456789S', 'S'])('a deadline that is none: %s', async (timeout) => {
  const stage = await start({ '/echo': method(echo) });
  const raw = await RawHttp2.open(stage.port);
  raw.request(1, callHeaders('/echo', [['grpc-timeout', timeout]]), true);
  const end = await raw.until(({ type }) => type === FRAME.HEADERS);
  expect(end?.payload.toString('latin1')).toContain('grpc-status\u000213');
  raw.close();
});

test('compressed requests: gzip as the SDKs may send it, also as a stream, and a bomb is refused', async () => {
  const stage = await start({ '/echo': method(echo) }, { maxRequestBytes: MEGABYTE });
  const bytes = Buffer.alloc(100_000, 'z');
  const compressed = { 'grpc.default_compression_algorithm': compressionAlgorithms.gzip };
  const Any = makeGenericClientConstructor({}, 'Any');
  const zipping = new Any(`127.0.0.1:${stage.port}`, credentials.createInsecure(), compressed) as unknown as Client;
  expect((await call({ ...stage, client: zipping }, '/echo', bytes)).equals(bytes)).toBe(true);
  zipping.close();
  const raw = await RawHttp2.open(stage.port);
  const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE));
  const ask = (streamId: number, encoding: string, message: Buffer): void => {
    raw.request(streamId, callHeaders('/echo', [[ENCODING, encoding]]));
    const prefix = Buffer.concat([Buffer.from([1]), word(message.length)]);
    for (const part of [prefix, ...chunks(message)]) raw.send(rawFrame(FRAME.DATA, 0, streamId, part));
    raw.send(rawFrame(FRAME.DATA, FLAG.END_STREAM, streamId));
  };
  ask(1, 'gzip', bomb);
  ask(3, 'gzip', Buffer.from('not gzip'));
  ask(5, 'snappy', Buffer.from('x'));
  ask(7, 'identity', Buffer.from('x'));
  for (const [streamId, code] of [
    [1, GRPC.RESOURCE_EXHAUSTED],
    [3, GRPC.INTERNAL],
    [5, GRPC.UNIMPLEMENTED],
    [7, GRPC.INTERNAL],
  ]) {
    const end = await raw.until((frame) => frame.streamId === streamId && frame.type === FRAME.HEADERS);
    const text = String(code);
    expect(end?.payload.toString('latin1')).toContain(`grpc-status${String.fromCharCode(text.length)}${text}`);
  }
  raw.close();
});

function chunks(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / 16_000) }, (_, index) =>
    bytes.subarray(index * 16_000, (index + 1) * 16_000),
  );
}

test('what it does not serve: a method, a message that is too large, a request without one', async () => {
  const stage = await start({ '/echo': method(echo) }, { maxRequestBytes: 1_000 });
  await expect(call(stage, '/other', Buffer.alloc(0))).rejects.toMatchObject({
    code: GRPC.UNIMPLEMENTED,
    details: 'The server does not implement the method /other',
  });
  await expect(call(stage, '/echo', Buffer.alloc(1_001))).rejects.toMatchObject({ code: GRPC.RESOURCE_EXHAUSTED });
  expect(await call(stage, '/echo', Buffer.alloc(1_000))).toHaveLength(1_000);
  const stream = stage.client.makeBidiStreamRequest('/echo', same, same, new Metadata());
  stream.end();
  const [error] = (await once(stream, 'error')) as [ServiceError];
  expect(error).toMatchObject({ code: GRPC.INTERNAL, details: 'The request has no message' });
});

test('an error keeps its text, whatever letters it has', async () => {
  const details = 'größer als 100 % – nein\n';
  const fail = method(async (one) => one.fail({ code: GRPC.FAILED_PRECONDITION, details }));
  const stage = await start({ '/fail': fail });
  await expect(call(stage, '/fail', Buffer.alloc(0))).rejects.toMatchObject({
    code: GRPC.FAILED_PRECONDITION,
    details,
  });
});

test('work that throws is an error of ours, and reported', async () => {
  const stage = await start({ '/throw': method(() => Promise.reject(new Error('secret'))) });
  await expect(call(stage, '/throw', Buffer.alloc(0))).rejects.toMatchObject({
    code: GRPC.INTERNAL,
    details: expect.not.stringContaining('secret'),
  });
  expect(stage.errors).toEqual([new Error('secret')]);
});

test('a call that is refused by its headers costs the client no upload', async () => {
  const stage = await start({ '/echo': method(echo) });
  const raw = await RawHttp2.open(stage.port);
  raw.request(1, callHeaders('/echo', [['refuse', 'yes']]));
  expect((await raw.until(({ type }) => type === FRAME.DATA))?.payload.subarray(5).toString()).toBe('refused');
  expect(await raw.resetOf(1)).toBe(0);
  // What was on its way is no fault.
  raw.send(rawFrame(FRAME.DATA, 0, 1, Buffer.alloc(16_000)));
  raw.request(3, callHeaders('/echo'));
  raw.message(3, Buffer.from('next'));
  expect((await raw.until(({ type, streamId }) => type === FRAME.DATA && streamId === 3))?.payload).toHaveLength(9);
  raw.close();
});

test('it stops: what runs is finished, what is on its way is served, and the connection ends', async () => {
  let finish: () => void = () => undefined;
  const slow = method(async (one, request) => {
    await new Promise<void>((resolve) => (finish = resolve));
    await echo(one, request);
  });
  const stage = await start({ '/slow': slow, '/echo': method(echo) });
  const raw = await RawHttp2.open(stage.port);
  raw.request(1, callHeaders('/slow'));
  raw.message(1, Buffer.from('slow'));
  await raw.until(({ type, flags }) => type === FRAME.SETTINGS && flags === FLAG.ACK);
  const stopped = stage.server.stop(10_000);
  expect((await raw.until(({ type }) => type === FRAME.GOAWAY))?.payload.readUInt32BE(0)).toBe(2 ** 31 - 1);
  raw.request(3, callHeaders('/echo'));
  raw.message(3, Buffer.from('late'));
  expect(await raw.until(({ type, streamId }) => type === FRAME.DATA && streamId === 3)).not.toBeNull();
  const ping = await raw.until(({ type }) => type === FRAME.PING);
  raw.send(rawFrame(FRAME.PING, FLAG.ACK, 0, ping?.payload));
  expect(await raw.until(({ type, payload }) => type === FRAME.GOAWAY && payload.readUInt32BE(0) === 3)).not.toBeNull();
  finish();
  expect(
    (await raw.until(({ type, streamId }) => type === FRAME.DATA && streamId === 1))?.payload.subarray(5).toString(),
  ).toBe('slow');
  await stopped;
  raw.close();
});

test('a client that does not finish in time is cut off', async () => {
  const stage = await start({ '/never': method(() => new Promise(() => undefined)) });
  const raw = await RawHttp2.open(stage.port, [[SETTING.ENABLE_PUSH, 0]]);
  raw.request(1, callHeaders('/never'));
  raw.message(1, Buffer.alloc(0));
  await raw.until(({ type, flags }) => type === FRAME.SETTINGS && flags === FLAG.ACK);
  await stage.server.stop(50);
  expect(await raw.until(() => false)).toBeNull();
});
