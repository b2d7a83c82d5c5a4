// @module-tag long
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import { addMember } from '../../auth/teams/add-member';
import { systemActor } from '../../model/audit/actor';
import { openTestApi, type TestApi } from '../../testing/api';
import { explained, type Plan } from '../../testing/explained';
import { ORDINARY_MS, referenceMs } from '../../testing/reference';
import { LARGE_TEAM, SMALL_TEAM, TEAM_GROUPS, TEAM_LETTERS, TEAMS, teamStorm } from '../../testing/team-storm';
import { reads, type ReadName } from './registry';

const LIMIT_MS = 100;

let api: TestApi;
const tokens = new Map<string, string>();
const actor = systemActor('test');
const admin = { actor, principal: { kind: 'operator', role: 'admin', operatorId: null } } as const;

beforeAll(async () => {
  api = await openTestApi();
  const { store, url } = api.broker.database;
  await teamStorm(api.broker.ctx, url);
  for (const [prefix, name] of [
    [SMALL_TEAM, 'Team 1'],
    [LARGE_TEAM, 'Team 2'],
  ] as const) {
    const { teamId } = await store.prisma.team.findUniqueOrThrow({ where: { name } });
    tokens.set(prefix, (await createApiToken(store, actor, { name, rights: 'member', expiresInDays: null })).secret);
    await addMember(store, admin, { teamId, kind: 'token', name, role: 'operator' });
  }
}, 300_000);
afterAll(async () => {
  process.stdout.write(`\n| Team, page | Statements | Database, as on an ordinary machine |\n|---|---|---|\n`);
  for (const { page, statements, ordinaryMs } of measured)
    process.stdout.write(`| ${page} | ${statements} | ${ordinaryMs.toFixed(1)} ms |\n`);
  await api.close();
});

const measured: { readonly page: string; readonly statements: number; readonly ordinaryMs: number }[] = [];

/** What the lists that a person of a team opens ask for. */
const PAGES: Readonly<Record<string, readonly (readonly [ReadName, string])[]>> = {
  now: [['problems', '']],
  'numbers of the navigation': [['navCounts', '']],
  groups: [['groups', '']],
  topics: [['topics', '']],
  'dead letters': [
    ['deadLetters', ''],
    ['deadLetterCauses', ''],
  ],
  'dead letters, by what was sent': [['deadLetters', 'q=order-7']],
  retries: [
    ['retries', ''],
    ['retryTide', ''],
  ],
  'blocked keys': [['blockedKeys', '']],
  're-drives': [['redrives', '']],
  alarms: [['alarms', '']],
  messages: [['foundMessages', 'q=order-7']],
  'the palette': [['suggestions', 'q=order-7']],
  audit: [['audit', '']],
  'audit of one group': [['audit', 'target=mail']],
};

/** Every statement of a page, as PostgreSQL got it. */
async function askedBy(prefix: string, page: readonly (readonly [ReadName, string])[]): Promise<QueryConfig[]> {
  const db = api.broker.database.store.inTeam([prefix]).console;
  const asked: QueryConfig[] = [];
  const ask = db.query.bind(db) as (text: string | QueryConfig, values?: unknown[]) => Promise<never>;
  const spied = db as unknown as { query: typeof ask };
  spied.query = (text, values) => {
    asked.push(typeof text === 'string' ? { text, values: values ?? [] } : text);
    return ask(text, values);
  };
  try {
    for (const [name, query] of page) {
      const headers = { authorization: `Bearer ${tokens.get(prefix) ?? ''}` };
      const answer = await reads[name].GET(new Request(`http://console.test/api/console/x?${query}`, { headers }));
      expect({ name, status: answer.status }).toEqual({ name, status: 200 });
      expect(await answer.text()).not.toMatch(/"team-3-/);
    }
  } finally {
    spied.query = ask;
  }
  return asked.filter(({ text }) => /^\s*(SELECT|WITH)/.test(text) && !/FOR (NO KEY )?UPDATE/.test(text));
}

const sumOf = (plans: readonly Plan[]) => plans.reduce((sum, { ms }) => sum + ms, 0);

const cases = [SMALL_TEAM, LARGE_TEAM].flatMap((prefix) =>
  Object.entries(PAGES).map((page) => [prefix, ...page] as const),
);

test.each(cases)(
  `${TEAM_GROUPS} groups of ${TEAMS} teams, ${TEAM_LETTERS} letters: for %s the page “%s” takes under ${LIMIT_MS} ms`,
  { timeout: 60_000 },
  async (prefix, name, page) => {
    const db = api.broker.database.store.inTeam([prefix]).console;
    const asked = await askedBy(prefix, page);
    expect(asked.length).toBeGreaterThan(0);
    let plans: Plan[] = [];
    let ordinaryMs = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3 && ordinaryMs >= LIMIT_MS; round += 1) {
      const reference = await referenceMs(db);
      plans = [];
      for (const statement of asked) plans.push(await explained(db, (q) => q.query(statement)));
      ordinaryMs = Math.min(ordinaryMs, (sumOf(plans) * ORDINARY_MS) / reference);
    }
    measured.push({ page: `${prefix} ${name}`, statements: asked.length, ordinaryMs });
    const slowest = plans.toSorted((one, other) => other.ms - one.ms).slice(0, 2);
    expect({ ordinaryMs, slowest: ordinaryMs < LIMIT_MS ? [] : slowest }).toMatchObject({ slowest: [] });
  },
);
