import { describe, expect, test } from 'vitest';

import type { SendMessageResponse, Status } from '../../lib/gateway/proto/wire';
import { EVERYTHING, groupRule, openAccessStage, topicRule } from './support/access-stage';
import { type RawKey, rawMessage } from './support/raw-client';
import { startProducer, startPushConsumer, startSimpleConsumer } from './support/sdk';
import { until } from './support/wait';

const stage = openAccessStage();

describe('permissions', () => {
  test('a forbidden topic or group is 40300 and named with the action, whether it exists or not', async () => {
    const client = stage.raw(
      await stage.makeKey([topicRule('other*', 'publish'), topicRule(stage.topic, 'subscribe'), groupRule('mine')]),
    );
    const sent = await client.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(stage.topic)] });
    expect(sent.status).toMatchObject({
      code: 40300,
      message: expect.stringContaining(`publish on topic ${stage.topic}`),
    });
    const route = await client.call<{ status: Status }>('QueryRoute', { topic: { name: 'no-such-topic' } });
    expect(route.status.code).toBe(40300);
    const received = await client.receive({
      group: { name: stage.group },
      messageQueue: { topic: { name: stage.topic } },
    });
    expect(received[0]?.status).toMatchObject({
      code: 40300,
      message: expect.stringContaining(`consume on group ${stage.group}`),
    });
    const mixed = await client.call<SendMessageResponse>('SendMessage', {
      messages: [rawMessage('other-1'), rawMessage(stage.topic)],
    });
    expect(mixed.status.code).toBe(40300);
  });

  test('settings that name a forbidden group or topic are answered with 40300 and not taken', async () => {
    const client = stage.raw(await stage.makeKey([topicRule(stage.topic, 'subscribe')]));
    const { first, stream } = await client.introduce({
      clientType: 3,
      subscription: { group: { name: stage.group }, subscriptions: [{ topic: { name: stage.topic } }] },
    });
    expect(first.status?.code).toBe(40300);
    expect(first.settings).toBeUndefined();
    expect(stage.broker.gateway.listClients().some(({ clientId }) => clientId === client.clientId)).toBe(false);
    stream.end();
  });

  test("no client can use the client id of another key's client", async () => {
    const owner = await stage.makeKey(EVERYTHING);
    const other = await stage.makeKey(EVERYTHING);
    const { stream } = await stage.raw(owner, { clientId: 'victim' }).introduce({
      clientType: 2,
      subscription: { group: { name: stage.group } },
    });
    const stranger = stage.raw(other, { clientId: 'victim' });
    const end = await stranger.call<{ status: Status }>('NotifyClientTermination', {});
    expect(end.status.code).toBe(40300);
    expect((await stranger.introduce({ publishing: { topics: [] } })).first.status?.code).toBe(40300);
    expect(stage.broker.gateway.listClients()).toContainEqual(
      expect.objectContaining({ clientId: 'victim', accessKey: 'of a test' }),
    );
    stream.end();
  });
});

describe('the official SDK', () => {
  test('sends and consumes with a key that may do just that', async () => {
    const name = await stage.broker.topic();
    const consumers = await stage.broker.group();
    const publisher = await stage.makeKey([topicRule(name, 'publish')]);
    const reader = await stage.makeKey([topicRule(name, 'subscribe'), groupRule(consumers)]);
    const producer = await startProducer(stage.broker.port, name, { credentials: publisher });
    const push = await startPushConsumer(stage.broker.port, consumers, name, () => true, { credentials: reader });
    const { messageId } = await producer.send({ topic: name, body: Buffer.from('signed') });
    await until('the message is consumed', () => push.deliveries.some((delivery) => delivery.messageId === messageId));
    await expect(
      startPushConsumer(stage.broker.port, consumers, name, () => true, { credentials: publisher }),
    ).rejects.toThrow();
    await Promise.all([producer.shutdown(), push.consumer.shutdown()]);
  });

  test.concurrent.each<[string, () => Promise<RawKey | undefined>]>([
    ['without a key', async () => undefined],
    ['with a wrong secret', async () => ({ ...(await stage.makeKey(EVERYTHING)), accessSecret: 'wrong' })],
    ['for a topic that is not its own', async () => await stage.makeKey([topicRule('other', 'publish')])],
  ])('%s it does not start', async (_, credentials) => {
    const key = await credentials();
    const start = startProducer(stage.broker.port, stage.topic, key === undefined ? {} : { credentials: key });
    await expect(start).rejects.toThrow(/Failed to fetch topic routes/);
  });

  test('a consumer of a group that is not its own does not start, and its error says why', async () => {
    const key = await stage.makeKey([topicRule(stage.topic, 'subscribe'), groupRule('other')]);
    const starting = startSimpleConsumer(stage.broker.port, stage.group, stage.topic, { credentials: key });
    await expect(starting).rejects.toThrow(`may not consume on group ${stage.group}`);
  });

  test('a send to a topic that is not its own fails, and its error says why', async () => {
    const own = await stage.broker.topic();
    const producer = await startProducer(stage.broker.port, own, {
      credentials: await stage.makeKey([topicRule(own, 'publish')]),
    });
    await producer.send({ topic: own, body: Buffer.from('mine') });
    await expect(producer.send({ topic: stage.topic, body: Buffer.from('not mine') })).rejects.toThrow(
      `may not publish or subscribe on topic ${stage.topic}`,
    );
    await producer.shutdown();
  });
});
