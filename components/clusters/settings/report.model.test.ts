import { expect, test } from 'vitest';

import { factsOf } from '@/lib/cluster/topology/read-facts';
import type { Report } from './report-panel';
import { capabilitiesOf } from './report.model';

const reportOf = (configs: readonly Readonly<Record<string, string>>[], hasAddress = false) => ({
  brokers: configs.map((config): Report['brokers'][number] => ({
    ...{ broker: 'broker-a', announced: null, address: null, problem: null, clockSkewMs: 0, rights: [] },
    facts: factsOf(config, {}),
  })),
  metrics: hasAddress ? [{ broker: 'broker-a', address: 'http://10.0.0.5:5557', marks: 13, problem: null }] : [],
});
const PROM = { metricsExporterType: 'PROM', metricsPromExporterPort: '5557' };

test('what 5.x clients hold: where it is read, what to enter, or why it is not counted', () => {
  const words = (configs: readonly Readonly<Record<string, string>>[], hasAddress = false) =>
    capabilitiesOf(reportOf(configs, hasAddress)).find((line) => line.includes('n flight'));
  expect(words([PROM, PROM], true)).toMatch(/^In flight, .* is read where the metrics of brokers are/);
  expect(words([PROM, PROM])).toMatch(/enter their addresses/);
  expect(words([PROM, {}])).toMatch(/is not counted: not every broker/);
});

test('what follows from how brokers are set is said once, and nothing of brokers that did not answer', () => {
  expect(capabilitiesOf({ brokers: [], metrics: [] })).toEqual([]);
  const lines = capabilitiesOf(
    reportOf([{ fileReservedTime: '72' }, { fileReservedTime: '48', enablePopBufferMerge: 'true' }]),
  );
  expect(lines[0]).toBe('Messages and dead letters are kept 2 d by the brokers.');
  expect(lines.join(' ')).toContain('cannot be proven');
});
