import type { RowPlan, Scenario } from '../scenario';
import { startSide } from '../sides/side';

const FILTERED = 60_000;
const FILTERED_ORDERED = 10_000;
const LEAST_REFUSALS = 5000;

const plan = (side: string, work: string, rest: Partial<RowPlan> = {}): RowPlan => ({
  work: `in process: ${work}`,
  figure: 'perSecond',
  unit: '/s',
  better: 'higher',
  redrive: side,
  against: null,
  goal: null,
  ...rest,
});

/** Works without a peer. */
export const further: Scenario = {
  name: 'Further works',
  rows: [
    plan('with keys', 'sends with a key that can be searched, 32 callers', { against: 'sends without keys' }),
    plan('filter', 'past an SQL filter that lets 1 % through'),
    plan('ordered filter', 'past the same filter, ordered'),
    plan('refused sends', 'refused sends, 1 caller', { against: { limit: LEAST_REFUSALS }, goal: 1 }),
    plan('refused receives', 'refused receives, 1 caller', { against: { limit: LEAST_REFUSALS }, goal: 1 }),
  ],
  measure: async (bench, samples) => {
    const side = await startSide('Redrive');
    const { rounds, seconds } = bench.options;
    try {
      await side.run('send', { seconds: 2, callers: 32 });
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, work, request] of [
          ['sends without keys', 'send', { seconds, callers: 32 }],
          ['with keys', 'sendKeyed', { seconds, callers: 32 }],
          ['filter', 'filter', { count: FILTERED }],
          ['ordered filter', 'filter', { count: FILTERED_ORDERED, ordered: true }],
          ['refused sends', 'refuse', { seconds: 1, sends: true }],
          ['refused receives', 'refuse', { seconds: 1, sends: false }],
        ] as const) {
          const { count, seconds: took } = await side.run(work, request);
          samples.add(name, { perSecond: count / took });
        }
      }
    } finally {
      await side.close();
    }
  },
};
