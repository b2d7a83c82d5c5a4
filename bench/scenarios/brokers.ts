import { type RedriveTarget, startRedrive } from '../targets/redrive';
import type { Scenario } from '../scenario';

const CALLERS_EACH = 64;
const WARMUP = 0.5;

/**
 * One broker process against two, each with the same load: what a message costs all of them together, and what comes of
 * it. With the callers of one shared by two, each would store half as many messages in a transaction.
 */
export const brokers: Scenario = {
  name: 'Broker processes',
  rows: [
    {
      work: `processor time of a gRPC send, two broker processes, ${CALLERS_EACH} callers each`,
      figure: 'cpuUs',
      unit: 'µs',
      better: 'lower',
      redrive: 'two',
      against: 'one broker process',
      goal: 1.2,
    },
    {
      work: `gRPC send, two broker processes, ${CALLERS_EACH} callers each`,
      figure: 'perSecond',
      unit: '/s',
      better: 'higher',
      redrive: 'two',
      against: 'one broker process',
      goal: null,
    },
  ],
  measure: async (bench, samples) => {
    const started: [string, RedriveTarget, number][] = [];
    try {
      for (const [name, count] of [
        ['one broker process', 1],
        ['two', 2],
      ] as const) {
        const target = await startRedrive({ REDRIVE_BROKERS: String(count) });
        started.push([name, target, count * CALLERS_EACH]);
        await target.createTopic('bench', 'NORMAL', 4);
        await bench.load(target.port, 'send', { callers: count * CALLERS_EACH, seconds: 2, warmup: 0 });
      }
      for (let round = 0; round < bench.options.rounds; round += 1)
        for (const [name, target, callers] of started)
          await bench.measure(samples, name, target, 'send', { callers, warmup: WARMUP });
    } finally {
      for (const [, target] of started) await target.close();
    }
  },
};
