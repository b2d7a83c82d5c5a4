import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { clientConfig } from './client-config';
import { readDatabaseUrl } from './database-url';

const folder = mkdtempSync(join(tmpdir(), 'redrive-url-'));
afterAll(() => rmSync(folder, { recursive: true }));
const root = join(folder, 'root.pem');
writeFileSync(root, 'the certificate');

test.each([
  ['postgres://a/db', [{ host: 'a', port: 5432 }]],
  ['postgresql://u:p@a:6000/db', [{ host: 'a', port: 6000 }]],
  [
    'postgresql://u@a:1,b:2,c/db?target_session_attrs=read-write',
    [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
      { host: 'c', port: 5432 },
    ],
  ],
  [
    'postgresql://a,b:2/db',
    [
      { host: 'a', port: 5432 },
      { host: 'b', port: 2 },
    ],
  ],
  [
    'postgresql:///db?host=a,b&port=7000',
    [
      { host: 'a', port: 7000 },
      { host: 'b', port: 7000 },
    ],
  ],
  ['postgresql://[::1]:7000/db', [{ host: '::1', port: 7000 }]],
  ['postgresql://%2Fvar%2Frun%2Fpostgresql/db', [{ host: '/var/run/postgresql', port: 5432 }]],
  ['postgresql:///db?host=/var/run/postgresql&port=6000', [{ host: '/var/run/postgresql', port: 6000 }]],
  ['postgresql:///db', [{ host: 'localhost', port: 5432 }]],
  [' postgresql://a/db?uselibpqcompat=true\n', [{ host: 'a', port: 5432 }]],
])('%s has these hosts', (url, hosts) => {
  expect(readDatabaseUrl(url, {}).hosts).toEqual(hosts);
});

test('user, password and database are decoded, as in libpq also from parameters', () => {
  const decoded = { user: 'a@b', password: 'p:/@?', database: 'my db' };
  expect(readDatabaseUrl('postgresql://a%40b:p%3A%2F%40%3F@h/my%20db', {})).toMatchObject(decoded);
  expect(readDatabaseUrl('postgresql://h?user=a%40b&password=p%3A%2F%40%3F&dbname=my%20db', {})).toMatchObject(decoded);
});

test.each([
  ['', {}, false],
  ['?sslmode=disable', { PGSSLMODE: 'require' }, false],
  ['', { PGSSLMODE: 'require' }, { rejectUnauthorized: false }],
  ['?sslmode=require', {}, { rejectUnauthorized: false }],
  [`?sslmode=require&sslrootcert=${root}`, {}, { rejectUnauthorized: true, ca: 'the certificate' }],
  ['?sslmode=require', { PGSSLROOTCERT: root }, { rejectUnauthorized: true, ca: 'the certificate' }],
  [`?sslmode=verify-ca&sslrootcert=${root}`, {}, { rejectUnauthorized: true, ca: 'the certificate' }],
  ['?sslmode=verify-full', {}, { rejectUnauthorized: true }],
  ['?ssl=true', {}, { rejectUnauthorized: true }],
  ['?ssl=false', { PGSSLMODE: 'require' }, false],
  ['?sslmode=verify-full&sslrootcert=system', {}, { rejectUnauthorized: true }],
])('the TLS of "%s" with %o', (query, env, ssl) => {
  const found = readDatabaseUrl(`postgresql://h/db${query}`, env).ssl;
  if (ssl === false) return expect(found).toBe(false);
  expect(found).toMatchObject(ssl as object);
  // Only verify-full compares the name of the server with its certificate.
  expect(typeof found === 'object' && found.checkServerIdentity !== undefined).toBe(
    !/verify-full|ssl=true/.test(query),
  );
});

test.each([
  ['mysql://h/db', 'must be a URL that starts with postgresql://'],
  ['postgresql://u:p/w@h/db', /valid URL.*percent-encoded/],
  ['postgresql://u:p?w@h/db', /valid URL.*percent-encoded/],
  ['postgresql://u:p#w@h/db', /valid URL.*percent-encoded/],
  ['postgresql://u:100%@h/db', /has a % that does not begin/],
  ['postgresql://h:99999/db', 'has a port that is not a whole number from 1 to 65535'],
  ['postgresql://u:secret/db', 'has a port that is not a whole number from 1 to 65535'],
  ['postgresql://a,b,c/db?port=1,2', 'has 3 hosts and 2 ports: give one port, or one for each host'],
  ['postgresql://h/db?target_session_attrs=standby', /must be one of any, read-write, primary, as Redrive writes/],
  ['postgresql://h/db?schema=own', /schema public: leave it out/],
  ['postgresql://h/db?sslmode=prefer', /sslmode=prefer, which Redrive does not support.*without encryption/],
  [`postgresql://h/db?sslrootcert=${root}`, /sslrootcert without sslmode: add sslmode=verify-full/],
  ['postgresql://h/db?sslnegotiation=direct', /sslnegotiation without sslmode/],
  ['postgresql://h/db?sslmode=require&sslrootcert=system', /sslrootcert=system with sslmode=require.*verify-full/],
  ['postgresql://[::1]5432/db', /neither a name nor an address/],
  ['postgresql://h/db?password=a&secret', 'has a parameter, which Redrive does not support'],
  ['postgresql://h/db?sslmode=on', /sslmode=on, which must be one of disable, allow/],
  ['postgresql://h/db?sslmode=verify-ca', /verify-ca without sslrootcert/],
  ['postgresql://h/db?sslmode=require&sslrootcert=/no/such', /sslrootcert=\/no\/such, which cannot be read \(ENOENT\)/],
  [
    'postgresql://h/db?passfile=/etc/pass',
    'has the parameter passfile, which Redrive does not support: set PGPASSFILE',
  ],
  ['postgresql://h/db?statment_timeout=1', 'has the parameter statment_timeout, which Redrive does not support'],
])('%s is refused in one sentence', (url, sentence) => {
  const refusal = (() => {
    try {
      readDatabaseUrl(url, {});
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(refusal).toMatch(sentence);
  expect(refusal).not.toContain('secret');
});

test("session settings come after the operator's own, so that they win", () => {
  const url = 'postgresql://h/db?options=-c%20statement_timeout%3D0&application_name=mine';
  expect(clientConfig(url, 'redrive-x', { statement_timeout: '10s', datestyle: 'ISO, DMY' })).toMatchObject({
    host: 'h',
    options: String.raw`-c statement_timeout=0 -c statement_timeout=10s -c datestyle=ISO,\ DMY`,
    application_name: 'redrive-x',
  });
});
