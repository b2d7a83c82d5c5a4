// @module-tag long
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { TAKES_LONG, VERSIONS } from './global-setup';
import { type RealCluster, startRealCluster } from './support/real-cluster';

for (const version of VERSIONS) {
  const build = inject('clusters')[version] ?? { missing: 'it was not built' };
  describe.skipIf(!TAKES_LONG || 'missing' in build)(`metrics of Apache RocketMQ ${version}`, () => {
    let real: RealCluster;
    beforeAll(async () => {
      real = await startRealCluster('classpath' in build ? build.classpath : '', { metricsExporterType: 'PROM' });
    }, 240_000);
    afterAll(() => real.close());

    test('x', { timeout: 120_000 }, async () => {
      await new Promise((r) => setTimeout(r, 5000));
      for (const name of ['broker-a', 'broker-b'] as const) {
        const response = await fetch(real.metrics[name]);
        const text = await response.text();
        writeFileSync(`/tmp/watch-metrics-${version}-${name}.txt`, JSON.stringify([...response.headers]) + '\n' + text);
        expect(text).toContain('rocketmq_');
      }
    });
  });
}
