import { beforeAll, describe, expect, test } from 'vitest';

import { createAccessKey, disableAccessKey, enableAccessKey, updateAccessKey } from '../../lib/broker';
import type { TelemetryCommand } from '../../lib/gateway/proto/wire';
import { EVERYTHING, openAccessStage, topicRule } from './support/access-stage';
import { TESTER } from './support/broker';
import { LONG_POLL_MS } from './support/long-poll';
import { rawMessage, statusOf } from './support/raw-client';
import { startProducer, startSimpleConsumer } from './support/sdk';
import { until } from './support/wait';

const stage = openAccessStage();

const untilHeld = (): Promise<void> => until('the receive is held', () => stage.broker.ctx.deliveries.held > 0);

describe('the official SDK', () => {
  test('a disabled key stops sends and held receives long before their time, and works again when it is enabled', async () => {
    const name = await stage.broker.topic();
    const consumers = await stage.broker.group();
    const key = await stage.makeKey(EVERYTHING);
    const producer = await startProducer(stage.broker.port, name, { credentials: key });
    const simple = await startSimpleConsumer(stage.broker.port, consumers, name, { credentials: key });
    const held = simple.receive(1, 10_000);
    await producer.send({ topic: name, body: Buffer.from('one') });
    const [first] = await held;
    if (first !== undefined) await simple.ack(first);

    const waiting = simple.receive(1, 10_000).then(
      () => 'answered',
      (error: Error) => error.message,
    );
    await untilHeld();
    const disabledAt = performance.now();
    await disableAccessKey(stage.broker.ctx, { accessKeyId: key.id, actor: TESTER });
    expect(await waiting).toMatch(/not accepted/);
    expect(performance.now() - disabledAt).toBeLessThan(LONG_POLL_MS - 1_000);
    await expect(producer.send({ topic: name, body: Buffer.from('two') })).rejects.toThrow(/not accepted/);

    await enableAccessKey(stage.broker.ctx, { accessKeyId: key.id, actor: TESTER });
    await producer.send({ topic: name, body: Buffer.from('three') });
    await Promise.all([producer.shutdown(), simple.shutdown()]);
  });
});

describe('what is held open', () => {
  let nothingYet: object;
  beforeAll(async () => {
    const [quiet, waiting] = [await stage.broker.topic(), await stage.broker.group()];
    nothingYet = {
      group: { name: waiting },
      messageQueue: { topic: { name: quiet } },
      autoRenew: true,
      longPollingTimeout: { seconds: 20 },
    };
  });

  test('ends with the key: the stream with OK and 40100, the receive with 40100, and its messages go to others', async () => {
    const name = await stage.broker.topic();
    const consumers = await stage.broker.group();
    const key = await stage.makeKey(EVERYTHING);
    const client = stage.raw(key);
    const { stream } = await client.introduce({ clientType: 2, subscription: { group: { name: consumers } } });
    await stage.raw(key).call('SendMessage', { messages: [rawMessage(name)] });
    const request = { group: { name: consumers }, messageQueue: { topic: { name } }, autoRenew: true, batchSize: 1 };
    expect(statusOf(await client.receive(request))).toBe(20000);
    const heard: TelemetryCommand[] = [];
    stream.on('data', (command: TelemetryCommand) => heard.push(command));
    const ended = new Promise<number>((resolve) => stream.on('status', ({ code }) => resolve(code)));
    const waiting = client.receive(request);
    await untilHeld();
    await disableAccessKey(stage.broker.ctx, { accessKeyId: key.id, actor: TESTER });
    expect(statusOf(await waiting)).toBe(40100);
    stream.end();
    expect(await ended).toBe(0);
    expect(heard.at(-1)?.status?.code).toBe(40100);

    const other = stage.raw(await stage.makeKey(EVERYTHING));
    await until('another client gets the message', async () => statusOf(await other.receive(request)) === 20000);
  });

  test('a receive ends when its permission is taken away', async () => {
    const key = await stage.makeKey(EVERYTHING);
    const waiting = stage.raw(key).receive(nothingYet);
    await untilHeld();
    const narrow = {
      accessKeyId: key.id,
      name: 'narrow',
      note: '',
      expiresAt: null,
      rules: [topicRule(stage.topic, 'publish')],
    };
    await updateAccessKey(stage.broker.ctx, { ...narrow, actor: TESTER });
    expect(statusOf(await waiting)).toBe(40300);
  });

  test('and when the key expires by itself', async () => {
    const { key, secret } = await createAccessKey(stage.broker.ctx, {
      name: 'short',
      rules: EVERYTHING,
      expiresAt: new Date(Date.now() + 1000),
      actor: TESTER,
    });
    const client = stage.raw({ accessKey: key.accessKeyId, accessSecret: secret });
    const startedAt = performance.now();
    expect(statusOf(await client.receive(nothingYet))).toBe(40100);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});
