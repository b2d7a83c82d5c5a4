import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { tell } from '../../../model/language/t';
import { cancelRedrive, pauseRedrive, resumeRedrive } from '../../../broker';
import { PLAIN_CLUSTER } from '../../../model/cluster/cluster';
import type { Actor } from '../../../model/audit/actor';
import { clusterRedriveLeave } from '../../../store/queries/cluster-redrive/send';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import { addClient, type AttachedFake } from '../../../testing/cluster/attached';
import { consumeCopies } from '../../../testing/cluster/fake-ways';
import { addLetter } from '../../../testing/cluster/letters';
import { changeCluster, detachCluster } from '../clusters/attach';
import type { StartAsked } from '../../port/redrives';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { ClusterIndex } from '../letters/index-cluster';
import { REDRIVE_POLICY } from './policy';
import { listClusterRedriveItems, readClusterRedrive } from './read';
import { ClusterRedrives } from './run';
import { startClusterRedrive } from './start';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const POLICY = { ...REDRIVE_POLICY, roundMs: 0, roundTimes: 0, lateMs: 0, settleMs: 0, restsMs: 0, leaseMs: 60_000 };

let broker: TestBroker;
let fake: AttachedFake;
let clusters: ClusterDirectory;
let engine: ClusterEngine;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

beforeEach(async () => {
  const eu = await attachFake(broker);
  ({ fake, clusters, engine } = eu);
  for (const each of brokers()) {
    each.addGroup('billing');
    each.addTopic('orders');
  }
  addClient(at('broker-a'), 'billing', 'worker-1');
  return eu.close;
});

const brokers = () => [...fake.brokers.values()];
const at = (name: string) => fake.broker(name);
const runner = (owner = 'one', policy = POLICY) => new ClusterRedrives(broker.ctx, clusters, owner, policy);

/** Letters at both brokers, indexed. */
async function die(count: number, more: Partial<Parameters<typeof addLetter>[2]> = {}): Promise<void> {
  for (let n = 0; n < count; n += 1)
    addLetter(at(n % 2 === 0 ? 'broker-a' : 'broker-b'), 'billing', { id: `M${n}`, body: `fail ${n}`, ...more });
  const index = new ClusterIndex(broker.ctx, engine.letters, engine.clusterId);
  index.lookAgain();
  await index.round(engine.cluster, () => Promise.resolve(true));
}

const start = (input: Partial<StartAsked> = {}) =>
  startClusterRedrive(engine, {
    ...{ group: 'billing', all: true, reason: 'fixed', actor, ratePerSecond: 100_000, canary: null },
    ...input,
  });
const countsOf = async (redriveId: number) => (await readClusterRedrive(broker.ctx, engine, redriveId)).counts;
const copies = (name: string) => at(name).topics.get('%RETRY%billing_orders')?.[0]?.messages ?? [];
const audit = async () =>
  (
    await broker.database.store.console.query<{ action: string }>(
      `SELECT action FROM audit WHERE workspace = 'eu' AND (action LIKE 'redrive.%' OR action LIKE 'dead-letter.%')
        AND at > (SELECT updated_at FROM cluster) ORDER BY audit_id`,
    )
  ).rows.map(({ action }) => action);
const isFine = (body: string) => !body.includes('always');

/** Passes, and what the group's clients make of what came, until nothing changes any more. */
async function play(redrives: ClusterRedrives, redriveId: number): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    await redrives.step();
    for (const each of brokers()) {
      each.timeMs += 1_000;
      consumeCopies(each, 'billing', isFine);
    }
  }
  expect((await readClusterRedrive(broker.ctx, engine, redriveId)).failing).toBeNull();
}

test('every letter goes to its own broker once, has its verdict, and the helpers go', async () => {
  addLetter(at('broker-b'), 'billing', { id: 'DEAD', body: 'fail always' });
  await die(4);
  const { redriveId, selected } = await start();
  expect(selected).toBe(5);
  await play(runner(), redriveId);
  expect(await countsOf(redriveId)).toMatchObject({ consumed: 4, diedAgain: 1, released: 5, notYetFetched: 0 });
  expect(copies('broker-a').map(({ body }) => body.toString())).toEqual(['fail 0', 'fail 2']);
  // The one that fails had a second copy.
  expect(
    copies('broker-b')
      .map(({ body }) => body.toString())
      .toSorted(),
  ).toEqual(['fail 1', 'fail 3', 'fail always', 'fail always']);
  expect(copies('broker-a')[0]?.properties).toMatchObject({ UNIQ_KEY: 'M0', RETRY_TOPIC: 'orders' });
  expect(brokers().map(({ groups }) => groups.has('billing_orders'))).toEqual([false, false]);
  expect(await readClusterRedrive(broker.ctx, engine, redriveId)).toMatchObject({
    state: 'completed',
    way: 'pop-retry',
  });
  expect(await audit()).toEqual([
    ...['redrive.start', 'redrive.make-helper', 'redrive.make-helper', 'redrive.complete'],
    ...['redrive.remove-helper', 'redrive.remove-helper'],
  ]);
  const { rows } = await broker.database.store.console.query('SELECT msg_id FROM cluster_dead_letter');
  // Consumed ones are no dead letters any more; the one that died again will be, when it is indexed.
  expect(rows).toEqual([]);
});

test('a group of that name that was there before is used, and stays', async () => {
  for (const each of brokers()) each.addGroup('billing_orders');
  await die(2);
  const { redriveId } = await start();
  await play(runner(), redriveId);
  expect(await countsOf(redriveId)).toMatchObject({ consumed: 2 });
  expect(brokers().map(({ groups }) => groups.has('billing_orders'))).toEqual([true, true]);
});

test('the canary goes first, its failures stop the run, and the rest stays dead', async () => {
  await die(12, { body: 'fail always' });
  const { redriveId } = await start({ canary: { count: 3 }, ratePerSecond: 100_000 });
  const redrives = runner();
  await redrives.step();
  expect(copies('broker-a').length + copies('broker-b').length).toBe(3);
  await play(redrives, redriveId);
  expect(await readClusterRedrive(broker.ctx, engine, redriveId)).toMatchObject({
    state: 'stopped',
    stop: { rule: 'canary-failed' },
    counts: { diedAgain: 3, notYetFetched: 9, released: 3 },
  });
  // While nothing is sent no helper is there.
  expect(brokers().map(({ groups }) => groups.has('billing_orders'))).toEqual([false, false]);
  expect(await cancelRedrive(engine.letters, { redriveId, actor }, clusterRedriveLeave)).toMatchObject({
    left: 9,
    changed: true,
  });
  await play(redrives, redriveId);
  // They can be chosen again.
  expect(await start()).toMatchObject({ selected: 9, excluded: 0 });
});

test('a paused run sends nothing, and goes on where it was', async () => {
  await die(6);
  const { redriveId } = await start();
  expect(await pauseRedrive(engine.letters, { redriveId, actor })).toMatchObject({ changed: true });
  const redrives = runner();
  await redrives.step();
  expect(copies('broker-a')).toEqual([]);
  await resumeRedrive(engine.letters, { redriveId, actor });
  await play(redrives, redriveId);
  expect(await countsOf(redriveId)).toMatchObject({ consumed: 6 });
  expect(await audit()).toEqual(expect.arrayContaining(['redrive.pause', 'redrive.resume']));
});

describe('what is not known is looked up, and never sent on a guess', () => {
  test('the process ends between the send and its record: the next one finds the copies', async () => {
    await die(6);
    const { redriveId } = await start();
    const one = runner();
    // Stored, and the answer never arrives: as if the process had ended there.
    for (const each of brokers()) {
      each.peer.behave = (question) => {
        if (question.code !== 10) return null;
        each.peer.behave = () => null;
        each.peer.answered(question);
        return 'hang up';
      };
    }
    await one.step();
    expect(await countsOf(redriveId)).toMatchObject({ notYetFetched: 6 });
    const before = copies('broker-a').length + copies('broker-b').length;
    expect(before).toBeGreaterThan(0);
    await broker.database.store.console.query(`UPDATE cluster_redrive_owner SET owned_until = now()`);
    await play(runner('two'), redriveId);
    expect(await countsOf(redriveId)).toMatchObject({ consumed: 6, released: 6 });
    const ids = [...copies('broker-a'), ...copies('broker-b')].map(({ properties }) => properties['REDRIVE_ID']);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  test('an answer was lost and nothing was stored: it has its turn again, when it cannot come late any more', async () => {
    await die(2);
    const { redriveId } = await start();
    for (const each of brokers()) each.peer.behave = ({ code }) => (code === 10 ? 'hang up' : null);
    await runner().step();
    for (const each of brokers()) each.peer.behave = () => null;
    await runner('one', { ...POLICY, lateMs: 3_600_000 }).step();
    expect((await listClusterRedriveItems(broker.ctx, engine, { redriveId })).items.map(({ why }) => why)).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('no answer came')),
    );
    expect([...copies('broker-a'), ...copies('broker-b')]).toEqual([]);
    await play(runner(), redriveId);
    expect(await countsOf(redriveId)).toMatchObject({ consumed: 2 });
  });

  test('a broker that hung takes up what it was sent only after its first answers: no copy is sent again', async () => {
    await die(1);
    const { redriveId } = await start();
    const { peer } = at('broker-a');
    let takeUp = (): void => undefined;
    peer.behave = (question) => {
      if (question.code !== 10) return null;
      takeUp = () => {
        peer.answered(question);
      };
      return 'hang up';
    };
    const redrives = runner('one', { ...POLICY, settleMs: 60_000 });
    await redrives.step();
    peer.behave = () => null;
    const why = async () =>
      (await listClusterRedriveItems(broker.ctx, engine, { redriveId })).items.map(({ why: text }) => text);
    // Its topics are read to their ends, and the copy is not there.
    for (let turn = 0; turn < 3; turn += 1) await redrives.step();
    expect([copies('broker-a'), await why()]).toEqual([[], [expect.stringContaining('no answer came')]]);
    takeUp();
    await play(redrives, redriveId);
    expect(copies('broker-a')).toHaveLength(1);
  });

  test('another process does not touch the group of one that is alive', async () => {
    await die(2);
    const { redriveId } = await start();
    await runner('one').step();
    await runner('two').step();
    expect(copies('broker-a')).toHaveLength(1);
    expect(await countsOf(redriveId)).toMatchObject({ released: 2 });
  });

  test('a broker that goes away keeps its letters waiting; the others go on', async () => {
    await die(6);
    const { redriveId } = await start();
    await at('broker-b').peer.stop();
    const redrives = runner();
    for (let turn = 0; turn < 6; turn += 1) {
      await redrives.step();
      consumeCopies(at('broker-a'), 'billing', isFine);
      at('broker-a').timeMs += 1_000;
    }
    const half = await readClusterRedrive(broker.ctx, engine, redriveId);
    expect(half.counts).toMatchObject({ consumed: 3, notYetFetched: 3 });
    expect(tell(half.failing?.why ?? '')).toContain('broker-b');
    await at('broker-b').peer.start();
    await expect
      .poll(
        async () => {
          await redrives.step();
          for (const each of brokers()) {
            each.timeMs += 1_000;
            consumeCopies(each, 'billing', isFine);
          }
          return (await countsOf(redriveId)).consumed;
        },
        { timeout: 15_000 },
      )
      .toBe(6);
    expect(copies('broker-b')).toHaveLength(3);
  });
});

test('a cluster is not detached while a run is under way', async () => {
  await die(1);
  const { redriveId } = await start();
  await expect(detachCluster(broker.ctx, { name: 'eu', version: 1 }, actor)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`RD-${redriveId}`),
  });
});

describe('before it starts', () => {
  test('a cluster that is read-only takes none, and nothing was asked of its brokers', async () => {
    await die(1);
    const fields = { ...PLAIN_CLUSTER, environment: 'production', nameServers: [fake.address] } as const;
    await changeCluster(broker.ctx, { ...fields, name: 'eu', allowsChanges: false, version: 1 }, actor);
    engine = await clusters.find('eu');
    await expect(start()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await audit()).toEqual([]);
  });

  test('an ordered group goes through its topic, and each other group is confirmed by name', async () => {
    for (const each of brokers()) {
      each.addGroup('billing', { consumeMessageOrderly: true });
      each.addGroup('watchers');
      each.setOffset('watchers', 'orders', 0, {});
    }
    await die(2);
    await expect(start()).rejects.toMatchObject({ code: 'conflict', field: 'confirmed', limit: 'watchers' });
    const { redriveId } = await start({ confirmed: ['watchers'] });
    await runner().step();
    expect(await readClusterRedrive(broker.ctx, engine, redriveId)).toMatchObject({
      way: 'topic',
      others: ['watchers'],
    });
    expect(
      at('broker-a')
        .topics.get('orders')?.[0]
        ?.messages.map(({ properties }) => properties['UNIQ_KEY']),
    ).toEqual(['M0']);
  });

  test('through a topic nothing overtakes what a broker refused, or did perhaps not store', async () => {
    for (const each of brokers()) each.addGroup('billing', { consumeMessageOrderly: true });
    for (let n = 0; n < 6; n += 1)
      addLetter(at('broker-a'), 'billing', { id: `M${n}`, properties: { __SHARDINGKEY: 'order-1' } });
    await die(0);
    const { redriveId } = await start();
    let sends = 0;
    const { peer } = at('broker-a');
    peer.behave = (question) => {
      if (question.code !== 10) return null;
      sends += 1;
      if (sends === 2) return { code: 2, remark: 'SYSTEM_BUSY' };
      if (sends === 4) return 'hang up';
      if (sends !== 6) return null;
      // Stored, and no answer comes.
      peer.answered(question);
      return 'hang up';
    };
    // What was perhaps not stored is known only after a while.
    const redrives = runner('one', { ...POLICY, lateMs: 400 });
    await expect
      .poll(
        async () => {
          await redrives.step();
          return (await readClusterRedrive(broker.ctx, engine, redriveId)).state;
        },
        { timeout: 20_000 },
      )
      .toBe('completed');
    const stored = at('broker-a').topics.get('orders')?.[0]?.messages ?? [];
    expect(stored.map(({ properties }) => properties['UNIQ_KEY'])).toEqual(['M0', 'M1', 'M2', 'M3', 'M4', 'M5']);
  });

  test('what no client subscribes to stays behind: it would be acknowledged unseen', async () => {
    addClient(at('broker-a'), 'billing', 'worker-1', 'paid');
    await die(2, { properties: { TAGS: 'refund' } });
    await expect(start()).rejects.toMatchObject({ code: 'conflict' });
    addLetter(at('broker-a'), 'billing', { id: 'P', properties: { TAGS: 'paid' } });
    await die(0);
    expect(await start()).toMatchObject({ selected: 1, excluded: 2 });
  });

  test('no client is connected: who starts it says what the group is made of', async () => {
    addClient(at('broker-a'), 'billing', 'worker-1', '*', 'UNREGISTER');
    await die(2);
    await expect(start()).rejects.toMatchObject({ code: 'bad-request', field: 'assumed' });
    expect(await start({ assumed: '5.x' })).toMatchObject({ selected: 2 });
  });
});

test('a rule that brokers have no number for is refused by its field, and nothing starts', async () => {
  await die(1);
  await expect(start({ abort: { delayP95Ms: 500 } })).rejects.toMatchObject({
    code: 'unsupported',
    field: 'abort.delayP95Ms',
  });
  expect(await audit()).toEqual([]);
});
