import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { ASYNC, BROKERS, REDRIVE, SYNC } from '../bench';
import type { RowPlan, Scenario } from '../scenario';

const RATE = 500;
const LIMIT_P50_MS = 5;
const LIMIT_P99_MS = 20;

const plan = (
  figure: 'p50Ms' | 'p99Ms' | 'sendP50Ms' | 'sendP99Ms',
  against: RowPlan['against'],
  goal: number | null,
): RowPlan => ({
  work: `gRPC send to delivered at ${RATE}/s, ${figure.slice(0, 3)}`,
  figure,
  unit: 'ms',
  better: 'lower',
  redrive: REDRIVE,
  against,
  goal,
});

export const wireLatency: Scenario = {
  name: 'gRPC: latency',
  rows: [
    plan('p50Ms', { limit: LIMIT_P50_MS }, 1),
    plan('p99Ms', { limit: LIMIT_P99_MS }, 1),
    plan('p50Ms', SYNC, 1),
    plan('p99Ms', SYNC, 1),
    plan('p50Ms', ASYNC, null),
    { ...plan('sendP50Ms', SYNC, null), work: `gRPC send at ${RATE}/s, p50` },
    { ...plan('sendP99Ms', SYNC, null), work: `gRPC send at ${RATE}/s, p99` },
  ],
  sharesBrokers: true,
  measure: async (bench, samples) => {
    const targets = await bench.targets(BROKERS, samples);
    const names = { topic: bench.fresh('latency'), group: bench.fresh('latency') };
    for (const [, target] of targets) {
      await target.createTopic(names.topic, 'NORMAL', 4);
      await target.createGroup(names.group, {});
      await bench.load(target.port, 'latency', { ...names, callers: 8, rate: RATE, seconds: 2, warmup: 1 });
    }
    for (let round = 0; round < bench.options.rounds; round += 1)
      for (const [name, target] of targets) {
        // A commit would wait for what the broker before has written and not yet flushed.
        await promisify(execFile)('sync');
        const load = await bench.measure(samples, name, target, 'latency', { ...names, callers: 8, rate: RATE });
        samples.add(name, { sendP50Ms: load.sendP50Ms ?? 0, sendP99Ms: load.sendP99Ms ?? 0 });
      }
  },
};
