import { setTimeout as sleep } from 'node:timers/promises';

import type { MessageView } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { TRANSACTION_RESOLUTION, TRANSACTION_SOURCE } from '../../lib/gateway/proto/codes';
import type { Message, SendMessageResponse, Status, TelemetryCommand } from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker } from './support/broker';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

const CHECK_MS = 2_000;
/** The clocks of the database and of this process do not run at exactly the same pace. */
const EARLY_MS = 10;
const { COMMIT, ROLLBACK } = TRANSACTION_RESOLUTION;
const UNKNOWN = 0;

let broker: ProtocolBroker;
let raw: RawClient;
beforeAll(async () => {
  broker = await startBroker({ transactions: { checkMs: CHECK_MS, maxChecks: 15, lifetimeMs: 3_600_000 } });
  raw = new RawClient(broker.port);
});
afterAll(async () => {
  raw.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

const send = (...messages: Message[]): Promise<SendMessageResponse> =>
  raw.call<SendMessageResponse>('SendMessage', { messages });
const rpcs = (name: string, code: number): number =>
  broker.counted.get(`redrive_rpc_requests_total ${name} ${code}`) ?? 0;
const never = { check: async () => UNKNOWN };

async function stateOf(
  messageId: string,
): Promise<{ state: string; resolvedBy: string | null; checks: number } | undefined> {
  const { rows } = await broker.database.store.console.query<{
    state: string;
    resolvedBy: string | null;
    checks: number;
  }>('SELECT state, resolved_by AS "resolvedBy", checks::int AS checks FROM half_message WHERE msg_id = $1', [
    messageId,
  ]);
  return rows[0];
}

async function sendHalf(
  topic: string,
  recoverySeconds?: number,
): Promise<{ messageId: string; transactionId: string }> {
  const { status, entries } = await send(
    rawMessage(topic, {
      messageType: 4,
      ...(recoverySeconds === undefined ? {} : { orphanedTransactionRecoveryDuration: { seconds: recoverySeconds } }),
    }),
  );
  expect(status.code).toBe(20000);
  return { messageId: entries?.[0]?.messageId ?? '', transactionId: entries?.[0]?.transactionId ?? '' };
}

const end = async (topic: string, fields: object): Promise<Status> =>
  (await raw.call<{ status: Status }>('EndTransaction', { topic: { name: topic }, resolution: COMMIT, ...fields }))
    .status;

test('[case 73] the SDK: a half message is not seen; commit delivers it once, rollback never', async () => {
  const topic = await broker.topic('TRANSACTION');
  const { consumer, deliveries } = await startPushConsumer(broker.port, await broker.group(), topic, () => true);
  const producer = await startProducer(broker.port, topic, { checker: never });
  const committed = producer.beginTransaction();
  const receipt = await producer.send({ topic, tag: 'T', keys: ['k'], body: Buffer.from('kept') }, committed);
  expect(receipt.transactionId).toMatch(/^[\w-]{24}$/);
  const rolledBack = producer.beginTransaction();
  await producer.send({ topic, body: Buffer.from('dropped') }, rolledBack);
  await sleep(500);
  expect(deliveries).toEqual([]);

  await committed.commit();
  await rolledBack.rollback();
  await until('the committed message', () => deliveries.length > 0);
  expect(deliveries[0]).toMatchObject({ messageId: receipt.messageId, body: 'kept', attempt: 1 });
  expect(deliveries[0]?.view).toMatchObject({ tag: 'T', keys: ['k'] });
  await committed.commit();
  await rolledBack.rollback();
  await expect(committed.rollback()).rejects.toThrow(/was committed at .*; it cannot be rolled back any more/);
  await expect(rolledBack.commit()).rejects.toThrow(/was rolled back at .*; it cannot be committed any more/);
  await sleep(500);
  expect(deliveries).toHaveLength(1);
  expect(await stateOf(receipt.messageId)).toEqual({ state: 'committed', resolvedBy: 'client', checks: 0 });
  await Promise.all([producer.shutdown(), consumer.shutdown()]);
});

test('[case 74] the SDK: a transaction without an end is checked back until the checker knows', async () => {
  const topic = await broker.topic('TRANSACTION');
  const { consumer, deliveries } = await startPushConsumer(broker.port, await broker.group(), topic, () => true);
  const asked: { view: MessageView; atMs: number }[] = [];
  const check = async (view: MessageView): Promise<0 | 1 | 2> => {
    asked.push({ view, atMs: performance.now() });
    if (view.body.toString() === 'bad') return ROLLBACK;
    return asked.filter(({ view: { messageId } }) => messageId === view.messageId).length < 2 ? UNKNOWN : COMMIT;
  };
  const producer = await startProducer(broker.port, topic, { checker: { check } });
  const sentAtMs = performance.now();
  const good = await producer.send(
    { topic, tag: 'T', keys: ['order-7'], properties: new Map([['a', 'b']]), body: Buffer.from('good') },
    producer.beginTransaction(),
  );
  const bad = await producer.send({ topic, body: Buffer.from('bad') }, producer.beginTransaction());

  await until('the committed message', () => deliveries.length > 0);
  expect(deliveries).toMatchObject([{ messageId: good.messageId, body: 'good' }]);
  const checks = asked.filter(({ view }) => view.messageId === good.messageId);
  expect(checks).toHaveLength(2);
  // Each from before the send: the first check may have been late, the second one then came soon after it.
  expect((checks[0]?.atMs ?? 0) - sentAtMs).toBeGreaterThanOrEqual(CHECK_MS - EARLY_MS);
  expect((checks[1]?.atMs ?? 0) - sentAtMs).toBeGreaterThanOrEqual(2 * CHECK_MS - EARLY_MS);
  expect(checks[0]?.view).toMatchObject({ topic, tag: 'T', keys: ['order-7'], corrupted: undefined });
  expect(checks[0]?.view.properties.get('a')).toBe('b');
  expect(await stateOf(good.messageId)).toEqual({ state: 'committed', resolvedBy: 'server-check', checks: 2 });
  await until('the other answer', async () => (await stateOf(bad.messageId))?.state !== 'pending');
  expect(await stateOf(bad.messageId)).toEqual({ state: 'rolled-back', resolvedBy: 'server-check', checks: 1 });
  await sleep(CHECK_MS + 1_000);
  expect(asked).toHaveLength(3);
  await Promise.all([producer.shutdown(), consumer.shutdown()]);
});

test('[case 74] without a live producer the check waits; another producer of the topic answers for the first', async () => {
  const topic = await broker.topic('TRANSACTION');
  const { messageId } = await sendHalf(topic, 1);
  await sleep(2_500);
  expect(await stateOf(messageId)).toEqual({ state: 'pending', resolvedBy: null, checks: 0 });
  const asked: string[] = [];
  const producer = await startProducer(broker.port, topic, {
    checker: {
      check: async (view) => {
        asked.push(view.messageId);
        return ROLLBACK;
      },
    },
  });
  await until('the check', async () => (await stateOf(messageId))?.state === 'rolled-back');
  expect(asked).toEqual([messageId]);
  await producer.shutdown();
});

test('[case 74] one live producer is asked at a time, the next time the next one', async () => {
  const topic = await broker.topic('TRANSACTION');
  const odd = new RawClient(broker.port);
  await odd.introduce({ clientType: 1, publishing: { topics: [{ name: 'no\u0000name' }, {}] } });
  const commands: { client: number; command: TelemetryCommand }[] = [];
  const clients = [new RawClient(broker.port), new RawClient(broker.port)];
  for (const [client, producer] of clients.entries()) {
    const { stream } = await producer.introduce({
      clientType: 1,
      userAgent: { language: 1, version: '5.2.1' },
      publishing: { topics: [{ name: topic }] },
    });
    stream.on('data', (command: TelemetryCommand) => {
      if (command.recoverOrphanedTransactionCommand !== undefined) commands.push({ client, command });
    });
  }
  const { messageId, transactionId } = await sendHalf(topic, 1);
  await until('two checks', () => commands.length >= 2);
  expect(new Set(commands.map(({ client }) => client)).size).toBe(2);
  for (const { command } of commands) {
    expect(command.recoverOrphanedTransactionCommand).toMatchObject({
      transactionId,
      message: { topic: { name: topic }, systemProperties: { messageId, messageType: 4 } },
    });
  }
  const answer = { messageId, transactionId, source: TRANSACTION_SOURCE.SOURCE_SERVER_CHECK };
  expect((await end(topic, answer)).code).toBe(20000);
  for (const client of [...clients, odd]) client.close();
});

test('a held receive answers as soon as the commit is in', async () => {
  const topic = await broker.topic('TRANSACTION');
  const group = await broker.group();
  const half = await sendHalf(topic);
  const receiving = raw.receive({
    group: { name: group },
    messageQueue: { topic: { name: topic } },
    filterExpression: { expression: '*' },
    invisibleDuration: { seconds: 30 },
    longPollingTimeout: { seconds: 15 },
    batchSize: 8,
  });
  await until('the receive is held', () => broker.ctx.deliveries.held >= 1);
  const startedMs = performance.now();
  expect((await end(topic, half)).code).toBe(20000);
  expect(messagesOf(await receiving)).toMatchObject([
    { systemProperties: { messageId: half.messageId, messageType: 4 } },
  ]);
  expect(performance.now() - startedMs).toBeLessThan(10_000);
});

test('[case 75] a recovery time above an hour is 40000; an empty or unknown transaction id 40008', async () => {
  const topic = await broker.topic('TRANSACTION');
  const withRecovery = async (seconds: number): Promise<number> =>
    (await send(rawMessage(topic, { messageType: 4, orphanedTransactionRecoveryDuration: { seconds } }))).status.code;
  expect(await withRecovery(3_600)).toBe(20000);
  expect(await withRecovery(3_601)).toBe(40000);
  const half = await sendHalf(topic);
  expect((await end(topic, { ...half, transactionId: '' })).code).toBe(40008);
  expect(await end(topic, { ...half, transactionId: 'guessed' })).toMatchObject({
    code: 40008,
    message: expect.stringContaining('is unknown'),
  });
  expect((await end(topic, { ...half, resolution: 0 })).code).toBe(40000);
  expect((await end('no-such-topic', half)).code).toBe(40402);
  expect((await end(topic, half)).code).toBe(20000);
  expect((await end(topic, half)).code).toBe(20000);
  expect(await end(topic, { ...half, resolution: ROLLBACK })).toMatchObject({
    code: 40008,
    message: expect.stringContaining('was committed'),
  });
});

test('[case 60] the SDK sends a refused transaction message once, any other three times', async () => {
  const [topic, normal] = [await broker.topic('TRANSACTION'), await broker.topic()];
  const producer = await startProducer(broker.port, topic, { checker: never });
  const illegal = { body: Buffer.from('x'), properties: new Map([['TAGS', 'reserved']]) };
  const before = rpcs('SendMessage', 40007);
  await expect(producer.send({ topic, ...illegal }, producer.beginTransaction())).rejects.toThrow(/reserved/);
  expect(rpcs('SendMessage', 40007) - before).toBe(1);
  await expect(producer.send({ topic: normal, ...illegal })).rejects.toThrow(/reserved/);
  expect(rpcs('SendMessage', 40007) - before).toBe(4);
  await producer.shutdown();
});

test('only TRANSACTION messages enter a TRANSACTION topic', async () => {
  const topic = await broker.topic('TRANSACTION');
  expect((await send(rawMessage(topic))).status.code).toBe(40014);
  expect((await send(rawMessage(topic, { messageType: 4, messageGroup: 'g' }))).status.code).toBe(40014);
  expect((await send(rawMessage(await broker.topic(), { messageType: 4 }))).status.code).toBe(40014);
  const producer = await startProducer(broker.port, topic, { checker: never });
  await expect(producer.send({ topic, body: Buffer.from('x') })).rejects.toThrow(/accept message types/);
  await producer.shutdown();
});
