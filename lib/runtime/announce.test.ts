import { expect, test } from 'vitest';

import { announceGateway } from './announce';
import { readConfig } from './config';

test.each(['127.0.0.1', '127.0.1.1', '::1', 'localhost'])('a gateway on %s needs no warning', (host) => {
  expect(announceGateway(readConfig({ REDRIVE_HOST: host }))).toEqual([]);
});

test.each(['0.0.0.0', '::', '10.0.0.4'])('an open gateway on %s is called open', (host) => {
  const [warning] = announceGateway(readConfig({ REDRIVE_HOST: host, REDRIVE_OPEN_GATEWAY: 'true' }));
  expect(warning).toBe(
    `WARNING: REDRIVE_OPEN_GATEWAY is true: anyone who can reach ${host}:8081 may send and receive messages.`,
  );
});

test('where access keys are needed, it says so and where to make one', () => {
  const [line] = announceGateway(readConfig({ REDRIVE_HOST: '10.0.0.4' }));
  expect(line).toBe(
    'RocketMQ clients on 10.0.0.4:8081 need an access key: create one in the console, Settings > Access keys.',
  );
});

test('plaintext that others could read is a warning, until TLS is a must', () => {
  const host = { REDRIVE_HOST: '10.0.0.4', REDRIVE_SIGNATURE_WINDOW_MINUTES: '15' };
  const [, warning] = announceGateway(readConfig(host));
  expect(warning).toContain('WARNING: RocketMQ clients may connect to 10.0.0.4:8081 without TLS.');
  expect(warning).toContain('15 minutes');
  expect(announceGateway(readConfig({ ...host, REDRIVE_TLS_ONLY: 'true' }))).toHaveLength(1);
});
