import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../testing/database';
import { checkStatement } from '../testing/statements/check-statement';
import { readNullCatalog } from '../testing/statements/describe-statement';
import { findStatements } from '../testing/statements/find-statements';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/**
 * Their text is made from files or from what the database has: no text to check before they run, and no rows that are
 * read.
 */
const MADE_FROM_DATA: Readonly<Record<string, string>> = {
  'lib/store/apply-functions.ts': 'applies and drops functions by the names and texts of their files',
  'lib/store/migrate.ts': 'applies the text of a migration',
  'lib/runtime/postgres/ensure-database.ts': 'creates the database of the settings',
};

test('every statement of the product has the columns, types and parameters that its caller was promised', async () => {
  const { checker, statements, unread } = await findStatements();
  const client = await database.store.console.connect();
  try {
    const catalog = await readNullCatalog(client);
    const problems = unread
      .filter(({ file }) => !(file in MADE_FROM_DATA))
      .map(({ place, problem }) => `${place}: ${problem}`);
    for (const statement of statements) {
      const found = await checkStatement(client, catalog, checker, statement);
      problems.push(...found.map((problem) => `${statement.place}: ${problem}`));
    }
    expect([...new Set(problems)]).toEqual([]);
  } finally {
    client.release();
  }
}, 240_000);
