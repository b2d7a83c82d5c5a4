// @module-tag long
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/api';
import { explained, type Plan } from '../../testing/explained';
import { inFull } from '../../testing/full';
import { GROUPS, MESSAGES, pageStorm } from '../../testing/page-storm';
import { ORDINARY_MS, referenceMs } from '../../testing/reference';
import { reads, type ReadName } from './registry';

/** Two minutes of rows: with the sizes of production only. */
const isFull = inFull(false, true);
const LIMIT_MS = 100;

let api: TestApi;
beforeAll(async () => {
  if (!isFull) return;
  api = await openTestApi();
  const { ctx, database } = api.broker;
  await pageStorm(ctx, database.url);
}, 600_000);
afterAll(async () => {
  if (!isFull) return;
  process.stdout.write(tableOf(measured));
  await api.close();
});

interface Measured {
  readonly page: string;
  readonly statements: number;
  /** Processor time of the database for all of them. */
  readonly ms: number;
  /** Of the reference statement beside it. */
  readonly reference: number;
  /** What it takes where the reference statement takes ORDINARY_MS: a busy or slow machine is not in it. */
  readonly ordinaryMs: number;
}

const measured: Measured[] = [];

function tableOf(pages: readonly Measured[]): string {
  const rows = pages.map(
    ({ page, statements, ms, reference, ordinaryMs }) =>
      `| ${page} | ${statements} | ${ms.toFixed(0)} ms | ${reference.toFixed(1)} ms | ${ordinaryMs.toFixed(0)} ms |`,
  );
  const head = [
    `| Page | Statements | Database | Reference beside it | Where that takes ${ORDINARY_MS} ms |`,
    '|---|---|---|---|---|',
  ];
  return `\n${[...head, ...rows].join('\n')}\n\n`;
}

/** What each page of a group and of a topic asks for. */
const PAGES: Readonly<Record<string, readonly (readonly [ReadName, string])[]>> = {
  groups: [['groups', '']],
  'overview of a group': [
    ['group', 'group=storm'],
    ['groupOverview', 'group=storm'],
    ['groupBacklog', 'group=storm'],
    ['groupDeadLetters', 'group=storm'],
    ['groupChanges', 'group=storm&from=-1h'],
    ['history', 'scope=group&name=storm&from=-1h'],
  ],
  'overview of an ordered group': [
    ['group', 'group=ledger'],
    ['groupOverview', 'group=ledger'],
    ['groupBacklog', 'group=ledger'],
    ['groupDeadLetters', 'group=ledger'],
    ['groupChanges', 'group=ledger&from=-1h'],
    ['history', 'scope=group&name=ledger&from=-1h'],
  ],
  'blocked keys': [
    ['group', 'group=ledger'],
    ['blockedKeys', 'group=ledger'],
  ],
  'retries of a group': [
    ['group', 'group=storm'],
    ['retries', 'group=storm'],
    ['retryTide', 'group=storm'],
  ],
  'a fortnight of a group': [
    ['groupChanges', 'group=storm&from=-14d'],
    ['history', 'scope=group&name=storm&from=-14d'],
  ],
  'clients of a group': [
    ['group', 'group=storm'],
    ['groupClients', 'group=storm'],
    ['heldMessages', 'group=storm&client=worker-1'],
  ],
  'history of a group': [['groupHistory', 'group=storm']],
  'configuration of a group': [['groupConfig', 'group=storm']],
  'evidence about the settings of a group': [['settingsEvidence', 'group=storm']],
  'reset of a position': [['groupOffset', 'group=storm&to=earliest']],
  'deletion of a group': [['groupDeletion', 'group=storm']],
  topics: [['topics', '']],
  'overview of a topic': [
    ['topic', 'topic=storm'],
    ['topicBacklog', 'topic=storm'],
    ['topicProducers', 'topic=storm'],
    ['history', 'scope=topic&name=storm&from=-1h'],
  ],
  'overview of a topic that 190 groups read': [
    ['topic', 'topic=others'],
    ['topicBacklog', 'topic=others'],
  ],
  'deletion of a topic': [['topicDeletePlan', 'topic=storm']],
  'what is being deleted': [['deletions', '']],
};

const MOST_ROUNDS = 5;

function lesser(plan: Plan, before: Plan | undefined): Plan {
  return before !== undefined && before.ms < plan.ms ? before : plan;
}

function sumOf(plans: readonly Plan[]): number {
  return plans.reduce((sum, { ms }) => sum + ms, 0);
}

/** Every statement of a page, as PostgreSQL got it. */
async function askedBy(page: readonly (readonly [ReadName, string])[]): Promise<QueryConfig[]> {
  const db = api.broker.ctx.store.console;
  const asked: QueryConfig[] = [];
  const ask = db.query.bind(db) as (text: string | QueryConfig, values?: unknown[]) => Promise<never>;
  const spied = db as unknown as { query: typeof ask };
  spied.query = (text, values) => {
    asked.push(typeof text === 'string' ? { text, values: values ?? [] } : text);
    return ask(text, values);
  };
  try {
    for (const [name, query] of page) {
      const answer = await api.read<unknown>(reads[name], query);
      expect([name, answer]).toEqual([name, expect.anything()]);
    }
  } finally {
    spied.query = ask;
  }
  return asked.filter(({ text }) => /^\s*(SELECT|WITH)/.test(text) && !/FOR (NO KEY )?UPDATE/.test(text));
}

for (const [name, page] of Object.entries(PAGES)) {
  test.skipIf(!isFull)(
    `${GROUPS} groups, ${MESSAGES} messages: ${name} takes under ${LIMIT_MS} ms of the database`,
    async () => {
      const db = api.broker.ctx.store.console;
      const asked = await askedBy(page);
      expect(asked.length).toBeGreaterThan(0);
      let plans: Plan[] = [];
      let reference = Number.POSITIVE_INFINITY;
      let ordinaryMs = Number.POSITIVE_INFINITY;
      // The least of each counts: what else runs on the machine disturbs one round and not the next.
      for (let round = 0; round < 2 || (round < MOST_ROUNDS && ordinaryMs >= LIMIT_MS); round += 1) {
        reference = Math.min(reference, await referenceMs(db));
        const again = [];
        for (const statement of asked) again.push(await explained(db, (q) => q.query(statement)));
        plans = again.map((plan, index) => lesser(plan, plans[index]));
        ordinaryMs = (sumOf(plans) * ORDINARY_MS) / reference;
      }
      const ms = sumOf(plans);
      measured.push({ page: name, statements: asked.length, ms, reference, ordinaryMs });
      const scans = plans.filter(({ text }) =>
        /Seq Scan on (message_s\d+|dead_letter|delivery_event)\b[^\n]*\(actual/.test(text),
      );
      expect(scans.map(({ text }) => text)).toEqual([]);
      const slowest = plans.toSorted((one, other) => other.ms - one.ms).slice(0, 2);
      expect({ ms, reference, slowest: ordinaryMs < LIMIT_MS ? [] : slowest }).toMatchObject({ slowest: [] });
    },
    120_000,
  );
}
