import { t } from '../../model/language/t';
import { checkRule } from '../../model/alarm/check-rule';
import type { RuleFields } from '../../model/alarm/defaults';
import { previewAlarm, type RulePreview, sinceKnown, thinOut } from '../../model/alarm/preview';
import { type PreviewPoint, seriesOf } from '../../model/alarm/series';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import type { AlarmRule } from '../../model/alarm/rule';
import { HISTORY } from '../../model/history';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { engineOf } from '../engine-of';
import { historySteps, stepRanges } from './history-steps';
import { oneAtATime } from './one-at-a-time';
import { subjectsOf } from '../signal/read-signals';
import { withDeadLetters } from './preview-dead-letters';

const DAYS = 7;
const DAY_MS = 86_400_000;
const MAX_SUBJECTS = 30;
/** Minutes are made within about two; on a busy broker, later. */
const FRESH_MINUTES = 10;
const CHART_POINTS = 300;
/** How many are listed; the others are only counted. */
const MAX_FIRINGS = 500;

/**
 * What a rule would have done in the last seven days, from the stored history: minutes, and steps of 10 s in the last
 * ten of them, for one subject in the last day. @throws BrokerError bad-request, too-many-requests
 */
export async function previewRule(ctx: BrokerContext, fields: RuleFields): Promise<RulePreview> {
  checkRule(fields, engineOf(ctx));
  return await oneAtATime(ctx, () => preview(ctx, fields));
}

async function preview(ctx: BrokerContext, fields: RuleFields): Promise<RulePreview> {
  const db = ctx.store.console;
  const untilMs = (ctx.clock.nowOrNull() ?? (await databaseTime(db))).getTime();
  const fromMs = untilMs - DAYS * DAY_MS;
  const empty = { fromMs, untilMs, times: 0, knownFromMs: null, chart: null, subjects: 0, more: false };
  const series = seriesOf(fields.watch, fields.windowMs);
  if ('reason' in series) return { ...empty, firings: null, reason: series.reason };
  const all = fields.subject === null ? (await subjectsOf(ctx))(fields.watch) : [fields.subject];
  const looked = all.slice(0, MAX_SUBJECTS);
  const ranges = await stepRanges(ctx, fromMs, untilMs, fineFrom(untilMs, looked.length === 1));
  const rules = await ruleList(db);
  const found = [];
  for (const subject of looked) {
    const steps = await historySteps(ctx, fields.watch, subject, ranges);
    const points = withDeadLetters(asRule(fields), rules, subject, steps, series(steps));
    found.push({ subject, points, firings: previewAlarm(asRule(fields), sinceKnown(points)) });
  }
  const most = found.toSorted((a, b) => b.firings.length - a.firings.length || peakOf(b.points) - peakOf(a.points))[0];
  const knownFromMs = found
    .map(({ points }) => points.find(({ value }) => value !== null)?.atMs ?? null)
    .filter((atMs) => atMs !== null)
    .reduce<number | null>((first, atMs) => (first === null || atMs < first ? atMs : first), null);
  const firings = found
    .flatMap(({ subject, firings: own }) => own.map((firing) => ({ subject, ...firing })))
    .toSorted((a, b) => a.fromMs - b.fromMs);
  // Nothing known is not "0 times".
  return {
    ...empty,
    reason:
      knownFromMs === null
        ? t('No figures of the last {days, number} days are kept that this rule watches.', { days: DAYS })
        : null,
    knownFromMs,
    firings: knownFromMs === null ? null : firings.slice(-MAX_FIRINGS),
    times: firings.length,
    chart: most === undefined ? null : { subject: most.subject, points: thinOut(most.points, CHART_POINTS) },
    subjects: looked.length,
    more: all.length > looked.length,
  };
}

function asRule(fields: RuleFields): AlarmRule {
  return { ...fields, ruleId: 0, version: 1 };
}

/**
 * Steps of 10 s are kept a day; of many subjects only those are read that no minute is made of yet. From a full minute
 * on, so that none is counted twice.
 */
function fineFrom(untilMs: number, isOne: boolean): number {
  const { coarseStepMs, fineKeptMs } = HISTORY;
  const fineMs = isOne ? fineKeptMs - coarseStepMs : FRESH_MINUTES * coarseStepMs;
  return Math.ceil((untilMs - fineMs) / coarseStepMs) * coarseStepMs;
}

function peakOf(points: readonly PreviewPoint[]): number {
  return points.reduce((peak, { value }) => Math.max(peak, value ?? 0), 0);
}
