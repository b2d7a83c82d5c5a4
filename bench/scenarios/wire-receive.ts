import { ASYNC, BROKERS, type Load, REDRIVE, SYNC } from '../bench';
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

const FAILING = 'receive-fail';
/**
 * So long that messages that failed come back while it is measured, on every side: with RocketMQ on a busy machine none
 * did after 6 s.
 */
const FAILING_WARMUP = 10;
const RETRY_AFTER_MS = 1000;
const FAILING_FIRST_FILL = 40_000;

const failingPlan = (peer: string, goal: number | null): RowPlan => ({
  work: 'gRPC receive 32 + an ack each, a fifth of the messages fails once, 16 callers',
  figure: 'perSecond',
  unit: '/s',
  better: 'higher',
  redrive: sideIn(REDRIVE, FAILING),
  against: sideIn(peer, FAILING),
  goal,
});

/** Push consumers of which a listener fails once for every fifth message. What fails comes back after a second. */
export const wireFailing: Scenario = {
  name: 'gRPC: failure, retry, success',
  rows: [failingPlan(SYNC, null), failingPlan(ASYNC, 1)],
  sharesBrokers: true,
  measure: async (bench, samples) => {
    const targets = await bench.targets(BROKERS, samples);
    const fills = new Map<string, number>();
    const loads = new Map<string, Load[]>();
    for (let round = 0; round < bench.options.rounds; round += 1)
      for (const [name, target] of targets) {
        const names = { topic: bench.fresh('failing'), group: bench.fresh('failing') };
        await target.createTopic(names.topic, 'NORMAL', 4);
        await target.createGroup(names.group, { intervalsMs: [RETRY_AFTER_MS] });
        const count = fills.get(name) ?? FAILING_FIRST_FILL;
        await bench.load(target.port, 'fill', { topic: names.topic, callers: 8, count });
        const options = { ...names, callers: 16, count, failing: 5, warmup: FAILING_WARMUP };
        const load = await bench.measure(samples, sideIn(name, FAILING), target, FAILING, options);
        const wanted = Math.round(load.perSecond * (bench.options.seconds + FAILING_WARMUP) * MARGIN);
        // So fast that nothing was left for the measured time.
        fills.set(name, Math.min(2 * MOST_FILL, load.count === 0 ? 4 * count : Math.max(FIRST_FILL, wanted)));
        loads.set(name, [...(loads.get(name) ?? []), load]);
        samples.check(sideIn(name, FAILING), `${name}: ${describeFailures(loads.get(name) ?? [])}`);
      }
  },
};

/** That there was something to compare: every message that failed came again, also while it was measured. */
function describeFailures(loads: readonly Load[]): string {
  const sum = (of: (load: Load) => number | undefined): number => loads.reduce((all, load) => all + (of(load) ?? 0), 0);
  const share =
    (sum(({ againMeasured }) => againMeasured) /
      Math.max(
        1,
        sum(({ count }) => count),
      )) *
    100;
  const [failed, again] = [sum((load) => load.failed), sum((load) => load.again)];
  return (
    `${failed} messages failed once, and ${again === failed ? 'each' : `only ${again}`} was delivered again and ` +
    `acknowledged (${share.toFixed(0)} % of what was acknowledged while it was measured)`
  );
}
