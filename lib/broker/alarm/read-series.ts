import type { AlarmIncident } from '../../model/alarm/incident';
import { thinOut } from '../../model/alarm/preview';
import { type PreviewPoint, seriesOf } from '../../model/alarm/series';
import { groupOfSubject } from '../../model/alarm/subject';
import { SIGNALS } from '../../model/signal/signal';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { HISTORY } from '../../model/history';
import { incidentRead } from '../../store/queries/alarm/alarm-incident';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { historySteps, stepRanges } from './history-steps';

/** What an alarm saw before and while it fired, from the stored history. */
export interface AlarmSeries {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Of an alarm about dead letters those present of its group, else its value. Null: unknown. */
  readonly points: readonly PreviewPoint[];
  /** The line that `points` crossed; null: the rule measures something else. */
  readonly line: number | null;
  /** About dead letters: how many died in each of `bars.length` equal parts of the time; else empty. */
  readonly bars: readonly number[];
}

const BEFORE_MS = 30 * 60_000;
const AFTER_MS = 10 * 60_000;
const POINTS = 240;
const BARS = 80;

/** @throws BrokerError not-found */
export async function requireAlarm({ store }: BrokerContext, id: number): Promise<AlarmIncident> {
  const incident = await incidentRead(store.console, id);
  if (incident === null)
    throw new BrokerError('not-found', told('Alarm {incidentId} does not exist.', { incidentId: id }), {
      field: 'id',
      value: id,
    });
  return incident;
}

/** @throws BrokerError group-not-found, topic-not-found */
export async function readAlarmSeries(
  ctx: BrokerContext,
  { watch, subject, windowMs, threshold, firedAt, resolvedAt }: AlarmIncident,
): Promise<AlarmSeries> {
  const nowMs = (ctx.clock.nowOrNull() ?? (await databaseTime(ctx.store.console))).getTime();
  const keptFromMs = nowMs - HISTORY.coarseKeptMs;
  const fromMs = minuteOf(Math.max(keptFromMs, firedAt.getTime() - Math.max(BEFORE_MS, windowMs * 2)));
  const untilMs = Math.max(fromMs, Math.min(nowMs, (resolvedAt?.getTime() ?? nowMs) + AFTER_MS));
  const fineFromMs = Math.max(fromMs, minuteOf(nowMs - HISTORY.fineKeptMs + HISTORY.coarseStepMs));
  const ranges = await stepRanges(ctx, fromMs, untilMs, Math.min(untilMs, fineFromMs));
  const facts = SIGNALS[watch];
  const steps = await historySteps(ctx, watch, facts.perCause ? groupOfSubject(subject) : subject, ranges);
  const series = seriesOf(facts.ofDeadLetters ? 'dead-letters' : watch, windowMs);
  const bars = facts.ofDeadLetters ? Array.from({ length: BARS }, () => 0) : [];
  for (const { at, flows } of facts.ofDeadLetters ? steps : []) {
    const bar = Math.min(BARS - 1, Math.floor(((at.getTime() - fromMs) / Math.max(1, untilMs - fromMs)) * BARS));
    bars[bar] = (bars[bar] ?? 0) + flows.died;
  }
  return {
    ...{ fromMs, untilMs, bars },
    points: 'reason' in series ? [] : thinOut(series(steps), POINTS),
    line: facts.ofDeadLetters && watch !== 'dead-letters' ? null : threshold,
  };
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000) * 60_000;
}
