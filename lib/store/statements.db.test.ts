// @module-tag landing
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../testing/database';
import { checkStatement } from '../testing/statements/check-statement';
import { readNullCatalog } from '../testing/statements/describe-statement';
import { findStatements } from '../testing/statements/find-statements';

let database: TestDatabase;
let found: Awaited<ReturnType<typeof findStatements>>;
beforeAll(async () => {
  database = await createTestDatabase();
  found = await findStatements();
}, 480_000);
afterAll(() => database.close());

/**
 * Their text is made from files or from what the database has: no text to check before they run, and no rows that are
 * read.
 */
const MADE_FROM_DATA: Readonly<Record<string, string>> = {
  'lib/store/apply-functions.ts': 'applies and drops functions by the names and texts of their files',
  'lib/store/migrate.ts': 'applies the text of a migration',
  'lib/store/roles.ts': 'grants what differs, by the names of tables and functions that there are',
  'lib/runtime/postgres/ensure-database.ts': 'creates the database of the settings',
  'lib/runtime/postgres/ensure-roles.ts': 'changes the owner of what belongs to another role',
};

test('every statement of the product has the columns, types and parameters that its caller was promised', async () => {
  const { checker, statements, unread } = found;
  const client = await database.store.console.connect();
  try {
    const catalog = await readNullCatalog(client);
    const problems = unread
      .filter(({ file }) => !(file in MADE_FROM_DATA))
      .map(({ place, problem }) => `${place}: ${problem}`);
    for (const statement of statements) {
      const wrong = await checkStatement(client, catalog, checker, statement);
      problems.push(...wrong.map((problem) => `${statement.place}: ${problem}`));
    }
    expect([...new Set(problems)]).toEqual([]);
  } finally {
    client.release();
  }
}, 480_000);

/** What no process runs as this role: it is done by the owner, or by the other kind of process. */
const NOT_ITS_OWN = {
  broker: ['restore/', 'secret/'],
  console: ['audit/audit-chain.ts', 'retention/segments.ts', 'restore/', 'secret/'],
} as const;
/** Who calls verbs of the broker; people and their sessions are the console's. */
const OF_BROKER = ['lib/broker', 'lib/gateway', 'lib/workers'];

/** The statements that a broker process can reach: those of its folders, and the queries that they import. */
function readOfBroker(): (file: string) => boolean {
  const imported = new Set<string>();
  for (const folder of OF_BROKER)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      for (const [, query] of readFileSync(join(folder, name), 'utf8').matchAll(/store\/(queries\/[\w/-]+)'/g))
        imported.add(`lib/store/${query}.ts`);
    }
  expect(imported.size).toBeGreaterThan(50);
  return (file) => imported.has(file) || OF_BROKER.some((folder) => file.startsWith(`${folder}/`));
}

test.each(['broker', 'console'] as const)('the role of the %s may run every statement of its own', async (kind) => {
  const roles = inject('testRoleUrls');
  if (roles === null) return;
  const url = new URL(roles[kind]);
  url.pathname = new URL(database.url).pathname;
  const client = new Client({ connectionString: url.toString() });
  await client.connect();
  const isReached = kind === 'console' ? (file: string) => !file.startsWith('lib/store/migrate') : readOfBroker();
  const others = NOT_ITS_OWN[kind].map((start) => `lib/store/queries/${start}`);
  const denied: string[] = [];
  let planned = 0;
  try {
    for (const { text, place } of found.statements) {
      if (!isReached(place.split(':')[0] ?? '') || others.some((start) => place.startsWith(start))) continue;
      // Planned, not run; what it may do is checked all the same. What has no plan has no tables.
      const refusal = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`).then(
        () => null,
        (error: { code?: string }) => error.code,
      );
      if (refusal === null) planned += 1;
      if (refusal === '42501') denied.push(place);
    }
  } finally {
    await client.end();
  }
  expect(denied).toEqual([]);
  expect(planned).toBeGreaterThan(100);
});
