import { expect, test } from 'vitest';

import { factsOf } from '@/lib/cluster/topology/read-facts';
import { capabilitiesOf, modeWords, proxyWords, type Report } from './report.model';

const reportOf = (configs: readonly Readonly<Record<string, string>>[], hasAddress = false) => ({
  brokers: configs.map((config): Report['brokers'][number] => ({
    ...{ broker: 'broker-a', announced: null, address: null, problem: null, clockSkewMs: 0, rights: [] },
    ownProxy: null,
    facts: factsOf(config, {}),
  })),
  metrics: hasAddress ? [{ broker: 'broker-a', address: 'http://10.0.0.5:5557', marks: 13, problem: null }] : [],
});
const PROM = { metricsExporterType: 'PROM', metricsPromExporterPort: '5557' };

test('what 5.x clients hold: where it is read, what to enter, or why it is not counted', () => {
  const words = (configs: readonly Readonly<Record<string, string>>[], hasAddress = false) =>
    capabilitiesOf(reportOf(configs, hasAddress)).find((line) => line.includes('in flight of 5.x'));
  expect(words([PROM, PROM], true)).toMatch(/are read from the metrics of the brokers/);
  expect(words([PROM, PROM])).toMatch(/enter their addresses/);
  expect(words([PROM, {}])).toMatch(/are not counted: not every broker/);
});

test('the modes of a broker, and of the proxies that showed themselves', () => {
  expect(modeWords(factsOf({ brokerRole: 'SYNC_MASTER', flushDiskType: 'ASYNC_FLUSH' }, {}))).toBe(
    'SYNC_MASTER, ASYNC_FLUSH',
  );
  expect(modeWords(factsOf({}, {}))).toBe('unknown, unknown');
  const words = (owned: readonly Report['brokers'][number]['ownProxy'][], proxies: Report['proxies'] = []) =>
    proxyWords({
      brokers: owned.flatMap((ownProxy, at) =>
        reportOf([{}]).brokers.map((one) => ({ ...one, broker: `broker-${at}`, ownProxy })),
      ),
      proxies,
    });
  const none = { seenBy: null, asked: 3, groups: 3 };
  const proxy = { host: '10.0.0.4', grpcPort: 8081, remotingPort: 8080, lastSeenAt: '2026-11-22T04:00:00.000Z' };
  expect(words([null, none])).toEqual([expect.stringMatching(/^No proxy is known, in cluster mode or in local mode/)]);
  expect(words([none], [proxy])).toEqual(['1 proxy in cluster mode: 10.0.0.4:8081.']);
  expect(words([none, { ...none, seenBy: 'billing' }])).toEqual([
    'broker-1 has a proxy in local mode: clients of billing are connected to it.',
  ]);
  expect(words([{ seenBy: null, asked: 200, groups: 900 }], [proxy])[1]).toContain('200 of 900 groups of broker-0');
});

test('what follows from how brokers are set is said once, and nothing of brokers that did not answer', () => {
  expect(capabilitiesOf({ brokers: [], metrics: [] })).toEqual([]);
  const lines = capabilitiesOf(
    reportOf([{ fileReservedTime: '72' }, { fileReservedTime: '48', enablePopBufferMerge: 'true' }]),
  );
  expect(lines[0]).toBe('Brokers keep messages and dead letters for 2 d.');
  expect(lines.join(' ')).toContain('cannot be proven');
});
