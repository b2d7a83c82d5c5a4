// @module-tag long
import { execFileSync } from 'node:child_process';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { launch } from '../../lib/testing/launched-process';
import { findPostgresTools, OutsidePostgres } from '../../lib/testing/outside-postgres';

const tools = findPostgresTools();

describe.skipIf(tools === null)('deploy/postgres/roles.sh', () => {
  let outside: OutsidePostgres;
  let server: URL;
  beforeAll(async () => {
    outside = OutsidePostgres.create(tools ?? '');
    await outside.initialize('compose');
    server = new URL(await outside.start('compose'));
    await query(server.href, 'CREATE DATABASE redrive');
  });
  afterAll(() => outside.close());

  test('makes the roles, also a second time; a node starts with them and owns nothing', async () => {
    const env = {
      ...process.env,
      ...{ PGHOST: server.hostname, PGPORT: server.port, POSTGRES_USER: 'owner', POSTGRES_DB: 'redrive' },
      ...{ REDRIVE_OWNER_PASSWORD: "o'wner", REDRIVE_BROKER_PASSWORD: 'broker', REDRIVE_CONSOLE_PASSWORD: 'console' },
    };
    for (let n = 0; n < 2; n += 1) execFileSync('sh', ['deploy/postgres/roles.sh'], { env, stdio: 'pipe' });
    const urlOf = (role: string, password: string): string =>
      `postgresql://redrive_${role}:${encodeURIComponent(password)}@${server.host}/redrive`;
    const node = launch('lib/cli/broker.mjs', {
      DATABASE_URL: urlOf('owner', "o'wner"),
      REDRIVE_BROKER_DATABASE_URL: urlOf('broker', 'broker'),
      REDRIVE_CONSOLE_DATABASE_URL: urlOf('console', 'console'),
      REDRIVE_GRPC_PORT: String(await findFreePort('127.0.0.1')),
      ...{ REDRIVE_METRICS_PORT: '0', REDRIVE_BROKERS: '1', REDRIVE_LOG_LEVEL: 'error' },
    });
    await node.waitFor('Broker ready');
    const { rows } = await query(
      urlOf('broker', 'broker'),
      'SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = $$public$$',
    );
    expect(rows).toEqual([{ tableowner: 'redrive_owner' }]);
    await expect(query(urlOf('broker', 'broker'), 'CREATE TABLE mine (one int)')).rejects.toThrow('permission denied');
    await expect(query(urlOf('console', 'console'), 'CREATE TEMPORARY TABLE mine (one int)')).rejects.toThrow(
      'permission',
    );
    node.child.kill('SIGTERM');
    expect(await node.waitForExit()).toEqual({ code: 0, signal: null });
  });
});

async function query(connectionString: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return await client.query(text).finally(() => client.end());
}
