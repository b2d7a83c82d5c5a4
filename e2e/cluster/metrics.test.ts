// @module-tag long
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { readLoads } from '../../lib/engine';
import { CLUSTER_MARK_NAMES, CLUSTER_MARKS } from '../../lib/model/cluster/cluster-mark';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { attachReal, describeReal } from './support/describe-real';

const RECORDED = fileURLToPath(new URL('../../lib/testing/cluster/recorded/', import.meta.url));
const REPORTED = CLUSTER_MARK_NAMES.filter((mark) => CLUSTER_MARKS[mark].key === null);

for (const version of VERSIONS)
  describeReal('metrics', { version, isTaken: TAKES_LONG, config: { metricsExporterType: 'PROM' } }, (scene) => {
    const attached = attachReal(scene, { withMetrics: true });

    test('every mark is read with where the broker refuses, of the broker that it is of', async () => {
      const { engine } = attached;
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
        writeFileSync(`${RECORDED}metrics-${version}.txt`, await (await fetch(scene.real.metrics['broker-b'])).text());
    });
  });
