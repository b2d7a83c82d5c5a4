import type { RuleFields } from '../../model/alarm/defaults';
import { previewAlarm, type PreviewPoint, type RulePreview, thinOut } from '../../model/alarm/preview';
import { WATCHES } from '../../model/alarm/rule';
import { HISTORY, type StepSeconds } from '../../model/history';
import { groupHistory, topicHistory } from '../../store/queries/history/history-read';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { checkRule } from './check-rule';
import { type KeptPoint, numbersOver } from './kept-numbers';
import { subjectsOf } from './numbers';

const DAYS = 7;
const DAY_MS = 86_400_000;
const MAX_SUBJECTS = 30;
const CHART_POINTS = 300;

/**
 * What a rule would have done in the last seven days, from the stored history: minutes, and for one subject steps of
 * 10 s in the last day. @throws BrokerError bad-request
 */
export async function previewRule(ctx: BrokerContext, fields: RuleFields): Promise<RulePreview> {
  checkRule(fields);
  const db = ctx.store.console;
  const untilMs = (ctx.clock.nowOrNull() ?? (await databaseTime(db))).getTime();
  const fromMs = untilMs - DAYS * DAY_MS;
  const empty = { fromMs, untilMs, chart: null, subjects: 0, more: false };
  const numbers = numbersOver(fields);
  if (numbers === null)
    return { ...empty, firings: null, reason: `The history does not keep "${WATCHES[fields.watch].says}".` };
  const all = fields.subject === null ? (await subjectsOf(ctx))(fields.watch) : [fields.subject];
  const looked = all.slice(0, MAX_SUBJECTS);
  const found = [];
  for (const subject of looked) {
    const kept = await keptPoints(ctx, fields, subject, fromMs, untilMs, looked.length === 1);
    const points = numbers(kept);
    found.push({ subject, points, firings: previewAlarm({ ...fields, ruleId: 0, version: 1 }, points) });
  }
  const most = found.toSorted((a, b) => b.firings.length - a.firings.length || peakOf(b.points) - peakOf(a.points))[0];
  return {
    ...empty,
    reason: null,
    firings: found
      .flatMap(({ subject, firings }) => firings.map((firing) => ({ subject, ...firing })))
      .toSorted((a, b) => a.fromMs - b.fromMs),
    chart: most === undefined ? null : { subject: most.subject, points: thinOut(most.points, CHART_POINTS) },
    subjects: looked.length,
    more: all.length > looked.length,
  };
}

async function keptPoints(
  ctx: BrokerContext,
  { watch }: RuleFields,
  subject: string,
  fromMs: number,
  untilMs: number,
  isFine: boolean,
): Promise<KeptPoint[]> {
  const db = ctx.store.console;
  const fineFromMs = isFine ? untilMs - HISTORY.fineKeptMs + HISTORY.coarseStepMs : untilMs;
  const ranges: readonly [StepSeconds, number, number][] = [
    [60, fromMs, fineFromMs],
    [10, fineFromMs, untilMs],
  ];
  const kept: KeptPoint[] = [];
  for (const [stepSeconds, from, until] of ranges) {
    if (from >= until) continue;
    const range = { stepSeconds, from: new Date(from), until: new Date(until) };
    const rows =
      WATCHES[watch].subject === 'topic'
        ? await topicHistory(db, (await ctx.topics.find(subject)).topicId, range)
        : await groupHistory(db, (await ctx.groups.find(subject)).groupId, range);
    kept.push(...rows.map((row): KeptPoint => ({ ...row, stepMs: stepSeconds * 1000 })));
  }
  return kept;
}

function peakOf(points: readonly PreviewPoint[]): number {
  return points.reduce((peak, { value }) => Math.max(peak, value ?? 0), 0);
}
