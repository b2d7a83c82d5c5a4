import { OffsetOption } from 'rocketmq-client-nodejs';
import { expect, test } from 'vitest';

import type { GroupSettingsInput } from '../../lib/model/group/group-settings';
import type { SendMessageResponse, StatusResponse, TelemetryCommand } from '../../lib/gateway/proto/wire';
import { messagesOf, RawClient, rawMessage, statusOf } from './support/raw-client';
import { startLiteConsumer, startProducer } from './support/sdk';
import { openStage } from './support/stage';
import { until } from './support/wait';

const stage = openStage();
const ADD = { PARTIAL_ADD: 0, PARTIAL_REMOVE: 1, COMPLETE_ADD: 2, COMPLETE_REMOVE: 3 } as const;

async function scene(settings: GroupSettingsInput = {}): Promise<{ topic: string; group: string }> {
  const retryPolicy = { type: 'fixed', intervalMs: 500 } as const;
  const [topic, group] = await Promise.all([
    stage.broker.topic('LITE'),
    stage.broker.group({ deliveryOrder: 'ordered', retryPolicy, ...settings }),
  ]);
  return { topic, group };
}

async function sendRaw(topic: string, liteTopic: string, body: string): Promise<number | undefined> {
  const message = rawMessage(topic, {}, { body: Buffer.from(body) });
  const systemProperties = { ...message.systemProperties, messageType: 5, liteTopic };
  const messages = [{ ...message, systemProperties }];
  return (await stage.raw.call<SendMessageResponse>('SendMessage', { messages })).status.code;
}

test.concurrent('the Node SDK receives the lite topics that it subscribes, in order', async () => {
  const { topic, group } = await scene();
  const { consumer, deliveries } = await startLiteConsumer(
    ...[stage.broker.port, group, topic],
    ({ body, attempt }) => body !== '1' || attempt > 1,
  );
  const producer = await startProducer(stage.broker.port, topic);
  stage.clients.push(producer, consumer);
  await consumer.subscribeLite('one');
  for (const body of ['1', '2', '3']) await producer.send({ topic, liteTopic: 'one', body: Buffer.from(body) });
  await producer.send({ topic, liteTopic: 'two', body: Buffer.from('unwanted') });
  await until('all of them', () => deliveries.length === 4);
  expect(deliveries.map(({ body, attempt }) => `${body} ${attempt}`)).toEqual(['1 1', '1 2', '2 1', '3 1']);
  expect(deliveries[0]?.view.liteTopic).toBe('one');
});

test.concurrent('the Node SDK suspends a lite topic: no other waits, and no delivery counts', async () => {
  const { topic, group } = await scene({ maxRetries: 0 });
  const at: number[] = [];
  const { consumer, deliveries } = await startLiteConsumer(stage.broker.port, group, topic, ({ body }) => {
    if (body !== '1') return true;
    at.push(performance.now());
    return at.length > 3 || 400;
  });
  const producer = await startProducer(stage.broker.port, topic);
  stage.clients.push(producer, consumer);
  await consumer.subscribeLite('one');
  await consumer.subscribeLite('two');
  for (const body of ['1', '2']) await producer.send({ topic, liteTopic: 'one', body: Buffer.from(body) });
  await producer.send({ topic, liteTopic: 'two', body: Buffer.from('other') });
  await until('all of them', () => deliveries.length === 6);
  const bodies = deliveries.map(({ body, attempt }) => `${body} ${attempt}`);
  expect(bodies.filter((body) => body !== 'other 1')).toEqual(['1 1', '1 1', '1 1', '1 1', '2 1']);
  expect(bodies.indexOf('other 1')).toBeLessThan(4);
  for (const [index, time] of at.slice(1).entries()) expect(time - (at[index] ?? 0)).toBeGreaterThanOrEqual(395);
});

test.concurrent('the Node SDK begins where it asks to, also before where its group stands', async () => {
  const { topic, group } = await scene();
  for (const body of ['1', '2', '3']) expect(await sendRaw(topic, 'one', body)).toBe(20000);
  const bodiesFrom = async (from: OffsetOption, count: number): Promise<string[]> => {
    const { consumer, deliveries } = await startLiteConsumer(stage.broker.port, group, topic, () => true);
    await consumer.subscribeLite('one', from);
    await until(`${count} messages`, () => deliveries.length === count);
    // The last acknowledgement is sent after the listener.
    await until('all acknowledged', async () => (await inFlight(group)) === 0);
    await consumer.unsubscribeLite('one');
    stage.clients.push(consumer);
    return deliveries.map(({ body }) => body);
  };
  expect(await bodiesFrom(OffsetOption.LAST_OFFSET, 3)).toEqual(['1', '2', '3']);
  expect(await bodiesFrom(OffsetOption.MIN_OFFSET, 3)).toEqual(['1', '2', '3']);
  expect(await bodiesFrom(OffsetOption.ofTailN(2), 2)).toEqual(['2', '3']);
  expect(await bodiesFrom(OffsetOption.ofOffset(0), 3)).toEqual(['1', '2', '3']);
  expect(await bodiesFrom(OffsetOption.ofTimestamp(0), 3)).toEqual(['1', '2', '3']);
});

async function inFlight(group: string): Promise<number> {
  const { rows } = await stage.broker.ctx.store.console.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM lease l JOIN consumer_group g USING (group_id) WHERE g.name = $1 AND l.live',
    [group],
  );
  return rows[0]?.n ?? 0;
}

test.concurrent('exclusive: of two clients of the Node SDK the newer one has a lite topic alone', async () => {
  const { topic, group } = await scene({ liteModel: 'exclusive' });
  const start = async () => {
    const started = await startLiteConsumer(stage.broker.port, group, topic, () => true);
    stage.clients.push(started.consumer);
    return started;
  };
  const [former, newer] = [await start(), await start()];
  await former.consumer.subscribeLite('one');
  await former.consumer.subscribeLite('two');
  await newer.consumer.subscribeLite('one');
  for (const name of ['one', 'two', 'one']) expect(await sendRaw(topic, name, `of ${name}`)).toBe(20000);
  await until('all of them', () => former.deliveries.length + newer.deliveries.length === 3);
  expect(newer.deliveries.map(({ body }) => body)).toEqual(['of one', 'of one']);
  // Version 1.0.8 does not read the notice.
  expect(former.deliveries.map(({ body }) => body)).toEqual(['of two']);
});

/** A client of lite topics that speaks the wire itself: what it asks for, and the notices that it has heard. */
async function rawLite(topic: string, group: string) {
  const client = new RawClient(stage.broker.port);
  const named = { group: { name: group }, topic: { name: topic } };
  const subscription = { group: { name: group }, subscriptions: [{ topic: { name: topic } }] };
  const { stream } = await client.introduce({
    ...{ clientType: 5, userAgent: { language: 1, version: '5.2.1' }, subscription },
  });
  const heard: TelemetryCommand[] = [];
  stream.on('data', (command: TelemetryCommand) => heard.push(command));
  return {
    client,
    sync: async (action: keyof typeof ADD, liteTopicSet: readonly string[], more: object = {}): Promise<number> =>
      (
        await client.call<StatusResponse>('SyncLiteSubscription', {
          ...{ action: ADD[action], ...named, liteTopicSet, ...more },
        })
      ).status.code,
    notices: () => heard.flatMap(({ notifyUnsubscribeLiteCommand: notice }) => notice?.liteTopic ?? []),
    end: async (): Promise<number> =>
      (await client.call<StatusResponse>('NotifyClientTermination', { group: { name: group } })).status.code,
    bodies: async (): Promise<(string | undefined)[]> =>
      messagesOf(await client.receive(receiveOf(topic, group), { deadline: Date.now() + 20_000 })).map(({ body }) =>
        body?.toString(),
      ),
  };
}

const receiveOf = (topic: string, group: string) => ({
  group: { name: group },
  messageQueue: { topic: { name: topic }, id: -1 },
  filterExpression: { type: 1, expression: '*' },
  ...{ batchSize: 32, invisibleDuration: { seconds: 30 }, longPollingTimeout: { seconds: 5 } },
});

test.concurrent('exclusive: a client is notified of each lite topic that a newer one has taken', async () => {
  const { topic, group } = await scene({ liteModel: 'exclusive' });
  const [former, newer] = [await rawLite(topic, group), await rawLite(topic, group)];
  expect(await former.sync('PARTIAL_ADD', ['one', 'two'])).toBe(20000);
  expect(await newer.sync('PARTIAL_ADD', ['one', 'three'])).toBe(20000);
  await until('a notice', () => former.notices().length === 1);
  // It has missed the notice, and repeats its whole set.
  expect(await former.sync('COMPLETE_ADD', ['one', 'two'])).toBe(20000);
  await until('another notice', () => former.notices().length === 2);
  expect([former.notices(), newer.notices()]).toEqual([['one', 'one'], []]);
  // What a client had that has ended is free again, also for a set that is repeated.
  expect(await newer.end()).toBe(20000);
  expect(await former.sync('COMPLETE_ADD', ['one', 'two'])).toBe(20000);
  await sendRaw(topic, 'one', 'of one');
  expect(await former.bodies()).toEqual(['of one']);
  expect(former.notices()).toEqual(['one', 'one']);
  former.client.close();
  newer.client.close();
});

test.concurrent('a client begins where it asks to when it adds, and not when it repeats its set', async () => {
  const { topic, group } = await scene();
  const client = await rawLite(topic, group);
  await sendRaw(topic, 'one', '1');
  await sendRaw(topic, 'two', '1');
  expect(await client.sync('PARTIAL_ADD', ['one'], { offsetOption: { policy: 2 } })).toBe(20000);
  await sendRaw(topic, 'one', '2');
  expect(await client.bodies()).toEqual(['2']);
  expect(await client.sync('COMPLETE_ADD', ['one', 'two'], { offsetOption: { policy: 2 } })).toBe(20000);
  expect(await client.bodies()).toEqual(['1']);
  client.client.close();
});

test.concurrent('all: the Node SDK receives every lite topic without a subscription', async () => {
  const { topic, group } = await scene({ liteModel: 'all' });
  const { consumer, deliveries } = await startLiteConsumer(stage.broker.port, group, topic, () => true);
  stage.clients.push(consumer);
  for (const name of ['one', 'two', 'one']) expect(await sendRaw(topic, name, name)).toBe(20000);
  await until('all of them', () => deliveries.length === 3);
  expect(deliveries.map(({ body }) => body).toSorted()).toEqual(['one', 'one', 'two']);
  await expect(consumer.subscribeLite('one')).rejects.toThrow('every lite topic');
});

test.concurrent('a simple consumer of lite topics, as the definition has it', async () => {
  const { topic, group } = await scene();
  const lite = new RawClient(stage.broker.port);
  const named = { group: { name: group }, topic: { name: topic } };
  const subscription = { group: { name: group }, subscriptions: [{ topic: { name: topic } }] };
  await lite.introduce({ clientType: 6, userAgent: { language: 1, version: '5.2.1' }, subscription });
  const sync = async (action: keyof typeof ADD, ...liteTopicSet: string[]): Promise<number> =>
    (await lite.call<StatusResponse>('SyncLiteSubscription', { action: ADD[action], ...named, liteTopicSet })).status
      .code;
  const receive = async () => await lite.receive(receiveOf(topic, group), { deadline: Date.now() + 20_000 });
  expect(await sync('PARTIAL_ADD', 'a', 'b')).toBe(20000);
  for (const name of ['a', 'b', 'c']) expect(await sendRaw(topic, name, `of ${name}`)).toBe(20000);
  const first = messagesOf(await receive());
  expect(new Set(first.map(({ systemProperties }) => systemProperties?.liteTopic))).toEqual(new Set(['a', 'b']));
  expect(first.map(({ systemProperties }) => systemProperties?.messageType)).toEqual([5, 5]);
  const entries = first.map(({ systemProperties: { messageId, receiptHandle, liteTopic } = {} }) => ({
    ...{ messageId, receiptHandle, liteTopic },
  }));
  expect((await lite.call<StatusResponse>('AckMessage', { ...named, entries })).status.code).toBe(20000);
  expect(await sync('COMPLETE_ADD', 'c')).toBe(20000);
  expect(messagesOf(await receive()).map(({ body }) => body?.toString())).toEqual(['of c']);
  expect(await sync('COMPLETE_REMOVE')).toBe(20000);
  await sendRaw(topic, 'a', 'no client wants it');
  expect(statusOf(await receive())).toBe(40401);
  expect(await sync('PARTIAL_ADD', 'not allowed')).toBe(40020);
  expect(await sync('COMPLETE_ADD', ...Array.from({ length: 2001 }, (_, index) => `n${index}`))).toBe(42902);
  lite.close();
});

test.concurrent('what a topic of another type, another group or another option is answered', async () => {
  const { topic, group } = await scene();
  const [normal, unordered] = await Promise.all([stage.broker.topic('NORMAL'), stage.broker.group()]);
  const sync = async (topicName: string, groupName: string, more: object = {}): Promise<number> =>
    (
      await stage.raw.call<StatusResponse>('SyncLiteSubscription', {
        ...{ action: 0, topic: { name: topicName }, group: { name: groupName }, liteTopicSet: ['a'], ...more },
      })
    ).status.code;
  expect(await sync(topic, group)).toBe(20000);
  expect(await sync(normal, group)).toBe(40000);
  expect(await sync(topic, unordered)).toBe(40000);
  expect(await sync('no-such-topic', group)).toBe(40402);
  expect(await sync(topic, 'no-such-group')).toBe(40403);
  expect(await sync(topic, group, { action: 9 })).toBe(40000);
  expect(await sync(topic, group, { offsetOption: { policy: 2 } })).toBe(20000);
  expect(await sync(topic, group, { offsetOption: { policy: 7 } })).toBe(40000);
  expect(await sync(topic, group, { offsetOption: { tailN: -1 } })).toBe(40000);
  expect(await sendRaw(normal, 'a', 'x')).toBe(40014);
});
