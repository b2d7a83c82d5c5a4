import 'server-only';
import { z } from 'zod';
import { findGroup } from '../../broker';
import { BrokerError } from '../../model/errors';
import { HISTORY, type StepSeconds } from '../../model/history';
import { topicNotFound } from '../../model/not-found';
import type { Store } from '../../store/client';
import { brokerSeries, groupSeries, topicSeries } from '../../store/queries/history/history-series';
import { topicFind } from '../../store/queries/topic/topic-find';
import type { ReadContext } from '../http/context';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import type { Named } from '../http/names-of';
import { ReadingsOfEach } from '../../engine';
import { readMoment } from '../../model/time-range';

export const historyScopes = ['group', 'topic', 'broker'] as const;

export interface HistoryPointView {
  readonly at: string;
  /** By name; null: not known in that point. */
  readonly values: Readonly<Record<string, number | null>>;
}

export interface HistoryView {
  readonly from: string;
  readonly to: string;
  /** When the group or topic was made: before it there is nothing to know. Null: it is the broker's. */
  readonly since: string | null;
  /** Of one point. */
  readonly stepSeconds: number;
  /** Oldest first. A point that was not written is left out: unknown, not 0. */
  readonly points: readonly HistoryPointView[];
}

export const historyInput = z.strictObject({
  scope: z.enum(historyScopes),
  name: z.string().max(255).optional().describe('Of the group or topic'),
  from: z.string().max(40).default('-1h').describe('ISO time, or a distance like -6h; at most 14 days ago'),
  to: z.string().max(40).optional().describe('ISO time; now when absent'),
  step: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .optional()
    .describe('Seconds per point: a multiple of 10 within the last day, of 60 before; chosen when absent'),
});

/** Of the broker as a whole teams see nothing. */
export function ofHistory({ scope, name = '' }: z.output<typeof historyInput>): readonly Named[] {
  if (scope === 'broker')
    throw new BrokerError('forbidden', 'scope must be group or topic: teams see nothing of the broker as a whole.', {
      ...{ field: 'scope', limit: 'group or topic', value: scope },
    });
  return [{ kind: scope, name, field: 'name' }];
}

export const historyRead = defineRead({
  permission: 'group:read',
  subject: { names: ofHistory },
  input: historyInput,
  ofLetters: true,
  run: readHistory,
});

const MOST_POINTS = 2_000;
/** Steps that people read easily; the first that makes at most this many points. */
const STEPS = [10, 60, 300, 900, 1_800, 3_600] as const;
const WANTED_POINTS = 400;

/** Every open page reads it after each sample: they share one read. */
const shared = new ReadingsOfEach<Store, string, HistoryView>(1_000);

export function readHistory(ctx: ReadContext, input: z.output<typeof historyInput>): Promise<HistoryView> {
  return shared.get(ctx.broker.store, JSON.stringify(input), () => findHistory(ctx, input));
}

async function findHistory(ctx: ReadContext, input: z.output<typeof historyInput>): Promise<HistoryView> {
  const db = ctx.store.console;
  const now = ctx.broker.clock.nowOrNull()?.toISOString() ?? (await databaseNow(db));
  const { from, to, every, stepSeconds } = chartRange(now, input);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    stepSeconds: every,
    ...(await readPoints(ctx, input, { stepSeconds, from, until: to }, every)),
  };
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
export function chartRange(
  now: string,
  asked: { readonly from: string; readonly to?: string | undefined; readonly step?: number | undefined },
): ChartRange {
  const to = readMoment('to', asked.to, now) ?? new Date(now);
  const from = readMoment('from', asked.from, now) ?? new Date(now);
  const every = stepOf(from, to, new Date(now), asked.step);
  const start = new Date(Math.floor(from.getTime() / (every * 1000)) * every * 1000);
  return { from: start, to, every, stepSeconds: isFine(from, new Date(now), every) ? 10 : 60 };
}

async function readPoints(
  { broker, store }: ReadContext,
  { scope, name = '' }: z.output<typeof historyInput>,
  range: Parameters<typeof brokerSeries>[1],
  every: number,
): Promise<Pick<HistoryView, 'since' | 'points'>> {
  if (broker.workspace !== null && scope === 'topic')
    throw new BrokerError('unsupported', 'The history of a cluster is of its groups: brokers count no topic.', {
      ...{ field: 'scope', limit: 'group', value: scope },
    });
  switch (scope) {
    case 'group': {
      const { groupId, createdAt } = await findGroup(broker, name);
      const rows = await groupSeries(store.console, groupId, range, every);
      return {
        since: createdAt.toISOString(),
        points: rows.map(({ at, oldestReadyAt, ...point }) => ({
          at: at.toISOString(),
          values: {
            // Brokers of a cluster count only what is not delivered.
            backlog: broker.workspace === null ? sumOf(point.ready, point.inFlight, point.waiting) : point.ready,
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
        since: topic.createdAt.toISOString(),
        points: rows.map(({ at, ...values }) => ({ at: at.toISOString(), values: { ...values } })),
      };
    }
    case 'broker': {
      const rows = await brokerSeries(store.console, range, every);
      return { since: null, points: rows.map(({ at, ...values }) => ({ at: at.toISOString(), values })) };
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
  if (spanSeconds <= 0) throw refuse('from', 'before to', from.toISOString());
  const ageMs = now.getTime() - from.getTime();
  // A page that asks for the last 14 days must not fail for the moment it took.
  if (ageMs > HISTORY.coarseKeptMs + 60_000) throw refuse('from', '14 days ago', from.toISOString());
  const finest = ageMs <= HISTORY.fineKeptMs ? 10 : 60;
  const step = asked ?? STEPS.find((each) => each >= finest && spanSeconds / each <= WANTED_POINTS) ?? 3_600;
  if (step % finest !== 0) throw refuse('step', `a multiple of ${finest} s`, step);
  if (spanSeconds / step > MOST_POINTS) throw refuse('step', `${MOST_POINTS} points`, step);
  return step;
}

function refuse(field: string, limit: string, value: string | number): BrokerError {
  return new BrokerError('bad-request', `${field} must keep to ${limit}; it is ${value}.`, { field, limit, value });
}
