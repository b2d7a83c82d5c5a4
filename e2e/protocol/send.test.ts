import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Message, SendMessageResponse, SystemProperties } from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker } from './support/broker';
import { RawClient, rawMessage } from './support/raw-client';
import { startProducer } from './support/sdk';

let broker: ProtocolBroker;
let raw: RawClient;
let normal: string;
let fifo: string;
beforeAll(async () => {
  broker = await startBroker();
  raw = new RawClient(broker.port);
  normal = await broker.topic();
  fifo = await broker.topic('FIFO');
});
afterAll(async () => {
  raw.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

const send = (...messages: Message[]): Promise<SendMessageResponse> =>
  raw.call<SendMessageResponse>('SendMessage', { messages });
const MiB = 1024 * 1024;

async function codeOf(
  systemProperties: SystemProperties,
  rest: Partial<Message> = {},
  topic = normal,
): Promise<number> {
  return (await send(rawMessage(topic, systemProperties, rest))).status.code;
}

function properties(entries: number, value = 'v'): Record<string, string> {
  return Object.fromEntries(Array.from({ length: entries }, (_, index) => [`p${index}`, value]));
}

test('body: 4 MiB is stored, one byte more is 41301, none is 41302', async () => {
  expect(await codeOf({}, { body: Buffer.alloc(4 * MiB) })).toBe(20000);
  expect(await codeOf({}, { body: Buffer.alloc(4 * MiB + 1) })).toBe(41301);
  expect(await codeOf({}, { body: Buffer.alloc(0) })).toBe(41302);
});

test('properties: 128 and 16 KiB are the most, tag and keys included', async () => {
  expect(await codeOf({}, { userProperties: properties(128) })).toBe(20000);
  expect(await codeOf({}, { userProperties: properties(129) })).toBe(43101);
  expect(await codeOf({}, { userProperties: { p: 'v'.repeat(16_383) } })).toBe(20000);
  expect(await codeOf({ tag: 'T' }, { userProperties: { p: 'v'.repeat(16_383) } })).toBe(43101);
});

test.each<[string, SystemProperties, Partial<Message>, number]>([
  ['tag with |', { tag: 'a|b' }, {}, 40004],
  ['blank tag', { tag: ' ' }, {}, 40004],
  ['tag with a control character', { tag: 'a\u0001' }, {}, 40004],
  ['blank key', { keys: ['good', ' '] }, {}, 40005],
  ['reserved property key', {}, { userProperties: { TAGS: 'x' } }, 40007],
  ['blank message id', { messageId: ' ' }, {}, 40009],
  ['FIFO to a NORMAL topic', { messageType: 2, messageGroup: 'g' }, {}, 40014],
  ['system topic', {}, { topic: { name: 'SCHEDULE_TOPIC_XXXX' } }, 40002],
  ['unknown topic', {}, { topic: { name: 'no-such-topic' } }, 40402],
  ['a lite message', { messageType: 5, liteTopic: 'a' }, {}, 40014],
  ['a message of an unknown type', { messageType: 99 }, {}, 50100],
])('%s', async (_, systemProperties, rest, code) => {
  expect(await codeOf(systemProperties, rest)).toBe(code);
});

test('message group: 63 bytes are the most; a FIFO message needs one', async () => {
  expect(await codeOf({ messageType: 2, messageGroup: 'g'.repeat(63) }, {}, fifo)).toBe(20000);
  expect(await codeOf({ messageType: 2, messageGroup: 'g'.repeat(64) }, {}, fifo)).toBe(40006);
  expect(await codeOf({ messageType: 2 }, {}, fifo)).toBe(40006);
  expect(await codeOf({ messageType: 1 }, {}, fifo)).toBe(40014);
});

test('no message and messages of two topics are 40016', async () => {
  expect((await send()).status.code).toBe(40016);
  expect((await send(rawMessage(normal), rawMessage(fifo))).status.code).toBe(40016);
});

test('a refusal names the field, the limit and what was given', async () => {
  const { status } = await send(rawMessage(normal, {}, { body: Buffer.alloc(4 * MiB + 1) }));
  expect(status.message).toBe('body may have at most 4194304 bytes; it is 4194305.');
});

test('a resend of the same id is answered with the first place and stored once', async () => {
  const message = rawMessage(normal);
  const first = await send(message);
  const second = await send(message);
  expect(second.entries).toEqual(first.entries);
  expect(first.entries?.[0]).toMatchObject({ status: { code: 20000 }, messageId: message.systemProperties?.messageId });
});

test('several messages of one request have one entry each, in order', async () => {
  const messages = [rawMessage(normal), rawMessage(normal), rawMessage(normal)];
  const { status, entries } = await send(...messages);
  expect(status.code).toBe(20000);
  expect(entries?.map(({ messageId }) => messageId)).toEqual(
    messages.map(({ systemProperties }) => systemProperties?.messageId),
  );
});

test('the SDK sends normal and FIFO messages', async () => {
  const [producer, ordered] = await Promise.all([startProducer(broker.port, normal), startProducer(broker.port, fifo)]);
  const receipts = await Promise.all([
    producer.send({
      topic: normal,
      tag: 'TagA',
      keys: ['k'],
      body: Buffer.from('one'),
      properties: new Map([['a', 'b']]),
    }),
    ordered.send({ topic: fifo, messageGroup: 'customer-1', body: Buffer.from('two') }),
  ]);
  for (const receipt of receipts) expect(receipt.messageId).toMatch(/^01[0-9A-F]{32}$/);
  await Promise.all([producer.shutdown(), ordered.shutdown()]);
});
