import { setMaxListeners } from 'node:events';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type {
  AckMessageResponse,
  ChangeInvisibleDurationResponse,
  ReceiveMessageRequest,
  ReceiveMessageResponse,
  SendMessageResponse,
} from '../../lib/gateway/proto/wire';
import { expectThrottled } from './support/back-off';
import { type ProtocolBroker, startBroker } from './support/broker';
import { type ClientProcess, type Sent, startClientProcess } from './support/client-process';
import { holdRows, holdTopic } from './support/hold';
import { countRefused, storedBodies } from './support/limits';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { until } from './support/wait';

let broker: ProtocolBroker;
let narrow: ProtocolBroker;
/** An application of the official SDK, in a process of its own. */
let app: ClientProcess;
const raws: RawClient[] = [];
beforeAll(async () => {
  broker = await startBroker({ protection: {} });
  narrow = await startBroker({ maxRunningCalls: 1 });
  app = await startClientProcess();
});
afterAll(async () => {
  for (const raw of raws) raw.close();
  await app.close();
  await Promise.all([broker.close(), narrow.close()]);
  expect([...broker.errors, ...narrow.errors]).toEqual([]);
});

function client(at: ProtocolBroker): RawClient {
  const raw = new RawClient(at.port);
  raws.push(raw);
  return raw;
}

const sendRaw = (raw: RawClient, topic: string): Promise<SendMessageResponse> =>
  raw.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(topic)] });

function receiveRequest(topic: string, group: string, seconds = 20): ReceiveMessageRequest {
  return {
    group: { name: group },
    messageQueue: { topic: { name: topic } },
    batchSize: 1,
    autoRenew: true,
    longPollingTimeout: { seconds },
  };
}

test('[case 76, 81] a send that waited 200 ms behind a stuck one is refused, not stored, and counted', async () => {
  const [topic, raw] = [await broker.topic(), client(broker)];
  const hold = await holdTopic(broker.database.url, topic);
  const stuck = sendRaw(raw, topic);
  await hold.metBy('the stuck send');
  const startedMs = performance.now();
  const refused = await Promise.all([sendRaw(raw, topic), sendRaw(raw, topic)]);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(195);
  const message =
    /^\[TIMEOUT_CLEAN_QUEUE\]broker busy.* period in queue: \d+ms.* its limit 200 ms \(530 TOO_MANY_REQUESTS\)\.$/;
  for (const { status } of refused)
    expect(status).toMatchObject({ code: 42900, message: expect.stringMatching(message) as string });
  await hold.letGo();
  expect((await stuck).status.code).toBe(20000);
  expect(await storedBodies(broker, topic)).toHaveLength(1);
  expect(countRefused(broker, `send-head-wait ${topic}`)).toBe(2);
});

test('[case 60, 76] half messages wait as others do; a producer process does not try a refused one again', async () => {
  const topic = await broker.topic('TRANSACTION');
  await app.producer({ client: 'tx', port: broker.port, topic, transactions: true });
  const send = (): Promise<Sent> => app.send({ client: 'tx', topic, body: 'tx', transaction: true });
  const hold = await holdRows(broker.database.url, 'LOCK TABLE half_message IN EXCLUSIVE MODE');
  const stuck = send();
  await hold.metBy('the stuck send');
  const refused = await send();
  expectThrottled(refused.error, /TIMEOUT_CLEAN_QUEUE.* send-head-wait is \d+ ms, its limit 200 ms/);
  expect(refused.refusals).toEqual([]);
  await hold.letGo();
  expect(await stuck).toMatchObject({ error: null, refusals: [] });
  expect(countRefused(broker, `send-head-wait ${topic}`)).toBe(1);
  const { rows } = await broker.database.store.console.query('SELECT 1 FROM half_message');
  expect(rows).toHaveLength(1);
});

test('[case 77, 81] 1 024 held receives are the most', async () => {
  const [topic, group, raw] = [await broker.topic(), await broker.group(), client(broker)];
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  // A thousand calls cancelled at once end an HTTP/2 connection (rapid reset): several share them.
  const holders = [client(broker), client(broker), client(broker), client(broker)] as const;
  const held = Array.from({ length: 1_024 }, async (_, index) => {
    // One whose time is up before the last has come, on a busy machine, comes again.
    while (!leaving.signal.aborted)
      await (holders[index % 4] ?? raw)
        .receive(receiveRequest(topic, group), { signal: leaving.signal })
        .catch(() => []);
  });
  let refused: ReceiveMessageResponse | undefined;
  try {
    await until('one more is refused', async () => {
      [refused] = await raw.receive(receiveRequest(topic, group, 0));
      return refused?.status?.code === 42900;
    });
  } finally {
    leaving.abort();
    await Promise.all(held);
  }
  expect(refused?.status?.message).toMatch(/^polling full; held-receives is 1024, its limit 1024/);
  expect(countRefused(broker, `held-receives ${topic} ${group}`)).toBeGreaterThanOrEqual(1);
});

test('[case 78] one call more than may be under way is 42900; a change of invisibility answers the old handle', async () => {
  const [topic, group, raw] = [await narrow.topic(), await narrow.group(), client(narrow)];
  await sendRaw(raw, topic);
  await raw.introduce({ clientType: 3, subscription: { group: { name: group } } });
  const [message] = messagesOf(
    await raw.receive({ ...receiveRequest(topic, group), autoRenew: false, invisibleDuration: { seconds: 10 } }),
  );
  const receiptHandle = message?.systemProperties?.receiptHandle ?? '';
  const change = (): Promise<ChangeInvisibleDurationResponse> =>
    raw.call<ChangeInvisibleDurationResponse>('ChangeInvisibleDuration', {
      group: { name: group },
      topic: { name: topic },
      messageId: 'm',
      receiptHandle,
      invisibleDuration: { seconds: 30 },
    });
  const hold = await holdRows(narrow.database.url, 'SELECT 1 FROM lease FOR UPDATE');
  const stuck = change();
  await hold.metBy('the stuck change');
  const refused = await change();
  expect(refused.status.code).toBe(42900);
  expect(refused.status.message).toMatch(
    /^flow limit; ChangeInvisibleDuration calls under way are 1, their limit 1 \(530 TOO_MANY_REQUESTS\)\.$/,
  );
  expect(refused.receiptHandle).toBe(receiptHandle);
  await hold.letGo();
  const changed = await stuck;
  expect(changed.status.code).toBe(20000);
  expect(changed.receiptHandle).not.toBe(receiptHandle);
});

test('[case 80] a consumer process whose ack is refused acks again and is not given the message twice', async () => {
  const [topic, group, raw] = [await narrow.topic(), await narrow.group(), client(narrow)];
  const other = await narrow.group();
  await sendRaw(raw, topic);
  const [blocking] = messagesOf(await raw.receive(receiveRequest(topic, other)));
  const hold = await holdRows(narrow.database.url, 'SELECT 1 FROM lease FOR UPDATE');
  const stuck = raw.call<AckMessageResponse>('AckMessage', {
    group: { name: other },
    topic: { name: topic },
    entries: [{ messageId: 'm', receiptHandle: blocking?.systemProperties?.receiptHandle ?? '' }],
  });
  await hold.metBy('the stuck ack');
  const soFar = countRefused(narrow, 'running-calls');
  await app.push({ client: 'acking', port: narrow.port, group, topic });
  await until('its delivery', () => app.delivered('acking').length > 0);
  await until('two refused acks', () => countRefused(narrow, 'running-calls') >= soFar + 2);
  await hold.letGo();
  expect((await stuck).status.code).toBe(20000);
  const open = async (): Promise<number> => {
    const { rows } = await narrow.database.store.console.query<{ open: number }>(
      'SELECT count(*)::int AS open FROM lease JOIN consumer_group g USING (group_id) WHERE live AND g.name = $1',
      [group],
    );
    return rows[0]?.open ?? -1;
  };
  await until('its ack', async () => (await open()) === 0);
  expect(app.delivered('acking').map(({ attempt }) => attempt)).toEqual([1]);
});
