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
        const { count: drained, seconds, claimsMs = [] } = await side.run('drainDeep', { count });
        samples.add('deep', { perSecond: drained / seconds, claimP99Ms: p99(claimsMs) });
        let took = 0;
        const all: number[] = [];
        for (let time = 0; time < TIMES; time += 1) {
          const shallow = await side.run('drainShallow', { count: SHALLOW });
          took += shallow.seconds;
          all.push(...(shallow.claimsMs ?? []));
        }
        samples.add('a backlog of 1,000', { perSecond: count / took, claimP99Ms: p99(all) });
      }
    } finally {
      await side.close();
    }
  },
};

/** Of all claims of a round together: the few of one short drain have no hundredth. */
function p99(claimsMs: readonly number[]): number {
  return claimsMs.toSorted((left, right) => left - right)[Math.floor(claimsMs.length * 0.99)] ?? 0;
}
