// The statements of the manual, run as printed by an administrator of a server.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { withAdmin } from '../admin-connection';
import { createTestDatabase, type TestDatabase } from '../database';
import { blocksOf, placeOf } from './blocks';

/** The test server has roles of these names already: the statements are run with others, for the same reasons. */
const NAMES: Readonly<Record<string, string>> = {
  redrive_owner: 'documented_owner',
  redrive_broker: 'documented_broker',
  redrive_console: 'documented_console',
  redrive: 'documented',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await withAdmin(database.url, async (admin) => {
    await admin.query('DROP DATABASE IF EXISTS documented WITH (FORCE)');
    for (const role of ['owner', 'broker', 'console']) await admin.query(`DROP ROLE IF EXISTS documented_${role}`);
  });
  await database.close();
});

const asHere = (text: string): string =>
  text.replaceAll(/redrive(_owner|_broker|_console)?\b/g, (name) => NAMES[name] ?? name);

test.each(blocksOf('sql').map((block) => [placeOf(block), block] as const))('%s', async (_, { text }) => {
  let url = new URL(database.url);
  // psql reads \connect; each part is run on a connection of its own.
  for (const [index, part] of asHere(text)
    .split(/^\\connect (?=\w)/m)
    .entries()) {
    const name = index === 0 ? null : (/^\w+/.exec(part)?.[0] ?? '');
    const statements = name === null ? part : part.slice(name.length);
    if (name !== null) url = Object.assign(new URL(database.url), { pathname: `/${name}` });
    await withAdmin(url.toString(), async (admin) => {
      for (const statement of statements.split(';').map((one) => one.trim()))
        if (statement !== '') await admin.query(statement);
    });
  }
  // The owner may make tables, and the others may connect.
  const login = async (role: string): Promise<pg.Client> => {
    const client = new pg.Client(Object.assign(new URL(url), { username: role, password: '...' }).toString());
    await client.connect();
    return client;
  };
  const owner = await login('documented_owner');
  await owner.query('CREATE TABLE made (id int)');
  await owner.end();
  const console = await login('documented_console');
  await expect(console.query('CREATE TABLE more (id int)')).rejects.toThrow(/permission denied|no schema/);
  await console.end();
});
