import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { browseDeadLetters, listDeadLetterCauses } from '../../../broker';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import type { AttachedFake } from '../../../testing/cluster/attached';
import { addClassicLetter, addLetter } from '../../../testing/cluster/letters';
import { traceBody } from '../../../testing/cluster/traces';
import type { ClusterEngine } from '../clusters/directory';
import type { ClusterIndex } from './index-cluster';
import { reportClusterFailures } from './report';
import { nameTraced } from './trace-causes';

const SEARCH = 12;
const [TIME_OUT, EXCEPTION, FAILED] = [1, 2, 4];

let broker: TestBroker;
let fake: AttachedFake;
let engine: ClusterEngine;
let index: ClusterIndex;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

beforeEach(async () => {
  const eu = await attachFake(broker, { environment: 'staging', allowsChanges: false });
  ({ fake, engine, index } = eu);
  return eu.close;
});

const at = (name: string) => fake.broker(name);
const query = async <T extends object>(text: string): Promise<T[]> =>
  (await broker.database.store.console.query<T>(text)).rows;
const due = async () => (await query<{ n: number }>('SELECT count(*)::int AS n FROM cluster_trace_due'))[0]?.n;
const searches = () => [...fake.brokers.values()].map(({ peer }) => peer.count(SEARCH));

async function indexed(): Promise<void> {
  index.lookAgain();
  await index.round(engine.cluster, () => Promise.resolve(true));
}

/** The next look, whenever it is due. */
async function look(): Promise<number> {
  await query(`UPDATE cluster_trace_due SET look_at = '-infinity'`);
  return await nameTraced(broker.ctx, engine);
}

async function causes(): Promise<Readonly<Record<string, number>>> {
  const { items } = await listDeadLetterCauses(engine.letters, { group: 'mailers' });
  return Object.fromEntries(items.map(({ errorType, brokerCause, count }) => [errorType ?? brokerCause, count]));
}

/** Each was delivered to the group twice, as a 4.x client traces it: the last as the code says. */
function trace(name: string, last: Readonly<Record<string, number>>): void {
  if (!at(name).topics.has('RMQ_SYS_TRACE_TOPIC')) at(name).addTopic('RMQ_SYS_TRACE_TOPIC');
  const records = Object.entries(last).flatMap(([messageId, code]) =>
    [0, 1].flatMap((retryTimes) => {
      const given = {
        requestId: `${messageId}-${retryTimes}`,
        messageId,
        group: 'mailers',
        retryTimes,
        atMs: Date.now(),
      };
      const end = retryTimes === 1 ? code : FAILED;
      return [['begun', given] as const, ['ended', { ...given, tookMs: 5, code: end }] as const];
    }),
  );
  at(name).store('RMQ_SYS_TRACE_TOPIC', traceBody(...records), { properties: { KEYS: Object.keys(last).join(' ') } });
}

test('the last traced delivery is the cause without a report; what is traced together is found together', async () => {
  for (const id of ['T1', 'T2', 'T3']) addClassicLetter(at('broker-a'), 'mailers', { id });
  addLetter(at('broker-a'), 'mailers', { id: 'POP' });
  trace('broker-b', { T1: EXCEPTION, T2: TIME_OUT, POP: EXCEPTION });
  const report = { group: 'mailers', attempt: 2, message: 'order 17 timed out' };
  await reportClusterFailures(broker.ctx, engine, [{ ...report, messageId: 'T3', errorType: 'Timeout' }]);
  await indexed();
  expect(await causes()).toEqual({ Timeout: 1, exhausted: 3 });
  // 5.x clients trace nothing, so theirs is not looked for.
  expect(await due()).toBe(2);
  expect(await look()).toBe(2);
  expect(await causes()).toEqual({ Timeout: 1, exhausted: 1, 'client-threw': 1, 'client-timed-out': 1 });
  expect(searches()).toEqual([0, 1]);
  const { items } = await browseDeadLetters(engine.letters, { group: 'mailers', cause: 'unreported:client-threw' });
  expect(items).toMatchObject([{ messageId: 'T1', cause: 'client-threw' }]);
  // What an application says later says more.
  await reportClusterFailures(broker.ctx, engine, [{ ...report, messageId: 'T1', errorType: 'Refused' }]);
  expect(await causes()).toEqual({ Timeout: 1, exhausted: 1, Refused: 1, 'client-timed-out': 1 });
});

test('a trace that comes late is found by a later look; after three looks it is given up', async () => {
  trace('broker-a', { other: FAILED });
  for (const id of ['L1', 'L2']) addClassicLetter(at('broker-a'), 'mailers', { id });
  await indexed();
  // Not at once.
  expect(await nameTraced(broker.ctx, engine)).toBe(0);
  expect(searches()).toEqual([0, 0]);
  expect(await look()).toBe(0);
  trace('broker-a', { L1: FAILED });
  // That a delivery before the last one failed is not why it died.
  const first = { requestId: 'L2-0', messageId: 'L2', group: 'mailers', retryTimes: 0, atMs: Date.now() };
  const traced = traceBody(['begun', first], ['ended', { ...first, tookMs: 5, code: EXCEPTION }]);
  at('broker-a').store('RMQ_SYS_TRACE_TOPIC', traced, { properties: { KEYS: 'L2' } });
  expect(await look()).toBe(1);
  expect(await due()).toBe(1);
  expect(await look()).toBe(0);
  expect(await due()).toBe(0);
  expect(await causes()).toEqual({ exhausted: 1, 'client-failed': 1 });
});

test('at most four searches of a broker in a round, of the newest deaths; old ones are not looked for', async () => {
  trace('broker-a', { other: FAILED });
  const now = Date.now();
  for (let n = 0; n < 6; n += 1) {
    at('broker-a').timeMs = now - n * 1_000;
    addClassicLetter(at('broker-a'), 'mailers', { id: `B${n}` });
  }
  at('broker-a').timeMs = now - 2 * 3_600_000;
  addClassicLetter(at('broker-a'), 'mailers', { id: 'OLD' });
  await indexed();
  expect(await due()).toBe(6);
  await look();
  expect(searches()).toEqual([4, 0]);
  const asked = at('broker-a').peer.asked.filter(({ code }) => code === SEARCH);
  expect(asked.map(({ fields }) => fields.key)).toEqual(['B0', 'B1', 'B2', 'B3']);
});

test('where no broker keeps traces nothing is searched, and nothing waits for it', async () => {
  addClassicLetter(at('broker-a'), 'mailers', { id: 'N1' });
  await indexed();
  expect(await look()).toBe(0);
  expect([await due(), searches()]).toEqual([0, [0, 0]]);
});
