import { ASYNC, BROKERS, REDRIVE, SYNC } from '../bench';
import { sideIn } from '../samples';
import type { RowPlan, Scenario } from '../scenario';

const WORKS = ['receive-ack-each', 'receive-ack-once'] as const;
const LABELS = {
  'receive-ack-each': 'gRPC receive 32 + an ack each, 16 callers',
  'receive-ack-once': 'gRPC receive 32 + acks in one call, 16 callers',
};
const WARMUP = 0.5;
const FIRST_FILL = 20_000;
const MOST_FILL = 150_000;
const MARGIN = 1.3;

const plan = (work: (typeof WORKS)[number], peer: string, goal: number): RowPlan => ({
  work: LABELS[work],
  figure: 'perSecond',
  unit: '/s',
  better: 'higher',
  redrive: sideIn(REDRIVE, work),
  against: sideIn(peer, work),
  goal,
});

export const wireReceive: Scenario = {
  name: 'gRPC: receives and acks',
  rows: WORKS.flatMap((work) => [plan(work, SYNC, 3), plan(work, ASYNC, 1)]),
  sharesBrokers: true,
  measure: async (bench, samples) => {
    const targets = await bench.targets(BROKERS, samples);
    const fills = new Map<string, number>();
    for (let round = 0; round < bench.options.rounds; round += 1)
      for (const work of WORKS)
        for (const [name, target] of targets) {
          const names = { topic: bench.fresh('receive'), group: bench.fresh('receive') };
          await target.createTopic(names.topic, 'NORMAL', 4);
          await target.createGroup(names.group, {});
          const key = sideIn(name, work);
          const count = fills.get(key) ?? FIRST_FILL;
          await bench.load(target.port, 'fill', { topic: names.topic, callers: 8, count });
          const options = { ...names, callers: 16, count, warmup: WARMUP };
          const { perSecond } = await bench.measure(samples, key, target, work, options);
          const wanted = Math.round(perSecond * (bench.options.seconds + WARMUP) * MARGIN);
          fills.set(key, Math.min(MOST_FILL, Math.max(FIRST_FILL, wanted)));
        }
  },
};
