// @module-tag long
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { attachCluster, ClusterDirectory, type ClusterEngine, readLoads } from '../../lib/engine';
import type { Actor } from '../../lib/model/actor';
import { PLAIN_CLUSTER } from '../../lib/model/cluster';
import { CLUSTER_MARK_NAMES, CLUSTER_MARKS } from '../../lib/model/cluster-mark';
import { createTestBroker, type TestBroker } from '../../lib/testing/broker';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { type RealCluster, startRealCluster } from './support/real-cluster';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const RECORDED = fileURLToPath(new URL('../../lib/testing/cluster/recorded/', import.meta.url));
const REPORTED = CLUSTER_MARK_NAMES.filter((mark) => CLUSTER_MARKS[mark].key === null);

for (const version of VERSIONS) {
  const build = inject('clusters')[version] ?? { missing: 'it was not built' };
  describe.skipIf(!TAKES_LONG || 'missing' in build)(`what Apache RocketMQ ${version} reports to Prometheus`, () => {
    let broker: TestBroker;
    let real: RealCluster;
    let clusters: ClusterDirectory;
    let engine: ClusterEngine;

    beforeAll(async () => {
      broker = await createTestBroker({ realTime: true });
      real = await startRealCluster('classpath' in build ? build.classpath : '', {
        config: { metricsExporterType: 'PROM' },
      });
      const guard = { allow: new Set(Object.values(real.metrics).map((address) => new URL(address).origin)) };
      const fields = { ...PLAIN_CLUSTER, environment: 'staging', nameServers: [real.nameServer] } as const;
      await attachCluster(broker.ctx, { ...fields, name: 'eu', metricsAddresses: real.metrics }, actor, guard);
      clusters = new ClusterDirectory(broker.ctx, guard);
      engine = await clusters.find('eu');
    });
    afterAll(async () => {
      clusters.close();
      await real.close();
      await broker.close();
    });

    test('every mark is read with where the broker refuses, of the broker that it is of', async () => {
      const pending = async () =>
        [...(await readLoads(engine)).reported.values()].some(({ problem }) => problem?.includes('yet') === true);
      await expect.poll(pending, { timeout: 30_000 }).toBe(false);
      const { parts, reported } = await readLoads(engine);
      // In one process, 5.3.3 takes all of its brokers for the one that was started last.
      const of = version === '5.3.3' ? ['broker-b'] : ['broker-a', 'broker-b'];
      expect([...reported].filter(([, { problem }]) => problem === null).map(([name]) => name)).toEqual(of);
      if (version === '5.3.3') expect(reported.get('broker-a')?.problem).toBe('it is of broker-b, not of broker-a');
      for (const { broker: name, value } of parts.filter((part) => of.includes(part.broker)))
        for (const mark of REPORTED) {
          const found = value.marks[mark];
          expect([name, mark, found?.source]).toEqual([name, mark, 'prometheus']);
          expect(found?.value).toBeGreaterThanOrEqual(0);
          expect([mark, (found?.line ?? 0) > 0]).toEqual([mark, CLUSTER_MARKS[mark].line !== null]);
        }
      if (process.env['REDRIVE_RECORD'] === '1')
        writeFileSync(`${RECORDED}metrics-${version}.txt`, await (await fetch(real.metrics['broker-b'])).text());
    });
  });
}
