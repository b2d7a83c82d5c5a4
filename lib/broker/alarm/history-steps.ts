import type { Flows, HistoryStep } from '../../model/alarm/series';
import { LEVEL_FRESH_MS } from '../../model/signal/moment';
import { type Signal, SIGNALS } from '../../model/signal/signal';
import type { BrokerPoint, GroupPoint, StepSeconds, TopicPoint } from '../../model/history';
import { type RedriveSpan, redriveSpans } from '../../store/queries/alarm/alarm-redrives';
import { brokerHistory, groupHistory, type HistoryRange, topicHistory } from '../../store/queries/history/history-read';
import { isRead } from '../backlog/group-backlog';
import type { BrokerContext } from '../context';

/** Steps of one length, and when this broker was at work in them: the same for every subject. */
export interface StepRange extends HistoryRange {
  readonly broker: readonly BrokerPoint[];
}

/** Oldest first; ranges come one after another. */
export async function historySteps(
  ctx: BrokerContext,
  watch: Signal,
  subject: string,
  ranges: readonly StepRange[],
): Promise<HistoryStep[]> {
  const steps: HistoryStep[] = [];
  for (const range of ranges) steps.push(...(await readRange(ctx, watch, subject, range)));
  return steps;
}

async function readRange(ctx: BrokerContext, watch: Signal, subject: string, range: StepRange): Promise<HistoryStep[]> {
  const db = ctx.store.console;
  const { broker } = range;
  const base = {
    stepMs: range.stepSeconds * 1000,
    group: null,
    topic: null,
    flows: flowsOf(null),
    isPaused: false,
    suppressed: false,
  };
  switch (SIGNALS[watch].subject) {
    case 'proxy':
    case 'broker':
      return broker.map(({ at, unwellSeconds }) => ({ ...base, at, unwellSeconds, isSampled: true, isKnown: true }));
    case 'topic': {
      const points = byTime(await topicHistory(db, (await ctx.topics.find(subject)).topicId, range));
      let sampledMs = Number.NEGATIVE_INFINITY;
      return broker.map(({ at, unwellSeconds, isSampled }) => {
        if (isSampled) sampledMs = at.getTime();
        const isKnown = at.getTime() - sampledMs < LEVEL_FRESH_MS;
        return { ...base, at, unwellSeconds, isSampled, isKnown, topic: points.get(at.getTime()) ?? null };
      });
    }
    case 'group':
      return await groupSteps(ctx, watch, subject, range);
  }
}

async function groupSteps(
  ctx: BrokerContext,
  watch: Signal,
  subject: string,
  range: StepRange,
): Promise<HistoryStep[]> {
  const db = ctx.store.console;
  const { groupId, pausedAt } = await ctx.groups.find(subject);
  const points = byTime(await groupHistory(db, groupId, range));
  const spans = SIGNALS[watch].movedByRedrive ? await redriveSpans(db, groupId, range) : [];
  let last: GroupPoint | null = null;
  return range.broker.map(({ at, unwellSeconds }) => {
    const own = points.get(at.getTime()) ?? null;
    const isSampled = own !== null && isRead(own);
    if (isSampled) last = own;
    const fresh = last !== null && at.getTime() - last.at.getTime() < LEVEL_FRESH_MS ? last : null;
    return {
      at,
      unwellSeconds,
      stepMs: range.stepSeconds * 1000,
      group: fresh,
      flows: flowsOf(own),
      topic: null,
      isSampled,
      isKnown: fresh !== null,
      // Pauses of the past are not kept.
      isPaused: pausedAt !== null && at >= pausedAt,
      suppressed: isWithin(spans, at),
    };
  });
}

function flowsOf(point: GroupPoint | null): Flows {
  return {
    delivered: point?.delivered ?? 0,
    redelivered: point?.redelivered ?? 0,
    died: point?.died ?? 0,
  };
}

function isWithin(spans: readonly RedriveSpan[], at: Date): boolean {
  return spans.some(({ from, until }) => at >= from && at < until);
}

function byTime<Point extends GroupPoint | TopicPoint>(points: readonly Point[]): ReadonlyMap<number, Point> {
  return new Map(points.map((each) => [each.at.getTime(), each]));
}

/** Minutes up to a moment, steps of 10 s from then on. */
export async function stepRanges(
  ctx: BrokerContext,
  fromMs: number,
  untilMs: number,
  fineFromMs: number,
): Promise<StepRange[]> {
  const parts: readonly [StepSeconds, number, number][] = [
    [60, fromMs, fineFromMs],
    [10, fineFromMs, untilMs],
  ];
  const ranges: StepRange[] = [];
  for (const [stepSeconds, from, until] of parts) {
    if (from >= until) continue;
    const range = { stepSeconds, from: new Date(from), until: new Date(until) };
    ranges.push({ ...range, broker: await brokerHistory(ctx.store.console, range) });
  }
  return ranges;
}
