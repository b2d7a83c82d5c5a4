import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { RetryLimits } from '@/lib/model/delivery/forecast';
import { harmOf, isStricter, type PolicyEffect, timeToDlqMs } from '@/lib/model/delivery/policy-effect';
import { type Reading, stateOf } from '@/lib/model/reading';
import type { EngineKind } from '@/lib/model/workspace';

/** What is said first, and how loudly. */
export interface Impact {
  readonly tone: 'danger' | 'warning';
  readonly headline: string;
}

/** Why in-flight messages of the two engines differ: brokers of a cluster do not say which of them back off. */
const IN_FLIGHT: Record<EngineKind, string> = { embedded: 'in flight', cluster: 'in flight or backing off' };

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
    const why = effect === null ? 'the brokers have not been asked' : effect.reason;
    return {
      tone: 'warning',
      headline: `Failed messages may move to the DLQ sooner. How many is unknown: ${why}.`,
    };
  }
  const tone = harmOf(effect.value);
  if (tone === null) return null;
  return { tone, headline: headlineOf(effect.value, stateOf(effect) === 'bound' ? 'At least ' : '', engine) };
}

function headlineOf(effect: PolicyEffect, atLeast: string, engine: EngineKind): string {
  const { noneLeft, lostInHour, lastInFlight, sooner } = effect;
  if (noneLeft.after > noneLeft.before)
    return (
      `${atLeast}${plural(noneLeft.after, 'waiting message')} would have no attempt left and move to the DLQ ` +
      'when the wait ends.'
    );
  if (lostInHour.after > lostInHour.before)
    return (
      `${atLeast}${plural(lostInHour.after, 'message')} would move to the DLQ within an hour if every attempt fails, ` +
      `instead of ${formatCount(lostInHour.before)}.`
    );
  if (lastInFlight.after > lastInFlight.before)
    return (
      `${atLeast}${plural(lastInFlight.after, 'message')} ${IN_FLIGHT[engine]} would move to the DLQ if this ` +
      'attempt fails.'
    );
  return `${atLeast}${plural(sooner, 'message')} would move to the DLQ sooner if every attempt fails.`;
}

/** "From the first failure to the DLQ: 48 s instead of 12 h 50 m." Pure. */
export function timeToDlqWords(before: RetryLimits, after: RetryLimits): string {
  const [was, is] = [timeToDlqMs(before), timeToDlqMs(after)];
  const words = is === 0 ? 'at once' : formatDuration(is, 3);
  return was === is
    ? `From the first failure to the DLQ: ${words}, as before.`
    : `From the first failure to the DLQ: ${words} instead of ${was === 0 ? 'at once' : formatDuration(was, 3)}.`;
}

/**
 * A shorter timeout makes slow deliveries fail, which then use up their retries; null: it does not, or it is not known
 * how long deliveries take. Pure.
 */
export function timeoutRisk(beforeMs: number, afterMs: number, slowestMs: number | null): string | null {
  if (slowestMs === null || afterMs >= beforeMs || slowestMs < afterMs || slowestMs >= beforeMs) return null;
  return (
    `The slowest 1 % of deliveries take ${formatDuration(slowestMs)}. With a timeout of ${formatDuration(afterMs)} ` +
    'they would fail, be retried, and move to the DLQ when no attempt is left.'
  );
}
