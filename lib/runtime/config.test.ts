import { expect, test } from 'vitest';

import { readConfig } from './config';

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({ DATABASE_URL: '' })).toMatchObject({
    httpPort: 3000,
    grpcPort: 8081,
    host: '127.0.0.1',
    databaseUrl: undefined,
    admin: undefined,
    apiToken: undefined,
    transactions: { checkMs: 60_000, maxChecks: 15, lifetimeMs: 14_400_000 },
  });
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number between 1 and 65535, and is "abc".'],
  [{ REDRIVE_GRPC_PORT: '70000' }, 'REDRIVE_GRPC_PORT must be at most 65535, and is "70000".'],
  [{ PORT: '8081' }, 'PORT and REDRIVE_GRPC_PORT must differ, and both are 8081.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL that starts with postgresql://.'],
  [
    { REDRIVE_ADMIN_EMAIL: 'a@b.example' },
    'REDRIVE_ADMIN_EMAIL and REDRIVE_ADMIN_PASSWORD must be set together, and only one of them is.',
  ],
  [
    { REDRIVE_ADMIN_EMAIL: 'a@b.example', REDRIVE_ADMIN_PASSWORD: 'short' },
    'REDRIVE_ADMIN_PASSWORD must be at least 12 characters.',
  ],
  [
    { REDRIVE_HOST: '0.0.0.0' },
    'REDRIVE_HOST 0.0.0.0 can be reached by others, and RocketMQ clients are not authenticated yet: ' +
      'set REDRIVE_OPEN_GATEWAY=true if everyone on that network may send and receive messages.',
  ],
  [{ REDRIVE_RETENTION_HOURS: '0' }, 'REDRIVE_RETENTION_HOURS must be at least 1, and is "0".'],
  [
    { REDRIVE_TRANSACTION_CHECK_SECONDS: '3601' },
    'REDRIVE_TRANSACTION_CHECK_SECONDS must be at most 3600, and is "3601".',
  ],
  [{ REDRIVE_TRANSACTION_CHECKS: '0' }, 'REDRIVE_TRANSACTION_CHECKS must be at least 1, and is "0".'],
  [
    { REDRIVE_TRANSACTION_LIFETIME_HOURS: '0.5' },
    'REDRIVE_TRANSACTION_LIFETIME_HOURS must be a whole number between 1 and 168, and is "0.5".',
  ],
  [{ REDRIVE_OPEN_GATEWAY: 'yes' }, 'REDRIVE_OPEN_GATEWAY must be true or false, and is "yes".'],
  [{ REDRIVE_API_TOKEN: 'x' }, 'REDRIVE_API_TOKEN must be at least 16 characters.'],
])('%o is refused with field, limit and value', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});

test('a secret never appears in the refusal', () => {
  expect(() => readConfig({ REDRIVE_API_TOKEN: 'sesame' })).toThrow(/^(?!.*sesame)/);
});

test('another address is taken when the gateway is said to be open', () => {
  expect(readConfig({ REDRIVE_HOST: '0.0.0.0', REDRIVE_OPEN_GATEWAY: 'true' }).host).toBe('0.0.0.0');
  expect(readConfig({ REDRIVE_HOST: 'localhost', REDRIVE_RETENTION_HOURS: '2' }).retentionMs).toBe(7_200_000);
});
