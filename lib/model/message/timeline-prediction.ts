import { afterDue, afterFailure, type Coming, onItsOwn } from '../delivery/forecast';
import type { RetryPolicy } from '../delivery/retry-policy';
import type { Prediction, TimelineDelivery } from './timeline';

/** More than a page can show; a group may allow 1000. */
const MOST_SHOWN = 40;

export interface PredictionInput {
  readonly policy: RetryPolicy;
  readonly maxRetries: number;
  readonly asOf: string;
  /** Deliveries made in this life. */
  readonly attempt: number;
  /** The delivery under way, if one is; retriesItself: a push client of an ordered group has it. */
  readonly running: { readonly startedAt: string; readonly retriesItself: boolean } | null;
  /** When the next one is due; null: as soon as a client fetches. */
  readonly dueAt: string | null;
  readonly deliveries: readonly TimelineDelivery[];
}

/**
 * What will happen if every coming try fails as the ones before did, under the policy of now. Everything is "at the
 * earliest": a client must be there to fetch. Pure.
 */
export function predict(input: PredictionInput): Prediction {
  const { maxRetries, asOf, attempt, running, dueAt } = input;
  const limits = { maxRetries, retryPolicy: input.policy };
  const assumedTryMs = medianTryMs(input.deliveries);
  const nowMs = Date.parse(asOf);
  const assumed = { tryMs: assumedTryMs, nowMs };
  const fromNow = running === null && (dueAt === null || Date.parse(dueAt) <= nowMs);
  if (running === null) {
    const coming = afterDue(limits, attempt, dueAt === null ? nowMs : Date.parse(dueAt), assumed);
    return toPrediction(withWholeWait(coming, input), assumedTryMs, attempt <= maxRetries && fromNow);
  }
  const startedMs = Date.parse(running.startedAt);
  const tried = lastReported(input.deliveries);
  const failedMs = tried === null ? Math.max(nowMs, startedMs + assumedTryMs) : Date.parse(tried.failedAt);
  const coming =
    tried === null && running.retriesItself
      ? onItsOwn(limits, attempt, startedMs, assumed).coming
      : afterFailure(limits, tried?.attempt ?? attempt, failedMs, assumed);
  return toPrediction(coming, assumedTryMs, fromNow);
}

/** The next delivery shows its whole wait since the try before ended, as those after it do; not what is left of it. */
function withWholeWait({ tries: [next, ...later], diesMs }: Coming, input: PredictionInput): Coming {
  if (next === undefined) return { tries: [], diesMs };
  const since =
    input.attempt === 0 ? null : (input.deliveries.findLast(({ endedAt }) => endedAt !== null)?.endedAt ?? null);
  const waitMs = Math.max(0, next.atMs - Date.parse(since ?? input.asOf));
  return { tries: [{ ...next, waitMs }, ...later], diesMs };
}

function toPrediction({ tries, diesMs }: Coming, assumedTryMs: number, fromNow: boolean): Prediction {
  return {
    next: tries.slice(0, MOST_SHOWN).map(({ attempt, atMs, waitMs }) => ({ attempt, at: iso(atMs), waitMs })),
    omitted: Math.max(0, tries.length - MOST_SHOWN),
    diesAt: iso(diesMs),
    assumedTryMs,
    fromNow,
  };
}

/**
 * An ordered client holds one delivery and retries by itself: the last try it reported as failed shows where it is.
 * The same holds for the moment between any client's report and its answer to the broker.
 */
function lastReported(
  deliveries: readonly TimelineDelivery[],
): { readonly attempt: number; readonly failedAt: string } | null {
  const own = deliveries.findLast(
    ({ state, startedAt, reason }) => reason !== null && (state === 'in-flight' || startedAt === null),
  );
  return own?.reason == null ? null : { attempt: own.attempt, failedAt: own.reason.reportedAt };
}

/** Of the failed tries; 0 when none is known. */
export function medianTryMs(deliveries: readonly TimelineDelivery[]): number {
  const took = deliveries
    .filter((delivery) => delivery.state === 'failed')
    .map((delivery) => delivery.tookMs)
    .filter((ms) => ms !== null)
    .toSorted((a, b) => a - b);
  return took[Math.floor((took.length - 1) / 2)] ?? 0;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
