import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { clientVersion } from '../read/client-version';
import { readHeartbeat } from '../read/heartbeat';
import { settingsOf } from '../read/group-settings';
import { factsOf } from '../topology/read-facts';
import { type Command, decodeCommand, FLAG } from '../wire/command';
import { FrameReader } from '../wire/frame';
import { traceRecords } from '../wire/trace-records';
import { type AdminCall, ANSWER } from './call';
import { nameServerInfo } from './cluster-info';
import { consumerConnections } from './connections';
import { consumeStats } from './consume-stats';
import { haStatus } from './ha-status';
import { oneGroupConfig } from './group-config-one';
import { groupConfigs } from './group-configs';
import { producers } from './producers';
import { pull } from './pull';
import { runningInfo } from './running-info';
import { runtimeInfo } from './runtime-info';
import { topicConfigs } from './topic-configs';
import { topicStats } from './topic-stats';

const FOLDER = fileURLToPath(new URL('../wire/golden/', import.meta.url));
const VERSIONS = readdirSync(FOLDER).map((file) => file.replace('.json', ''));

test('there are frames of both versions (npm run test:cluster with REDRIVE_RECORD=1 records them)', () => {
  expect(VERSIONS).toEqual(['5.3.3', '5.5.0']);
});

/** What brokers of a version wrote, byte by byte. */
describe.each(VERSIONS)('frames of %s', (version) => {
  const frames = JSON.parse(readFileSync(`${FOLDER}${version}.json`, 'utf8')) as Record<string, string>;
  const bytesOf = (name: string): Buffer => Buffer.from(frames[name] ?? '', 'base64');

  function answer(name: string): Command {
    const reader = new FrameReader();
    const found = [...bytesOf(name)].flatMap((byte) => reader.push(Buffer.from([byte])));
    const [frame] = found;
    if (frame === undefined || found.length > 1) throw new Error(`${name} is not one frame`);
    return decodeCommand(frame);
  }

  function read<Input, Output>(name: string, call: AdminCall<Input, Output>, input: Input): Output {
    const { code, ...rest } = answer(name);
    if (code !== ANSWER.ok) expect(call.accepts).toContain(code);
    return call.read({ code, ...rest }, input);
  }

  test('every frame is an answer, whole in one piece and in single bytes', () => {
    for (const name of Object.keys(frames)) {
      expect(new FrameReader().push(bytesOf(name))).toHaveLength(1);
      expect(answer(name).flag & FLAG.response).toBe(FLAG.response);
    }
  });

  test('the name server: brokers by number', () => {
    const { version: number, brokers } = read('cluster', nameServerInfo, undefined);
    expect(clientVersion(number ?? 0)).toBe(version);
    expect(brokers.map(({ name }) => name).toSorted()).toEqual(['broker-a', 'broker-b']);
    for (const { addresses, cluster } of brokers) {
      expect(addresses).toEqual({ 0: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
      expect(cluster).toBe('DefaultCluster');
    }
  });

  test('topics and groups', () => {
    const { topics, version: written } = read('topics', topicConfigs, undefined);
    expect(topics.find(({ topic }) => topic === 'orders')).toMatchObject({
      readQueues: 2,
      permission: 6,
      attributes: { 'message.type': 'NORMAL' },
    });
    expect(written).toMatch(/^\d+\/\d+$/);
    const { groups } = read('groups', groupConfigs, undefined);
    expect(groups.map(({ group }) => group)).toContain('TOOLS_CONSUMER');
    const mailers = read('group', oneGroupConfig, { group: 'mailers' });
    expect(mailers?.raw).toEqual(groups.find(({ group }) => group === 'mailers')?.raw);
    expect(mailers && settingsOf(mailers)).toMatchObject({ maxRetries: 16, isConsuming: true });
    expect(read('no group', oneGroupConfig, { group: 'nobody' })).toBeNull();
  });

  test('figures', () => {
    expect(factsOf({}, read('figures', runtimeInfo, undefined)).version).toBe(version);
  });

  test('offsets, with objects as keys', () => {
    const rows = read('offsets', consumeStats, { group: 'billing' });
    expect(rows.some(({ topic }) => topic === 'orders')).toBe(true);
    for (const { consumerOffset, brokerOffset } of rows) expect(consumerOffset).toBeLessThanOrEqual(brokerOffset);
    expect(
      read('queues', topicStats, { topic: 'orders' })
        ?.map(({ queueNo }) => queueNo)
        .toSorted(),
    ).toEqual([0, 1]);
    expect(read('no topic', topicStats, { topic: 'nothing' })).toBeNull();
  });

  test('clients', () => {
    const clients = read('clients', consumerConnections, { group: 'mailers' });
    expect(clients).toMatchObject({ type: 'CONSUME_PASSIVELY', clients: [{ language: 'JAVA' }] });
    expect(clients?.subscriptions.map(({ topic }) => topic)).toContain('mails');
    expect(read('no clients', consumerConnections, { group: 'billing' })).toBeNull();
  });

  test('what a 4.x client says of itself, and the 4.x producers', () => {
    const { queues, topics, ...itself } = read('running client', runningInfo, { group: 'mailers', clientId: 'x' });
    const place = { topic: 'mails', messages: 0, wholeMib: 0, isLocked: true, isGivenUp: false };
    const times = { offset: expect.any(Number), lastFetchMs: expect.any(Number), lastSettledMs: expect.any(Number) };
    const own = (queues ?? []).filter(({ topic }) => topic === 'mails');
    expect(own.map(({ broker, queueNo }) => `${broker} ${queueNo}`).toSorted()).toEqual(
      ['broker-a', 'broker-b'].flatMap((broker) => [`${broker} 0`, `${broker} 1`]),
    );
    for (const queue of own) expect(queue).toMatchObject({ ...place, ...times });
    expect(topics.map(({ topic }) => topic).toSorted()).toEqual(['%RETRY%mailers', 'mails']);
    expect(itself).toMatchObject({ consumesOrderly: false, threads: 20, maxRetries: 1, startedMs: expect.any(Number) });
    const found = read('producers', producers, undefined);
    expect(found.map(({ group }) => group)).toContain('senders-plain');
    for (const { language, address } of found)
      expect([language, address]).toEqual(['JAVA', expect.stringMatching(/^127\.0\.0\.1:\d+$/)]);
  });

  test('a replica that copies from a master', () => {
    expect(read('replica', haStatus, undefined)).toEqual([
      {
        address: expect.stringMatching(/^[\d.]+:\d+$/),
        ...{ behindBytes: 0, isInSync: true, bytesPerSecond: expect.any(Number) },
      },
    ]);
  });

  test('what a 4.x client traced, in messages of both brokers', () => {
    const records = ['traces 0', 'traces 1']
      .flatMap((name) => read(name, pull, { topic: 'x', queueNo: 0, offset: 0, most: 32 })?.messages ?? [])
      .flatMap(({ body }) => traceRecords(body));
    const counts = { sent: 3, begun: 6, ended: 6 };
    for (const [kind, count] of Object.entries(counts))
      expect(records.filter((record) => record.kind === kind)).toHaveLength(count);
    const ends = records.flatMap((record) => (record.kind === 'ended' ? [record] : []));
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set(['EXCEPTION', 'RETURN_NULL', 'FAILED']));
    for (const { group, isSuccess, atMs } of ends)
      expect([group, isSuccess, atMs]).toEqual(['tracers', false, expect.any(Number)]);
  });

  test('messages, and heartbeats of proxies in them', () => {
    const place = { queueNo: 0, offset: 0, most: 4 };
    const messages = read('messages', pull, { ...place, topic: 'orders' })?.messages ?? [];
    expect(messages.length).toBeGreaterThan(0);
    for (const { topic, properties, bornHost } of messages) {
      expect(topic).toBe('orders');
      expect(properties).toHaveProperty('UNIQ_KEY');
      expect(bornHost).toMatch(/:\d+$/);
    }
    const beats =
      read('heartbeats', pull, { ...place, topic: 'x' })?.messages.map(({ body }) => readHeartbeat(body)) ?? [];
    expect(beats.map(({ group }) => group)).toContain('billing');
    expect(beats.every(({ proxy }) => proxy?.host === '127.0.0.1')).toBe(true);
  });
});
