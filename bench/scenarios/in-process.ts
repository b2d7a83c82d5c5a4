import type { Samples } from '../samples';
import type { RowPlan, Scenario } from '../scenario';
import { PROGRAMS, type Side, type SideName, startSide } from '../sides/side';

const NAMES = Object.keys(PROGRAMS) as SideName[];
const FIRST_COUNT = 20_000;
const MOST_COUNT = 200_000;
const BATCH = 1000;

const plan = (work: string, label: string, against: string, goal: number): RowPlan => ({
  work: `in process: ${label}`,
  figure: work,
  unit: '/s',
  better: 'higher',
  redrive: 'Redrive',
  against,
  goal,
});

/**
 * Of graphile-worker's rate: what PostgreSQL's and the broker's part of a message leave of two processors. The
 * arithmetic is in docs/internals/retry-cost.md.
 */
const RETRY_GOAL = 0.6;

/** The goal holds for the better peer, hence for both. */
const againstBoth = (work: string, label: string, goal: number): RowPlan[] =>
  (['pg-boss', 'graphile-worker'] as const).map((peer) => plan(work, label, peer, goal));

export const inProcess: Scenario = {
  name: 'In process',
  rows: [
    ...againstBoth('send', 'single sends, 32 callers', 15),
    ...againstBoth('batches', 'sends in batches of 1,000, 4 callers', 2),
    plan('consume', 'receive + ack', 'graphile-worker', 2),
    plan('retry', 'failure, retry, success', 'pg-boss', 5),
    plan('retry', 'failure, retry, success', 'graphile-worker', RETRY_GOAL),
    plan('ordered', 'receive + ack, ordered, 1,000 keys', 'Redrive, unordered', 0.5),
  ],
  measure: async (bench, samples) => {
    const sides = new Map<SideName, Side>();
    try {
      for (const name of NAMES) {
        const side = await startSide(name).catch((error: unknown) => samples.miss(name, (error as Error).message));
        if (side !== undefined) sides.set(name, side);
      }
      // The first seconds of a process are slow.
      for (const side of sides.values()) await side.run('send', { seconds: 2, callers: 32 });
      const { rounds, seconds } = bench.options;
      const counts = new Map<string, number>();
      /** As many messages as take about the time of a round, by what the round before has shown. */
      const counted = async (name: SideName, side: Side, work: string, request: object = {}): Promise<number> => {
        const key = `${name} ${work} ${JSON.stringify(request)}`;
        const figures = await side.run(work, { ...request, count: counts.get(key) ?? FIRST_COUNT });
        const perSecond = figures.count / figures.seconds;
        counts.set(key, Math.round(Math.min(MOST_COUNT, Math.max(FIRST_COUNT / 4, perSecond * seconds))));
        return perSecond;
      };
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, side] of sides) note(samples, name, 'send', await side.run('send', { seconds, callers: 32 }));
        for (const [name, side] of sides)
          note(samples, name, 'batches', await side.run('batches', { seconds, callers: 4, size: BATCH }));
        for (const work of ['consume', 'retry'])
          for (const [name, side] of sides) samples.add(name, { [work]: await counted(name, side, work) });
        const own = sides.get('Redrive');
        if (own === undefined) continue;
        samples.add('Redrive', { ordered: await counted('Redrive', own, 'consume', { ordered: true }) });
        samples.add('Redrive, unordered', { ordered: samples.of('Redrive', 'consume').at(-1) ?? 0 });
      }
    } finally {
      for (const side of sides.values()) await side.close();
    }
  },
};

function note(
  samples: Samples,
  name: string,
  work: string,
  { count, seconds }: { count: number; seconds: number },
): void {
  samples.add(name, { [work]: count / seconds });
}
