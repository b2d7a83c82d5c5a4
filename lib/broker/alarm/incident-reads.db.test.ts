// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { QueryConfig } from 'pg';

import { systemActor } from '../../model/audit/actor';
import { defaultRulesOf } from '../../model/alarm/defaults';
import { SIGNALS, signalsOf } from '../../model/signal/signal';
import { deadLetterOldGroups } from '../../store/queries/dead-letter/dead-letter-expire';
import { nodeBeat } from '../../store/queries/throttle/broker-node';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { forgetStatistics, INCIDENT, incidentStorm } from '../../testing/incident-storm';
import { readBacklogGauges } from '../backlog/gauges';
import { sampleHistory } from '../history/sample';
import { readProblems } from '../problem/read-problems';
import { setDeadLetterRetention } from '../retention/dead-letter-retention';
import { readExpiryClock } from '../retention/expiry-clock';
import { createAlarmRule } from './edit-rule';
import { evaluateAlarms } from './evaluate';
import { signalReader } from '../signal/read-signals';

const actor = systemActor('test');
/** Of the database's own work. */
const LIMIT_MS = 1000;
/** A statement that took less, on a busy machine, is not explained. */
const SUSPECT_MS = 400;

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  await incidentStorm(broker.ctx, broker.database.url);
  await setDeadLetterRetention(broker.ctx, { keepHours: 24, version: 0, mayRemove: 0, actor, reason: 'test' });
  for (const rule of defaultRulesOf('embedded')) await createAlarmRule(broker.ctx, rule, { reason: '', actor });
}, 300_000);
afterAll(() => broker.close());

interface Asked {
  readonly statement: QueryConfig;
  readonly tookMs: number;
  readonly error: string | null;
}

/** Every statement that `work` makes on the connections of the console. */
async function statementsOf(work: () => Promise<unknown>): Promise<Asked[]> {
  const db = broker.ctx.store.console;
  const asked: Asked[] = [];
  const ask = db.query.bind(db) as (text: string | QueryConfig, values?: unknown[]) => Promise<never>;
  const spied = db as unknown as { query: typeof ask };
  spied.query = async (text, values) => {
    const statement = typeof text === 'string' ? { text, values: values ?? [] } : text;
    const from = performance.now();
    let error: string | null = null;
    try {
      return await ask(text, values);
    } catch (cause) {
      error = String(cause);
      throw cause;
    } finally {
      asked.push({ statement, tookMs: performance.now() - from, error });
    }
  };
  await work().finally(() => (spied.query = ask));
  return asked;
}

const short = ({ text }: QueryConfig): string => text.replaceAll(/\s+/g, ' ').slice(0, 200);

/** Statements that failed, or that cost the database more than the limit. */
async function slowOf(asked: readonly Asked[]): Promise<string[]> {
  const slow: string[] = [];
  for (const { statement, tookMs, error } of asked) {
    if (error !== null) slow.push(`${error}: ${short(statement)}`);
    else if (tookMs > SUSPECT_MS && !/\b(INSERT|history_\w+)\b/.test(statement.text)) {
      const { ms, text } = await explained(broker.ctx.store.console, (db) => db.query(statement));
      if (ms > LIMIT_MS) slow.push(`${ms} ms: ${short(statement)}\n${text}`);
    } else if (tookMs > 5 * LIMIT_MS) slow.push(`${tookMs} ms: ${short(statement)}`);
  }
  return slow;
}

describe.each([
  ['statistics say that every row is of one group', async () => undefined],
  ['nothing was analysed', async () => await forgetStatistics(broker.database.url)],
])(`${INCIDENT.letters} dead letters within a minute, ${INCIDENT.groups} groups; %s`, (_, prepare) => {
  beforeAll(prepare, 60_000);
  beforeEach(async () => {
    const { store, nodeId } = broker.ctx;
    await nodeBeat(store.console, null, nodeId, [], []);
    // What was counted in this step is counted again.
    await store.console.query('DELETE FROM broker_sample');
    await store.console.query('DELETE FROM queue_sample');
    expect(await slowOf(await statementsOf(() => sampleHistory(broker.ctx)))).toEqual([]);
  }, 60_000);

  test(
    'each alarm has its value for every group, by a statement that is far from its limit',
    { timeout: 120_000 },
    async () => {
      for (const watch of signalsOf('embedded')) {
        let known = new Map<string, number | null>() as Awaited<ReturnType<ReturnType<typeof signalReader>>>;
        const asked = await statementsOf(async () => {
          known = await signalReader(broker.ctx, new Date())(watch, SIGNALS[watch].firstWindowMs);
        });
        expect([watch, await slowOf(asked)]).toEqual([watch, []]);
        if (SIGNALS[watch].subject === 'group' && !SIGNALS[watch].perCause)
          expect([watch, [...known.values()].filter((value) => value === null).length, known.size]).toEqual([
            watch,
            0,
            INCIDENT.groups,
          ]);
      }
    },
  );

  test('rules are evaluated and problems read, and no number is unknown', { timeout: 120_000 }, async () => {
    const read: Awaited<ReturnType<typeof readProblems>>[] = [];
    const parts: readonly [string, () => Promise<unknown>][] = [
      ['evaluate', async () => await evaluateAlarms(broker.ctx)],
      ['problems', async () => read.push(await readProblems(broker.ctx))],
      ['gauges', async () => await readBacklogGauges(broker.ctx)],
      ['expiry', async () => await readExpiryClock(broker.ctx)],
      ['retention', async () => await deadLetterOldGroups(broker.ctx.store.console, null, 3_600_000)],
    ];
    for (const [name, work] of parts) expect([name, await slowOf(await statementsOf(work))]).toEqual([name, []]);
    const { checks, totals } = read[0] ?? expect.fail('problems were not read');
    expect(checks.filter((check) => check.kind === 'numbers-unknown')).toMatchObject([{ found: 0 }]);
    expect(totals).toMatchObject({ uncounted: 0 });
  });
});
