import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createAccessKey, disableAccessKey, enableAccessKey, rotateAccessKey, updateAccessKey } from '../../lib/broker';
import { loadMessagingService } from '../../lib/gateway/proto/load';
import type { SendMessageResponse, Status, TelemetryCommand } from '../../lib/gateway/proto/wire';
import type { AccessRule } from '../../lib/model/access-rule';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';
import { RawClient, type RawKey, rawMessage, statusOf } from './support/raw-client';
import { startProducer, startPushConsumer, startSimpleConsumer } from './support/sdk';
import { until } from './support/wait';

const EVERYTHING: readonly AccessRule[] = [{ resource: 'everything' }];

let broker: ProtocolBroker;
let topic: string;
let group: string;
const clients: RawClient[] = [];
beforeAll(async () => {
  broker = await startBroker({ requireAccessKeys: true });
  topic = await broker.topic();
  group = await broker.group();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

async function makeKey(rules: readonly AccessRule[]): Promise<RawKey & { readonly id: string }> {
  const { key, secret } = await createAccessKey(broker.ctx, { name: 'of a test', rules, actor: TESTER });
  return { id: key.accessKeyId, accessKey: key.accessKeyId, accessSecret: secret };
}

function raw(key?: RawKey, port = broker.port, clientId?: string): RawClient {
  const client = new RawClient(port, {
    ...(key === undefined ? {} : { key }),
    ...(clientId === undefined ? {} : { clientId }),
  });
  clients.push(client);
  return client;
}

const topicRule = (pattern: string, ...actions: ('publish' | 'subscribe')[]): AccessRule => ({
  resource: 'topic',
  pattern,
  actions,
});
const groupRule = (pattern: string): AccessRule => ({ resource: 'group', pattern, actions: ['consume'] });

/** Calls it with next to nothing in the request; the status that came, or the gRPC error. */
async function probe(client: RawClient, method: string): Promise<Status | 'UNIMPLEMENTED'> {
  const definition = loadMessagingService()[method];
  if (definition?.requestStream === true) {
    const stream = client.telemetry();
    const first = new Promise<TelemetryCommand>((resolve, reject) => {
      stream.once('data', resolve);
      stream.once('error', reject);
    });
    stream.write({ settings: { publishing: { topics: [] } } });
    const { status } = await first;
    stream.end();
    return status ?? { code: 0 };
  }
  const request = { topic: { name: topic }, group: { name: group } };
  const call =
    definition?.responseStream === true
      ? client.receive(request, {}, method).then((responses) => responses[0]?.status ?? { code: 0 })
      : client.call<{ status: Status }>(method, request).then(({ status }) => status);
  return await call.catch((error: { code?: number }) => {
    if (error.code === 12) return 'UNIMPLEMENTED' as const;
    throw error;
  });
}

/** Of the original's proxy and not of this broker: who has a key is told by the library. */
const NOT_IMPLEMENTED = new Set(['PullMessage', 'UpdateOffset', 'GetOffset', 'QueryOffset', 'SyncLiteSubscription']);

describe('every RPC of the service', () => {
  const methods = Object.keys(loadMessagingService());

  test.concurrent.each(methods)('[case 88] %s without a key, or with a wrong signature, is 40100', async (method) => {
    const key = await makeKey(EVERYTHING);
    const wrong = { ...key, accessSecret: `${key.accessSecret}x` };
    expect(await probe(raw(), method)).toMatchObject({ code: 40100 });
    expect(await probe(raw(wrong), method)).toMatchObject({ code: 40100 });
  });

  test.concurrent.each(methods)(
    '%s with a key that may do nothing is 40300, unless it names nothing',
    async (method) => {
      const status = await probe(raw(await makeKey([])), method);
      if (NOT_IMPLEMENTED.has(method)) expect(status).toBe('UNIMPLEMENTED');
      // A producer's settings without topics, and a send without messages, touch nothing.
      else if (method === 'Telemetry') expect(status).toMatchObject({ code: 20000 });
      else if (method === 'SendMessage') expect(status).toMatchObject({ code: 40016 });
      else expect(status).toMatchObject({ code: 40300 });
    },
  );
});

describe('credentials', () => {
  const routeStatus = async (client: RawClient): Promise<Status> =>
    (await client.call<{ status: Status }>('QueryRoute', { topic: { name: topic } })).status;

  test('[case 88] one changed digit, an unknown, a disabled and an expired key get one and the same answer', async () => {
    const good = await makeKey(EVERYTHING);
    const disabled = await makeKey(EVERYTHING);
    await disableAccessKey(broker.ctx, { accessKeyId: disabled.id, actor: TESTER });
    const expired = await createAccessKey(broker.ctx, {
      name: 'expired',
      rules: EVERYTHING,
      expiresAt: new Date(Date.now() - 1000),
      actor: TESTER,
    });
    expect((await routeStatus(raw(good))).code).toBe(20000);
    const answers = await Promise.all(
      [
        { ...good, accessSecret: `x${good.accessSecret.slice(1)}` },
        { accessKey: 'RDnobodyhasthis1', accessSecret: good.accessSecret },
        { accessKey: '__proto__', accessSecret: good.accessSecret },
        disabled,
        { accessKey: expired.key.accessKeyId, accessSecret: expired.secret },
      ].map((key) => routeStatus(raw(key))),
    );
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    expect(answers.map(({ code }) => code)).toEqual([40100, 40100, 40100, 40100, 40100]);
    expect((await routeStatus(raw())).message).toMatch(/needs an access key/);
    for (const reason of ['wrong-signature', 'unknown-key', 'disabled', 'expired', 'missing'])
      expect(broker.counted.get(`redrive_authentication_failures_total ${reason}`)).toBeGreaterThan(0);
  });

  test('[case 82] the key is asked for before anything else, then the client id', async () => {
    const key = await makeKey(EVERYTHING);
    expect((await routeStatus(raw(undefined, broker.port, ''))).code).toBe(40100);
    expect((await routeStatus(raw(key, broker.port, ''))).code).toBe(40017);
  });

  test('after a rotation the old secret is good for the overlap, without one it ends at once', async () => {
    const key = await makeKey(EVERYTHING);
    const rotate = async (overlapMs: number): Promise<RawKey> => {
      const { secret } = await rotateAccessKey(broker.ctx, { accessKeyId: key.id, overlapMs, actor: TESTER });
      return { accessKey: key.id, accessSecret: secret };
    };
    const second = await rotate(60_000);
    expect((await routeStatus(raw(key))).code).toBe(20000);
    expect((await routeStatus(raw(second))).code).toBe(20000);
    const third = await rotate(0);
    expect((await routeStatus(raw(key))).code).toBe(40100);
    expect((await routeStatus(raw(second))).code).toBe(40100);
    expect((await routeStatus(raw(third))).code).toBe(20000);
  });

  test('an open listener lets callers in without a key, but not with a wrong one, and holds a good one to its rules', async () => {
    const open = await startBroker();
    const { key, secret } = await createAccessKey(open.ctx, { name: 'narrow', rules: [], actor: TESTER });
    const here = await open.topic();
    const ask = async (given?: RawKey): Promise<Status> =>
      (await raw(given, open.port).call<{ status: Status }>('QueryRoute', { topic: { name: here } })).status;
    expect((await ask()).code).toBe(20000);
    expect((await ask({ accessKey: key.accessKeyId, accessSecret: 'wrong' })).code).toBe(40100);
    expect((await ask({ accessKey: key.accessKeyId, accessSecret: secret })).code).toBe(40300);
    await open.close();
    expect(open.errors).toEqual([]);
  });

  test('an address that goes on failing waits for its refusals; its good calls do not', async () => {
    const key = await makeKey(EVERYTHING);
    const attacker = raw({ ...key, accessSecret: 'guess' });
    const started = performance.now();
    const codes = await Promise.all(Array.from({ length: 30 }, () => routeStatus(attacker)));
    expect(codes.every(({ code }) => code === 40100)).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(950);
    const goodAt = performance.now();
    expect((await routeStatus(raw(key))).code).toBe(20000);
    expect(performance.now() - goodAt).toBeLessThan(900);
  });
});

describe('permissions', () => {
  test('a forbidden topic or group is 40300 and named with the action, whether it exists or not', async () => {
    const client = raw(
      await makeKey([topicRule('other*', 'publish'), topicRule(topic, 'subscribe'), groupRule('mine')]),
    );
    const sent = await client.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(topic)] });
    expect(sent.status).toMatchObject({ code: 40300, message: expect.stringContaining(`publish on topic ${topic}`) });
    const route = await client.call<{ status: Status }>('QueryRoute', { topic: { name: 'no-such-topic' } });
    expect(route.status.code).toBe(40300);
    const received = await client.receive({ group: { name: group }, messageQueue: { topic: { name: topic } } });
    expect(received[0]?.status).toMatchObject({
      code: 40300,
      message: expect.stringContaining(`consume on group ${group}`),
    });
    const mixed = await client.call<SendMessageResponse>('SendMessage', {
      messages: [rawMessage('other-1'), rawMessage(topic)],
    });
    expect(mixed.status.code).toBe(40300);
  });

  test('settings that name a forbidden group or topic are answered with 40300 and not taken', async () => {
    const client = raw(await makeKey([topicRule(topic, 'subscribe')]));
    const { first, stream } = await client.introduce({
      clientType: 3,
      subscription: { group: { name: group }, subscriptions: [{ topic: { name: topic } }] },
    });
    expect(first.status?.code).toBe(40300);
    expect(first.settings).toBeUndefined();
    expect(broker.gateway.listClients().some(({ clientId }) => clientId === client.clientId)).toBe(false);
    stream.end();
  });

  test("nobody speaks under the client id of another key's client", async () => {
    const owner = await makeKey(EVERYTHING);
    const other = await makeKey(EVERYTHING);
    const { stream } = await raw(owner, broker.port, 'victim').introduce({
      clientType: 2,
      subscription: { group: { name: group } },
    });
    const stranger = raw(other, broker.port, 'victim');
    const end = await stranger.call<{ status: Status }>('NotifyClientTermination', {});
    expect(end.status.code).toBe(40300);
    expect((await stranger.introduce({ publishing: { topics: [] } })).first.status?.code).toBe(40300);
    expect(broker.gateway.listClients()).toContainEqual(
      expect.objectContaining({ clientId: 'victim', accessKey: 'of a test' }),
    );
    stream.end();
  });
});

describe('the official SDK', () => {
  test('sends and consumes with a key that may do just that', async () => {
    const name = await broker.topic();
    const consumers = await broker.group();
    const publisher = await makeKey([topicRule(name, 'publish')]);
    const reader = await makeKey([topicRule(name, 'subscribe'), groupRule(consumers)]);
    const producer = await startProducer(broker.port, name, { credentials: publisher });
    const push = await startPushConsumer(broker.port, consumers, name, () => true, { credentials: reader });
    const { messageId } = await producer.send({ topic: name, body: Buffer.from('signed') });
    await until('the message is consumed', () => push.deliveries.some((delivery) => delivery.messageId === messageId));
    await expect(
      startPushConsumer(broker.port, consumers, name, () => true, { credentials: publisher }),
    ).rejects.toThrow();
    await Promise.all([producer.shutdown(), push.consumer.shutdown()]);
  });

  test.concurrent.each<[string, () => Promise<RawKey | undefined>]>([
    ['without a key', async () => undefined],
    ['with a wrong secret', async () => ({ ...(await makeKey(EVERYTHING)), accessSecret: 'wrong' })],
    ['for a topic that is not its own', async () => await makeKey([topicRule('other', 'publish')])],
  ])('%s it does not start', async (_, credentials) => {
    const key = await credentials();
    const start = startProducer(broker.port, topic, key === undefined ? {} : { credentials: key });
    await expect(start).rejects.toThrow(/Failed to fetch topic routes/);
  });

  test('a consumer of a group that is not its own does not start, and its error says why', async () => {
    const key = await makeKey([topicRule(topic, 'subscribe'), groupRule('other')]);
    const starting = startSimpleConsumer(broker.port, group, topic, { credentials: key });
    await expect(starting).rejects.toThrow(`may not consume on group ${group}`);
  });

  test('a send to a topic that is not its own fails, and its error says why', async () => {
    const own = await broker.topic();
    const producer = await startProducer(broker.port, own, { credentials: await makeKey([topicRule(own, 'publish')]) });
    await producer.send({ topic: own, body: Buffer.from('mine') });
    await expect(producer.send({ topic, body: Buffer.from('not mine') })).rejects.toThrow(
      `may not publish or subscribe on topic ${topic}`,
    );
    await producer.shutdown();
  });

  test('a disabled key stops sends and held receives within two seconds, and works again when it is enabled', async () => {
    const name = await broker.topic();
    const consumers = await broker.group();
    const key = await makeKey(EVERYTHING);
    const producer = await startProducer(broker.port, name, { credentials: key });
    const simple = await startSimpleConsumer(broker.port, consumers, name, { credentials: key });
    const held = simple.receive(1, 10_000);
    await producer.send({ topic: name, body: Buffer.from('one') });
    const [first] = await held;
    if (first !== undefined) await simple.ack(first);

    const waiting = simple.receive(1, 10_000).then(
      () => 'answered',
      (error: Error) => error.message,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const disabledAt = performance.now();
    await disableAccessKey(broker.ctx, { accessKeyId: key.id, actor: TESTER });
    expect(await waiting).toMatch(/not accepted/);
    expect(performance.now() - disabledAt).toBeLessThan(2000);
    await expect(producer.send({ topic: name, body: Buffer.from('two') })).rejects.toThrow(/not accepted/);

    await enableAccessKey(broker.ctx, { accessKeyId: key.id, actor: TESTER });
    await producer.send({ topic: name, body: Buffer.from('three') });
    await Promise.all([producer.shutdown(), simple.shutdown()]);
  });
});

describe('what is held open', () => {
  let nothingYet: object;
  beforeAll(async () => {
    const [quiet, waiting] = [await broker.topic(), await broker.group()];
    nothingYet = { group: { name: waiting }, messageQueue: { topic: { name: quiet } }, autoRenew: true };
  });

  test('ends with the key: the stream with OK and 40100, the receive with 40100, and its messages go to others', async () => {
    const name = await broker.topic();
    const consumers = await broker.group();
    const key = await makeKey(EVERYTHING);
    const client = raw(key);
    const { stream } = await client.introduce({ clientType: 2, subscription: { group: { name: consumers } } });
    await raw(key).call('SendMessage', { messages: [rawMessage(name)] });
    const request = { group: { name: consumers }, messageQueue: { topic: { name } }, autoRenew: true, batchSize: 1 };
    expect(statusOf(await client.receive(request))).toBe(20000);
    const heard: TelemetryCommand[] = [];
    stream.on('data', (command: TelemetryCommand) => heard.push(command));
    const ended = new Promise<number>((resolve) => stream.on('status', ({ code }) => resolve(code)));
    const waiting = client.receive(request);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await disableAccessKey(broker.ctx, { accessKeyId: key.id, actor: TESTER });
    expect(statusOf(await waiting)).toBe(40100);
    stream.end();
    expect(await ended).toBe(0);
    expect(heard.at(-1)?.status?.code).toBe(40100);

    const other = raw(await makeKey(EVERYTHING));
    await until('another client gets the message', async () => statusOf(await other.receive(request)) === 20000);
  });

  test('a receive ends when its permission is taken away', async () => {
    const key = await makeKey(EVERYTHING);
    const waiting = raw(key).receive(nothingYet);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const narrow = {
      accessKeyId: key.id,
      name: 'narrow',
      note: '',
      expiresAt: null,
      rules: [topicRule(topic, 'publish')],
    };
    await updateAccessKey(broker.ctx, { ...narrow, actor: TESTER });
    expect(statusOf(await waiting)).toBe(40300);
  });

  test('and when the key expires by itself', async () => {
    const { key, secret } = await createAccessKey(broker.ctx, {
      name: 'short',
      rules: EVERYTHING,
      expiresAt: new Date(Date.now() + 1000),
      actor: TESTER,
    });
    const client = raw({ accessKey: key.accessKeyId, accessSecret: secret });
    const startedAt = performance.now();
    expect(statusOf(await client.receive(nothingYet))).toBe(40100);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});

test('a use is written down', async () => {
  const key = await makeKey(EVERYTHING);
  await raw(key).call('QueryRoute', { topic: { name: topic } });
  await broker.ctx.accessKeys.writeUses();
  const { rows } = await broker.database.store.console.query<{ used: boolean }>(
    `SELECT last_used_at IS NOT NULL AS used FROM access_key WHERE access_key_id = $1`,
    [key.id],
  );
  expect(rows).toEqual([{ used: true }]);
});
