import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { resumeRedrive } from '../../../broker';
import type { Actor } from '../../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import { addClient, type AttachedFake } from '../../../testing/cluster/attached';
import { consumeCopies } from '../../../testing/cluster/fake-ways';
import { addLetter } from '../../../testing/cluster/letters';
import type { StartAsked } from '../../port/redrives';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { ClusterIndex } from '../letters/index-cluster';
import { reportClusterFailures } from '../letters/report';
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
let index: ClusterIndex;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

beforeEach(async () => {
  const eu = await attachFake(broker);
  ({ fake, clusters, engine } = eu);
  for (const each of brokers()) {
    each.addGroup('billing', { retryMaxTimes: 1 });
    each.addTopic('orders');
  }
  addClient(fake.broker('broker-a'), 'billing', 'worker-1');
  index = new ClusterIndex(broker.ctx, engine.letters, engine.clusterId);
  return eu.close;
});

const brokers = () => [...fake.brokers.values()];
const runner = () => new ClusterRedrives(broker.ctx, clusters, 'one', POLICY);

async function lookForLetters(): Promise<void> {
  index.lookAgain();
  await index.round(engine.cluster, () => Promise.resolve(true));
}

/** Letters at one broker, indexed. */
async function die(count: number, body = 'fail'): Promise<void> {
  for (let n = 0; n < count; n += 1)
    addLetter(fake.broker('broker-a'), 'billing', { id: `M${n}`, body: `${body} ${n}` });
  await lookForLetters();
}

const start = (input: Partial<StartAsked> = {}) =>
  startClusterRedrive(engine, {
    ...{ group: 'billing', all: true, reason: 'fixed', actor, ratePerSecond: 100_000, canary: null },
    ...input,
  });
const countsOf = async (redriveId: number) => (await readClusterRedrive(broker.ctx, engine, redriveId)).counts;
const isFine = (body: string) => !body.includes('always');

/** Passes, and what the group's clients make of what came, until nothing changes any more. */
async function play(redrives: ClusterRedrives, redriveId: number, isDone = isFine): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    await redrives.step();
    for (const each of brokers()) {
      each.timeMs += 1_000;
      consumeCopies(each, 'billing', isDone);
    }
  }
  expect((await readClusterRedrive(broker.ctx, engine, redriveId)).failing).toBeNull();
}

const items = async (redriveId: number) => (await listClusterRedriveItems(broker.ctx, engine, { redriveId })).items;
const report = (messageId: string, attempt: number, errorType: string, message: string) =>
  reportClusterFailures(broker.ctx, engine, [{ group: 'billing', messageId, attempt, errorType, message }]);

test('a resumed run has a second round: a canary of its own, judged by what that round sent', async () => {
  await die(9);
  const { redriveId } = await start({ canary: { count: 3 } });
  const redrives = runner();
  await play(redrives, redriveId, () => false);
  const first = await readClusterRedrive(broker.ctx, engine, redriveId);
  expect(first).toMatchObject({ state: 'stopped', stop: { rule: 'canary-failed' }, counts: { released: 3 } });
  await resumeRedrive(engine.letters, { redriveId, reason: 'fixed', actor });
  for (let pass = 0; pass < 3; pass += 1) {
    await redrives.step();
    // three again, and no more before they have ended; the three that failed before do not count
    expect(await countsOf(redriveId)).toMatchObject({ released: 6, diedAgain: 3, notYetFetched: 6 });
  }
  expect(await readClusterRedrive(broker.ctx, engine, redriveId)).toMatchObject({ state: 'running', phase: 'canary' });
  await play(redrives, redriveId);
  const second = await readClusterRedrive(broker.ctx, engine, redriveId);
  expect(second).toMatchObject({ state: 'completed', counts: { released: 9, consumed: 6, diedAgain: 3 } });
  expect(second.roundAt?.getTime()).toBeGreaterThan(first.roundAt?.getTime() ?? Infinity);
});

test('a second round whose canary fails stops again, by its own number', async () => {
  await die(9, 'fail always');
  const { redriveId } = await start({ canary: { count: 2 } });
  const redrives = runner();
  await play(redrives, redriveId);
  await resumeRedrive(engine.letters, { redriveId, reason: 'try', actor });
  await play(redrives, redriveId);
  expect(await readClusterRedrive(broker.ctx, engine, redriveId)).toMatchObject({
    state: 'stopped',
    stop: { rule: 'canary-failed', failed: 2, of: 2 },
    counts: { diedAgain: 4, released: 4, notYetFetched: 5 },
  });
});

test('a message that failed again shows the reason of now, beside the cause of before', async () => {
  await die(3, 'fail always');
  for (const [id, message] of [
    ['M0', 'no stock'],
    ['M1', 'no stock'],
  ] as const)
    for (const attempt of [1, 2]) await report(id, attempt, 'StockError', message);
  const { redriveId } = await start();
  const redrives = runner();
  await redrives.step();
  // the numbers of deliveries begin anew, and so do the reports
  expect(await report('M0', 1, 'StockError', 'no stock')).toEqual([true]);
  expect(await report('M0', 1, 'StockError', 'said twice')).toEqual([false]);
  for (const id of ['M1', 'M2']) for (const attempt of [1, 2]) await report(id, attempt, 'TimeoutError', 'no answer');
  await play(redrives, redriveId);
  const [same, other, first] = await items(redriveId);
  expect(same).toMatchObject({ verdict: 'died-again', errorType: 'StockError', errorMessage: 'no stock' });
  expect(same?.causeKey).toBe(same?.formerKey);
  expect(other).toMatchObject({ verdict: 'died-again', errorType: 'TimeoutError', errorMessage: 'no answer' });
  expect([typeof other?.causeKey, typeof other?.formerKey]).toEqual(['string', 'string']);
  expect(other?.causeKey).not.toBe(other?.formerKey);
  // no cause was reported before
  expect(first).toMatchObject({ errorType: 'TimeoutError', formerKey: null, causeKey: other?.causeKey });
  // the dead letter of the second death has the cause of the second life
  await lookForLetters();
  const { rows } = await broker.database.store.console.query<{ id: string; fingerprint: string }>(
    'SELECT msg_id AS id, fingerprint FROM cluster_dead_letter WHERE cluster_id = $1 ORDER BY msg_id',
    [engine.clusterId],
  );
  expect(rows.map(({ id, fingerprint }) => [id, fingerprint])).toEqual([
    ['M0', same?.causeKey],
    ['M1', other?.causeKey],
    ['M2', other?.causeKey],
  ]);
});

test('no message has more deliveries than its group allows, also when it fails twice between two looks', async () => {
  await die(2, 'fail always');
  const { redriveId } = await start();
  const redrives = runner();
  await redrives.step();
  // both deliveries fail before the next look
  for (const each of brokers()) for (let turn = 0; turn < 3; turn += 1) consumeCopies(each, 'billing', isFine);
  await play(redrives, redriveId);
  expect((await items(redriveId)).map(({ verdict, attempts }) => [verdict, attempts])).toEqual([
    ['died-again', 2],
    ['died-again', 2],
  ]);
  // one more copy than deliveries: a proxy takes it, and moves it to the dead letters
  await broker.database.store.console.query('UPDATE cluster_redrive_item SET attempt = 2');
  expect((await items(redriveId)).map(({ attempts }) => attempts)).toEqual([2, 2]);
  // ordered clients retry in place: nothing counts that
  await broker.database.store.console.query("UPDATE cluster_redrive SET way = 'topic', ordered = true");
  expect((await items(redriveId)).map(({ attempts }) => attempts)).toEqual([null, null]);
});
