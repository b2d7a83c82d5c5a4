import { afterAll, beforeAll, expect, test } from 'vitest';

import { withAdmin } from '../testing/admin-connection';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { checkDatabase } from './check-database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a database that may lose an acknowledged commit is refused', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await withAdmin(database.url, (client) => client.query(`ALTER DATABASE ${name} SET synchronous_commit = off`));
  await expect(checkDatabase(database.url)).rejects.toThrow(
    /synchronous_commit = off.*an acknowledged message could be lost/,
  );
});

test('a database of another encoding than UTF8 is refused, with how to make one', async () => {
  const url = new URL(database.url);
  url.pathname = `${url.pathname}_latin1`;
  const name = url.pathname.slice(1);
  await withAdmin(database.url, (client) =>
    client.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`),
  );
  await expect(checkDatabase(url.toString())).rejects.toThrow(
    'Redrive needs a database with the encoding UTF8, and this one has LATIN1: make one with ' +
      "CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.",
  );
  await withAdmin(database.url, (client) => client.query(`DROP DATABASE ${name}`));
});

test('tables in the schema of a role stop a start, before an empty installation is made beside them', async () => {
  const other = await createTestDatabase();
  await withAdmin(other.url, async (client) => {
    await client.query('CREATE SCHEMA earlier');
    for (const table of ['_prisma_migrations', 'consumer_group'])
      await client.query(`ALTER TABLE ${table} SET SCHEMA earlier`);
  });
  await expect(checkDatabase(other.url)).rejects.toThrow(/tables of Redrive are in the schema earlier/);
  await other.close();
});

test.each([
  [
    'a refused user',
    (url: URL) => Object.assign(url, { username: 'stranger' }),
    /cannot be used: (password authentication failed for user|role) "stranger"/,
  ],
  [
    'a port where nothing listens',
    (url: URL) => Object.assign(url, { port: '9' }),
    /127\.0\.0\.1:9 cannot be used: .*ECONNREFUSED/,
  ],
  [
    'a database that does not exist',
    (url: URL) => Object.assign(url, { pathname: '/nowhere' }),
    /database "nowhere" does not exist/,
  ],
])('%s gives one sentence without the password', async (_, change, sentence) => {
  const url = change(new URL(database.url));
  const refusal = await checkDatabase(url.toString()).catch((error: Error) => error.message);
  expect(refusal).toMatch(sentence);
  expect(refusal).not.toContain(new URL(database.url).password || 'no password at all');
});
