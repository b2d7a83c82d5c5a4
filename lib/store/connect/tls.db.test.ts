import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../runtime/postgres/start';
import { withAdmin } from '../../testing/admin-connection';
import { clientConfig } from './client-config';

const folder = mkdtempSync(join(tmpdir(), 'redrive-tls-'));
const file = (name: string): string => join(folder, name);
let server: EmbeddedPostgres;

/** Signed by itself: it is the certificate of a server or a client, and that of its CA. */
async function certificate(name: string, altNames: Parameters<typeof altNameOf>[0]): Promise<void> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true }, altNameOf(altNames)],
  });
  writeFileSync(file(`${name}.crt`), cert);
  writeFileSync(file(`${name}.key`), key, { mode: 0o600 });
}

function altNameOf({ dns, ip }: { readonly dns: string; readonly ip?: string }) {
  const address = ip === undefined ? [] : [{ type: 7 as const, ip }];
  return { name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: dns }, ...address] };
}

beforeAll(async () => {
  await certificate('server', { dns: 'localhost' });
  await certificate('stranger', { dns: 'localhost' });
  await certificate('client', { dns: 'client' });
  server = await startEmbeddedPostgres({ dataDirectory: file('data'), throwAway: true });
  const { uid, gid } = statSync(join(folder, 'data', 'postgres'));
  for (const name of ['server.crt', 'server.key', 'client.crt']) chownSync(file(name), uid, gid);
  chownSync(folder, uid, gid);
  await withAdmin(server.url, async (client) => {
    await client.query(`ALTER SYSTEM SET ssl_cert_file = '${file('server.crt')}'`);
    await client.query(`ALTER SYSTEM SET ssl_key_file = '${file('server.key')}'`);
    await client.query(`ALTER SYSTEM SET ssl_ca_file = '${file('client.crt')}'`);
    await client.query('ALTER SYSTEM SET ssl = on');
    await client.query('SELECT pg_reload_conf()');
  });
  await vi.waitFor(async () => {
    const { rows } = await withAdmin(server.url, (client) => client.query('SHOW ssl'));
    expect(rows).toEqual([{ ssl: 'on' }]);
  }, 60_000);
}, 120_000);
afterAll(async () => {
  await server.release();
  rmSync(folder, { recursive: true, force: true });
});

/** "encrypted" or "plain", or why there is no connection. @param given host and parameters */
async function connect({ host = 'localhost', ...parameters }: Readonly<Record<string, string>>): Promise<string> {
  const url = new URL(server.url);
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const client = new pg.Client(clientConfig(url.toString(), 'redrive-test'));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean; subject: string | null }>(
      'SELECT ssl, client_dn AS subject FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    const [row] = rows;
    return [row?.ssl === true ? 'encrypted' : 'plain', row?.subject].filter((part) => part != null).join(' ');
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const OWN = { sslrootcert: file('server.crt') };
const OTHER = { sslrootcert: file('stranger.crt') };
const NAME = /does not match certificate's altnames/;
const UNKNOWN = /self-signed certificate|unable to verify/;

test.each([
  ['no parameter', {}, /^plain$/],
  ['disable', { sslmode: 'disable' }, /^plain$/],
  ['require verifies nothing', { sslmode: 'require' }, /^encrypted$/],
  ['require with a root certificate verifies it', { sslmode: 'require', ...OTHER }, UNKNOWN],
  ['and not the name', { sslmode: 'require', ...OWN, host: '127.0.0.1' }, /^encrypted$/],
  ['verify-ca', { sslmode: 'verify-ca', ...OWN, host: '127.0.0.1' }, /^encrypted$/],
  ['verify-ca of another one', { sslmode: 'verify-ca', ...OTHER }, UNKNOWN],
  ['verify-full', { sslmode: 'verify-full', ...OWN }, /^encrypted$/],
  ['verify-full with another name', { sslmode: 'verify-full', ...OWN, host: '127.0.0.1' }, NAME],
  ['verify-full without a root certificate', { sslmode: 'verify-full' }, UNKNOWN],
  ['no-verify', { sslmode: 'no-verify' }, /^encrypted$/],
  [
    'a certificate of the client',
    { sslmode: 'verify-full', ...OWN, sslcert: file('client.crt'), sslkey: file('client.key') },
    /^encrypted \/CN=client$/,
  ],
])('sslmode as libpq means it: %s', async (_, parameters, outcome) => {
  expect(await connect(parameters)).toMatch(outcome);
});

test('one name of several hosts is enough for verify-full', async () => {
  const url = new URL(server.url);
  const port = url.port;
  const several = `postgresql://${url.username}:${url.password}@127.0.0.1:${port},localhost:${port}/redrive`;
  const config = clientConfig(`${several}?sslmode=verify-full&sslrootcert=${OWN.sslrootcert}`, 'redrive-test');
  const client = new pg.Client(config);
  await client.connect();
  expect((await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).rows).toEqual([
    { ssl: true },
  ]);
  await client.end();
});
