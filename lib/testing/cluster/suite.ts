import { describe, expect, test } from 'vitest';

import { oneGroupConfig } from '../../cluster/admin/group-config-one';
import { pull } from '../../cluster/admin/pull';
import { queryMessage } from '../../cluster/admin/query-message';
import { updateGroup } from '../../cluster/admin/update-group';
import { updateTopic } from '../../cluster/admin/update-topic';
import type { Cluster } from '../../cluster/cluster';
import { changeGroup, createGroup, makeEqual } from '../../cluster/read/change-group';
import { changeTopic, createTopic } from '../../cluster/read/change-topic';
import { CLUSTER_STEPS } from '../../cluster/read/group-settings';
import { readClients } from '../../cluster/read/read-clients';
import { listGroups, readGroup } from '../../cluster/read/read-groups';
import { readLag } from '../../cluster/read/read-lag';
import { listTopics, readTopic } from '../../cluster/read/read-topics';
import { previewReset, resetOffset } from '../../cluster/read/reset';
import { testConnection } from '../../cluster/read/test-connection';
import { sendNew } from '../../cluster/send/send-new';
import { wireProperties } from '../../cluster/send/wire-properties';
import { readFacts } from '../../cluster/topology/read-facts';
import { storedAt } from './stored-at';
import { describeDeletion } from './suite-deletion';
import { describePositions } from './suite-positions';
import { describeBrowse } from './suite-browse';
import { describeSchedule } from './suite-schedule';
import { describeState } from './suite-state';
import { describeWays } from './suite-ways';

import { describeLetters } from './suite-letters';

/** A cluster under test: a real one, or the fake that stands in for it. */
export interface SuiteStage {
  readonly cluster: () => Cluster;
  /** A message at one of the brokers, the next one at the other. */
  readonly send: (topic: string, body: string, key?: string) => Promise<void>;
}

const TWO = ['broker-a', 'broker-b'];

/** What the fake must answer as brokers do: the same tests for both. */
export function describeCluster({ cluster, send }: SuiteStage): void {
  describeLetters({ cluster, send });
  describeDeletion({ cluster, send });
  describePositions({ cluster, send });
  describeBrowse({ cluster, send });
  describeState({ cluster, send });
  describeSchedule({ cluster });

  describe('topology', () => {
    test('the masters of both brokers are found, and what each can do', async () => {
      const { brokers } = await cluster().topology();
      expect(brokers.map(({ name }) => name)).toEqual(TWO);
      expect(brokers.every(({ address }) => /^127\.0\.0\.1:\d+$/.test(address ?? ''))).toBe(true);
      const { parts, silent } = await readFacts(cluster());
      expect(silent).toEqual([]);
      for (const { value } of parts) {
        expect(value.version).toMatch(/^5\.\d+\.\d+$/);
        expect(value).toMatchObject({ popStore: 'records', retentionHours: 72, readsRetryTopicV1: true });
        expect(value).toMatchObject({ role: 'ASYNC_MASTER', flush: 'ASYNC_FLUSH' });
        expect(value.delayLevelsMs).toHaveLength(18);
      }
    });

    test('the test of a connection says what it found, and keeps no secret', async () => {
      const report = await testConnection(cluster().options);
      expect(report.isUsable).toBe(true);
      expect(report.nameServers.map(({ problem }) => problem)).toEqual([null]);
      for (const { problem, rights, clockSkewMs, ownProxy } of report.brokers) {
        expect(problem).toBeNull();
        // The proxy of a real one is in cluster mode.
        expect(ownProxy).toMatchObject({ seenBy: null });
        expect(rights.map(({ state }) => state)).toEqual(rights.map(() => 'granted'));
        expect(Math.abs(clockSkewMs ?? Infinity)).toBeLessThan(3_000);
      }
      expect(JSON.stringify(report)).not.toMatch(/password|initAuthenticationUser|Credentials/i);
    });

    test('with one name server of two, everything is answered', async () => {
      const { options } = cluster();
      const report = await testConnection({ ...options, nameServers: ['127.0.0.1:1', ...options.nameServers] });
      expect(report.nameServers.map(({ problem }) => problem === null)).toEqual([false, true]);
      expect(report.isUsable).toBe(true);
    });
  });

  describe('topics', () => {
    test('a topic is made on both brokers, once, and changed', async () => {
      const created = await createTopic(cluster(), { topic: 's-topic', queues: 3, messageType: 'FIFO' });
      expect(created).toMatchObject({ reached: 'all', brokers: [{ problem: null }, { problem: null }] });
      const topic = (await listTopics(cluster())).topics.find(({ name }) => name === 's-topic');
      expect(topic).toMatchObject({ differs: false, missingOn: [] });
      expect(topic?.parts[0]).toMatchObject({ readQueues: 3, messageType: 'FIFO', mayRead: true, mayWrite: true });
      await expect(createTopic(cluster(), { topic: 's-topic', queues: 3, messageType: 'FIFO' })).rejects.toMatchObject({
        code: 'already-exists',
      });
      await changeTopic(cluster(), { topic: 's-topic', queues: 4, messageType: 'DELAY' });
      const changed = (await listTopics(cluster())).topics.find(({ name }) => name === 's-topic');
      expect(changed?.parts.map(({ readQueues, messageType }) => [readQueues, messageType])).toEqual([
        [4, 'DELAY'],
        [4, 'DELAY'],
      ]);
      // What was seen is compared, and no queue is taken away.
      const again = { topic: 's-topic', queues: 5, messageType: 'DELAY' } as const;
      await expect(changeTopic(cluster(), { ...again, version: topic?.version ?? '' })).rejects.toMatchObject({
        ...{ code: 'conflict', field: 'version' },
      });
      await expect(changeTopic(cluster(), { ...again, queues: 3 })).rejects.toMatchObject({
        ...{ code: 'bad-request', field: 'queues', limit: 4 },
      });
      expect(await changeTopic(cluster(), { ...again, version: changed?.version ?? '' })).toMatchObject({
        ...{ reached: 'all', brokers: [{ after: { readQueues: 5 } }, { after: { readQueues: 5 } }] },
      });
    });

    test('a topic that one broker lacks is made equal on all', async () => {
      const raw = { topic: 's-half', readQueues: 2, writeQueues: 2, permission: 6, messageType: 'FIFO' };
      await cluster().ask('broker-b', updateTopic, raw);
      cluster().shared.forget('topics');
      expect(await readTopic(cluster(), 's-half')).toMatchObject({
        missingOn: ['broker-a'],
        parts: [{ broker: 'broker-b' }],
      });
      await changeTopic(cluster(), { topic: 's-half', queues: 2, messageType: 'FIFO' });
      expect(await readTopic(cluster(), 's-half')).toMatchObject({ missingOn: [], differs: false });
      await expect(readTopic(cluster(), 's-nowhere')).rejects.toMatchObject({ code: 'topic-not-found' });
    });

    test('a message is sent to one broker, in the queue of its key, with the properties of a proxy', async () => {
      await createTopic(cluster(), { topic: 's-sent', queues: 4, messageType: 'FIFO' });
      const properties = wireProperties({
        ...{ messageId: 'S1', tag: 'paid', keys: ['k1', 'k2'], messageGroup: 'g', properties: { mine: '1' } },
        ...{ bornMs: 1_795_320_000_000, bornHost: '10.0.0.1', deliverAt: null },
      });
      const message = { broker: 'broker-b', topic: 's-sent', queues: 4, messageGroup: 'g', bornMs: 1_795_320_000_000 };
      const sent = await sendNew(cluster(), { ...message, properties, body: Buffer.from('one') });
      const place = { topic: 's-sent', queueNo: sent.queueNo, offset: sent.offset, most: 1 };
      const stored = await storedAt(cluster(), 'broker-b', place);
      expect(stored.body.toString()).toBe('one');
      expect(stored.properties).toMatchObject({
        UNIQ_KEY: 'S1',
        TAGS: 'paid',
        KEYS: 'k1 k2',
        __SHARDINGKEY: 'g',
        mine: '1',
      });
      expect((await sendNew(cluster(), { ...message, properties, body: Buffer.from('two') })).queueNo).toBe(
        sent.queueNo,
      );
    });

    test('topics of the system are not shown, and not touched', async () => {
      const { topics } = await listTopics(cluster());
      expect(topics.filter(({ name }) => /^(%|rmq_sys|RMQ_SYS|SCHEDULE|TBW102|broker-|Default)/.test(name))).toEqual(
        [],
      );
      for (const topic of ['SCHEDULE_TOPIC_XXXX', 'rmq_sys_wheel_timer', '%DLQ%s-g', 'TBW102', 'a!b'])
        await expect(createTopic(cluster(), { topic, queues: 1, messageType: 'NORMAL' })).rejects.toMatchObject({
          code: 'illegal-topic',
        });
    });
  });

  describe('groups', () => {
    test('a new group has its settings on both brokers', async () => {
      const settings = { maxRetries: 3, retryPolicy: { type: 'customized', intervalsMs: [1_000, 2_000] } } as const;
      expect(await createGroup(cluster(), { group: 's-new', settings })).toMatchObject({ reached: 'all' });
      const group = await readGroup(cluster(), 's-new');
      expect(group).toMatchObject({ differences: [], missingOn: [], differsElsewhere: false });
      expect(group.settings).toMatchObject({ ...settings, isConsuming: true, consumptionTimeoutMs: 900_000 });
      expect((await listGroups(cluster())).groups.find(({ name }) => name === 's-new')).toMatchObject({
        version: group.version,
      });
      await expect(createGroup(cluster(), { group: 's-new', settings })).rejects.toMatchObject({
        code: 'already-exists',
      });
    });

    test.each([
      [{ type: 'stepped' }, { type: 'stepped' }],
      [
        { type: 'fixed', intervalMs: 7_000 },
        { type: 'fixed', intervalMs: 7_000 },
      ],
      [
        { type: 'customized', intervalsMs: [5_000] },
        { type: 'fixed', intervalMs: 5_000 },
      ],
      [{ type: 'exponential', initialMs: 1_000, maxMs: 60_000, multiplier: 3 }, null],
    ] as const)('a policy %j is read back', async (policy, shown) => {
      const name = `s-policy-${policy.type}-${shown === null ? 'x' : shown.type}`;
      await createGroup(cluster(), { group: name, settings: { retryPolicy: policy } });
      expect((await readGroup(cluster(), name)).settings.retryPolicy).toEqual(shown ?? policy);
    });

    test('a change leaves the other fields alone, and pauses and resumes', async () => {
      const settings = { maxRetries: 7, mayBroadcast: false, retryQueues: 2 };
      await createGroup(cluster(), { group: 's-change', settings });
      const { version } = await readGroup(cluster(), 's-change');
      const paused = await changeGroup(cluster(), { group: 's-change', version, change: { isConsuming: false } });
      expect(paused).toMatchObject({ reached: 'all' });
      expect(paused.brokers.map(({ before, after }) => [before?.isConsuming, after?.isConsuming])).toEqual([
        [true, false],
        [true, false],
      ]);
      const after = await readGroup(cluster(), 's-change');
      expect(after.settings).toMatchObject({ ...settings, isConsuming: false });
      // What came back is what the next change compares with.
      expect(paused.version).toBe(after.version);
      const resumed = await changeGroup(cluster(), {
        group: 's-change',
        version: paused.version,
        change: { isConsuming: true },
      });
      expect(resumed).toMatchObject({ reached: 'all' });
    });

    test('a change of what was not seen any more is refused', async () => {
      await createGroup(cluster(), { group: 's-conflict', settings: {} });
      const { version } = await readGroup(cluster(), 's-conflict');
      await changeGroup(cluster(), { group: 's-conflict', version, change: { maxRetries: 5 } });
      const late = changeGroup(cluster(), { group: 's-conflict', version, change: { maxRetries: 6 } });
      await expect(late).rejects.toMatchObject({ code: 'conflict', field: 'version' });
      expect((await readGroup(cluster(), 's-conflict')).settings.maxRetries).toBe(5);
    });

    test('brokers that differ are named and made equal, also where the group is missing', async () => {
      await createGroup(cluster(), { group: 's-differs', settings: { maxRetries: 16 } });
      const stored = await cluster().ask('broker-a', oneGroupConfig, { group: 's-differs' });
      const raw = { ...stored?.raw, retryMaxTimes: 5 };
      await cluster().ask('broker-a', updateGroup, { group: 's-differs', raw, attributes: {}, attributesBefore: {} });
      const differing = await readGroup(cluster(), 's-differs');
      expect(differing.differences).toEqual(['maxRetries']);
      expect(differing.brokers.map(({ settings }) => settings?.maxRetries)).toEqual([5, 16]);
      const { version } = differing;
      expect(await makeEqual(cluster(), { group: 's-differs', version, like: 'broker-b' })).toMatchObject({
        reached: 'all',
      });
      expect(await readGroup(cluster(), 's-differs')).toMatchObject({ differences: [], settings: { maxRetries: 16 } });

      await cluster().ask('broker-b', updateGroup, {
        ...{ group: 's-missing', attributes: {}, attributesBefore: {} },
        raw: { ...raw, groupName: 's-missing' },
      });
      const missing = await readGroup(cluster(), 's-missing');
      expect(missing.missingOn).toEqual(['broker-a']);
      await makeEqual(cluster(), { group: 's-missing', version: missing.version, like: 'broker-b' });
      expect(await readGroup(cluster(), 's-missing')).toMatchObject({ missingOn: [], settings: { maxRetries: 5 } });
    });

    test('a policy that proxies cannot read is stored empty by brokers, shown as such, and mended', async () => {
      await createGroup(cluster(), { group: 's-broken', settings: {} });
      const stored = await cluster().ask('broker-a', oneGroupConfig, { group: 's-broken' });
      const raw = { ...stored?.raw, groupRetryPolicy: { type: 'FIXED', fixedRetryPolicy: { interval: 1_000 } } };
      await cluster().ask('broker-a', updateGroup, { group: 's-broken', raw, attributes: {}, attributesBefore: {} });
      const broken = await readGroup(cluster(), 's-broken');
      expect(broken.brokers.map(({ settings }) => settings?.retryPolicy)).toEqual([null, CLUSTER_STEPS]);
      expect(broken.differences).toEqual(['retryPolicy']);
      const change = { retryPolicy: { type: 'fixed', intervalMs: 1_000 } } as const;
      await changeGroup(cluster(), { group: 's-broken', version: broken.version, change });
      expect(await readGroup(cluster(), 's-broken')).toMatchObject({ differences: [], settings: change });
    });

    test('groups of the system are not shown, and not touched; unknown ones are said to be unknown', async () => {
      const { groups } = await listGroups(cluster());
      expect(groups.filter(({ name }) => /^(TOOLS|CID_|SELF_TEST|DEFAULT_|FILTERSRV|__MONITOR)/.test(name))).toEqual(
        [],
      );
      for (const group of ['TOOLS_CONSUMER', 'CID_RMQ_SYS_TRANS', 'g!x'])
        await expect(createGroup(cluster(), { group, settings: {} })).rejects.toMatchObject({ code: 'illegal-group' });
      await expect(readGroup(cluster(), 's-nobody')).rejects.toMatchObject({ code: 'group-not-found' });
    });
  });

  describeWays({ cluster });

  describe('messages and offsets', () => {
    test('a queue is read from outside, to its end and beyond it', async () => {
      await createTopic(cluster(), { topic: 's-read', queues: 1, messageType: 'NORMAL' });
      for (let index = 0; index < 5; index += 1) await send('s-read', `body ${index}`);
      const bodies: string[] = [];
      for (const broker of TWO) {
        const place = { topic: 's-read', queueNo: 0, most: 32 };
        const pulled = await cluster().ask(broker, pull, { ...place, offset: 0 });
        bodies.push(...(pulled?.messages ?? []).map(({ body }) => body.toString()));
        expect(pulled?.next).toBe(pulled?.max);
        const end = await cluster().ask(broker, pull, { ...place, offset: pulled?.max ?? 0 });
        expect(end).toMatchObject({ messages: [], next: pulled?.max });
        const beyond = await cluster().ask(broker, pull, { ...place, offset: 1_000 });
        expect(beyond?.messages).toEqual([]);
        expect(await cluster().ask(broker, pull, { ...place, topic: 's-none', offset: 0 })).toBeNull();
      }
      expect(bodies.toSorted()).toEqual(['body 0', 'body 1', 'body 2', 'body 3', 'body 4']);
    });

    test('a reset says before what it would do, and does that', async () => {
      await createTopic(cluster(), { topic: 's-reset', queues: 1, messageType: 'NORMAL' });
      await createGroup(cluster(), { group: 's-resetters', settings: {} });
      for (let index = 0; index < 6; index += 1) await send('s-reset', `body ${index}`);
      const input = { group: 's-resetters', topic: 's-reset' };
      expect((await resetOffset(cluster(), { ...input, since: null })).parts.map(({ value }) => value)).toEqual([1, 1]);
      const again = await previewReset(cluster(), { ...input, since: new Date(0) });
      expect(again).toMatchObject({ again: { value: 6 }, skipped: { value: 0 } });
      await resetOffset(cluster(), { ...input, since: new Date(0) });
      expect(await previewReset(cluster(), { ...input, since: null })).toMatchObject({
        again: { value: 0 },
        skipped: { value: 6 },
      });
      const lag = await readLag(cluster(), 's-resetters');
      // No client is connected: whether the offsets are of 4.x or 5.x clients is not known.
      expect(lag.notDelivered).toMatchObject({ kind: 'value', value: 6, atMost: true });
      expect(lag.deadLetters).toMatchObject({ kind: 'value', value: 0 });
    });

    test('no client is connected to a new group, and that is known', async () => {
      await createGroup(cluster(), { group: 's-lonely', settings: {} });
      const { grpc, remoting, clients } = await readClients(cluster(), 's-lonely');
      expect(clients).toEqual([]);
      expect([grpc, remoting]).toMatchObject([
        { kind: 'value', value: 0 },
        { kind: 'value', value: 0 },
      ]);
    });

    test('messages of a topic that is not there are none', async () => {
      const query = { topic: 's-none', key: 'k', by: 'key', fromMs: 0, toMs: 4_000_000_000_000, most: 5 } as const;
      expect(await cluster().ask('broker-a', queryMessage, query)).toEqual([]);
    });
  });
}
