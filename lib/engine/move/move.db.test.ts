import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { plain } from '../../model/plain';
import { ack, createGroup, createTopic, deleteTopic, fail, pauseGroup, resumeGroup, send } from '../../broker';
import { PLAIN_CLUSTER } from '../../model/cluster/cluster';
import type { Actor } from '../../model/audit/actor';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { type AttachedFake, startAttachedFake } from '../../testing/cluster/attached';
import { consumeCopies } from '../../testing/cluster/fake-ways';
import { attachCluster, changeCluster, detachCluster } from '../rocketmq/clusters/attach';
import { ClusterDirectory, type ClusterEngine } from '../rocketmq/clusters/directory';
import { REDRIVE_POLICY } from '../rocketmq/redrives/policy';
import { readClusterRedrive } from '../rocketmq/redrives/read';
import { ClusterRedrives } from '../rocketmq/redrives/run';
import { applyMove } from './apply';
import { planMove, shownPlan } from './plan';
import { readMove } from './read';
import { ClusterMoves } from './run';
import { sendMove } from './send';
import { startMove, type StartMoveInput } from './start';
import { cancelMove, noteSwitched, pauseForMove, takeForMove } from './steps';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const PLAIN = { ...PLAIN_CLUSTER, name: 'eu', environment: 'production' } as const;
const POLICY = { ...REDRIVE_POLICY, roundMs: 0, roundTimes: 0, lateMs: 0, settleMs: 0, restsMs: 0, leaseMs: 60_000 };
const REASON = 'one machine is too small';

let broker: TestBroker;
let fake: AttachedFake;
let clusters: ClusterDirectory;
let engine: ClusterEngine;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

const at = (name: string) => fake.broker(name);
const brokers = () => [...fake.brokers.values()];
const query = async <T extends object>(text: string): Promise<T[]> =>
  (await broker.database.store.console.query<T>(text)).rows;
const message = (id: string, more: Partial<ReturnType<typeof testMessage>> = {}) => ({
  ...testMessage(),
  ...{ messageId: id, body: Buffer.from(`body of ${id}`), ...more },
});

/** billing: 1 acknowledged, 1 waits for a retry, 4 unread; dying: 2 dead, 4 unread. */
beforeEach(async () => {
  await query(
    `TRUNCATE cluster, cluster_dead_letter, topic, consumer_group, dead_letter, retry, lease, message,
      delivery_event CASCADE`,
  );
  const { ctx } = broker;
  ctx.topics.forget('orders');
  await createTopic(ctx, { name: 'orders', messageType: 'NORMAL', queues: 2, actor });
  const retryPolicy = { type: 'customized', intervalsMs: [600_000] } as const;
  await createGroup(ctx, { name: 'billing', maxRetries: 3, retryPolicy, actor });
  await createGroup(ctx, { name: 'dying', maxRetries: 0, retryPolicy, actor });
  for (const group of ['billing', 'dying']) await receiveNow(ctx, { group, topic: 'orders' });
  for (const id of ['M1', 'M2']) await send(ctx, { topic: 'orders', messages: [message(id)] });
  for (const group of ['billing', 'dying']) {
    const taken = [];
    for (let turn = 0; turn < 4 && taken.length < 2; turn += 1)
      taken.push(...(await receiveNow(ctx, { group, topic: 'orders' })));
    for (const [index, { messageId, receiptHandle }] of taken.entries()) {
      const one = { group, topic: 'orders', messageId, receiptHandle, clientId: 'client-1' };
      if (group === 'billing' && index === 0) await ack(ctx, { group, topic: 'orders', entries: [one] });
      else await fail(ctx, one);
    }
  }
  const packed = { bodyEncoding: 'GZIP', body: gzipSync('packed') } as const;
  await send(ctx, { topic: 'orders', messages: [message('M3', { tag: 'paid', keys: ['k1', 'k2'] })] });
  await send(ctx, { topic: 'orders', messages: [message('M4', packed)] });
  for (const id of ['M5', 'M6']) await send(ctx, { topic: 'orders', messages: [message(id)] });

  fake = await startAttachedFake();
  await attachCluster(ctx, { ...PLAIN, nameServers: [fake.address], allowsChanges: true }, actor);
  clusters = new ClusterDirectory(ctx);
  engine = await clusters.find('eu');
  return async () => {
    clusters.close();
    await fake.close();
  };
});

const ALL: StartMoveInput = {
  topics: ['orders'],
  groups: [
    { name: 'billing', messages: true },
    { name: 'dying', messages: true },
  ],
  ...{ overwrite: false, reason: REASON, actor },
};
const start = (more: Partial<StartMoveInput> = {}) => startMove(broker.ctx, engine, { ...ALL, ...more });
const stepOf = async () => (await readMove(broker.ctx, engine))?.step;
const copies = (name: string, group: string) => at(name).topics.get(`%RETRY%${group}_orders`)?.[0]?.messages ?? [];
const idsSent = (group: string) =>
  ['broker-a', 'broker-b']
    .flatMap((name) => copies(name, group))
    .map(({ properties }) => properties['UNIQ_KEY'])
    .toSorted((a = '', b = '') => a.localeCompare(b));

async function toTaking(): Promise<void> {
  await start();
  await applyMove(broker.ctx, engine, actor);
  await noteSwitched(broker.ctx, engine, { actor, anyway: true });
  await pauseForMove(broker.ctx, engine, { actor });
  await takeForMove(broker.ctx, engine, { actor });
}

async function until(wanted: string, work: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < 30 && (await stepOf()) !== wanted; turn += 1) await work();
  expect(await stepOf()).toBe(wanted);
}

test('the plan compares and counts, and changes nothing', async () => {
  at('broker-a').addTopic('orders', 2, 'FIFO');
  for (const each of brokers()) each.addGroup('billing', { retryMaxTimes: 9 });
  const plan = shownPlan(await planMove(broker.ctx, engine));
  expect(plan.topics).toMatchObject([
    { name: 'orders', presence: 'blocked', why: expect.stringContaining('type FIFO in the cluster, NORMAL here') },
  ]);
  expect(plan.groups).toMatchObject([
    { name: 'billing', presence: 'other', waiting: 5, inFlight: 0, dead: 0, way: 'alone', topics: ['orders'] },
    { name: 'dying', presence: 'absent', waiting: 4, inFlight: 0, dead: 2 },
  ]);
  await expect(start()).rejects.toMatchObject({ field: 'topics' });
  await expect(start({ topics: [], groups: [{ name: 'billing', messages: false }] })).rejects.toMatchObject({
    field: 'overwrite',
  });
  await expect(start({ reason: ' ' })).rejects.toMatchObject({ field: 'reason' });
  expect(fake.written()).toBe(0);
  expect(await query('SELECT 1 FROM cluster_move')).toEqual([]);
});

test('a deleted topic that a group has read holds no move up', async () => {
  const { ctx } = broker;
  await createTopic(ctx, { name: 'former', messageType: 'NORMAL', queues: 1, actor });
  await receiveNow(ctx, { group: 'billing', topic: 'former' });
  await deleteTopic(ctx, { topic: 'former', confirm: 'former', reason: 'test', actor });
  const { groups } = await planMove(ctx, engine);
  expect(groups[0]).toMatchObject({ name: 'billing', topics: ['orders'] });
  await start();
});

test('a group with the settings of a new one is the same there after it was made', async () => {
  const { ctx } = broker;
  await createGroup(ctx, { name: 'plain', actor });
  await createGroup(ctx, { name: 'ordered', deliveryOrder: 'ordered', actor });
  await start({ groups: ['plain', 'ordered'].map((name) => ({ name, messages: false })) });
  expect((await applyMove(ctx, engine, actor)).filter(({ problem }) => problem !== null)).toEqual([]);
  expect(await stepOf()).toBe('switch');
});

test('all goes over once: settings, what waits by a run with verdicts, what is dead as dead letters', async () => {
  const { ctx } = broker;
  await start();
  await expect(start()).rejects.toMatchObject({ code: 'conflict' });
  expect(plain(await applyMove(ctx, engine, actor))).toMatchObject([
    { what: 'topic orders', broker: 'broker-a', did: 'created, 2 queues, NORMAL', problem: null },
    { what: 'topic orders', broker: 'broker-b', problem: null },
    { what: 'group billing', broker: 'broker-a', did: 'created' },
    { what: 'group billing', broker: 'broker-b' },
    { what: 'group dying', broker: 'broker-a' },
    { what: 'group dying', broker: 'broker-b' },
  ]);
  expect(at('broker-b').groups.get('billing')).toMatchObject({ retryMaxTimes: 3 });
  await expect(noteSwitched(ctx, engine, { actor })).rejects.toMatchObject({ code: 'conflict', field: 'anyway' });
  await noteSwitched(ctx, engine, { actor, anyway: true });
  // A client holds a message: nothing is taken until it is done.
  const held = await receiveNow(ctx, { group: 'billing', topic: 'orders' });
  expect(held.length).toBeGreaterThan(0);
  expect(plain(await pauseForMove(ctx, engine, { actor }))[0]?.problem).toMatch(
    / still in flight\. Check again later\.$/,
  );
  expect(await stepOf()).toBe('pause');
  await ack(ctx, { group: 'billing', topic: 'orders', entries: held });
  await until('take', () => pauseForMove(ctx, engine, { actor }));
  await takeForMove(ctx, engine, { actor });
  const moves = new ClusterMoves(ctx, 1);
  await until('send', () => moves.step());
  expect(await planMove(ctx, engine)).toMatchObject({
    groups: [
      { name: 'billing', waiting: 0, dead: 0 },
      { name: 'dying', waiting: 0, dead: 0 },
    ],
  });
  const waiting = 5 - held.length;
  expect(await readMove(ctx, engine)).toMatchObject({
    groups: [
      { group: 'billing', waiting, dead: 0 },
      { group: 'dying', waiting: 4, dead: 2 },
    ],
  });
  expect(plain(await sendMove(ctx, engine, { actor, ratePerSecond: 100_000 }))).toMatchObject([
    { did: expect.stringMatching(/^RD-\d+ sends \d messages?$/), problem: null },
    { did: expect.stringMatching(/^RD-\d+ sends 4 messages; 2 dead letters/), problem: null },
  ]);
  const redrives = new ClusterRedrives(ctx, clusters, 'one', POLICY);
  await until('done', async () => {
    await redrives.step();
    await moves.step();
  });
  for (const each of brokers()) {
    each.timeMs += 1_000;
    for (const group of ['billing', 'dying']) consumeCopies(each, group, () => true);
  }
  expect(idsSent('dying')).toEqual(['M3', 'M4', 'M5', 'M6']);
  expect(idsSent('billing')).toHaveLength(waiting);
  const gone = new Set(held.map(({ messageId }) => messageId));
  expect(idsSent('billing').filter((id) => gone.has(id ?? ''))).toEqual([]);
  // As it was sent, in the form that clients of the cluster read.
  const all = ['broker-a', 'broker-b'].flatMap((name) => copies(name, 'dying'));
  const [third, fourth] = ['M3', 'M4'].map((id) => all.find(({ properties }) => properties['UNIQ_KEY'] === id));
  expect(third?.properties).toMatchObject({
    TAGS: 'paid',
    KEYS: 'k1 k2',
    RETRY_TOPIC: 'orders',
    REDRIVE_ID: expect.any(String),
  });
  expect(fourth?.body.toString()).toBe('packed');
  expect(fourth?.sysFlag).toBe(0);
  // Two are dead there as they were here; all else was consumed.
  await expect
    .poll(
      async () => {
        await redrives.step();
        return await query('SELECT msg_id, cause FROM cluster_dead_letter ORDER BY msg_id');
      },
      { timeout: 20_000 },
    )
    .toEqual([
      { msg_id: 'M1', cause: 'nack' },
      { msg_id: 'M2', cause: 'nack' },
    ]);
  const move = plain(await readMove(ctx, engine));
  expect([...new Set(move?.outcomes.map(({ step }) => step))]).toEqual([
    ...['settings', 'switch', 'pause', 'taking', 'send', 'sending'],
  ]);
  expect(move?.outcomes.at(-1)?.rows).toContainEqual(
    expect.objectContaining({ what: 'group dying', broker: expect.stringMatching(/^broker-/), problem: null }),
  );
  const [billing] = move?.groups ?? [];
  expect((await readClusterRedrive(ctx, engine, billing?.redriveId ?? 0)).counts).toMatchObject({ consumed: waiting });
  // Here the messages are said to have gone, and not to have been consumed.
  expect(await query(`SELECT DISTINCT state, cause FROM delivery_event WHERE cause = 'moved' ORDER BY state`)).toEqual([
    { state: 'Discarded', cause: 'moved' },
    { state: 'Dropped', cause: 'moved' },
  ]);
  const audit = await query<{ action: string }>(
    `SELECT action FROM audit WHERE workspace = 'eu' AND action LIKE 'move.%' ORDER BY audit_id`,
  );
  expect(new Set(audit.map(({ action }) => action))).toEqual(
    new Set([
      'move.start',
      'move.settings',
      'move.switch',
      'move.pause',
      'move.take',
      'move.taken',
      'move.send',
      'move.done',
    ]),
  );
});

test('a part is taken whole or not at all, and a process that goes on takes none twice', async () => {
  await toTaking();
  // One that ends in the middle: its transaction is never committed.
  const client = await broker.database.store.console.connect();
  await client.query('BEGIN');
  await client.query(
    `SELECT * FROM move_take(NULL, (SELECT max(move_id) FROM cluster_move),
      (SELECT group_id FROM consumer_group WHERE name = $1), 2)`,
    ['billing'],
  );
  await client.query('ROLLBACK');
  client.release();
  expect(await query('SELECT 1 FROM cluster_dead_letter')).toEqual([]);
  const both = [new ClusterMoves(broker.ctx, 2), new ClusterMoves(broker.ctx, 2)];
  await until('send', () => Promise.all(both.map((moves) => moves.step())));
  const rows = await query<{ name: string; msg_id: string }>(
    `SELECT g.name, d.msg_id FROM cluster_dead_letter d JOIN cluster_consumer_group g ON g.group_id = d.group_id
      ORDER BY g.name, d.msg_id`,
  );
  expect(rows.filter(({ name }) => name === 'dying').map((row) => row.msg_id)).toEqual([
    'M1',
    'M2',
    'M3',
    'M4',
    'M5',
    'M6',
  ]);
  expect(rows.filter(({ name }) => name === 'billing')).toHaveLength(5);
  expect(await query('SELECT 1 FROM retry UNION ALL SELECT 1 FROM dead_letter')).toEqual([]);
});

test('asked to send twice, and killed between the send and the note, nothing is sent twice', async () => {
  await toTaking();
  const moves = new ClusterMoves(broker.ctx);
  await until('send', () => moves.step());
  await sendMove(broker.ctx, engine, { actor, ratePerSecond: 100_000 });
  await expect(sendMove(broker.ctx, engine, { actor })).rejects.toMatchObject({ code: 'conflict', field: 'step' });
  expect(await query('SELECT 1 FROM cluster_redrive')).toHaveLength(2);
  await new ClusterRedrives(broker.ctx, clusters, 'one', POLICY).step();
  // As if the process had ended before it noted what was sent.
  await query(`UPDATE cluster_redrive_item SET state = 'sending', sent_at = NULL, sent_topic = NULL, sent_queue = NULL,
    sent_off = NULL, store_id = NULL`);
  await query(`UPDATE cluster_redrive_owner SET owned_until = now() - interval '1 s'`);
  const second = new ClusterRedrives(broker.ctx, clusters, 'two', POLICY);
  await until('done', async () => {
    await second.step();
    await moves.step();
  });
  expect(idsSent('dying')).toEqual(['M3', 'M4', 'M5', 'M6']);
  expect(idsSent('billing')).toHaveLength(5);
});

/** ledger: ordered, two keys of five messages each; the first of k1 waits for a retry, and holds up its key. */
async function fillOrdered(): Promise<void> {
  const { ctx } = broker;
  ctx.topics.forget('books');
  await createTopic(ctx, { name: 'books', messageType: 'FIFO', queues: 2, actor });
  const retryPolicy = { type: 'fixed', intervalMs: 600_000 } as const;
  for (const name of ['ledger', 'ledger-copy'])
    await createGroup(ctx, { name, maxRetries: 3, retryPolicy, deliveryOrder: 'ordered', actor });
  await createGroup(ctx, { name: 'readers', maxRetries: 3, retryPolicy, actor });
  for (const group of ['ledger', 'ledger-copy', 'readers']) await receiveNow(ctx, { group, topic: 'books' });
  const put = async (key: string, n: number) =>
    send(ctx, { topic: 'books', messages: [message(`${key}-${n}`, { messageType: 'FIFO', messageGroup: key })] });
  for (let n = 0; n < 5; n += 1) for (const key of ['k1', 'k2']) await put(key, n);
  const taken = [];
  for (let turn = 0; turn < 6 && taken.length < 2; turn += 1)
    taken.push(...(await receiveNow(ctx, { group: 'ledger', topic: 'books', batchSize: 1 })));
  for (const { messageId, receiptHandle } of taken) {
    const one = { group: 'ledger', topic: 'books', messageId, receiptHandle, clientId: 'client-1' };
    if (messageId === 'k1-0') await fail(ctx, one);
    else await ack(ctx, { group: 'ledger', topic: 'books', entries: [one] });
  }
}
const ORDERED: Partial<StartMoveInput> = {
  topics: ['books'],
  groups: [
    { name: 'ledger', messages: true },
    { name: 'readers', messages: false },
  ],
};
const booksAt = (name: string) => (at(name).topics.get('books') ?? []).flatMap(({ messages }) => messages);

test('an ordered group: others are confirmed by name, then each key comes in its order, once', async () => {
  const { ctx } = broker;
  await fillOrdered();
  for (const each of brokers()) {
    each.addTopic('books', 2, 'FIFO');
    each.addGroup('auditors');
    each.setOffset('auditors', 'books', 0, {});
  }
  // Two ordered groups of one topic would each get what waits for the other.
  const both = ['ledger', 'ledger-copy'].map((name) => ({ name, messages: true }));
  await expect(start({ ...ORDERED, groups: both })).rejects.toMatchObject({
    ...{ field: 'groups', message: expect.stringContaining('ledger-copy') },
  });
  await start(ORDERED);
  await applyMove(ctx, engine, actor);
  expect((await planMove(ctx, engine)).groups.find(({ name }) => name === 'ledger')).toMatchObject({
    // The one that comes with it has no client in the cluster yet; ledger-copy does not come.
    ...{ way: 'topic', presence: 'same', others: ['auditors', 'readers'], waiting: 9 },
    notes: [{ message: expect.stringContaining('stop its producers') }],
  });
  await noteSwitched(ctx, engine, { actor, anyway: true });
  await until('take', () => pauseForMove(ctx, engine, { actor }));
  await takeForMove(ctx, engine, { actor });
  const moves = new ClusterMoves(ctx, 3);
  await until('send', () => moves.step());
  for (const confirmed of [[], ['auditors'], ['readers']])
    expect(plain(await sendMove(ctx, engine, { actor, ratePerSecond: 100_000, confirmed }))).toMatchObject([
      { what: 'group ledger', problem: expect.stringMatching(/Confirm that each of them gets a copy\.$/) },
    ]);
  expect([...booksAt('broker-a'), ...booksAt('broker-b')]).toEqual([]);
  const confirmed = ['auditors', 'readers'];
  expect(plain(await sendMove(ctx, engine, { actor, ratePerSecond: 100_000, confirmed }))).toMatchObject([
    { what: 'group ledger', problem: null },
  ]);
  const redrives = new ClusterRedrives(ctx, clusters, 'one', POLICY);
  await until('done', async () => {
    await redrives.step();
    await moves.step();
  });
  for (const key of ['k1', 'k2']) {
    const places = ['broker-a', 'broker-b'].map((name) =>
      booksAt(name).filter(({ properties }) => properties['__SHARDINGKEY'] === key),
    );
    const [own = [], other = []] = places.toSorted((a, b) => b.length - a.length);
    // One broker and one queue, in the order in which they were sent.
    expect(other).toEqual([]);
    expect(new Set(own.map(({ queueId }) => queueId)).size).toBe(1);
    const from = key === 'k1' ? 0 : 1;
    expect(own.map(({ properties }) => properties['UNIQ_KEY'])).toEqual(
      Array.from({ length: 5 - from }, (_, index) => `${key}-${index + from}`),
    );
  }
});

test('producers that send here after they were switched are counted, with the time and the host', async () => {
  const { ctx } = broker;
  await createTopic(ctx, { name: 'mails', messageType: 'NORMAL', queues: 1, actor });
  await start({ topics: ['orders', 'mails'] });
  await applyMove(ctx, engine, actor);
  expect(await readMove(ctx, engine)).toMatchObject({ late: null });
  await noteSwitched(ctx, engine, { actor, anyway: true });
  expect(await readMove(ctx, engine)).toMatchObject({ late: { isTooLate: false, topics: [] } });
  const late = async (id: string, bornHost: string) =>
    send(ctx, { topic: 'orders', messages: [message(id, { bornHost })] });
  await late('L1', 'old-shop');
  await until('take', () => pauseForMove(ctx, engine, { actor }));
  // What came before messages are taken goes along.
  expect(await readMove(ctx, engine)).toMatchObject({
    late: { isTooLate: false, topics: [{ topic: 'orders', count: 1, hosts: ['old-shop'] }] },
  });
  await takeForMove(ctx, engine, { actor });
  const moves = new ClusterMoves(ctx);
  await until('send', () => moves.step());
  expect((await readMove(ctx, engine))?.groups.map(({ waiting }) => waiting)).toEqual([6, 5]);
  await late('L2', 'old-shop');
  await late('L3', 'till-7');
  await sendMove(ctx, engine, { actor, ratePerSecond: 100_000 });
  const redrives = new ClusterRedrives(ctx, clusters, 'one', POLICY);
  await until('done', async () => {
    await redrives.step();
    await moves.step();
  });
  const [newest] = await query<{ at: Date }>('SELECT max(stored_at) AS at FROM message');
  expect(await readMove(ctx, engine)).toMatchObject({
    late: {
      isTooLate: true,
      topics: [{ topic: 'orders', count: 3, hosts: ['old-shop', 'till-7'], lastAt: newest?.at }],
    },
  });
  // As the page says: another move takes them along, and nothing that went before.
  await start();
  await applyMove(ctx, engine, actor);
  await noteSwitched(ctx, engine, { actor, anyway: true });
  await until('take', () => pauseForMove(ctx, engine, { actor }));
  await takeForMove(ctx, engine, { actor });
  await until('send', () => moves.step());
  expect(await readMove(ctx, engine)).toMatchObject({ late: { topics: [] } });
  expect((await readMove(ctx, engine))?.groups.map(({ waiting }) => waiting)).toEqual([2, 2]);
});

test('a group that goes on here holds the move up, and says so', async () => {
  await toTaking();
  await resumeGroup(broker.ctx, { name: 'billing', actor, reason: 'by mistake' });
  const moves = new ClusterMoves(broker.ctx);
  await moves.step();
  expect(plain(await readMove(broker.ctx, engine))).toMatchObject({
    ...{ step: 'taking', failedWhy: expect.stringContaining('billing is still working here') },
  });
  expect(await query('SELECT 1 FROM cluster_dead_letter')).toEqual([]);
  await pauseGroup(broker.ctx, { name: 'billing', actor, reason: 'again' });
  await until('send', () => moves.step());
  expect(await readMove(broker.ctx, engine)).toMatchObject({ failedWhy: null });
});

test('cancelled before anything is taken, groups go on here; a cluster with an open move stays attached', async () => {
  await start();
  await applyMove(broker.ctx, engine, actor);
  await noteSwitched(broker.ctx, engine, { actor, anyway: true });
  await pauseForMove(broker.ctx, engine, { actor });
  await expect(detachCluster(broker.ctx, { name: 'eu', version: 1 }, actor)).rejects.toMatchObject({
    code: 'conflict',
  });
  await cancelMove(broker.ctx, engine, { actor });
  expect(await query('SELECT paused_at FROM consumer_group')).toEqual([{ paused_at: null }, { paused_at: null }]);
  expect(await stepOf()).toBe('cancelled');
  await detachCluster(broker.ctx, { name: 'eu', version: 1 }, actor);
});

test('a broker that refuses is named, and the step is repeated; read-only, nothing begins', async () => {
  await start();
  await at('broker-b').peer.stop();
  expect(plain(await applyMove(broker.ctx, engine, actor))).toMatchObject([
    { what: 'topic orders', problem: expect.stringContaining('broker-b') },
    { what: 'group billing', problem: expect.stringContaining('broker-b') },
    ...[{}, {}, {}, {}],
  ]);
  expect(await stepOf()).toBe('settings');
  await at('broker-b').peer.start();
  const stepAfter = () => applyMove(broker.ctx, engine, actor).then(() => stepOf());
  await expect.poll(stepAfter, { timeout: 20_000 }).toBe('switch');
  const [row] = await query<{ version: number }>('SELECT version FROM cluster');
  await changeCluster(broker.ctx, { ...PLAIN, nameServers: [fake.address], version: row?.version ?? 0 }, actor);
  await expect(noteSwitched(broker.ctx, await clusters.find('eu'), { actor })).rejects.toHaveProperty(
    'code',
    'forbidden',
  );
});
