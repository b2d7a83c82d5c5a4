import { expect, test } from 'vitest';

import { announceOpenGateway } from './announce';
import { readConfig } from './config';

test.each(['127.0.0.1', '127.0.1.1', '::1', 'localhost'])('a gateway on %s needs no warning', (host) => {
  expect(announceOpenGateway(readConfig({ REDRIVE_HOST: host }))).toEqual([]);
});

test.each(['0.0.0.0', '::', '10.0.0.4'])('a gateway on %s is called open', (host) => {
  const [warning] = announceOpenGateway(readConfig({ REDRIVE_HOST: host, REDRIVE_OPEN_GATEWAY: 'true' }));
  expect(warning).toContain(`Anyone who can reach ${host}:8081`);
});
