import { previewAlarm, type PreviewPoint, sinceKnown } from '../../model/alarm/preview';
import { type AlarmRule, covers, keptOpenFrom, ruleFor } from '../../model/alarm/rule';
import type { HistoryStep } from '../../model/alarm/series';
import { WATCHES } from '../../model/alarm/watch';

/**
 * The two rules about dead letters depend on each other: an alarm on new ones stays open while there are any, and one
 * on present ones waits while that is open.
 */
export function withDeadLetters(
  rule: AlarmRule,
  rules: readonly AlarmRule[],
  subject: string,
  steps: readonly HistoryStep[],
  points: readonly PreviewPoint[],
): readonly PreviewPoint[] {
  if (rule.watch === 'deaths') return keptOpen(rules, subject, steps, points);
  const deaths = ruleFor(rules, 'deaths', subject);
  if (rule.watch !== 'dead-letters' || deaths === null || !covers(deaths, rule)) return points;
  const series = WATCHES.deaths.series(deaths.windowMs);
  if ('reason' in series) return points;
  const firings = previewAlarm(deaths, sinceKnown(keptOpen(rules, subject, steps, series(steps))));
  return points.map((point) => {
    const isCovered = firings.some(({ fromMs, untilMs }) => point.atMs >= fromMs && point.atMs < (untilMs ?? Infinity));
    return isCovered ? { ...point, suppressed: true } : point;
  });
}

function keptOpen(
  rules: readonly AlarmRule[],
  subject: string,
  steps: readonly HistoryStep[],
  points: readonly PreviewPoint[],
): PreviewPoint[] {
  const from = keptOpenFrom(rules, subject);
  return points.map((point, index) => ({ ...point, keptOpen: (steps[index]?.group?.unhandled ?? from) >= from }));
}
