import { type BrokerContext, findGroup } from '../broker';
import { mustBe } from '../model/check-number';
import { BrokerError } from '../model/errors';
import { told } from '../model/language/t';
import { HISTORY, type StepSeconds } from '../model/history';
import { topicNotFound } from '../model/not-found';
import { readMoment } from '../model/time-range';
import type { Store } from '../store/client';
import { brokerSeries, groupSeries, topicSeries } from '../store/queries/history/history-series';
import { topicFind } from '../store/queries/topic/topic-find';
import { ReadingsOfEach } from './embedded/shared-readings';
import { databaseNow } from './reading-time';

export const HISTORY_SCOPES = ['group', 'topic', 'broker'] as const;

interface HistoryAsked {
  readonly scope: (typeof HISTORY_SCOPES)[number];
  /** Of the group or topic. */
  readonly name?: string | undefined;
  /** ISO times, or distances like -6h; `to` left out: now. */
  readonly from: string;
  readonly to?: string | undefined;
  /** Seconds of a point; left out: what reads easily. */
  readonly step?: number | undefined;
}

interface HistoryFound {
  readonly from: Date;
  readonly to: Date;
  /** When the group or topic was made: before it there is nothing to know. Null: it is the broker's. */
  readonly since: Date | null;
  readonly stepSeconds: number;
  /** Oldest first. A point that was not written is left out: unknown, not 0; null: not known in that point. */
  readonly points: readonly { readonly at: Date; readonly values: Readonly<Record<string, number | null>> }[];
}

const MOST_POINTS = 2_000;
/** Steps that people read easily; the first that makes at most this many points. */
const STEPS = [10, 60, 300, 900, 1_800, 3_600] as const;
const WANTED_POINTS = 400;

/** Every open page reads it after each sample: they share one read. */
const shared = new ReadingsOfEach<Store, string, HistoryFound>(1_000);

/** @param ctx of an attached cluster: the rows that this installation keeps about it @throws BrokerError bad-request */
export function readHistory(ctx: BrokerContext, asked: HistoryAsked): Promise<HistoryFound> {
  return shared.get(ctx.store, JSON.stringify(asked), async () => {
    const now = ctx.clock.nowOrNull()?.toISOString() ?? (await databaseNow(ctx.store.console));
    const { from, to, every, stepSeconds } = chartRange(now, asked);
    return { from, to, stepSeconds: every, ...(await readPoints(ctx, asked, { stepSeconds, from, until: to }, every)) };
  });
}

interface ChartRange {
  readonly from: Date;
  readonly to: Date;
  /** Seconds of a point. */
  readonly every: number;
  /** Of the samples that points are made of. */
  readonly stepSeconds: StepSeconds;
}

/** What a chart shows of a range. @throws BrokerError bad-request */
export function chartRange(now: string, asked: Pick<HistoryAsked, 'from' | 'to' | 'step'>): ChartRange {
  const to = readMoment('to', asked.to, now) ?? new Date(now);
  const from = readMoment('from', asked.from, now) ?? new Date(now);
  const every = stepOf(from, to, new Date(now), asked.step);
  const start = new Date(Math.floor(from.getTime() / (every * 1000)) * every * 1000);
  return { from: start, to, every, stepSeconds: isFine(from, new Date(now), every) ? 10 : 60 };
}

async function readPoints(
  ctx: BrokerContext,
  { scope, name = '' }: HistoryAsked,
  range: Parameters<typeof brokerSeries>[1],
  every: number,
): Promise<Pick<HistoryFound, 'since' | 'points'>> {
  const { store, workspace } = ctx;
  if (workspace !== null && scope === 'topic')
    throw new BrokerError(
      'unsupported',
      told('Clusters have a history of groups only, because brokers do not count by topic.'),
      {
        ...{ field: 'scope', limit: 'group', value: scope },
      },
    );
  switch (scope) {
    case 'group': {
      const { groupId, createdAt } = await findGroup(ctx, name);
      const rows = await groupSeries(store.console, groupId, range, every);
      return {
        since: createdAt,
        points: rows.map(({ at, oldestReadyAt, ...point }) => ({
          at,
          values: {
            // Brokers of a cluster count only what is not delivered.
            backlog: workspace === null ? sumOf(point.ready, point.inFlight, point.waiting) : point.ready,
            oldestReadySeconds:
              oldestReadyAt === null ? null : Math.max(0, (at.getTime() - oldestReadyAt.getTime()) / 1000),
            ...point,
          },
        })),
      };
    }
    case 'topic': {
      const topic = await topicFind(store.console, name);
      if (topic === null) throw topicNotFound(name, 'name');
      const rows = await topicSeries(store.console, topic.topicId, range, every);
      return {
        since: topic.createdAt,
        points: rows.map(({ at, ...values }) => ({ at, values: { ...values } })),
      };
    }
    case 'broker': {
      const rows = await brokerSeries(store.console, range, every);
      return { since: null, points: rows.map(({ at, ...values }) => ({ at, values })) };
    }
  }
}

function sumOf(...parts: readonly (number | null)[]): number | null {
  return parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}

function isFine(from: Date, now: Date, every: number): boolean {
  return now.getTime() - from.getTime() <= HISTORY.fineKeptMs && every % 60 !== 0;
}

/** @throws BrokerError bad-request: backwards, too old, too fine or too many points */
function stepOf(from: Date, to: Date, now: Date, asked: number | undefined): number {
  const spanSeconds = (to.getTime() - from.getTime()) / 1000;
  if (spanSeconds <= 0) throw mustBe('from', told('before {field}', { field: 'to' }), from.toISOString());
  const ageMs = now.getTime() - from.getTime();
  // A page that asks for the last 14 days must not fail for the moment it took.
  if (ageMs > HISTORY.coarseKeptMs + 60_000)
    throw mustBe('from', told('at most {days} days ago', { days: 14 }), from.toISOString());
  const finest = ageMs <= HISTORY.fineKeptMs ? 10 : 60;
  const step = asked ?? STEPS.find((each) => each >= finest && spanSeconds / each <= WANTED_POINTS) ?? 3_600;
  if (step % finest !== 0) throw mustBe('step', told('a multiple of {seconds} s', { seconds: finest }), step);
  if (spanSeconds / step > MOST_POINTS)
    throw mustBe('step', told('long enough for at most {most} points', { most: MOST_POINTS }), step);
  return step;
}
