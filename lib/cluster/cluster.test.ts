import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { plain } from '../model/plain';
import { BROKER_SETTING_NAMES } from '../model/cluster/broker-setting';
import type { ChangeableSetting } from '../model/cluster/setting-change';
import type { FakeCluster } from '../testing/cluster/fake-cluster';
import { FakePeer } from '../testing/cluster/fake-peer';
import { openFake, startBilling } from '../testing/cluster/open-fake';
import { brokerConfig } from './admin/broker-config';
import { ADMIN_CALLS, NEVER, requireKnownCall } from './admin/registry';
import { runtimeInfo } from './admin/runtime-info';
import { alterations, updateGroup } from './admin/update-group';
import { updateSetting } from './admin/update-setting';
import { updateTopic } from './admin/update-topic';
import type { Cluster } from './cluster';
import { changeGroup, makeEqual } from './read/change-group';
import { clientVersion } from './read/client-version';
import { listGroups, readGroup } from './read/read-groups';
import { readLag } from './read/read-lag';
import { listTopics } from './read/read-topics';
import { testConnection } from './read/test-connection';
import { sumAnswers } from './topology/answers';
import { FEATURES, supportFor } from './topology/capability';
import { type Lane, nextRate, PACE, Pace } from './topology/pace';
import { factsOf } from './topology/read-facts';

let fake: FakeCluster;
let cluster: Cluster;
beforeEach(async () => {
  const billing = await startBilling();
  ({ fake, cluster } = billing);
  return billing.close;
});

const writes = (): number =>
  [...fake.brokers.values()].reduce((sum, { peer }) => sum + peer.count(200) + peer.count(17) + peer.count(222), 0);

describe('partial answers', () => {
  test('a sum without a broker is a lower bound, and of none unknown', () => {
    const part = (broker: string, value: number): { broker: string; value: number } => ({ broker, value });
    const silent = [{ broker: 'c', reason: 'gone' }];
    expect(sumAnswers({ asOf: 't', parts: [part('a', 1), part('b', 2)], silent: [] })).toEqual({
      kind: 'value',
      value: 3,
      asOf: 't',
    });
    expect(plain(sumAnswers({ asOf: 't', parts: [part('a', 0), part('b', 0)], silent }))).toEqual({
      ...{ kind: 'value', value: 0, asOf: 't', atLeast: true, reason: '2 of 3 brokers responded' },
    });
    expect(plain(sumAnswers({ asOf: 't', parts: [], silent }))).toMatchObject({
      kind: 'unknown',
      reason: '0 of 1 brokers responded',
    });
  });

  test.each([
    ['hangs up', 'hang up', /closed the connection/],
    [
      'denies',
      { code: 16, remark: 'no rights\n\tat com.example' },
      /it denies GET_ALL_SUBSCRIPTIONGROUP_CONFIG: no rights/,
    ],
    ['is busy', { code: 2, remark: '[TIMEOUT_CLEAN_QUEUE]' }, /code 2/],
    ['answers no JSON', { body: '<html>' }, /unexpected form/],
    [
      'answers a part of its groups',
      {
        fields: { totalGroupNum: '2' },
        body: '{"subscriptionGroupTable":{"a":{"groupName":"a"}},"dataVersion":{"timestamp":1,"counter":1}}',
      },
      /the answer has 1 of 2 rows/,
    ],
    [
      'leaves out what must be there',
      { body: '{"dataVersion":{}}' },
      /subscriptionGroupTable of the answer is not an object/,
    ],
  ] as const)('a broker that %s is missing, and the others are shown', async (_what, answer, reason) => {
    fake.broker('broker-b').peer.behave = ({ code }) => (code === 201 ? answer : null);
    const { groups, silent, answered } = plain(await listGroups(cluster));
    expect(answered).toEqual(['broker-a', 'broker-c']);
    expect(silent).toMatchObject([{ broker: 'broker-b', reason: expect.stringMatching(reason) }]);
    // Of the silent one it is not said that the group is missing there.
    expect(groups).toMatchObject([{ name: 'billing', missingOn: [], silent }]);
  });

  test('a broker that signed off stays missing; one that comes back is there again', async () => {
    await cluster.topology();
    const { peer } = fake.broker('broker-c');
    await peer.stop();
    fake.nameServer.behave = () => ({
      body: `{"brokerAddrTable":{${['broker-a', 'broker-b']
        .map((name) => `"${name}":{"brokerAddrs":{0:"${fake.broker(name).peer.address}"},"cluster":"Fake"}`)
        .join(',')}}}`,
    });
    await expect.poll(async () => (await readGroup(cluster, 'billing')).silent).toMatchObject([{ broker: 'broker-c' }]);
    cluster.shared.forget('topology');
    expect(plain(await readGroup(cluster, 'billing')).silent).toMatchObject([{ reason: 'broker-c has signed off' }]);
    await peer.start();
    fake.nameServer.behave = () => null;
    cluster.shared.forget('topology');
    // Not at once: who just failed is left alone for a moment.
    await expect.poll(async () => (await readGroup(cluster, 'billing')).silent).toEqual([]);
  });

  test('without any name server: before the first answer unavailable, after it as it was', async () => {
    await fake.nameServer.stop();
    await expect(listGroups(cluster)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('No name server'),
    });
    await fake.nameServer.start();
    await expect.poll(async () => (await listGroups(cluster).catch(() => ({ groups: [] }))).groups.length).toBe(1);
    await fake.nameServer.stop();
    cluster.shared.forget('topology');
    expect(await readGroup(cluster, 'billing')).toMatchObject({ silent: [] });
  });

  test('announced addresses go through the address map', async () => {
    fake.nameServer.behave = () => ({
      body: '{"brokerAddrTable":{"broker-a":{"brokerAddrs":{0:"172.17.0.2:10911",1:"172.17.0.3:10911"},"cluster":"Fake"}}}',
    });
    const mapped = openFake(fake, { addressMap: { '172.17.0.2:10911': fake.broker('broker-a').peer.address } });
    expect((await listGroups(mapped)).answered).toEqual(['broker-a']);
    expect((await mapped.topology()).brokers).toMatchObject([
      { announced: '172.17.0.2:10911', replicaAddresses: [expect.any(String)] },
    ]);
    mapped.close();
  });

  test('a broker without a master is asked nothing', async () => {
    fake.nameServer.behave = () => ({
      body: `{"brokerAddrTable":{"broker-a":{"brokerAddrs":{1:"${fake.broker('broker-a').peer.address}"},"cluster":"Fake"}}}`,
    });
    await expect(listGroups(cluster)).rejects.toThrow('broker-a has no master now');
    expect(fake.broker('broker-a').peer.asked).toEqual([]);
  });
});

describe('changes', () => {
  test('an attached cluster is for reading until changes are allowed: nothing that writes leaves', async () => {
    const reading = openFake(fake, { allowsChanges: false });
    const { version } = await readGroup(reading, 'billing');
    const change = changeGroup(reading, { group: 'billing', version, change: { maxRetries: 3 } });
    await expect(change).rejects.toMatchObject({ code: 'forbidden' });
    expect(writes()).toBe(0);
    reading.close();
  });

  test('what would delete or reconfigure cannot be sent by any caller', async () => {
    for (const code of NEVER) {
      expect(ADMIN_CALLS.map((call) => call.code)).not.toContain(code);
      expect(() => requireKnownCall({ code, name: 'x' }, Buffer.alloc(0))).toThrow('is never sent by this client');
      const call = { ...runtimeInfo, code };
      await expect(cluster.ask('broker-a', call, undefined)).rejects.toThrow('is never sent by this client');
    }
    expect(fake.broker('broker-a').peer.asked).toEqual([]);
  });

  test('of the configuration of a broker nothing but the settings of the list is ever sent', async () => {
    const send = (setting: string, value: string, call = updateSetting) =>
      cluster.ask('broker-a', call, { setting: setting as ChangeableSetting, value });
    for (const setting of [
      ...['brokerPermission', 'maxMessageSize', 'initAuthenticationUser', 'aclEnable', 'storePathRootDir', 'toString'],
      ...['__proto__', 'slaveReadEnable=true\nfileReservedTime', ''],
    ])
      await expect(send(setting, '1')).rejects.toThrow('is never sent by this client');
    for (const value of ['-1', '1.5', '1e3', '072', ' 72', '72\naclEnable=false', '', 'x'])
      await expect(send('fileReservedTime', value)).rejects.toThrow('is never sent by this client');
    for (const value of ['TRUE', '1', '', 'true\n'])
      await expect(send('slaveReadEnable', value)).rejects.toThrow('is never sent by this client');
    // Another call of the same code, which looks at nothing.
    for (const body of ['aclEnable=false\n', 'slaveReadEnable=true\naclEnable=false\n', '']) {
      const any = { ...updateSetting, ask: () => ({ fields: {}, body: Buffer.from(body) }) };
      await expect(send('fileReservedTime', '48', any)).rejects.toThrow('is never sent by this client');
    }
    expect(fake.broker('broker-a').peer.asked).toEqual([]);
    await send('fileReservedTime', '48');
    expect(fake.broker('broker-a').config.fileReservedTime).toBe('48');
  });

  test('system groups and topics are refused where the request is made', () => {
    const group = { raw: {}, attributes: {}, attributesBefore: {} };
    for (const name of ['CID_RMQ_SYS_TRANS', 'TOOLS_CONSUMER', 'a b'])
      expect(() => updateGroup.ask({ group: name, ...group })).toThrow(/system|letters/);
    const topic = { readQueues: 1, writeQueues: 1, permission: 6, messageType: null };
    for (const name of ['%RETRY%g', '%DLQ%g', 'rmq_sys_wheel_timer', 'RMQ_SYS_TRACE_TOPIC', 'SCHEDULE_TOPIC_XXXX'])
      expect(() => updateTopic.ask({ topic: name, ...topic })).toThrow('belongs to the system');
  });

  test.each([
    [{ maxRetries: -1 }, 'maxRetries'],
    [{ retryQueues: 0 }, 'retryQueues'],
    [{ consumptionTimeoutMs: 90_000 }, 'consumptionTimeoutMs'],
    [{ retryPolicy: null }, 'retryPolicy'],
    [{ retryPolicy: { type: 'customized', intervalsMs: [] } }, 'retryPolicy.intervalsMs.length'],
    [
      { retryPolicy: { type: 'exponential', initialMs: 1_000, maxMs: 2_000, multiplier: 1.5 } },
      'retryPolicy.multiplier',
    ],
  ] as const)('%j would break clients, and is refused before it is sent', async (change, field) => {
    const { version } = await readGroup(cluster, 'billing');
    await expect(changeGroup(cluster, { group: 'billing', version, change })).rejects.toMatchObject({
      code: 'bad-request',
      field,
    });
    expect(writes()).toBe(0);
  });

  test('fields that we do not know go through untouched, and attributes are altered, not replaced', async () => {
    for (const broker of fake.brokers.values())
      broker.addGroup('billing', {
        liteBindTopic: 'x',
        nested: { a: [1, 2] },
        attributes: { 'priority.factor': '1', old: 'y' },
      });
    const { version } = await readGroup(cluster, 'billing');
    await changeGroup(cluster, {
      group: 'billing',
      version,
      change: { maxRetries: 3, attributes: { 'priority.factor': '2' } },
    });
    for (const { groups } of fake.brokers.values())
      expect(groups.get('billing')).toMatchObject({
        ...{ retryMaxTimes: 3, liteBindTopic: 'x', nested: { a: [1, 2] } },
        attributes: { 'priority.factor': '2' },
      });
    expect(fake.broker('broker-a').groups.get('billing')?.attributes).not.toHaveProperty('old');
    expect(alterations({ a: '1', b: '2' }, { a: '1', c: '3' })).toEqual({ '+c': '3', '-b': '' });
  });

  test('after the first broker that fails none is written, and it is said which have what', async () => {
    const { version } = await readGroup(cluster, 'billing');
    fake.broker('broker-b').peer.behave = ({ code }) => (code === 200 ? { code: 1, remark: 'disk full' } : null);
    const outcome = plain(await changeGroup(cluster, { group: 'billing', version, change: { maxRetries: 3 } }));
    expect(outcome.reached).toBe('some');
    expect(outcome.brokers.map(({ after, problem }) => [after?.maxRetries, problem === null])).toEqual([
      [3, true],
      [16, false],
      [16, false],
    ]);
    expect(outcome.brokers[1]?.problem).toContain('disk full');
    expect(outcome.brokers[2]?.problem).toBe('not tried, because broker-b failed');
    const now = await readGroup(cluster, 'billing');
    expect(now).toMatchObject({ differences: ['maxRetries'], version: outcome.version });
    fake.broker('broker-b').peer.behave = () => null;
    expect(await makeEqual(cluster, { group: 'billing', version: now.version, like: 'broker-a' })).toMatchObject({
      reached: 'all',
    });
  });

  test('a write whose answer was lost is judged by what the broker has', async () => {
    const { version } = await readGroup(cluster, 'billing');
    fake.broker('broker-a').peer.behave = (question) => {
      if (question.code !== 200) return null;
      fake.broker('broker-a').addGroup('billing', { retryMaxTimes: 3 });
      return 'hang up';
    };
    expect(await changeGroup(cluster, { group: 'billing', version, change: { maxRetries: 3 } })).toMatchObject({
      reached: 'all',
    });
    expect(fake.broker('broker-a').peer.count(200)).toBe(1);
  });

  test('a broker that says yes and has something else is a failure', async () => {
    const { version } = await readGroup(cluster, 'billing');
    fake.broker('broker-a').peer.behave = ({ code }) => (code === 200 ? {} : null);
    const outcome = plain(await changeGroup(cluster, { group: 'billing', version, change: { maxRetries: 3 } }));
    expect(outcome).toMatchObject({
      reached: 'none',
      brokers: [{ problem: 'broker-a has other settings than were written' }, {}, {}],
    });
  });

  test('of two changes of what both saw, one is refused', async () => {
    const { version } = await readGroup(cluster, 'billing');
    const changes = [3, 4].map((maxRetries) =>
      changeGroup(cluster, { group: 'billing', version, change: { maxRetries } }),
    );
    const results = await Promise.allSettled(changes);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await readGroup(cluster, 'billing')).toMatchObject({ differences: [] });
  });
});

describe('gentle', () => {
  test('the pace halves with slow and refused answers, and recovers slowly, within its limits', () => {
    expect(nextRate(20, { tookMs: 201, isBusy: false })).toBe(10);
    expect(nextRate(20, { tookMs: 1, isBusy: true })).toBe(10);
    expect(nextRate(1, { tookMs: 900, isBusy: true })).toBe(PACE.least);
    expect(nextRate(10, { tookMs: 1, isBusy: false })).toBe(10.05);
    const answers = fc.array(fc.record({ tookMs: fc.integer({ min: 0, max: 500 }), isBusy: fc.boolean() }));
    fc.assert(
      fc.property(answers, (all) => {
        const end = all.reduce((rate, answer) => nextRate(rate, answer), PACE.most);
        expect(end).toBeGreaterThanOrEqual(PACE.least);
        expect(end).toBeLessThanOrEqual(PACE.most);
      }),
    );
  });

  test('background calls keep their pace, and calls of a page do not wait behind them', async () => {
    const pace = new Pace({ ...PACE, most: 50, busyPauseMs: 300 });
    const startedMs = performance.now();
    const run = (lane: Lane, call = async (): Promise<void> => undefined): Promise<void> =>
      pace.run({ lane, kind: 'read', isHeavy: false }, () => true, call);
    let ended = 0;
    const background = Promise.all(Array.from({ length: 10 }, () => run('background').then(() => (ended += 1))));
    await run('page');
    expect(ended).toBeLessThan(5);
    await background;
    expect(performance.now() - startedMs).toBeGreaterThan(9 * 20 - 5);
    // A broker that says it is busy is left alone.
    const refusedMs = performance.now();
    await expect(run('page', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    await run('background');
    expect(performance.now() - refusedMs).toBeGreaterThan(295);
  });

  test('heavy calls go one at a time, and one that fails lets the next go', async () => {
    const pace = new Pace();
    let most = 0;
    let now = 0;
    const heavy = async (): Promise<void> => {
      most = Math.max(most, (now += 1));
      await Promise.resolve();
      now -= 1;
      throw new Error('no');
    };
    const calls = Array.from({ length: 5 }, () =>
      pace.run({ lane: 'page', kind: 'read', isHeavy: true }, () => false, heavy),
    );
    expect((await Promise.allSettled(calls)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(most).toBe(1);
  });

  test('what is asked for a list of groups: a group that was read already costs two calls at each broker', async () => {
    const { groups } = await listGroups(cluster);
    const [billing] = groups;
    if (billing === undefined) throw new Error('no group');
    await readLag(cluster, billing);
    cluster.shared.forget('lag billing');
    cluster.shared.forget('clients billing');
    const before = fake.broker('broker-a').peer.asked.length;
    await readLag(cluster, billing, 'background');
    const asked = fake.broker('broker-a').peer.asked.slice(before);
    expect(asked.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([203, 208]);
  });

  test('many viewers of one page are one reader', async () => {
    await Promise.all(Array.from({ length: 50 }, () => readLag(cluster, 'billing')));
    for (const { peer } of fake.brokers.values()) expect(peer.count(208)).toBe(1);
    await Promise.all(Array.from({ length: 50 }, () => listGroups(cluster)));
    for (const { peer } of fake.brokers.values()) expect(peer.count(201)).toBe(1);
    expect(cluster.calls().map(({ broker }) => broker)).toEqual(['broker-a', 'broker-b', 'broker-c']);
    expect(cluster.calls().every(({ perSecond }) => perSecond > 0)).toBe(true);
  });

  test('a failed read is not kept', async () => {
    for (const { peer } of fake.brokers.values()) peer.behave = ({ code }) => (code === 201 ? { code: 1 } : null);
    await expect(listGroups(cluster)).rejects.toMatchObject({ code: 'unavailable' });
    for (const { peer } of fake.brokers.values()) peer.behave = () => null;
    cluster.shared.forget('groups');
    expect((await listGroups(cluster)).groups).toHaveLength(1);
  });
});

describe('what is read once', () => {
  test('secrets of a broker’s configuration go no further than its decoder', async () => {
    const config = await cluster.ask('broker-a', brokerConfig, undefined);
    expect(Object.keys(config)).toEqual([...BROKER_SETTING_NAMES, 'recallMessageEnable']);
    expect(JSON.stringify(await testConnection(cluster.options))).not.toContain('secret');
  });

  test('a missing key has the default of the versions that have it', () => {
    expect(factsOf({}, {})).toMatchObject({
      ...{ version: 'unknown', popStore: 'records', readsRetryTopicV1: true, usesRetryTopicV2: false },
      ...{ role: null, flush: null },
      ...{ retentionHours: null, prometheusPort: null, reviveQueues: 8, mayWrite: true },
    });
  });

  test('every feature has an answer for every kind of group, and a reason where it is less than whole', () => {
    const kinds = ['pop', 'pop-ordered', 'classic', 'classic-ordered', 'both', 'unknown'] as const;
    for (const feature of FEATURES)
      for (const kind of kinds) {
        const support = supportFor(feature, kind, [factsOf({}, {})]);
        if (support.level !== 'full') expect(support.reason, `${feature} of ${kind}`).toMatch(/\w/);
      }
    expect(supportFor('redrive', 'pop', [factsOf({}, {})]).level).toBe('full');
    expect(supportFor('redrive', 'pop-ordered', [factsOf({}, {})]).level).toBe('none');
    const unreadable = factsOf({ enableRetryTopicV2: 'true', retrieveMessageFromPopRetryTopicV1: 'false' }, {});
    expect(supportFor('redrive', 'pop', [factsOf({}, {}), unreadable]).level).toBe('none');
    expect(supportFor('redrive-verdict', 'pop', [factsOf({ enablePopBufferMerge: 'true' }, {})]).level).toBe('partial');
  });

  test('versions from numbers', () => {
    expect([393, 399, 411, 413, 475, 479, 493, 513, 480].map(clientVersion)).toEqual([
      ...['4.9.0', '4.9.3', '4.9.9', '5.0.0', '5.3.1', '5.3.3', '5.4.0', '5.5.0', '5.3.4-SNAPSHOT'],
    ]);
    expect(clientVersion(300)).toBe('before 4.9 (number 300)');
  });

  test('topics of clusters and brokers are hidden, and topics that differ are marked', async () => {
    for (const name of ['broker-a', 'Fake', 'broker-a_REPLY_TOPIC', '%RETRY%g', 'rmq_sys_x'])
      fake.broker('broker-a').addTopic(name);
    fake.broker('broker-b').addTopic('orders', 4);
    fake.broker('broker-c').addTopic('only-here');
    const { topics } = await listTopics(cluster);
    expect(topics.map(({ name, differs, missingOn }) => [name, differs, missingOn])).toEqual([
      ['only-here', false, ['broker-a', 'broker-b']],
      ['orders', true, []],
    ]);
  });
});

test('a proxy in local mode is known by its clients at the broker, and by how many groups that was looked for', async () => {
  const [a, b] = [fake.broker('broker-a'), fake.broker('broker-b')];
  for (let n = 0; n < 250; n += 1) b.addGroup(`group-${n}`);
  a.connections.set('billing', [{ clientId: 'local', language: 'HTTP', version: 479 }]);
  b.connections.set('billing', [{ clientId: 'direct', language: 'JAVA', version: 479 }]);
  const { brokers, proxies } = await testConnection(cluster.options);
  expect(brokers.map(({ ownProxy }) => ownProxy)).toEqual([
    { seenBy: 'billing', asked: 1, groups: 1 },
    { seenBy: null, asked: 200, groups: 251 },
    { seenBy: null, asked: 1, groups: 1 },
  ]);
  expect(proxies).toEqual([]);
  b.peer.behave = ({ code }) => (code === 201 ? { code: 1 } : null);
  expect((await testConnection(cluster.options)).brokers[1]?.ownProxy).toBeNull();
});

test('a peer that answers another protocol is a report, not a fault', async () => {
  const web = await new FakePeer(() => ({})).start();
  web.behave = () => {
    web.push(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    return 'hang up';
  };
  const report = plain(await testConnection({ ...cluster.options, nameServers: [web.address] }));
  expect(report).toMatchObject({ isUsable: false, topology: null, brokers: [] });
  expect(report.nameServers[0]?.problem).toContain('a frame of');
  await web.stop();
});
