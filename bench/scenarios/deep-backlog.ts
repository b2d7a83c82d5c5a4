import type { Scenario } from '../scenario';
import { startSide } from '../sides/side';

const SHALLOW = 1000;
/** Drains of a shallow backlog in a round: one alone is too short to be measured. */
const TIMES = 20;

const rows = { unit: '/s', better: 'higher', redrive: 'deep', against: 'a backlog of 1,000' } as const;

export const deepBacklog: Scenario = {
  name: 'Deep backlog',
  rows: [
    { ...rows, work: 'deep backlog (2,000,000): drain', figure: 'perSecond', goal: 0.9 },
    {
      ...rows,
      work: 'deep backlog (2,000,000): claim p99',
      figure: 'claimP99Ms',
      unit: 'ms',
      better: 'lower',
      goal: 1.3,
    },
  ],
  measure: async (bench, samples) => {
    const side = await startSide('Redrive');
    try {
      await side.run('deepen', { count: bench.options.deep });
      for (let round = 0; round < bench.options.rounds; round += 1) {
        const count = SHALLOW * TIMES;
        const { count: drained, seconds, claimP99Ms = 0 } = await side.run('drainDeep', { count });
        samples.add('deep', { perSecond: drained / seconds, claimP99Ms });
        let took = 0;
        const slowest: number[] = [];
        for (let time = 0; time < TIMES; time += 1) {
          const shallow = await side.run('drainShallow', { count: SHALLOW });
          took += shallow.seconds;
          slowest.push(shallow.claimP99Ms ?? 0);
        }
        slowest.sort((left, right) => left - right);
        samples.add('a backlog of 1,000', { perSecond: count / took, claimP99Ms: slowest[TIMES / 2] ?? 0 });
      }
    } finally {
      await side.close();
    }
  },
};
