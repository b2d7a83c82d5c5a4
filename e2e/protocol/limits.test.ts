import { afterAll, beforeAll, expect, test } from 'vitest';

import type {
  ChangeInvisibleDurationResponse,
  Message,
  ReceiveMessageRequest,
  SendMessageResponse,
  Status,
  StatusResponse,
  SystemProperties,
} from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker } from './support/broker';
import { messagesOf, RawClient, type RawOptions, rawMessage } from './support/raw-client';
import { startProducer } from './support/sdk';

/** Every limit of the protocol, one byte or entry inside and one outside, past the SDK's own checks. */
const MiB = 1024 * 1024;
const OK = 20000;
const NORMAL = 1;
const FIFO = 2;
const DELAY = 3;
const TRANSACTION = 4;

let broker: ProtocolBroker;
let raw: RawClient;
let normal: string;
let fifo: string;
let group: string;
beforeAll(async () => {
  broker = await startBroker();
  raw = new RawClient(broker.port);
  [normal, fifo, group] = await Promise.all([broker.topic(), broker.topic('FIFO'), broker.group()]);
});
afterAll(async () => {
  raw.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

type Call = () => Promise<Status>;
/** What it proves, the call, the code, and for a refusal the words that must be in it: field, limit, value. */
type Row = [what: string, call: Call, code: number, ...words: string[]];

async function sendAll(...messages: Message[]): Promise<Status> {
  return (await raw.call<SendMessageResponse>('SendMessage', { messages })).status;
}

const send =
  (systemProperties: SystemProperties, rest: Partial<Message> = {}): Call =>
  () =>
    sendAll(rawMessage(normal, systemProperties, rest));
const sendFifo =
  (systemProperties: SystemProperties): Call =>
  () =>
    sendAll(rawMessage(fifo, { messageType: FIFO, ...systemProperties }));
const sendTo =
  (name: string): Call =>
  () =>
    sendAll(rawMessage(name));
const properties = (entries: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: entries }, (_, index) => [`p${index}`, 'v']));

/** A refusal must help its reader: it names at least two of field, limit and value. */
async function answerOf(call: Call, words: readonly string[]): Promise<{ code: number; missing: string[] }> {
  const { code, message = '' } = await call();
  const missing = words.filter((word) => !message.includes(word));
  return { code, missing: code >= 40000 && words.length < 2 ? ['words to look for'] : missing };
}

test.each<Row>([
  ['4,194,304 bytes', send({}, { body: Buffer.alloc(4 * MiB) }), OK],
  ['one byte more', send({}, { body: Buffer.alloc(4 * MiB + 1) }), 41301, 'body', '4194304', '4194305'],
  ['none', send({}, { body: Buffer.alloc(0) }), 41302, 'body', 'must not be empty', '0'],
])('[case 63] a body of %s', async (_what, call, code, ...words) => {
  expect(await answerOf(call, words)).toEqual({ code, missing: [] });
});

test('[case 63] the SDK refuses a body of 4,194,305 bytes itself, and sends one of 4,194,304', async () => {
  const producer = await startProducer(broker.port, normal);
  await expect(producer.send({ topic: normal, body: Buffer.alloc(4 * MiB + 1) })).rejects.toThrow(/4194304/);
  await expect(producer.send({ topic: normal, body: Buffer.alloc(4 * MiB) })).resolves.toMatchObject({
    messageId: expect.any(String),
  });
  await producer.shutdown();
});

test.each<Row>([
  ['128', send({}, { userProperties: properties(128) }), OK],
  ['129', send({}, { userProperties: properties(129) }), 43101, 'properties', '128', '129'],
  ['16,384 bytes', send({}, { userProperties: { p: 'v'.repeat(16_383) } }), OK],
  ['16,385 bytes', send({}, { userProperties: { p: 'v'.repeat(16_384) } }), 43101, 'properties', '16384', '16385'],
  [
    'two-byte characters',
    send({}, { userProperties: { p: 'ä'.repeat(8_192) } }),
    43101,
    'properties',
    '16384',
    '16385',
  ],
  ['16,384 bytes with tag', send({ tag: 'T' }, { userProperties: { p: 'v'.repeat(16_382) } }), OK],
  [
    'one more with tag',
    send({ tag: 'T' }, { userProperties: { p: 'v'.repeat(16_383) } }),
    43101,
    'properties',
    '16385',
  ],
  [
    'one more with keys',
    send({ keys: ['k', 'l'] }, { userProperties: { p: 'v'.repeat(16_382) } }),
    43101,
    'properties',
    '16385',
  ],
])('[case 64] user properties: %s', async (_what, call, code, ...words) => {
  expect(await answerOf(call, words)).toEqual({ code, missing: [] });
});

test.each<Row>([
  ['tag', send({ tag: 'TagA' }), OK],
  ['tag with |', send({ tag: 'a|b' }), 40004, 'tag', '"|"', 'a|b'],
  ['tag of white space', send({ tag: ' \u3000' }), 40004, 'tag', 'not be blank'],
  ['empty tag', send({ tag: '' }), 40004, 'tag', 'not be blank', 'empty'],
  ['tag with a control character', send({ tag: 'a\u0001' }), 40004, 'tag', 'visible characters', 'u0001'],
  ['blank key', send({ keys: ['good', ' '] }), 40005, 'keys', 'not be blank'],
  ['key with a control character', send({ keys: ['a\tb'] }), 40005, 'keys', 'visible characters', 'a\\tb'],
  ['message group of 63 bytes', sendFifo({ messageGroup: 'g'.repeat(63) }), OK],
  ['message group of 64 bytes', sendFifo({ messageGroup: 'g'.repeat(64) }), 40006, 'messageGroup', '63', '64'],
  [
    'message group of 32 two-byte characters',
    sendFifo({ messageGroup: 'ä'.repeat(32) }),
    40006,
    'messageGroup',
    '63',
    '64',
  ],
  ['blank message group', sendFifo({ messageGroup: ' ' }), 40006, 'messageGroup', 'not be blank'],
  [
    'message group with a control character',
    sendFifo({ messageGroup: 'a\n' }),
    40006,
    'messageGroup',
    'visible characters',
  ],
  ['no message group', sendFifo({}), 40006, 'messageGroup', 'required', 'empty'],
  ['reserved property key', send({}, { userProperties: { TAGS: 'x' } }), 40007, 'properties', 'reserved', 'TAGS'],
  ['another one', send({}, { userProperties: { '__CRC32#': 'x' } }), 40007, 'properties', 'reserved', '__CRC32#'],
  ['blank property key', send({}, { userProperties: { ' ': 'x' } }), 40007, 'properties', 'blank key'],
  ['control character in a property', send({}, { userProperties: { p: '\u007f' } }), 40007, 'properties', 'visible'],
  ['blank message id', send({ messageId: ' ' }), 40009, 'messageId', 'not be blank'],
  ['message id of 255 bytes', send({ messageId: `L${'i'.repeat(254)}` }), OK],
  ['message id of 256 bytes', send({ messageId: 'i'.repeat(256) }), 40009, 'messageId', '255', '256'],
])('[case 65] %s', async (_what, call, code, ...words) => {
  expect(await answerOf(call, words)).toEqual({ code, missing: [] });
});

test.each<Row>([
  ['FIFO', () => sendAll(rawMessage(fifo, { messageType: NORMAL })), 40014, 'messageType', 'FIFO', 'NORMAL'],
  ['NORMAL', send({ messageType: FIFO, messageGroup: 'g' }), 40014, 'messageType', 'NORMAL', 'FIFO'],
])('[case 66] a message of another type forced into a %s topic', async (_what, call, code, ...words) => {
  expect(await answerOf(call, words)).toEqual({ code, missing: [] });
});

test.each([DELAY, TRANSACTION])(
  '[case 66] a message of type %s forced into a NORMAL topic is refused',
  async (messageType) => {
    const rest = messageType === DELAY ? { deliveryTimestamp: { seconds: Math.floor(Date.now() / 1000) + 60 } } : {};
    expect((await sendAll(rawMessage(normal, { messageType, ...rest }))).code).toBe(40014);
  },
);

test('[case 66] the SDK refuses a NORMAL message for a FIFO topic by the types of its route', async () => {
  const producer = await startProducer(broker.port, fifo);
  await expect(producer.send({ topic: fifo, body: Buffer.from('x') })).rejects.toThrow(/type not match/);
  await producer.shutdown();
});

test.each<Row>([
  ['none', () => sendAll(), 40016, 'messages', '0'],
  ['of two topics', () => sendAll(rawMessage(normal), rawMessage(fifo)), 40016, 'messages', '2 topics'],
])('[case 67] messages in one request: %s', async (_what, call, code, ...words) => {
  expect(await answerOf(call, words)).toEqual({ code, missing: [] });
});

const receive =
  (fields: Partial<ReceiveMessageRequest>): Call =>
  async () => {
    const responses = await raw.receive({
      group: { name: group },
      messageQueue: { topic: { name: normal } },
      batchSize: 1,
      invisibleDuration: { seconds: 10 },
      longPollingTimeout: { seconds: 5 },
      ...fields,
    });
    const status = responses.find((response) => response.status !== undefined)?.status;
    if (status === undefined) throw new Error('a receive has a status');
    return status;
  };
const receiveAs = (name: string): Call => receive({ group: { name } });

test.each<Row>([
  ['system topic', sendTo('SCHEDULE_TOPIC_XXXX'), 40002, 'topic', 'system topic', 'SCHEDULE_TOPIC_XXXX'],
  ['system topic by prefix', sendTo('rmq_sys_x'), 40002, 'topic', 'system topic', 'rmq_sys_x'],
  ['system group', receiveAs('CID_RMQ_SYS_x'), 40003, 'group', 'system', 'CID_RMQ_SYS_x'],
  ['another one', receiveAs('TOOLS_CONSUMER'), 40003, 'group', 'system', 'TOOLS_CONSUMER'],
  ['system group by another prefix', receiveAs('CID_HOUSEKEEPING'), 40003, 'group', 'system', 'CID_HOUSEKEEPING'],
])('[case 68] %s', async (_what, call, code, ...words) => {
  expect(await answerOf(call, words)).toEqual({ code, missing: [] });
});

test.each(['QueryRoute', 'QueryAssignment'])('[case 68] %s of a system topic or group', async (method) => {
  const ask = async (topic: string, name: string): Promise<number> =>
    (await raw.call<StatusResponse>(method, { topic: { name: topic }, group: { name } })).status.code;
  expect(await ask('RMQ_SYS_TRANS_HALF_TOPIC', group)).toBe(40002);
  if (method === 'QueryAssignment') expect(await ask(normal, 'DEFAULT_CONSUMER')).toBe(40003);
});

test.each<Row>([
  ['topic of 127 bytes: the name is fine', sendTo('t'.repeat(127)), 40402, 'Topic', 'does not exist'],
  ['topic of 128 bytes', sendTo('t'.repeat(128)), 40002, 'topic', '127', '128'],
  ['topic without a name', sendTo(''), 40002, 'topic', 'must not be empty'],
  ['topic with a space', sendTo('a b'), 40002, 'topic', 'letters, digits', 'a b'],
  ['topic with a letter that is not ASCII', sendTo('tö'), 40002, 'topic', 'letters, digits', 'tö'],
  ['group of 120 bytes: the name is fine', receiveAs('g'.repeat(120)), 40403, 'group', 'does not exist'],
  ['group of 121 bytes', receiveAs('g'.repeat(121)), 40003, 'group', '120', '121'],
  ['group without a name', receiveAs(''), 40003, 'group', 'must not be empty'],
  ['group with a slash', receiveAs('a/b'), 40003, 'group', 'letters, digits', 'a/b'],
  [
    '9,999 ms invisible',
    receive({ invisibleDuration: { seconds: 9, nanos: 999e6 } }),
    40011,
    'the invisibleTime is too small',
    'invisibleDuration',
    '10000',
    '9999',
  ],
  ['no invisible duration', receive({ invisibleDuration: {} }), 40011, 'invisibleDuration', '10000', '0 ms'],
  [
    '12 h and 1 ms invisible',
    receive({ invisibleDuration: { seconds: 43_200, nanos: 1e6 } }),
    40011,
    'the invisibleTime is too large',
    'invisibleDuration',
    '43200000',
    '43200001',
  ],
  [
    'filter that is no expression',
    receive({ filterExpression: { type: 2, expression: 'a >' } }),
    40010,
    'filter',
    'character 4',
    'the end',
  ],
])('%s', async (_what, call, code, ...words) => {
  expect(await answerOf(call, words)).toEqual({ code, missing: [] });
});

test.each([-1, 0, 33, 2_000_000_000])('a receive of %s messages is one of 1 to 32', async (batchSize) => {
  const topic = await broker.topic();
  const own = await broker.group();
  const messages = Array.from({ length: 40 }, () => rawMessage(topic));
  expect((await sendAll(...messages)).code).toBe(OK);
  const got = messagesOf(
    await raw.receive({
      group: { name: own },
      messageQueue: { topic: { name: topic } },
      batchSize,
      invisibleDuration: { seconds: 10 },
      longPollingTimeout: { seconds: 5 },
    }),
  );
  expect(got).toHaveLength(batchSize < 1 ? 1 : 32);
});

test.each([
  ['5.2.1', 40018],
  ['5.0.3', 40018],
  ['5.0.2', 40000],
])('[case 35] a deadline that leaves less than 5 s: client %s hears %s', async (version, code) => {
  const client = new RawClient(broker.port, { version });
  const responses = await client.receive(
    {
      group: { name: group },
      messageQueue: { topic: { name: normal } },
      batchSize: 1,
      invisibleDuration: { seconds: 10 },
      longPollingTimeout: { seconds: 20 },
    },
    { deadline: Date.now() + 4_000 },
  );
  client.close();
  const [{ status } = {}] = responses;
  expect(status?.code).toBe(code);
  expect(status?.message).toMatch(/deadline .*5000 ms.* \d+ ms/);
});

test.each<[RawOptions, number]>([
  [{ clientId: '' }, 40017],
  [{ clientId: 'c'.repeat(255) }, OK],
  [{ clientId: 'c'.repeat(256) }, 40000],
])('client id %j: %s', async (options, code) => {
  const client = new RawClient(broker.port, options);
  const { status } = await client.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(normal)] });
  client.close();
  expect(status.code).toBe(code);
  if (code !== OK) expect(status.message).toMatch(/x-mq-client-id/);
});

test('a changed invisible duration is 0 to 12 h; more is 40011', async () => {
  const topic = await broker.topic();
  const own = await broker.group();
  const client = new RawClient(broker.port);
  const { stream } = await client.introduce({ clientType: 3, subscription: { group: { name: own } } });
  await client.call('SendMessage', { messages: [rawMessage(topic)] });
  const [message] = messagesOf(
    await client.receive({
      group: { name: own },
      messageQueue: { topic: { name: topic } },
      batchSize: 1,
      invisibleDuration: { seconds: 10 },
      longPollingTimeout: { seconds: 5 },
    }),
  );
  let receiptHandle = message?.systemProperties?.receiptHandle;
  const change = async (seconds: number, nanos = 0): Promise<Status> => {
    const answer = await client.call<ChangeInvisibleDurationResponse>('ChangeInvisibleDuration', {
      group: { name: own },
      topic: { name: topic },
      receiptHandle,
      messageId: message?.systemProperties?.messageId,
      invisibleDuration: { seconds, nanos },
    });
    receiptHandle = answer.receiptHandle ?? receiptHandle;
    return answer.status;
  };
  const refused = await change(43_200, 1e6);
  expect(refused.code).toBe(40011);
  for (const word of ['invisibleDuration', '43200000', '43200001']) expect(refused.message).toContain(word);
  expect((await change(-1)).code).toBe(40011);
  expect((await change(43_200)).code).toBe(OK);
  expect((await change(0)).code).toBe(OK);
  stream.end();
  client.close();
});
