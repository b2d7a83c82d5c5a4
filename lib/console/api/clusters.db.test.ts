import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTopic, send } from '../../broker';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { testMessage } from '../../testing/broker';
import { storeLater, storeRecall } from '../../testing/cluster/fake-schedule';
import { addBacklog, addClient, type AttachedFake, startAttachedFake } from '../../testing/cluster/attached';
import { traceBody } from '../../testing/cluster/traces';
import { reads } from '../reads/registry';
import { listAccessKeys } from '../operations/access-keys/access-keys';
import { callTool } from '../mcp/tools';
import { answerApi } from './answer-api';
import { consumeMessage } from '../operations/brokers/consume';
import { getClientHolds, getGroupConnections, getGroupLag, getWaitingRetries } from '../operations/brokers/groups';
import { getClusterLoad, listProducers } from '../operations/brokers/load';
import { getMessageCopies } from '../operations/brokers/messages';
import { findScheduled, listTimers } from '../operations/brokers/timers';
import { detachCluster, listClusters, putCluster, testCluster } from '../operations/clusters/clusters';
import { openApiDocument } from './openapi';
import { apiRoutes } from './routes';
import { getMove, startMove, stepMove } from '../operations/move/move';
import { route } from '../http/operation';
import { getGroup, listGroups } from '../operations/groups/get';
import { makeGroupEqual } from '../operations/groups/revert';
import { pauseGroup } from '../operations/groups/pause';
import { putGroup } from '../operations/groups/put';
import { listScheduled, recallScheduled } from '../operations/scheduled/scheduled';
import { createTopic as createTopicOperation } from '../operations/topics/create';
import { getBrokerTopic, listTopics } from '../operations/topics/get';
import { updateTopic } from '../operations/topics/update';
import { sendTestMessage } from '../operations/topics/send-test';

const SECRET = 'the-secret-key-of-the-cluster';
const workspace = 'eu-test';
let api: TestApi;
let fake: AttachedFake;
const token = (rights: 'viewer' | 'operator') => ({ token: api.tokens.get(rights) ?? '' });

beforeAll(async () => {
  api = await openTestApi();
  fake = await startAttachedFake();
  fake.broker('broker-a').addTopic('RMQ_SYS_TRACE_TOPIC');
  for (const broker of fake.brokers.values()) {
    broker.addGroup('payments');
    broker.addGroup('CID_RMQ_SYS_TRANS');
    addBacklog(broker, 'payments', 'orders');
  }
  fake.broker('broker-b').addGroup('payments', { retryMaxTimes: 5 });
  addClient(fake.broker('broker-a'), 'payments', 'worker-1');
});
afterAll(async () => {
  await fake.close();
  await api.close();
});

test('attached by an administrator: tested, listed without the secret key, changed by version', async () => {
  const body = { environment: 'staging', nameServers: [fake.address], accessKey: 'admin', secretKey: SECRET };
  const params = { cluster: workspace };
  expect(await call(route(putCluster), { params, body, ...token('operator') })).toMatchObject({ status: 403 });
  const attached = await call(route(putCluster), { params, body });
  expect(attached).toMatchObject({ status: 201, data: { allowsChanges: false, hasSecret: true, version: 1 } });
  const report = await call(route(testCluster), { params });
  expect(report.data).toMatchObject({ isUsable: true, brokers: [{ version: '5.3.3' }, { version: '5.3.3' }] });
  expect(report.data).toMatchObject({
    brokers: [{ role: 'ASYNC_MASTER', flush: 'ASYNC_FLUSH', popStore: 'records', ownProxy: { seenBy: null } }, {}],
  });
  const listed = await call(route(listClusters));
  expect(JSON.stringify([attached, report, listed])).not.toContain(SECRET);
  expect(JSON.stringify(report)).not.toContain('initAuthenticationUser');
});

test('a viewer reads groups with what differs; system groups are left out', async () => {
  const { data } = await call(route(listGroups), { workspace, ...token('viewer') });
  const headers = { authorization: `Bearer ${token('viewer').token}` };
  const overMcp = await callTool(new Request('http://console.test/mcp', { headers }), route(listGroups), { workspace });
  expect(await overMcp.json()).toMatchObject({ items: [{ name: 'payments', maxRetries: 16 }] });
  expect(data['items']).toMatchObject([
    { name: 'payments', maxRetries: 16, differences: ['maxRetries'], createdAt: null, silent: [] },
  ]);
  const one = await call(route(getGroup), { workspace, params: { group: 'payments' }, ...token('viewer') });
  expect(one.data).toMatchObject({
    brokers: [
      { broker: 'broker-a', maxRetries: 16 },
      { broker: 'broker-b', maxRetries: 5 },
    ],
    lag: { kind: 'value', value: 10 },
  });
  expect(await call(route(getGroup), { workspace, params: { group: 'nobody' } })).toMatchObject({ status: 404 });
});

test('nothing changes until an administrator allows it; then an operator changes, with the version that was seen', async () => {
  const params = { group: 'payments' };
  const seen = await call(route(getGroup), { workspace, params });
  const body = { maxRetries: 7, version: seen.data['version'], reason: 'fewer' };
  const operator = { workspace, params, ...token('operator') };
  expect(await call(route(putGroup), { ...operator, body })).toMatchObject({ status: 403 });
  expect(await call(route(pauseGroup), { ...operator, body: { reason: 'full' } })).toMatchObject({ status: 403 });
  expect(fake.written()).toBe(0);
  const open = { environment: 'staging', nameServers: [fake.address], accessKey: 'admin', allowsChanges: true };
  await call(route(putCluster), { params: { cluster: workspace }, body: { ...open, version: 1 } });
  const equal = { like: 'broker-b', version: seen.data['version'], reason: 'agreed' };
  expect(await call(route(makeGroupEqual), { ...operator, ...token('viewer'), body: equal })).toMatchObject({
    status: 403,
  });
  const planned = await call(route(makeGroupEqual), {
    ...operator,
    body: { ...equal, reason: undefined, dryRun: true },
  });
  expect(planned).toMatchObject({ status: 200, data: { dryRun: true, maxRetries: 5, version: seen.data['version'] } });
  // The brokers are asked what waits: the effect is known, or the answer says why it is not.
  expect(planned.data['effect'] ?? planned.data['effectUnknown']).not.toBeUndefined();
  expect(await call(route(putGroup), { ...operator, body: { ...body, dryRun: true } })).toMatchObject({
    ...{ status: 200, data: { dryRun: true, maxRetries: 7 } },
  });
  expect(fake.written()).toBe(0);
  const done = await call(route(makeGroupEqual), { ...operator, body: equal });
  expect(done).toMatchObject({ status: 200, data: { maxRetries: 5 } });
  expect(await call(route(putGroup), { ...operator, body })).toMatchObject({ status: 409 });
  const version = done.data['version'];
  expect(await call(route(putGroup), { ...operator, body: { ...body, version } })).toMatchObject({
    ...{ status: 200, data: { maxRetries: 7 } },
  });
  expect([...fake.brokers.values()].map(({ groups }) => groups.get('payments')?.['retryMaxTimes'])).toEqual([7, 7]);
});

test('a group is made on every broker; the same again is fine, another one is not', async () => {
  const operator = { workspace, params: { group: 'mailers' }, ...token('operator') };
  const body = { maxRetries: 4, deliveryOrder: 'ordered', reason: 'for the mails' };
  expect(await call(route(putGroup), { ...operator, ...token('viewer'), body })).toMatchObject({ status: 403 });
  expect(await call(route(putGroup), { ...operator, body })).toMatchObject({
    ...{ status: 201, data: { name: 'mailers', maxRetries: 4, deliveryOrder: 'ordered', version: 1 } },
  });
  expect(await call(route(putGroup), { ...operator, body })).toMatchObject({ status: 200, data: { version: 1 } });
  expect(await call(route(putGroup), { ...operator, body: { ...body, maxRetries: 5 } })).toMatchObject({
    ...{ status: 409, data: { error: { field: 'version', limit: 1 } } },
  });
  expect([...fake.brokers.values()].map(({ groups }) => groups.get('mailers')?.['retryMaxTimes'])).toEqual([4, 4]);
  for (const { groups } of fake.brokers.values()) groups.delete('mailers');
});

test('a topic is made on every broker, edited with the version that was seen, and takes a test message', async () => {
  const operator = { workspace, ...token('operator') };
  const made = { name: 'mails', type: 'FIFO', queues: 2 };
  expect(await call(route(createTopicOperation), { workspace, ...token('viewer'), body: made })).toMatchObject({
    status: 403,
  });
  expect(await call(route(createTopicOperation), { ...operator, body: made })).toMatchObject({
    ...{ status: 201, data: { name: 'mails', type: 'FIFO', queues: 4, createdAt: null, missingOn: [] } },
  });
  expect(await call(route(createTopicOperation), { ...operator, body: made })).toMatchObject({ status: 409 });
  fake.broker('broker-b').deleteTopic('mails');
  await expect
    .poll(async () => (await call(route(listTopics), { workspace, ...token('viewer') })).data, { timeout: 15_000 })
    .toMatchObject({ items: [{ name: 'mails', missingOn: ['broker-b'] }, { name: 'orders' }] });
  const [mails] = (await call(route(listTopics), { workspace })).data['items'] as { version: string }[];
  const edit = { ...operator, params: { topic: 'mails' } };
  const body = { queues: 3, type: 'FIFO', version: mails?.version ?? '', reason: 'more' };
  expect(await call(route(updateTopic), { ...edit, body: { queues: 3 } })).toMatchObject({
    ...{ status: 400, data: { error: { field: 'type' } } },
  });
  expect(await call(route(updateTopic), { ...edit, body: { ...body, queues: 1 } })).toMatchObject({ status: 400 });
  expect(await call(route(updateTopic), { ...edit, body })).toMatchObject({
    ...{ status: 200, data: { queues: 6, missingOn: [], brokers: [{ queues: 3 }, { queues: 3 }] } },
  });
  expect(await call(route(updateTopic), { ...edit, body })).toMatchObject({ status: 409 });
  const message = { topic: 'mails', body: '{"n":1}', tag: 'paid', keys: ['k1'] };
  expect(await call(route(sendTestMessage), { ...operator, body: message })).toMatchObject({
    ...{ status: 400, data: { error: { field: 'messageGroup' } } },
  });
  const sent = await call(route(sendTestMessage), {
    ...operator,
    body: { ...message, messageGroup: 'g', broker: 'broker-b', properties: { mine: '1' } },
  });
  expect(sent).toMatchObject({ status: 201, data: { broker: 'broker-b', offset: 0, scheduledFor: null } });
  const stored = fake.broker('broker-b').topics.get('mails')?.[Number(sent.data['queue'])]?.messages[0];
  expect(stored?.properties).toMatchObject({
    ...{ UNIQ_KEY: sent.data['messageId'], TAGS: 'paid', KEYS: 'k1', __SHARDINGKEY: 'g', mine: '1' },
    'redrive-test': expect.stringMatching(/./),
  });
  const { rows } = await api.broker.database.store.console.query<{ action: string }>(
    `SELECT action FROM audit WHERE workspace = '${workspace}' AND target = 'mails' ORDER BY audit_id`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...['topic.create', 'topic.create', 'topic.create-refused', 'topic.update', 'topic.update-refused'],
    ...['topic.update', 'topic.update', 'topic.update-refused', 'message.send-test'],
  ]);
});

test('what an engine lacks is said so; an address without a cluster is not found', async () => {
  expect(await call(route(listAccessKeys), { workspace })).toMatchObject({
    ...{ status: 501, data: { error: { code: 'unsupported', field: 'workspace' } } },
  });
  expect(
    await call(route(makeGroupEqual), { params: { group: 'g' }, body: { like: 'a', version: 1, reason: 'x' } }),
  ).toMatchObject({ status: 501 });
  for (const nowhere of ['nowhere', 'a\u0000b', '../eu-test', 'x'.repeat(10_000)])
    expect(await call(route(listGroups), { workspace: nowhere })).toMatchObject({ status: 404 });
});

test('what pages read of a cluster; the embedded broker beside it is not touched', async () => {
  const groups = await api.read<{ items: unknown[]; brokers: unknown }>(reads.groups, `workspace=${workspace}`);
  expect(groups).toMatchObject({ items: [{ name: 'payments' }], brokers: { answered: ['broker-a', 'broker-b'] } });
  expect(await api.read(reads.groups)).toEqual({
    items: [],
    nextCursor: null,
    total: expect.anything(),
    brokers: null,
  });
  const lag = await api.read(reads.brokerLag, `workspace=${workspace}&group=payments`);
  expect(lag).toMatchObject({ topics: [{ topic: 'orders' }] });
  expect(await api.read(reads.brokerTopics, `workspace=${workspace}`)).toMatchObject({
    topics: [{ name: 'mails' }, { name: 'orders' }],
  });
  const topic = await api.read(reads.brokerTopic, `workspace=${workspace}&topic=orders`);
  expect(topic).toMatchObject({ differs: false, readers: { value: ['payments'] } });
  const history = await api.read(reads.groupHistory, `workspace=${workspace}&group=payments`);
  expect(history).toMatchObject({ versions: [{ settings: { maxRetries: 7 } }, {}, {}] });
  const evidence = await api.read(reads.settingsEvidence, `workspace=${workspace}&group=payments`);
  expect(evidence).toMatchObject({ buckets: null, work: null, facts: { kind: 'value' } });
  expect(JSON.stringify(await api.read(reads.workspaces))).not.toMatch(/secret|admin|nameServers/);
});

test('the reads of its pages are operations too: load, lag, clients, a topic, the copies of a message', async () => {
  const ask = async (route: Parameters<typeof call>[0], input: Parameters<typeof call>[1] = {}) =>
    (await call(route, { workspace, ...token('viewer'), ...input })).data;
  expect(await ask(route(getClusterLoad))).toMatchObject({
    items: [
      { kind: 'broker', name: 'broker-a', marks: expect.arrayContaining([expect.objectContaining({ mark: 'disk' })]) },
      { kind: 'broker', name: 'broker-b', callsPerSecond: { kind: 'value', value: expect.any(Number) } },
    ],
  });
  const shop = { clientId: 'shop@1', language: 'JAVA', version: 479 };
  for (const broker of fake.brokers.values()) broker.producers.set('shop', [shop]);
  expect(await ask(route(listProducers))).toMatchObject({
    items: [{ group: 'shop', clientId: 'shop@1', version: '5.3.3', brokers: ['broker-a', 'broker-b'] }],
  });
  const group = { params: { group: 'payments' } };
  expect(await ask(route(getGroupLag), group)).toMatchObject({
    ...{ notDelivered: { kind: 'value' }, topics: [{ topic: 'orders', queues: expect.any(Array) }], silent: [] },
    still: [],
  });
  // No console has watched the cluster for long enough yet.
  const backoff = { problem: null, policy: { type: 'customized' }, changedAt: null };
  expect(await ask(route(getGroupConnections), group)).toMatchObject({
    ...{ grpc: { kind: expect.any(String) }, silent: [], backoff },
    clients: [{ clientId: 'worker-1', backoff: { kind: 'unknown', value: null, reason: expect.any(String) } }],
  });
  const [worker, b] = ['10.0.0.9@41#1', fake.broker('broker-b')];
  b.connections.set('payments', [{ clientId: worker, language: 'JAVA', version: 479 }]);
  b.holding.set(worker, [{ topic: 'orders', queueNo: 0, cachedMsgCount: 5, commitOffset: 15 }]);
  const holdsOf = (clientId: string) => ({ params: { group: 'payments', clientId } });
  await expect
    .poll(() => ask(route(getClientHolds), holdsOf(worker)), { timeout: 10_000 })
    .toMatchObject({
      ...{ clientId: worker, protocol: 'remoting', messages: { kind: 'value', value: 5 } },
      queues: [{ topic: 'orders', broker: 'broker-b', messages: { value: 5 }, wholeMib: 0, offset: 15 }],
      ...{ topics: [{ topic: 'orders', handleMs: 12.5 }], itself: { threads: 20, maxRetries: -1 } },
    });
  expect(await ask(route(getClientHolds), holdsOf('worker-1'))).toMatchObject({
    ...{ protocol: 'grpc', messages: { kind: 'unknown', value: null, notOffered: true }, queues: [], itself: null },
  });
  expect(await ask(route(getWaitingRetries), group)).toMatchObject({
    ...{ waits: { kind: 'value', value: 0 }, held: { kind: 'value' }, items: [], silent: [] },
    attempts: { kind: 'value', value: [] },
    notTold: [expect.stringContaining('do not report which messages')],
  });
  expect(await ask(route(getBrokerTopic), { params: { topic: 'orders' } })).toMatchObject({
    ...{ name: 'orders', differs: false, readers: { kind: 'value', value: ['payments'] } },
  });
  fake.broker('broker-b').store('orders', 'body', { properties: { UNIQ_KEY: 'ID-1', KEYS: 'order-1' } });
  const delivery = { requestId: 'R', messageId: 'ID-1', group: 'payments', retryTimes: 0, atMs: Date.now() };
  const traced = traceBody(['begun', delivery], ['ended', { ...delivery, tookMs: 7, code: 2 }]);
  fake.broker('broker-a').store('RMQ_SYS_TRACE_TOPIC', traced, { properties: { KEYS: 'ID-1' } });
  const copies = {
    topic: 'orders',
    answered: 2,
    full: [],
    items: [{ broker: 'broker-b', role: 'sent', messageId: 'ID-1' }],
  };
  const item = { kind: 'delivered', group: 'payments', attempt: 1, tookMs: 7, outcome: 'EXCEPTION' };
  const traces = { topics: ['RMQ_SYS_TRACE_TOPIC'], items: [item] };
  expect(await ask(route(getMessageCopies), { params: { id: 'ID-1' }, query: '?topic=orders' })).toMatchObject({
    ...{ ...copies, traces },
  });
  const byKey = { params: { id: 'order-1' }, query: '?topic=orders&by=key' };
  expect(await ask(route(getMessageCopies), byKey)).toMatchObject({ ...copies, traces: null });
  // Without a topic, and with none that is known, nothing is searched, and that is said.
  expect(await ask(route(getMessageCopies), { params: { id: 'ID-1' } })).toMatchObject({ topic: null, items: [] });
  for (const [asked, input] of [
    [route(getGroupLag), { params: { group: 'nobody' } }],
    [route(getGroupConnections), { params: { group: 'nobody' } }],
    [route(getWaitingRetries), { params: { group: 'nobody' } }],
    [route(getClientHolds), holdsOf('nobody')],
    [route(getClientHolds), { params: { group: 'nobody', clientId: worker } }],
    [route(getBrokerTopic), { params: { topic: 'nothing' } }],
    [route(getMessageCopies), { params: { id: 'ID-1' }, query: '?topic=nothing' }],
  ] as const)
    expect(await call(asked, { workspace, ...input })).toMatchObject({ status: 404 });
  for (const [id, query, error] of [
    ['x', '?by=body', { field: 'by', value: 'body' }],
    ['x', `?topic=${'t'.repeat(201)}`, { field: 'topic', limit: 200 }],
    ['x'.repeat(256), '?topic=orders', { field: 'id', limit: 255 }],
  ] as const)
    expect(await call(route(getMessageCopies), { workspace, params: { id }, query })).toMatchObject({
      ...{ status: 400, data: { error } },
    });
  // A topic of the system can be searched.
  const trace = { params: { id: 'ID-1' }, query: '?topic=RMQ_SYS_TRACE_TOPIC&by=key' };
  expect(await ask(route(getMessageCopies), trace)).toMatchObject({ items: [{ topic: 'RMQ_SYS_TRACE_TOPIC' }] });
});

test('one chosen 4.x client consumes a stored message again, and says what came of it', async () => {
  const [worker, b] = ['10.0.0.9@41#1', fake.broker('broker-b')];
  b.connections.set('payments', [{ clientId: worker, language: 'JAVA', version: 479 }]);
  b.subscribed.set(worker, { orders: '*' });
  const { queueId, queueOffset } = b.store('orders', 'consumed again', { properties: { UNIQ_KEY: 'ID-0' } });
  b.store('mails', 'of another topic');
  const again = (at: string, clientId = worker) => ({
    ...{ workspace, ...token('operator'), params: { group: 'payments', clientId } },
    body: { at, reason: 'after the fix' },
  });
  const at = `${queueId}-${queueOffset}@broker-b@orders`;
  await expect
    .poll(async () => (await call(route(consumeMessage), again(at))).data, { timeout: 10_000 })
    .toEqual({ client: worker, isConsumed: true, result: 'CR_SUCCESS', remark: null, tookMs: 3 });
  const refusals = [
    [{ ...again(at), ...token('viewer') }, 403, { limit: 'dead-letter:redrive' }],
    [again(at, 'worker-1'), 409, { field: 'clientId', limit: 'a 4.x client' }],
    [again(at, 'nobody'), 404, { field: 'clientId', value: 'nobody' }],
    [again('0-999@broker-b@orders'), 404, { field: 'at' }],
    [again('0-0@broker-b@mails'), 409, { field: 'at', value: 'mails' }],
    [again('x'), 400, { field: 'at' }],
  ] as const;
  for (const [input, status, error] of refusals)
    expect(await call(route(consumeMessage), input)).toMatchObject({ status, data: { error } });
});

test('messages that wait at the brokers for their time: page by page, found by id, and recalled', async () => {
  const dueMs = Date.now() - (Date.now() % 1_000) + 3_600_000;
  const due = (n: number) => new Date(dueMs + n * 1_000).toISOString();
  for (const [broker, id, n] of [
    ['broker-a', 'W-3', 3],
    ['broker-b', 'W-1', 1],
    ['broker-a', 'W-2', 2],
    ['broker-b', 'W-4', 4],
  ] as const) {
    const properties = { UNIQ_KEY: id, KEYS: 'order-7', TIMER_DELIVER_MS: String(dueMs + n * 1_000) };
    storeLater(fake.broker(broker), 'orders', 'later', { properties });
  }
  storeRecall(fake.broker('broker-b'), 'orders', 'W-4', dueMs + 4_000);
  const page = (query: string) => call(route(listScheduled), { workspace, query, ...token('viewer') });
  const first = await page('?topic=orders&limit=2');
  expect(first).toMatchObject({
    status: 200,
    data: {
      items: [
        { broker: 'broker-b', messageId: 'W-1', topic: 'orders', dueAt: due(1), keys: ['order-7'], bodyBytes: 5 },
        { broker: 'broker-a', messageId: 'W-2', dueAt: due(2) },
      ],
      ...{ waiting: { kind: 'value', value: 3 }, notes: [], silent: [], nextCursor: expect.any(String) },
    },
  });
  const cursor = encodeURIComponent(String(first.data['nextCursor']));
  expect(await page(`?topic=orders&cursor=${cursor}`)).toMatchObject({
    data: { items: [{ messageId: 'W-3' }], nextCursor: null },
  });
  expect(await page('?topic=orders&cursor=elsewhere')).toMatchObject({
    ...{ status: 400, data: { error: { field: 'cursor', value: 'elsewhere' } } },
  });
  expect(await page('?topic=nothing')).toMatchObject({ status: 404, data: { error: { code: 'topic-not-found' } } });
  const found = await call(route(findScheduled), { workspace, query: '?topic=orders&messageId=W-1' });
  expect(found).toMatchObject({
    status: 200,
    data: { items: [{ broker: 'broker-b', state: 'waiting', dueAt: due(1) }] },
  });
  // So does a search of all brokers for the message.
  const copies = (query: string) =>
    call(route(getMessageCopies), { workspace, params: { id: 'W-1' }, query: `?topic=orders${query}` });
  expect(await copies('')).toMatchObject({
    data: { items: [], scheduled: [{ broker: 'broker-b', state: 'waiting', by: 'time', dueAt: due(1) }] },
  });
  expect(await copies('&by=key')).toMatchObject({ data: { scheduled: [] } });
  const recall = () => call(route(recallScheduled), { workspace, body: { topic: 'orders', messageId: 'W-1' } });
  Object.assign(fake.broker('broker-b').config, { recallMessageEnable: 'false' });
  expect(await recall()).toMatchObject({ status: 409, data: { error: { limit: 'recallMessageEnable=true' } } });
  Object.assign(fake.broker('broker-b').config, { recallMessageEnable: 'true' });
  expect(await recall()).toMatchObject({ status: 200, data: { changed: true, dueAt: due(1) } });
  expect(await recall()).toMatchObject({ status: 200, data: { changed: false, recalledBy: null } });
  const { rows } = await api.broker.database.store.console.query<{ target: string }>(
    `SELECT target FROM audit WHERE workspace = '${workspace}' AND action = 'message.recall'`,
  );
  expect(rows).toEqual([{ target: 'W-1' }]);
  const timers = await call(route(listTimers), { workspace, ...token('viewer') });
  expect(timers.data).toMatchObject({
    brokers: [{ isOn: true, lateSeconds: { value: 0 } }, { topics: [{ topic: 'orders' }] }],
  });
});

test('a move says over the API what late producers send here', async () => {
  const { ctx } = api.broker;
  const actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' } as const;
  await createTopic(ctx, { name: 'late', messageType: 'NORMAL', queues: 1, actor });
  const body = { topics: ['late'], groups: [], reason: 'growth' };
  expect(await call(route(startMove), { workspace, body })).toMatchObject({ status: 201 });
  const step = async (name: string, given = {}) =>
    expect(await call(route(stepMove), { workspace, params: { step: name }, body: given })).toMatchObject({
      status: 200,
    });
  const late = async () => ((await call(route(getMove), { workspace })).data['move'] as { late: unknown }).late;
  await step('settings');
  expect(await late()).toBeNull();
  await step('switch', { anyway: true });
  expect(await late()).toMatchObject({ isTooLate: false, topics: [] });
  api.broker.clock.advance(1_000);
  await send(ctx, { topic: 'late', messages: [testMessage({ bornHost: 'old-shop' })] });
  expect(await late()).toMatchObject({ topics: [{ topic: 'late', count: 1, hosts: ['old-shop'] }] });
  await step('cancel');
});

test('below /clusters are the cluster itself and the operations that clusters offer, in the document too', async () => {
  const get = async (...segments: string[]) => {
    const headers = { authorization: `Bearer ${api.tokens.get('viewer') ?? ''}` };
    const url = `http://console.test/api/v1/${segments.join('/')}`;
    return (await answerApi(new Request(url, { headers }), segments)).status;
  };
  expect(await get('clusters', workspace, 'groups')).toBe(200);
  expect(await get('clusters', workspace, 'groups', 'payments')).toBe(200);
  expect(await get('clusters', workspace, 'topics')).toBe(200);
  expect(await get('clusters', workspace, 'limits')).toBe(501);
  expect(await get('clusters', workspace, 'nothing')).toBe(404);
  expect(await get('clusters', workspace, 'clusters')).toBe(403);
  const paths = Object.keys(openApiDocument(apiRoutes, 'http://x')['paths'] as object);
  expect(paths).toEqual(expect.arrayContaining(['/groups', '/clusters/{cluster}', '/clusters/{cluster}/groups']));
  expect(paths).not.toContain('/groups/{group}/make-equal');
  expect(paths).toContain('/clusters/{cluster}/topics');
  expect(paths).not.toContain('/clusters/{cluster}/limits');
});

test('a broker that goes away takes its part with it, and nothing becomes 0; detached, nothing is left', async () => {
  await fake.broker('broker-b').peer.stop();
  // What was read a moment ago is kept for two seconds.
  const read = async () => (await call(route(getGroup), { workspace, params: { group: 'payments' } })).data;
  await expect
    .poll(read, { timeout: 15_000 })
    .toMatchObject({ lag: { value: 5, bound: 'atLeast' }, silent: [{ broker: 'broker-b' }] });
  await call(route(detachCluster), { params: { cluster: workspace }, body: { version: 2 } });
  expect(await call(route(listGroups), { workspace })).toMatchObject({ status: 404 });
  const { rows } = await api.broker.database.store.console.query('SELECT 1 FROM cluster_group_version');
  expect(rows).toEqual([]);
});
