import { afterAll, beforeAll, expect, test } from 'vitest';

import { ack, createGroup, createTopic, send } from '../../../broker';
import { systemActor } from '../../../model/audit/actor';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import { addBacklog, addClient } from '../../../testing/cluster/attached';
import type { EmbeddedContext } from '../context';
import { readClusterConnection } from '../../rocketmq/topics/connection';
import { readTopicConnection } from './connection';

const actor = systemActor('test');
type Clients = Awaited<ReturnType<EmbeddedContext['listClients']>>;

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

const client = (kind: string, group: string | null) => ({
  ...{ clientId: 'dev-laptop@12@0@x', kind, group, topics: ['invoices'], language: 'NODE_JS', version: '1.0.8' },
  ...{ filters: [], silentMs: 0 },
});

test('each step of a first application is known when it has happened, and not before', async () => {
  const { ctx } = broker;
  await createTopic(ctx, { name: 'invoices', messageType: 'NORMAL', queues: 1, actor });
  await createGroup(ctx, { name: 'mailer', actor });
  const look = (group: string | null, clients: Clients = []) =>
    readTopicConnection(
      { broker: ctx, listClients: () => Promise.resolve(clients), covers: () => true, retentionMs: 1 },
      { topic: 'invoices', group },
    );
  const nothing = { kind: 'value', value: null };
  expect(await look('mailer')).toMatchObject({
    ...{ type: 'NORMAL', group: 'mailer', groups: ['mailer'], stored: { value: 0 } },
    ...{ producer: nothing, newest: nothing, consumer: nothing, committed: nothing },
  });
  // Without a group its consumer is unknown, and so is a group that is not there.
  for (const group of [null, 'nowhere'])
    expect(await look(group)).toMatchObject({
      group: null,
      consumer: { kind: 'unknown' },
      committed: { kind: 'unknown' },
    });
  const connected = { host: 'dev-laptop', sdk: { language: 'NODE_JS', version: '1.0.8' } };
  expect((await look('mailer', [client('producer', null)])).producer).toMatchObject({ value: connected });

  const message = testMessage({ keys: ['invoice-1'] });
  await send(ctx, { topic: 'invoices', messages: [message] });
  const stored = await look('mailer');
  expect(stored).toMatchObject({
    stored: { value: 1 },
    newest: { value: { messageId: message.messageId, keys: ['invoice-1'], queueNo: 0, offset: 0 } },
    committed: nothing,
  });
  expect(stored.producer).toMatchObject({ value: { sdk: null } });

  const reads = { group: 'mailer', topic: 'invoices' };
  const [taken] = await receiveNow(ctx, reads);
  const running = await look('mailer', [client('push', 'mailer'), client('push', 'other')]);
  expect(running.consumer).toMatchObject({ value: { host: 'dev-laptop', count: 1 } });
  expect(running).toMatchObject({ newest: { value: { state: 'in-flight' } }, committed: nothing });
  await ack(ctx, { ...reads, entries: [{ messageId: message.messageId, receiptHandle: taken?.receiptHandle ?? '' }] });
  expect((await look('mailer')).committed).toMatchObject({ value: { messageId: message.messageId } });
  await expect(
    readTopicConnection(
      { broker: ctx, listClients: () => Promise.resolve([]), covers: () => true, retentionMs: 1 },
      { topic: 'not-there', group: null },
    ),
  ).rejects.toMatchObject({ code: 'topic-not-found' });
});

test('of an attached cluster proxies, stored messages and consumers are known; the rest says why not', async () => {
  const { fake, engine, close } = await attachFake(broker);
  try {
    const [first] = fake.brokers.values();
    if (first === undefined) throw new Error('the fake has no broker');
    first.addGroup('g');
    addBacklog(first, 'g', 'orders', { stored: 3, taken: 0 });
    const before = await readClusterConnection(engine, { topic: 'orders', group: 'g' });
    expect(before).toMatchObject({
      ...{ group: 'g', stored: { value: 3 }, consumer: { value: null }, endpoints: { kind: 'unknown' } },
      ...{ producer: { notOffered: true }, newest: { notOffered: true }, committed: { notOffered: true } },
    });
  } finally {
    await close();
  }
  const again = await attachFake(broker);
  try {
    const [first] = again.fake.brokers.values();
    if (first === undefined) throw new Error('the fake has no broker');
    first.addGroup('g');
    addBacklog(first, 'g', 'orders', { stored: 3, taken: 0 });
    addClient(first, 'g', 'worker-1@7@0@x');
    expect(await readClusterConnection(again.engine, { topic: 'orders', group: 'g' })).toMatchObject({
      endpoints: { value: ['10.0.0.4:8081'] },
      consumer: { value: { host: 'worker-1', language: 'JAVA', count: 1 } },
    });
  } finally {
    await again.close();
  }
});
