import { expect, test } from 'vitest';

import { brokersFor, readConfig } from './config';

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({ DATABASE_URL: '' })).toMatchObject({
    httpPort: 3000,
    grpcPort: 8081,
    host: '127.0.0.1',
    metricsPort: 5557,
    openMetrics: true,
    databaseUrl: undefined,
    admin: undefined,
    apiToken: undefined,
    mcpChanges: false,
    signatureWindowMs: 54_000_000,
    transactions: { checkMs: 60_000, maxChecks: 15, lifetimeMs: 14_400_000 },
  });
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number between 1 and 65535, and is "abc".'],
  [{ REDRIVE_GRPC_PORT: '70000' }, 'REDRIVE_GRPC_PORT must be at most 65535, and is "70000".'],
  [{ REDRIVE_METRICS_PORT: '70000' }, 'REDRIVE_METRICS_PORT must be at most 65535, and is "70000".'],
  [{ REDRIVE_BROKERS: '0' }, 'REDRIVE_BROKERS must be at least 1, and is "0".'],
  [
    { REDRIVE_DATABASE_CONNECTIONS: 'few' },
    'REDRIVE_DATABASE_CONNECTIONS must be a whole number between 1 and 1000, and is "few".',
  ],
  [{ REDRIVE_BROKERS: 'abc' }, 'REDRIVE_BROKERS must be a whole number between 1 and 16, and is "abc".'],
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
    { REDRIVE_OPEN_GATEWAY: 'true', REDRIVE_REQUIRE_ACCESS_KEYS: 'true' },
    'REDRIVE_OPEN_GATEWAY and REDRIVE_REQUIRE_ACCESS_KEYS contradict each other: both are true.',
  ],
  [
    { REDRIVE_TLS_KEY: 'key.pem' },
    'REDRIVE_TLS_CERT and REDRIVE_TLS_KEY must be set together, and only one of them is.',
  ],
  [{ REDRIVE_SECRET_KEY: 'short' }, 'REDRIVE_SECRET_KEY must be at least 32 characters.'],
  [{ REDRIVE_RETENTION_HOURS: '0' }, 'REDRIVE_RETENTION_HOURS must be at least 1, and is "0".'],
  [{ REDRIVE_DEAD_LETTER_RETENTION_HOURS: '0' }, 'REDRIVE_DEAD_LETTER_RETENTION_HOURS must be at least 1, and is "0".'],
  [
    { REDRIVE_TRANSACTION_CHECK_SECONDS: '3601' },
    'REDRIVE_TRANSACTION_CHECK_SECONDS must be at most 3600, and is "3601".',
  ],
  [
    { REDRIVE_SIGNATURE_WINDOW_MINUTES: '10081' },
    'REDRIVE_SIGNATURE_WINDOW_MINUTES must be at most 10080, and is "10081".',
  ],
  [{ REDRIVE_TRANSACTION_CHECKS: '0' }, 'REDRIVE_TRANSACTION_CHECKS must be at least 1, and is "0".'],
  [
    { REDRIVE_TRANSACTION_LIFETIME_HOURS: '0.5' },
    'REDRIVE_TRANSACTION_LIFETIME_HOURS must be a whole number between 1 and 168, and is "0.5".',
  ],
  [
    { REDRIVE_ALLOWED_HOSTS: 'https://redrive.example.com' },
    'REDRIVE_ALLOWED_HOSTS must be host names without port, like redrive.example.com,redrive.internal, and is "https://redrive.example.com".',
  ],
  [{ REDRIVE_ALLOWED_HOSTS: 'redrive.internal:3000' }, 'REDRIVE_ALLOWED_HOSTS must be host names without port'],
  [{ REDRIVE_OPEN_GATEWAY: 'yes' }, 'REDRIVE_OPEN_GATEWAY must be true or false, and is "yes".'],
  [{ REDRIVE_EMBEDDED_BROKER: 'no' }, 'REDRIVE_EMBEDDED_BROKER must be true or false, and is "no".'],
  [{ REDRIVE_API_TOKEN: 'x' }, 'REDRIVE_API_TOKEN must be at least 16 characters.'],
])('%o is refused with field, limit and value', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});

test('without the embedded broker one process works in the background, and no port of clients is needed', () => {
  const env = { REDRIVE_EMBEDDED_BROKER: 'false', REDRIVE_BROKERS: '4', PORT: '8081' };
  expect(readConfig(env)).toMatchObject({ servesClients: false, brokers: 1, requireAccessKeys: true });
  expect(readConfig({})).toMatchObject({ servesClients: true, requireAccessKeys: false });
});

test('figures are free on loopback, not behind a proxy and not elsewhere', () => {
  expect(readConfig({ REDRIVE_TRUST_PROXY: 'true' }).openMetrics).toBe(false);
  expect(readConfig({ REDRIVE_HOST: '0.0.0.0' }).openMetrics).toBe(false);
  expect(readConfig({ REDRIVE_METRICS_PORT: '0' }).metricsPort).toBe(0);
});

test('a secret never appears in the refusal', () => {
  expect(() => readConfig({ REDRIVE_API_TOKEN: 'sesame' })).toThrow(/^(?!.*sesame)/);
  expect(() => readConfig({ REDRIVE_SECRET_KEY: 'sesame' })).toThrow(/^(?!.*sesame)/);
});

test('the retention is read in hours', () => {
  expect(readConfig({ REDRIVE_HOST: 'localhost', REDRIVE_RETENTION_HOURS: '2' }).retentionMs).toBe(7_200_000);
  expect(readConfig({}).deadLetterKeepHours).toBeNull();
  expect(readConfig({ REDRIVE_DEAD_LETTER_RETENTION_HOURS: '336' }).deadLetterKeepHours).toBe(336);
});

test.each([
  ['127.0.0.1', {}, false],
  ['127.9.9.9', {}, false],
  ['::1', {}, false],
  ['localhost', {}, false],
  ['127.0.0.1', { REDRIVE_REQUIRE_ACCESS_KEYS: 'true' }, true],
  ['0.0.0.0', {}, true],
  ['::', {}, true],
  ['10.0.0.4', {}, true],
  ['127.attacker.example', {}, true],
  ['localhost.attacker.example', {}, true],
  ['10.0.0.4', { REDRIVE_OPEN_GATEWAY: 'true' }, false],
  ['10.0.0.4', { REDRIVE_REQUIRE_ACCESS_KEYS: 'true' }, true],
])('clients on %s with %o need access keys: %s', (host, settings, required) => {
  expect(readConfig({ REDRIVE_HOST: host, ...settings }).requireAccessKeys).toBe(required);
});

test('processes for RocketMQ clients: one on small machines, half of the processors above, four at most', () => {
  expect([1, 2, 3, 4, 6, 8, 64].map(brokersFor)).toEqual([1, 1, 1, 2, 3, 4, 4]);
  expect(readConfig({ REDRIVE_BROKERS: '16' }).brokers).toBe(16);
  expect(readConfig({ REDRIVE_BROKERS: '' }).brokers).toBeGreaterThanOrEqual(1);
  for (const value of ['17', '1.5', '-1'])
    expect(() => readConfig({ REDRIVE_BROKERS: value })).toThrow(/REDRIVE_BROKERS/);
});

test('name servers of a cluster: any number with their ports, none by default', () => {
  const read = (REDRIVE_ROCKETMQ_NAMESRV: string) => readConfig({ REDRIVE_ROCKETMQ_NAMESRV }).rocketmqNameServers;
  expect(readConfig({}).rocketmqNameServers).toEqual([]);
  expect(read('10.0.0.5:9876; mq-2:9876 ,[::1]:9876')).toEqual(['10.0.0.5:9876', 'mq-2:9876', '[::1]:9876']);
  for (const value of ['10.0.0.5', 'mq:port', ';', 'http://mq:9876/x'])
    expect(() => read(value)).toThrow(/REDRIVE_ROCKETMQ_NAMESRV must be addresses with their port/);
});

test('an OpenID provider is set as a whole, over TLS unless it is on this machine', () => {
  const whole = {
    REDRIVE_OIDC_ISSUER: 'https://id.example.com/realms/main',
    REDRIVE_OIDC_CLIENT_ID: 'redrive',
    REDRIVE_OIDC_CLIENT_SECRET: 'secret-of-the-client',
    REDRIVE_PUBLIC_URL: 'https://redrive.example.com/',
  };
  expect(readConfig({}).oidc).toBeUndefined();
  expect(readConfig({ ...whole, REDRIVE_OIDC_ROLES: 'admin:platform,viewer:*' }).oidc).toEqual({
    issuer: 'https://id.example.com/realms/main',
    clientId: 'redrive',
    clientSecret: 'secret-of-the-client',
    clientAuth: 'basic',
    name: 'single sign-on',
    scopes: 'openid email profile',
    groupsClaim: 'groups',
    roles: [
      { role: 'admin', group: 'platform' },
      { role: 'viewer', group: '*' },
    ],
    createsAccounts: true,
    redirectUri: 'https://redrive.example.com/api/session/oidc/callback',
  });
  const read = (given: Record<string, string>) => () => readConfig({ ...whole, ...given });
  expect(read({ REDRIVE_OIDC_ISSUER: 'http://localhost:8080/realms/main' })).not.toThrow();
  for (const issuer of ['http://id.example.com', 'id.example.com', 'https://id.example.com/?a=b', 'file:///x'])
    expect(read({ REDRIVE_OIDC_ISSUER: issuer })).toThrow(/REDRIVE_OIDC_ISSUER must be the https address/);
  expect(read({ REDRIVE_OIDC_CLIENT_SECRET: '' })).toThrow(/REDRIVE_OIDC_CLIENT_SECRET must be set together/);
  expect(read({ REDRIVE_OIDC_ROLES: 'platform' })).toThrow(/REDRIVE_OIDC_ROLES must be roles with their groups/);
  expect(read({ REDRIVE_OIDC_SCOPES: 'email' })).toThrow(/REDRIVE_OIDC_SCOPES must be scopes/);
  // a secret is not repeated in what the terminal shows
  expect(read({ REDRIVE_OIDC_CLIENT_SECRET: 'x'.repeat(1025) })).toThrow(/^(?!.*xxx)/s);
});
