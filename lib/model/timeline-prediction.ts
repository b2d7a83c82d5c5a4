import { retryDelayMs, type RetryPolicy } from './retry-policy';
import type { PredictedDelivery, Prediction, TimelineDelivery } from './timeline';

/** More than a page can show; a group may allow 1000. */
const MOST_SHOWN = 40;

export interface PredictionInput {
  readonly policy: RetryPolicy;
  readonly maxRetries: number;
  readonly asOf: string;
  /** Deliveries made in this life. */
  readonly attempt: number;
  /** The delivery under way, if one is. */
  readonly running: { readonly startedAt: string } | null;
  /** When the next one is due; null: as soon as a client fetches. */
  readonly dueAt: string | null;
  readonly deliveries: readonly TimelineDelivery[];
}

/**
 * What will happen if every coming try fails as the ones before did, under the policy of now. Everything is "at the
 * earliest": a client must be there to fetch. Pure.
 */
export function predict(input: PredictionInput): Prediction | null {
  const { policy, maxRetries, asOf, attempt, running, dueAt } = input;
  const last = maxRetries + 1;
  const tryMs = medianTryMs(input.deliveries);
  const now = Date.parse(asOf);
  // over a limit that was lowered meanwhile: dead when it falls due, without another delivery
  if (running === null && attempt >= last) {
    return {
      next: [],
      omitted: 0,
      diesAt: iso(Math.max(now, dueAt === null ? now : Date.parse(dueAt))),
      assumedTryMs: tryMs,
      fromNow: false,
    };
  }
  const next: PredictedDelivery[] = [];
  let at: number;
  let from: number;
  if (running === null) {
    at = Math.max(now, dueAt === null ? now : Date.parse(dueAt));
    from = attempt + 1;
    // the whole wait since the try before ended, as the ones after it show theirs; not what is left of it
    const since =
      attempt === 0 ? null : (input.deliveries.findLast(({ endedAt }) => endedAt !== null)?.endedAt ?? null);
    next.push({ attempt: from, at: iso(at), waitMs: Math.max(0, at - (since === null ? now : Date.parse(since))) });
    at += tryMs;
  } else {
    const tried = lastReported(input.deliveries);
    at = tried === null ? Math.max(now, Date.parse(running.startedAt) + tryMs) : Date.parse(tried.failedAt);
    from = tried?.attempt ?? attempt;
  }
  for (let following = from + 1; following <= last; following += 1) {
    const waitMs = retryDelayMs(policy, following - 1);
    at = Math.max(now, at + waitMs);
    next.push({ attempt: following, at: iso(at), waitMs });
    at += tryMs;
  }
  return {
    next: next.slice(0, MOST_SHOWN),
    omitted: Math.max(0, next.length - MOST_SHOWN),
    diesAt: iso(Math.max(now, at)),
    assumedTryMs: tryMs,
    fromNow: running === null && (dueAt === null || Date.parse(dueAt) <= now),
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
