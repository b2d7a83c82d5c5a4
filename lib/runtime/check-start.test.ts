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
