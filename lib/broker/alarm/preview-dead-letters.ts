import { previewAlarm, sinceKnown } from '../../model/alarm/preview';
import { type AlarmRule, covers, endsByEvidence, ruleFor } from '../../model/alarm/rule';
import { type HistoryStep, type PreviewPoint, seriesOf } from '../../model/alarm/series';
import { type Signal, SIGNALS } from '../../model/signal/signal';

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
  if (!SIGNALS[rule.watch].ofDeadLetters) return points;
  const own = kept(rules, rule.watch, subject, steps, points);
  const deaths = ruleFor(rules, 'deaths', subject);
  if (rule.watch !== 'dead-letters' || deaths === null || !covers(deaths, rule)) return own;
  const series = seriesOf('deaths', deaths.windowMs);
  if ('reason' in series) return own;
  const firings = previewAlarm(deaths, sinceKnown(kept(rules, 'deaths', subject, steps, series(steps))));
  return own.map((point) => {
    const isCovered = firings.some(({ fromMs, untilMs }) => point.atMs >= fromMs && point.atMs < (untilMs ?? Infinity));
    return isCovered ? { ...point, suppressed: true } : point;
  });
}

function kept(
  rules: readonly AlarmRule[],
  watch: Signal,
  subject: string,
  steps: readonly HistoryStep[],
  points: readonly PreviewPoint[],
): readonly PreviewPoint[] {
  if (!endsByEvidence(rules, watch, subject)) return points;
  return points.map((point, index) => ({ ...point, keptOpen: (steps[index]?.group?.unhandled ?? 1) > 0 }));
}
