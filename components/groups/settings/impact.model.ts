import { formatDuration } from '@/components/ui/duration.model';
import type { RetryLimits } from '@/lib/model/delivery/forecast';
import { harmOf, isStricter, type PolicyEffect, timeToDlqMs } from '@/lib/model/delivery/policy-effect';
import { type Reading, stateOf } from '@/lib/model/reading';
import type { EngineKind } from '@/lib/model/workspace';
import { t } from '@/lib/model/language/t';

/** What is said first, and how loudly. */
export interface Impact {
  readonly tone: 'danger' | 'warning';
  readonly headline: string;
}

interface ImpactInput {
  readonly before: RetryLimits;
  readonly after: RetryLimits;
  /** Null: the brokers were not asked. */
  readonly effect: Reading<PolicyEffect> | null;
  readonly engine: EngineKind;
}

/** Whether failed messages move to the DLQ sooner by this change; null: they do not. Pure. */
export function impactOf({ before, after, effect, engine }: ImpactInput): Impact | null {
  if (effect === null || effect.kind === 'unknown') {
    if (!isStricter(before, after)) return null;
    const why = effect === null ? t('the brokers have not been read') : effect.reason;
    return {
      tone: 'warning',
      headline: t('Failed messages may move to the DLQ sooner. How many is unknown: {reason}.', { reason: why }),
    };
  }
  const tone = harmOf(effect.value);
  if (tone === null) return null;
  return { tone, headline: headlineOf(effect.value, stateOf(effect) === 'bound' ? 'yes' : 'no', engine) };
}

function headlineOf(effect: PolicyEffect, isFloor: 'yes' | 'no', engine: EngineKind): string {
  const { noneLeft, lostInHour, lastInFlight, sooner } = effect;
  if (noneLeft.after > noneLeft.before)
    return t(
      `{isFloor, select, yes {At least {count, plural, one {# waiting message} other {# waiting messages}}} other
      {{count, plural, one {# waiting message} other {# waiting messages}}}} would have no attempt left and move to
      the DLQ when the interval ends.`,
      { isFloor, count: noneLeft.after },
    );
  if (lostInHour.after > lostInHour.before)
    return t(
      `{isFloor, select, yes {At least {count, plural, one {# message} other {# messages}}} other {{count, plural, one
      {# message} other {# messages}}}} would move to the DLQ within an hour if every attempt fails, instead of
      {before, number}.`,
      { isFloor, count: lostInHour.after, before: lostInHour.before },
    );
  if (lastInFlight.after > lastInFlight.before)
    return t(
      `{isFloor, select, yes {At least {count, plural, one {# message} other {# messages}}} other {{count, plural, one
      {# message} other {# messages}}}} {engine, select, cluster {in flight or waiting for the next attempt} other
      {in flight}} would move to the DLQ if this attempt fails.`,
      { isFloor, count: lastInFlight.after, engine },
    );
  return t(
    `{isFloor, select, yes {At least {count, plural, one {# message} other {# messages}}} other {{count, plural, one
    {# message} other {# messages}}}} would move to the DLQ sooner if every attempt fails.`,
    { isFloor, count: sooner },
  );
}

/** "From the first failure to the DLQ: 48 s instead of 12 h 50 m." Pure. */
export function timeToDlqWords(before: RetryLimits, after: RetryLimits): string {
  const [was, is] = [timeToDlqMs(before), timeToDlqMs(after)];
  const wordsOf = (ms: number): string => (ms === 0 ? t('at once') : formatDuration(ms, 3));
  return was === is
    ? t('From the first failure to the DLQ: {time}, as before.', { time: wordsOf(is) })
    : t('From the first failure to the DLQ: {time} instead of {before}.', { time: wordsOf(is), before: wordsOf(was) });
}

/**
 * A shorter timeout makes slow deliveries fail, which then use up their retries; null: it does not, or it is not known
 * how long deliveries take. Pure.
 */
export function timeoutRisk(beforeMs: number, afterMs: number, slowestMs: number | null): string | null {
  if (slowestMs === null || afterMs >= beforeMs || slowestMs < afterMs || slowestMs >= beforeMs) return null;
  return t(
    `The slowest 1 % of deliveries take {slowest}. With a timeout of {timeout}, these deliveries would fail and be
      retried, and their messages move to the DLQ when no attempt is left.`,
    { slowest: formatDuration(slowestMs), timeout: formatDuration(afterMs) },
  );
}
