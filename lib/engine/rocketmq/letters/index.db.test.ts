import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { browseDeadLetters, holdLetters, listDeadLetterCauses } from '../../../broker';
import { PLAIN_CLUSTER } from '../../../model/cluster/cluster';
import type { Actor } from '../../../model/audit/actor';
import { crashingStore } from '../../../testing/crashing-store';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import { type AttachedFake, startAttachedFake } from '../../../testing/cluster/attached';
import { addLetter, addLetters } from '../../../testing/cluster/letters';
import { attachCluster, detachCluster } from '../clusters/attach';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { ClusterIndex } from './index-cluster';
import { LetterIndexer } from './indexer';
import { openClusterLetters } from './open-letters';
import { readIndexState } from './state';
import { reportClusterFailures } from './report';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const reason = 'wanted for the inquiry';
const PULL = 11;

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
  ({ fake, clusters, engine, index } = eu);
  return eu.close;
});

const at = (name: string) => fake.broker(name);
const goesOn = () => Promise.resolve(true);
/** With the topics listed again. */
const round = async (with_ = index) => {
  with_.lookAgain();
  return await with_.round(engine.cluster, goesOn);
};
const listed = async (group?: string) =>
  (await browseDeadLetters(engine.letters, { group, limit: 500 })).items.map(({ messageId }) => messageId).toSorted();
const queues = async () => (await readIndexState(broker.ctx, engine)).queues;
const named = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

test('letters of all brokers are in one list, as they were, and only in the list of their cluster', async () => {
  addLetter(at('broker-a'), 'billing', {
    id: 'A1',
    properties: { KEYS: 'ord-1 eu', TAGS: 'paid', tenant: 'acme' },
    body: '{"currency":"JPY"}',
  });
  addLetter(at('broker-b'), 'billing', { id: 'B1', packed: true });
  addLetter(at('broker-b'), 'billing_audit', { id: 'C1', topic: 'ledger', reconsumeTimes: 17 });
  expect(await round()).toBe(3);
  expect(await round()).toBe(0);
  expect(await listed()).toEqual(['A1', 'B1', 'C1']);
  const { items } = await browseDeadLetters(engine.letters, { group: 'billing', key: 'ord-1' });
  expect(items).toMatchObject([{ messageId: 'A1', topic: 'orders', attempts: 2, tag: 'paid', cause: 'exhausted' }]);
  expect((await browseDeadLetters(engine.letters, { json: '$.currency == "JPY"' })).items).toHaveLength(1);
  expect((await browseDeadLetters(engine.letters, { topic: 'ledger' })).items).toMatchObject([{ attempts: 16 }]);
  expect((await browseDeadLetters(broker.ctx, {})).items).toEqual([]);
  await expect(browseDeadLetters(broker.ctx, { group: 'billing' })).rejects.toMatchObject({ code: 'group-not-found' });
  const { rows } = await broker.database.store.console.query(
    `SELECT props ->> 'tenant' AS tenant, broker, consumer, sys_flag FROM cluster_dead_letter
      WHERE cluster_id = $1 ORDER BY msg_id`,
    [engine.clusterId],
  );
  expect(rows).toMatchObject([
    { tenant: 'acme', broker: 'broker-a', consumer: 'pop', sys_flag: 0 },
    { tenant: null, broker: 'broker-b', sys_flag: 769 },
    { broker: 'broker-b' },
  ]);
});

test('two clusters do not see each other’s letters', async () => {
  const other = await startAttachedFake();
  const fields = { ...PLAIN_CLUSTER, environment: 'staging', nameServers: [other.address] } as const;
  await attachCluster(broker.ctx, { ...fields, name: 'us', allowsChanges: false }, actor);
  const us = await clusters.find('us');
  addLetters(other.broker('broker-a'), 'billing', ['U1']);
  addLetters(at('broker-a'), 'billing', ['E1']);
  await round();
  await new ClusterIndex(broker.ctx, us.letters, us.clusterId).round(us.cluster, goesOn);
  expect(await listed()).toEqual(['E1']);
  expect((await browseDeadLetters(us.letters, {})).items).toMatchObject([{ messageId: 'U1', group: 'billing' }]);
  expect((await listDeadLetterCauses(us.letters, {})).retained).toBe(1);
  await detachCluster(broker.ctx, { name: 'us', version: 1 }, actor);
  await other.close();
});

test('killed anywhere between reading and storing, no letter is lost and none is there twice', async () => {
  const ids = named('K', 70);
  addLetters(at('broker-a'), 'billing', ids);
  for (let statements = 1; statements <= 12; statements += 1) {
    const crashing = crashingStore(broker.ctx.store);
    crashing.dieAfter(statements);
    const ctx = { ...broker.ctx, store: crashing.store };
    await new ClusterIndex(ctx, engine.letters, engine.clusterId)
      .round(engine.cluster, goesOn)
      .catch((error: unknown) => expect(String(error)).toContain('killed'));
  }
  await round();
  expect(await listed()).toEqual(ids.toSorted());
  const [queue] = await queues();
  expect(queue).toMatchObject({ next: 70, life: 1, indexed: 70, gaps: [] });
});

test('two processes at once store each letter once', async () => {
  addLetters(at('broker-a'), 'billing', named('T', 200));
  const second = new ClusterIndex(broker.ctx, engine.letters, engine.clusterId);
  await Promise.all([round(), round(second)]);
  await round();
  expect(await listed()).toEqual(named('T', 200).toSorted());
});

test('what the retention took before it was read is a gap; what was read stays', async () => {
  addLetters(at('broker-a'), 'billing', named('R', 10));
  at('broker-a').expireOldest('%DLQ%billing', 4);
  await round();
  expect(await listed()).toEqual(named('R', 10).slice(4));
  addLetters(at('broker-a'), 'billing', named('S', 10));
  at('broker-a').expireOldest('%DLQ%billing', 9);
  expect(await round()).toBe(7);
  expect(await queues()).toMatchObject([
    {
      broker: 'broker-a',
      group: 'billing',
      goneAtBroker: 6,
      gaps: [
        { from: 0, to: 4, why: 'before' },
        { from: 10, to: 13, why: 'retention' },
      ],
    },
  ]);
  expect(await listed()).toEqual([...named('R', 10).slice(4), ...named('S', 10).slice(3)].toSorted());
});

test('a topic that was made again begins another life, with fewer letters than before or with more', async () => {
  addLetters(at('broker-a'), 'billing', named('L', 3));
  await round();
  at('broker-a').deleteTopic('%DLQ%billing');
  addLetters(at('broker-a'), 'billing', ['M0']);
  await round();
  at('broker-a').deleteTopic('%DLQ%billing');
  addLetters(at('broker-a'), 'billing', named('N', 4));
  await round();
  expect(await listed()).toEqual([...named('L', 3), 'M0', ...named('N', 4)].toSorted());
  expect((await queues()).map(({ life, ended, indexed }) => [life, ended, indexed])).toEqual([
    [3, false, 4],
    [2, true, 1],
    [1, true, 3],
  ]);
  at('broker-a').deleteTopic('%DLQ%billing');
  await round();
  expect((await queues())[0]).toMatchObject({ life: 3, ended: true, indexed: 4 });
});

test('a broker that is away keeps what is indexed, and is named', async () => {
  addLetters(at('broker-a'), 'billing', ['A1']);
  addLetters(at('broker-b'), 'billing', ['B1']);
  await round();
  await at('broker-b').peer.stop();
  addLetters(at('broker-a'), 'billing', ['A2']);
  await round();
  expect(await listed()).toEqual(['A1', 'A2', 'B1']);
  const { silent, brokers } = await readIndexState(broker.ctx, engine);
  expect([brokers, silent.map((each) => each.broker)]).toEqual([['broker-a', 'broker-b'], ['broker-b']]);
  await at('broker-b').peer.start();
  addLetters(at('broker-b'), 'billing', ['B2']);
  await expect.poll(async () => (await round(), await listed()), { timeout: 20_000 }).toContain('B2');
  expect((await readIndexState(broker.ctx, engine)).silent).toEqual([]);
});

test('letters that a broker keeps for writing only are made readable on record, and nowhere else', async () => {
  addLetters(at('broker-a'), 'old', named('O', 2));
  at('broker-a').permissions.set('%DLQ%old', 2);
  addLetters(at('broker-b'), 'old', ['P0']);
  await round();
  expect(await listed()).toEqual(['P0']);
  expect(await queues()).toMatchObject([{ broker: 'broker-a', isWriteOnly: true }, { broker: 'broker-b' }]);
  expect(await openClusterLetters(broker.ctx, engine, { group: 'old', actor, reason })).toEqual({
    brokers: ['broker-a'],
  });
  expect(at('broker-b').peer.count(17)).toBe(0);
  await round();
  expect(await listed()).toEqual(['O0', 'O1', 'P0']);
  const { rows } = await broker.database.store.console.query(
    `SELECT workspace, target, reason FROM audit WHERE action = 'dead-letter.make-readable'`,
  );
  expect(rows).toEqual([{ workspace: 'eu', target: 'old', reason }]);
});

test('a report gives its letter a cause, before the death and after it; another delivery’s does not', async () => {
  const report = (messageId: string, attempt: number, message: string) => ({
    ...{ group: 'billing', messageId, attempt, errorType: 'Timeout', message },
  });
  expect(await reportClusterFailures(broker.ctx, engine, [report('F1', 2, 'order 17 timed out')])).toEqual([true]);
  expect(await reportClusterFailures(broker.ctx, engine, [report('F1', 2, 'order 17 timed out')])).toEqual([false]);
  addLetters(at('broker-a'), 'billing', ['F1', 'F2', 'F3']);
  await round();
  await reportClusterFailures(broker.ctx, engine, [report('F2', 2, 'order 99 timed out'), report('F3', 1, 'earlier')]);
  const { items } = await listDeadLetterCauses(engine.letters, { group: 'billing' });
  expect(items.map(({ text, brokerCause, count }) => [text ?? brokerCause, count])).toEqual([
    ['order {n} timed out', 2],
    ['exhausted', 1],
  ]);
});

test('a hold of letters of a cluster is on record in its workspace, and they do not expire', async () => {
  addLetters(at('broker-a'), 'billing', ['H1', 'H2']);
  await round();
  const job = await holdLetters(engine.letters, { group: 'billing', all: true, reason, actor });
  expect(job).toMatchObject({ matched: 2, changed: 2, left: 0 });
  expect((await browseDeadLetters(engine.letters, { held: true })).items).toHaveLength(2);
  const { rows } = await broker.database.store.console.query(
    `SELECT workspace, target, counts FROM audit WHERE action = 'dead-letter.hold'`,
  );
  expect(rows).toMatchObject([{ workspace: 'eu', target: 'billing', counts: { changed: 2 } }]);
});

test('one process indexes a cluster at a time, words are found, and another goes on when it stops', async () => {
  addLetter(at('broker-a'), 'billing', { id: 'W1', body: '{"city":"Lisbon"}' });
  const [one, two] = [new LetterIndexer(broker.ctx, clusters), new LetterIndexer(broker.ctx, clusters)];
  await one.pass();
  await one.settled();
  expect((await browseDeadLetters(engine.letters, { q: 'lisbon' })).items).toMatchObject([{ messageId: 'W1' }]);
  addLetters(at('broker-a'), 'billing', ['W2']);
  await two.pass();
  await two.settled();
  expect(await listed()).toEqual(['W1']);
  await one.stop();
  await two.pass();
  await two.settled();
  expect(await listed()).toEqual(['W1', 'W2']);
  await two.stop();
});

test('many letters cost one call for 31 of them, and the one before is compared in it', async () => {
  addLetters(at('broker-a'), 'billing', named('N', 320));
  const before = at('broker-a').peer.count(PULL);
  expect(await round()).toBe(320);
  // The first 32, nine of 31, the rest.
  expect(at('broker-a').peer.count(PULL) - before).toBe(11);
  expect(await queues()).toMatchObject([{ gaps: [] }]);
  const [billing] = await listed('billing');
  expect(billing).toBe('N0');
});

test('letters that a broker hands out one at a time, because they are large, are all indexed in one round', async () => {
  addLetters(at('broker-a'), 'billing', named('L', 5));
  at('broker-a').mostPerPull = 1;
  expect(await round()).toBe(5);
  expect(await listed('billing')).toEqual(named('L', 5));
});
