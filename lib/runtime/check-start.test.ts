import { expect, test } from 'vitest';

import { checksOf, checkStart } from './check-start';
import { readConfig } from './config';

test('too few database connections are refused before a database is asked', async () => {
  const config = readConfig({
    ...{ REDRIVE_BROKERS: '2', REDRIVE_DATABASE_CONNECTIONS: '5' },
    DATABASE_URL: 'postgresql://redrive@127.0.0.1:1/redrive',
  });
  await expect(checkStart(config, 'console')).rejects.toThrow(/^REDRIVE_DATABASE_CONNECTIONS must be at least 16 /);
});

test('a connection that is not verified is said before the check that may refuse it', async () => {
  const url = 'postgresql://redrive@127.0.0.1:1/redrive?sslmode=require';
  const checks = checksOf(readConfig({ DATABASE_URL: url }), 'console', { isPatient: false });
  const [note, refusal] = checks.filter(({ name }) => name === 'DATABASE_URL');
  expect(await note?.run()).toMatch(/^DATABASE_URL encrypts and does not verify the server/);
  await expect(refusal?.run()).rejects.toThrow(/ECONNREFUSED/);
});

test('a console for attached clusters needs no port of clients, and a node without a console is refused', async () => {
  const checks = (env: Record<string, string>, kind: 'console' | 'broker') =>
    checksOf(readConfig(env), kind, { isPatient: false });
  const off = { REDRIVE_EMBEDDED_BROKER: 'false' };
  expect(checks({}, 'console').map(({ name }) => name)).toContain('REDRIVE_GRPC_PORT');
  expect(checks(off, 'console').map(({ name }) => name)).not.toContain('REDRIVE_GRPC_PORT');
  const [refusal, ...others] = checks(off, 'broker');
  expect(others).toEqual([]);
  await expect(refusal?.run()).rejects.toThrow(/^REDRIVE_EMBEDDED_BROKER is false, so a node without a console/);
});
