// @module-tag long
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { plain } from '../../lib/model/plain';
import { pull } from '../../lib/cluster/admin/pull';
import { HEARTBEAT_TOPIC } from '../../lib/cluster/admin/system-names';
import { topicStats } from '../../lib/cluster/admin/topic-stats';
import { messageAt } from '../../lib/cluster/browse/message-at';
import type { Cluster } from '../../lib/cluster/cluster';
import type { IndexedLetter } from '../../lib/cluster/index/letter';
import { listLetterTopics } from '../../lib/cluster/index/letter-topics';
import { readLetters } from '../../lib/cluster/index/read-letters';
import { changeGroup, createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import type { GroupClients } from '../../lib/cluster/read/client';
import { kindOf } from '../../lib/cluster/read/kind';
import { readOldestWaiting } from '../../lib/cluster/read/oldest-waiting';
import { readBrokerStates } from '../../lib/cluster/read/read-brokers';
import { readClientHolds } from '../../lib/cluster/read/read-client-holds';
import { readClients } from '../../lib/cluster/read/read-clients';
import { listGroups, readGroup } from '../../lib/cluster/read/read-groups';
import { readLag } from '../../lib/cluster/read/read-lag';
import { readAccess } from '../../lib/cluster/read/read-access';
import { readReplicas } from '../../lib/cluster/read/read-replicas';
import { readProducers } from '../../lib/cluster/read/read-producers';
import { tryDirectly } from '../../lib/cluster/redrive/try-directly';
import { findTraces } from '../../lib/cluster/traces/find-traces';
import { storeIdOf } from '../../lib/cluster/wire/message';
import { readScheduledMessages } from '../../lib/cluster/schedule/read-scheduled';
import { readWaitingRetries } from '../../lib/cluster/retries/read-waiting';
import { unpackMessage } from '../../lib/cluster/wire/unpack-message';
import { BROKER_SETTING_NAMES, BROKER_SETTINGS } from '../../lib/model/cluster/broker-setting';
import { describeCluster } from '../../lib/testing/cluster/suite';
import { type Listening, startProducer, startPushConsumer, startSimpleConsumer } from '../protocol/support/sdk';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { describeReal } from './support/describe-real';
import { dueAfter } from './support/due-after';
import { recordGolden, recordReplica } from './support/record-golden';
import { shutDown } from './support/shut-down';

const HEARTBEATS = { topic: HEARTBEAT_TOPIC, queueNo: 0 } as const;
const RETRY = { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1_000 } } as const;
/** Not a whole second, and long enough to be listed before it is delivered. */
const SOON_MS = 12_300;

/** Everything in the dead-letter topics of a group, by body. */
async function lettersOf(cluster: Cluster, group: string): Promise<readonly IndexedLetter[]> {
  const { parts } = await listLetterTopics(cluster);
  const letters: IndexedLetter[] = [];
  for (const { broker, value } of parts)
    if (value.some((topic) => topic.group === group && topic.isReadable)) {
      const read = await readLetters(cluster, { broker, group, queueNo: 0, next: 0, lastStoreId: null }, 'page');
      if (read.kind === 'read') letters.push(...read.letters);
    }
  return letters.toSorted((a, b) => a.body.compare(b.body));
}

test('the versions under test were built', () => {
  expect(Object.keys(inject('clusters'))).toEqual([...VERSIONS]);
});

for (const version of VERSIONS)
  describeReal('a cluster', { version, config: { traceTopicEnable: 'true' } }, (scene) => {
    describeCluster({
      cluster: () => scene.cluster,
      send: async (topic, body, key) => scene.real.command({ send: topic, body, ...(key !== undefined && { key }) }),
    });

    test('brokers have the settings that the console shows, with the defaults that it names', async () => {
      const { parts } = await readBrokerStates(scene.cluster);
      for (const { value } of parts) {
        const others = BROKER_SETTING_NAMES.filter((name) => value.settings[name] !== BROKER_SETTINGS[name].usual);
        // As broker.conf and these tests set them.
        expect(Object.fromEntries(others.map((name) => [name, value.settings[name]]))).toEqual({
          ...{ autoCreateTopicEnable: 'false', autoCreateSubscriptionGroup: 'false', diskMaxUsedSpaceRatio: '98' },
          ...{ enablePropertyFilter: 'true', transactionTimeOut: '3000', transactionCheckInterval: '3000' },
          ...{ maxMessageSize: '262144', traceTopicEnable: 'true' },
        });
      }
    });

    test('a broker without ACL 2 says so', async () => {
      const { parts } = await readAccess(scene.cluster);
      for (const { value } of parts)
        expect(plain(value)).toMatchObject({ checksUsers: null, users: [], problem: 'ACL 2 is not set up' });
    });

    test('a replica is listed with how far it is behind its master', async () => {
      expect(await readReplicas(scene.cluster)).toEqual([]);
      await scene.real.command({ slave: 'broker-a' });
      const read = () => {
        for (const name of ['topology', 'replicas']) scene.cluster.shared.forget(name);
        return readReplicas(scene.cluster);
      };
      await expect
        .poll(read, { timeout: 60_000 })
        .toMatchObject([{ broker: 'broker-a', isRegistered: true, isInSync: true, behindBytes: { value: 0 } }]);
      const { brokers } = await scene.cluster.topology();
      if (process.env['REDRIVE_RECORD'] === '1') await recordReplica(version, brokers[0]?.address ?? '');
      await scene.real.command({ kill: 'broker-a-slave' });
      await expect.poll(read, { timeout: 60_000 }).toEqual([]);
    });

    test.each(['LZ4', 'ZSTD', 'ZLIB'])('a body packed by a %s producer is read', async (compression) => {
      const topic = `packed-${compression}`;
      await createTopic(scene.cluster, { topic, queues: 1, messageType: 'NORMAL' });
      const body = `{"order":"${'0123456789'.repeat(200)}"}`;
      await scene.real.command({ send: topic, body, compression, key: 'order-1', tag: 'paid' });
      const { parts } = await scene.cluster.gather((_broker, ask) =>
        ask(pull, { topic, queueNo: 0, offset: 0, most: 1 }),
      );
      const [message] = parts.flatMap(({ value }) => value?.messages ?? []);
      if (message === undefined) throw new Error('nothing was stored');
      expect(message.body.length).toBeLessThan(body.length / 2);
      expect(message.properties).toMatchObject({ KEYS: 'order-1', TAGS: 'paid' });
      expect(unpackMessage(message)).toMatchObject({ unpacked: true, bytes: Buffer.from(body) });
    });

    describe('a group of gRPC clients', () => {
      let listening: Listening;
      let mayConsume = true;
      beforeAll(async () => {
        await createTopic(scene.cluster, { topic: 'orders', queues: 2, messageType: 'NORMAL' });
        await createGroup(scene.cluster, { group: 'billing', settings: RETRY });
        listening = await startPushConsumer(
          scene.real.grpcPort,
          'billing',
          'orders',
          ({ body }) => mayConsume || !body.startsWith('fail'),
        );
      });
      afterAll(async () => {
        await shutDown(scene.cluster, [listening.consumer], ['billing']);
      });

      test('is seen through its proxy, with SDK, version and host', async () => {
        await expect
          .poll(async () => (await readClients(scene.cluster, 'billing')).clients.length, { timeout: 40_000 })
          .toBe(1);
        // Not every heartbeat says who the client is.
        await expect
          .poll(async () => (await readClients(scene.cluster, 'billing')).clients[0]?.language, { timeout: 40_000 })
          .toBe('NODE_JS');
        const found: GroupClients = await readClients(scene.cluster, 'billing');
        expect(found).toMatchObject({ grpc: { value: 1 }, remoting: { value: 0 }, silent: [] });
        const [client] = found.clients;
        expect(client).toMatchObject({ protocol: 'grpc', type: 'push', language: 'NODE_JS', version: '1.0.8' });
        expect(client?.host).not.toBe('');
        expect(client?.proxy).toBe(`127.0.0.1:${scene.real.grpcPort}`);
        expect(client?.subscriptions.map(({ topic }) => topic)).toContain('orders');
        // The group has one retry; the heartbeat says 17 attempts, the proxy's default: nothing is read of it.
        const { parts } = await scene.cluster.gather((_broker, ask) =>
          ask(pull, { ...HEARTBEATS, offset: 0, most: 32 }),
        );
        const bodies = parts.flatMap(({ value }) => (value?.messages ?? []).map(({ body }) => body.toString()));
        expect(bodies.some((body) => body.includes('maxAttempts') && body.includes('17'))).toBe(true);
        expect(kindOf(await readGroup(scene.cluster, 'billing'), found)).toBe('pop');
      });

      test('backlog, oldest waiting and dead letters, over both brokers', async () => {
        const producer = await startProducer(scene.real.grpcPort, 'orders');
        mayConsume = false;
        for (let index = 0; index < 6; index += 1)
          await producer.send({
            topic: 'orders',
            tag: 'paid',
            keys: [`o-${index}`],
            body: Buffer.from(index < 2 ? `fail ${index}` : `ok ${index}`),
          });
        // Push clients acknowledge what they consumed; the two that fail are retried once, and die.
        await expect
          .poll(async () => (await readLag(scene.cluster, 'billing')).deadLetters, { timeout: 85_000, interval: 1_000 })
          .toMatchObject({ kind: 'value', value: 2 });
        const lag = await readLag(scene.cluster, 'billing');
        expect(lag.notDelivered).toMatchObject({ kind: 'value', value: 0 });
        expect(lag.dueRetries).toMatchObject({ kind: 'value', value: 0 });
        expect(lag.topics.some(({ role }) => role === 'retry')).toBe(true);
        const letters = await lettersOf(scene.cluster, 'billing');
        const died = { topic: 'orders', consumer: 'pop', deliveries: 2, tag: 'paid', encoding: 'IDENTITY' };
        expect(letters).toMatchObject([
          { ...died, keys: ['o-0'] },
          { ...died, keys: ['o-1'] },
        ]);
        expect(letters.map(({ body }) => body.toString())).toEqual(['fail 0', 'fail 1']);
        expect(lag.inFlight).toMatchObject({ kind: 'unknown', notOffered: true });

        const { version } = await readGroup(scene.cluster, 'billing');
        await changeGroup(scene.cluster, { group: 'billing', version, change: { isConsuming: false } });
        // The proxy keeps the settings of a group for a while, and a held poll ends first.
        await expect
          .poll(
            async () => {
              await producer.send({ topic: 'orders', body: Buffer.from('wait') });
              return (await readLag(scene.cluster, 'billing')).notDelivered;
            },
            { timeout: 80_000, interval: 2_500 },
          )
          .toMatchObject({ kind: 'value', value: expect.toSatisfy((value: number) => value >= 2) });
        const oldest = await readOldestWaiting(scene.cluster, await readLag(scene.cluster, 'billing'));
        expect(oldest).toMatchObject({ kind: 'value', value: { topic: 'orders' } });
        await producer.shutdown();
      }, 200_000);
    });

    test('a group of 4.x clients: connected at both brokers, backlog, death', async () => {
      await createTopic(scene.cluster, { topic: 'mails', queues: 2, messageType: 'NORMAL' });
      await createGroup(scene.cluster, { group: 'mailers', settings: { maxRetries: 16 } });
      await scene.real.command({ consume: 'mailers', topic: 'mails', ordered: false });
      await expect
        .poll(async () => (await readClients(scene.cluster, 'mailers')).clients[0]?.brokers.length, { timeout: 30_000 })
        .toBe(2);
      const clients = await readClients(scene.cluster, 'mailers');
      expect(clients).toMatchObject({ grpc: { value: 0 }, remoting: { value: 1 } });
      expect(clients.clients[0]).toMatchObject({ protocol: 'remoting', type: 'push', language: 'JAVA', version });
      expect(kindOf(await readGroup(scene.cluster, 'mailers'), clients)).toBe('classic');
      await scene.real.command({ send: 'mails', body: 'fail once' });
      await scene.real.command({ send: 'mails', body: 'fine' });
      // The group has 16 retries; the client's own number, one, is what counts.
      await expect
        .poll(async () => (await readLag(scene.cluster, 'mailers')).deadLetters, { timeout: 60_000 })
        .toMatchObject({ kind: 'value', value: 1 });
      expect(scene.real.got.filter(({ body }) => body === 'fail once').map(({ times }) => times)).toEqual([0, 1]);
      expect(await lettersOf(scene.cluster, 'mailers')).toMatchObject([
        { topic: 'mails', consumer: 'classic', deliveries: 2 },
      ]);
      // Clients save their offsets every five seconds.
      await expect
        .poll(async () => (await readLag(scene.cluster, 'mailers')).notDelivered, { timeout: 30_000 })
        .toMatchObject({ kind: 'value', value: 0 });
    });

    test('what a 4.x client holds, as it says itself; who sends with a 4.x client', { timeout: 120_000 }, async () => {
      const { cluster, real } = scene;
      await createTopic(cluster, { topic: 'held', queues: 1, messageType: 'NORMAL' });
      await createGroup(cluster, { group: 'holders', settings: {} });
      await real.command({ consume: 'holders', topic: 'held', ordered: false });
      await expect
        .poll(async () => (await readClients(cluster, 'holders')).clients[0]?.brokers.length, { timeout: 30_000 })
        .toBe(2);
      const [client] = (await readClients(cluster, 'holders')).clients;
      const input = { group: 'holders', clientId: client?.clientId ?? '' };
      const holds = () => readClientHolds(cluster, input);
      const startedMs = Date.now();
      for (let n = 0; n < 12; n += 1) await real.command({ send: 'held', body: `hold ${n} ${'-'.repeat(200_000)}` });
      const soon = { timeout: 60_000, interval: 500 };
      await expect.poll(async () => (await holds()).messages, soon).toMatchObject({ kind: 'value', value: 12 });
      const { queues, itself, topics } = await holds();
      for (const broker of ['broker-a', 'broker-b']) {
        const queue = queues.find((one) => one.topic === 'held' && one.broker === broker);
        const stored = (await cluster.ask(broker, topicStats, { topic: 'held' }))?.[0]?.maxOffset ?? 0;
        expect(queue).toMatchObject({ queueNo: 0, messages: { value: stored }, isGivenUp: false });
        // Nothing of it is settled: 0, or none is committed yet.
        expect(queue?.offset ?? 0).toBe(0);
        expect(queue?.wholeMib).toBe(Math.floor((stored * 200_007) / 1_048_576));
        expect(Date.parse(queue?.lastFetchAt ?? '')).toBeGreaterThan(startedMs - 60_000);
        expect(Date.parse(queue?.lastSettledAt ?? '')).toBeGreaterThan(startedMs - 120_000);
      }
      expect(itself).toMatchObject({ isOrdered: false, maxRetries: 1, threads: 20, startedAt: expect.any(String) });
      expect(topics.map(({ topic }) => topic).toSorted()).toEqual(['%RETRY%holders', 'held']);
      // A listener of this client waits, and its stack says where.
      const { stack } = await readClientHolds(cluster, { ...input, withStack: true });
      expect(stack).toMatch(/ConsumeMessageThread_[^\n]*[\s\S]*redrive\.RealCluster/);
      await real.command({ heal: 'holders' });
      await expect.poll(async () => (await holds()).messages, soon).toMatchObject({ kind: 'value', value: 0 });
      const settled = async () =>
        (await holds()).queues.reduce((sum, { topic, offset }) => sum + (topic === 'held' ? (offset ?? 0) : 0), 0);
      await expect.poll(settled, soon).toBe(12);

      // It handles a message that it has settled once more, and its position stays.
      const message = await messageAt(cluster, { broker: 'broker-a', topic: 'held', queueNo: 0, offset: 0 });
      const again = { ...input, broker: 'broker-a', storeId: message === null ? '' : storeIdOf(message) };
      expect(await tryDirectly(cluster, again)).toMatchObject({ result: 'CR_SUCCESS', tookMs: expect.any(Number) });
      expect(await settled()).toBe(12);

      // Clients tell brokers of themselves every 30 s.
      const producers = async () => (await readProducers(cluster)).producers;
      const address = expect.stringMatching(/^127\.0\.0\.1:\d+$/);
      const sender = { group: 'senders-plain', language: 'JAVA', version, brokers: ['broker-a', 'broker-b'], address };
      await expect.poll(producers, soon).toContainEqual(expect.objectContaining(sender));
      // Every client has one of these.
      expect((await producers()).map(({ group }) => group)).not.toContain('CLIENT_INNER_PRODUCER');
    });

    test('a group of 4.x clients that trace: how each delivery of a message ended', { timeout: 120_000 }, async () => {
      const { cluster, real } = scene;
      await createTopic(cluster, { topic: 'traced', queues: 1, messageType: 'NORMAL' });
      await createGroup(cluster, { group: 'tracers', settings: {} });
      await real.command({ consume: 'tracers', topic: 'traced', ordered: false, traced: true });
      const ends = { 'fail by null': 'RETURN_NULL', 'fail by throwing': 'EXCEPTION', 'fail plainly': 'FAILED' };
      const bodies = Object.keys(ends);
      for (const body of bodies) await real.command({ send: 'traced', body, traced: true, key: `key-of ${body}` });
      const dead = async () => (await lettersOf(cluster, 'tracers')).map(({ body }) => body.toString());
      await expect.poll(dead, { timeout: 60_000 }).toEqual(bodies);
      const letters = await lettersOf(cluster, 'tracers');
      const tracesOf = async (id: string) => {
        const query = { key: id, fromMs: Date.now() - 300_000, toMs: Date.now() + 60_000 };
        const { answers, traced } = await findTraces(cluster, query);
        expect(answers.parts.map(({ value }) => value)).toEqual(['RMQ_SYS_TRACE_TOPIC', 'RMQ_SYS_TRACE_TOPIC']);
        return traced.filter(({ messageId }) => messageId === id);
      };
      for (const [at, code] of Object.values(ends).entries()) {
        const messageId = letters[at]?.messageId ?? '';
        const delivery = { kind: 'delivered', group: 'tracers', client: '127.0.0.1', end: { isSuccess: false, code } };
        // Clients trace some seconds late.
        await expect
          .poll(() => tracesOf(messageId), { timeout: 30_000 })
          .toMatchObject([
            { kind: 'sent', topic: 'traced', group: 'senders-plain-traced', client: '127.0.0.1', isSuccess: true },
            { ...delivery, attempt: 1 },
            { ...delivery, attempt: 2 },
          ]);
      }
      const [untraced] = await lettersOf(cluster, 'mailers');
      expect(await tracesOf(untraced?.messageId ?? '')).toEqual([]);
    });

    test.runIf(TAKES_LONG)(
      'waiting retries and their times: sent back by a 4.x client, put off by a 5.x client',
      async () => {
        for (const [topic, group] of [
          ['patience', 'patient'],
          ['patience-4', 'patient-4'],
        ] as const) {
          await createTopic(scene.cluster, { topic, queues: 1, messageType: 'NORMAL' });
          await createGroup(scene.cluster, { group, settings: { maxRetries: 3 } });
        }
        // 10 s.
        await scene.real.command({ consume: 'patient-4', topic: 'patience-4', ordered: false, delayLevel: 3 });
        const simple = await startSimpleConsumer(scene.real.grpcPort, 'patient', 'patience');
        const receive = async () => {
          for (;;) for (const message of await simple.receive(1, 60_000).catch(() => [])) return message;
        };
        const first = receive();
        const sentMs = Date.now();
        await scene.real.command({ send: 'patience-4', body: 'fail once', key: 'k4' });
        await scene.real.command({ send: 'patience', body: 'later', key: 'k5' });
        const soon = async (group: string) => (await readWaitingRetries(scene.cluster, group)).items;
        const got = () => scene.real.got.filter(({ group }) => group === 'patient-4').map(({ times }) => times);
        await expect.poll(got, { timeout: 60_000 }).toEqual([0]);
        const classic = { messageId: expect.any(String), keys: ['k4'], topic: 'patience-4', state: 'waits', failed: 1 };
        await expect
          .poll(() => soon('patient-4'), { timeout: 9_000 })
          .toMatchObject([{ ...classic, dueAt: dueAfter(10_000, sentMs) }]);
        const message = await first;
        const held = { messageId: message.messageId, keys: ['k5'], topic: 'patience', state: 'held', failed: 0 };
        await expect.poll(() => soon('patient'), { timeout: 10_000 }).toMatchObject([held]);
        const putOffMs = Date.now();
        await simple.changeInvisibleDuration(message, 10_000);
        await expect
          .poll(() => soon('patient'), { timeout: 9_000 })
          .toMatchObject([{ ...held, dueAt: dueAfter(10_000, putOffMs) }]);
        // They come when it was said.
        const again = await receive();
        expect(again.messageId).toBe(message.messageId);
        expect(Date.now()).toBeGreaterThan(putOffMs + 9_000);
        await simple.ack(again);
        await expect.poll(got, { timeout: 30_000 }).toEqual([0, 1]);
        expect(Date.now()).toBeGreaterThan(sentMs + 10_000);
        await expect.poll(() => soon('patient-4'), { timeout: 30_000 }).toEqual([]);
        await expect.poll(() => soon('patient'), { timeout: 30_000 }).toEqual([]);
        await shutDown(scene.cluster, [simple], ['patient']);
      },
      180_000,
    );

    test.runIf(TAKES_LONG)(
      'a limit that is lowered while a message waits: over it, the message dies when its wait ends, undelivered',
      async () => {
        const settings = { maxRetries: 3, retryPolicy: RETRY.retryPolicy };
        await createTopic(scene.cluster, { topic: 'lowered', queues: 1, messageType: 'NORMAL' });
        await createGroup(scene.cluster, { group: 'lowered', settings });
        const simple = await startSimpleConsumer(scene.real.grpcPort, 'lowered', 'lowered');
        const receive = async () => simple.receive(1, 60_000).catch(() => []);
        const next = async () => {
          for (;;) for (const message of await receive()) return message;
        };
        const first = next();
        await scene.real.command({ send: 'lowered', body: 'fails', key: 'k6' });
        await simple.changeInvisibleDuration(await first, 10_000);
        // Delivered for the second time, it fails, and waits for longer than this proxy keeps the settings of a group.
        await simple.changeInvisibleDuration(await next(), 25_000);
        await expect
          .poll(async () => (await readWaitingRetries(scene.cluster, 'lowered')).attempts, { timeout: 10_000 })
          .toMatchObject({ kind: 'value', value: [{ attempt: 2, leased: true, messages: 1 }] });
        const { version } = await readGroup(scene.cluster, 'lowered');
        await changeGroup(scene.cluster, { group: 'lowered', version, change: { maxRetries: 1 } });
        // While it waits nothing happens to it, and it is not delivered again.
        expect(await lettersOf(scene.cluster, 'lowered')).toEqual([]);
        const died = async () => (await lettersOf(scene.cluster, 'lowered')).length === 1;
        const untilMs = Date.now() + 120_000;
        while (Date.now() < untilMs && !(await died())) expect(await receive()).toEqual([]);
        expect(await lettersOf(scene.cluster, 'lowered')).toMatchObject([{ deliveries: 2 }]);
        await shutDown(scene.cluster, [simple], ['lowered']);
      },
      240_000,
    );

    test('scheduled messages: of a 5.x and of a 4.x producer, until they are delivered or recalled', async () => {
      const { cluster, real } = scene;
      for (const topic of ['calendar', 'calendar-4', 'calendar-5'])
        await createTopic(cluster, { topic, queues: 1, messageType: 'DELAY' });
      const listed = async (topic: string) => {
        cluster.shared.forget(`scheduled ${topic}`);
        const { items, waiting } = await readScheduledMessages(cluster, topic);
        expect(waiting).toMatchObject({ kind: 'value', value: items.length });
        expect(waiting).not.toHaveProperty('atLeast');
        return items;
      };
      const idsOf = async (topic: string) => (await listed(topic)).map(({ messageId }) => messageId);
      const arrived = async (topic: string) => {
        const place = { topic, queueNo: 0, offset: 0, most: 32 };
        const { parts } = await cluster.gather((_broker, ask) => ask(pull, place));
        return parts.flatMap(({ value }) => value?.messages ?? []).map(({ properties }) => properties['UNIQ_KEY']);
      };
      const producer = await startProducer(real.grpcPort, 'calendar');
      const sendAt = (dueMs: number, key: string) =>
        producer.send({
          ...{ topic: 'calendar', tag: 'paid', keys: [key], body: Buffer.from(key) },
          deliveryTimestamp: new Date(dueMs),
        });
      const nowMs = Date.now();
      const [soon, kept, recalled] = [
        await sendAt(nowMs + SOON_MS, 'soon'),
        await sendAt(nowMs + 3_600_000, 'kept'),
        await sendAt(nowMs + 7_200_000, 'recalled'),
      ];
      const ids = [soon, kept, recalled].map(({ messageId }) => messageId);
      await expect.poll(() => idsOf('calendar'), { timeout: SOON_MS }).toEqual(ids);
      expect((await listed('calendar'))[1]).toMatchObject({
        ...{ dueAt: new Date(nowMs + 3_600_000).toISOString(), keys: ['kept'], tag: 'paid', bodyBytes: 4 },
        ...{ topic: 'calendar', messageGroup: null },
      });
      await producer.recallMessage('calendar', recalled.recallHandle);
      // Now, so that its stream has ended when the cluster does.
      await producer.shutdown();
      await expect.poll(() => idsOf('calendar'), { timeout: 30_000 }).not.toContain(recalled.messageId);
      // Level 3: 10 s.
      const sentMs = Date.now();
      await real.command({ send: 'calendar-4', body: 'four', key: 'k4', delayLevel: 3 });
      await real.command({ send: 'calendar-5', body: 'hour', key: 'k5', delayMs: 3_600_000 });
      const inTenSeconds = { keys: ['k4'], bodyBytes: 4, dueAt: dueAfter(10_000, sentMs) };
      await expect.poll(() => listed('calendar-4'), { timeout: 9_000 }).toMatchObject([inTenSeconds]);
      const later = { keys: ['k5'], dueAt: dueAfter(3_600_000, sentMs) };
      await expect.poll(() => listed('calendar-5'), { timeout: 30_000 }).toMatchObject([later]);
      // They are in their topic when it was said, and out of the list.
      await expect.poll(() => arrived('calendar'), { timeout: 40_000 }).toEqual([soon.messageId]);
      expect(Date.now()).toBeGreaterThanOrEqual(nowMs + SOON_MS);
      await expect.poll(() => idsOf('calendar'), { timeout: 30_000 }).toEqual([kept.messageId]);
      await expect.poll(() => arrived('calendar-4'), { timeout: 30_000 }).toHaveLength(1);
      await expect.poll(() => idsOf('calendar-4'), { timeout: 30_000 }).toEqual([]);
    }, 120_000);

    test.runIf(process.env['REDRIVE_RECORD'] === '1')('frames are recorded for the tests without Java', async () => {
      const { brokers } = await scene.cluster.topology();
      const recorded = await recordGolden(version, {
        nameServer: scene.real.nameServer,
        brokers: brokers.map(({ address }) => address ?? ''),
        clientId: (await readClients(scene.cluster, 'mailers')).clients[0]?.clientId ?? '',
      });
      expect(recorded).toBe(17);
    });

    test('a broker that is away is said to be missing, and what it has is not counted as zero', async () => {
      await createGroup(scene.cluster, { group: 'left-alone', settings: {} });
      const { version } = await readGroup(scene.cluster, 'left-alone');
      await scene.real.command({ stop: 'broker-b' });
      const other = scene.real.open();
      await scene.cluster.topology();
      await expect
        .poll(async () => (await readGroup(scene.cluster, 'left-alone')).silent.map(({ broker }) => broker))
        .toEqual(['broker-b']);
      const lag = await readLag(scene.cluster, 'mailers');
      expect(plain(lag.deadLetters)).toMatchObject({
        kind: 'value',
        atLeast: true,
        reason: '1 of 2 brokers responded',
      });
      expect(await readOldestWaiting(scene.cluster, lag)).toMatchObject({ kind: 'unknown' });
      await expect(
        changeGroup(scene.cluster, { group: 'left-alone', version, change: { maxRetries: 2 } }),
      ).rejects.toMatchObject({
        code: 'unavailable',
      });
      const partly = { group: 'left-alone', version, change: { maxRetries: 2 }, withoutSilent: true };
      expect((await changeGroup(scene.cluster, partly)).brokers.map(({ broker }) => broker)).toEqual(['broker-a']);
      await scene.real.command({ start: 'broker-b' });
      await expect
        .poll(async () => (await readGroup(scene.cluster, 'left-alone')).differences, { timeout: 30_000 })
        .toEqual(['maxRetries']);
      expect((await listGroups(other)).silent).toEqual([]);
      other.close();
    });
  });
