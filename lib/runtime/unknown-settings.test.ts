import { expect, test } from 'vitest';

import { describeUnknownSettings } from './unknown-settings';

test.each([
  ['REDRIVE_GRPC_PROT', 'Did you mean REDRIVE_GRPC_PORT?'],
  ['REDRIVE_DATADIR', 'Did you mean REDRIVE_DATA_DIR?'],
  ['REDRIVE_PORT', 'Did you mean PORT?'],
  ['REDRIVE_DATABASE_URL', 'Did you mean DATABASE_URL?'],
  ['redrive_host', 'Did you mean REDRIVE_HOST?'],
  ['REDRIVE_ADMIN_PASSWD', 'Did you mean REDRIVE_ADMIN_PASSWORD?'],
  ['REDRIVE_SOMETHING_QUITE_DIFFERENT', 'See docs/operate/configuration.md.'],
])('%s: %s', (name, hint) => {
  expect(describeUnknownSettings({ [name]: '1' })).toEqual([
    `WARNING: ${name} is not a setting of Redrive and is ignored. ${hint}`,
  ]);
});

test('what is known, of other programs, or of Kubernetes is no typing error', () => {
  const names = [
    ...['REDRIVE_HOST', 'REDRIVE_ADVERTISED_PORT', 'REDRIVE_TEST_FULL', 'REDRIVE_BROKER_PASSWORD', 'PATH'],
    ...['REDRIVE_GATEWAY_SERVICE_HOST', 'REDRIVE_GATEWAY_PORT_8081_TCP_ADDR', 'REDRIVE_CONSOLE_SERVICE_PORT_HTTP'],
  ];
  const env = Object.fromEntries(names.map((name) => [name, '1']));
  expect(describeUnknownSettings({ ...env, REDRIVE_GATEWAY_PORT: 'tcp://10.0.0.1:8081' })).toEqual([]);
});
