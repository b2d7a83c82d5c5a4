import { retryDelayMs, type RetryPolicy } from './retry-policy';

/**
 * What the broker will do with a message that goes on failing. Every prediction comes from here: of a message, of the
 * retries of a group, of deaths due, of blocked keys, of a change of settings. The waits are the broker's own
 * (retryDelayMs), so a prediction is wrong only when a try succeeds, takes longer or has no client.
 */
export interface RetryLimits {
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
}

export interface ComingTry {
  /** 1 = the first delivery. */
  readonly attempt: number;
  readonly atMs: number;
  /** Since the failure before it. */
  readonly waitMs: number;
}

export interface Coming {
  readonly tries: readonly ComingTry[];
  readonly diesMs: number;
}

export interface Assumed {
  /** How long each try takes until it fails. */
  readonly tryMs?: number;
  /** Nothing comes before this moment. */
  readonly nowMs?: number;
}

/** Delivery `attempt` fails at `failedMs`: every try after it, and the death. */
export function afterFailure(
  { maxRetries, retryPolicy }: RetryLimits,
  attempt: number,
  failedMs: number,
  { tryMs = 0, nowMs = Number.NEGATIVE_INFINITY }: Assumed = {},
): Coming {
  const tries: ComingTry[] = [];
  let atMs = failedMs;
  for (let following = attempt + 1; following <= maxRetries + 1; following += 1) {
    const waitMs = retryDelayMs(retryPolicy, following - 1);
    atMs = Math.max(nowMs, atMs + waitMs);
    tries.push({ attempt: following, atMs, waitMs });
    atMs += tryMs;
  }
  return { tries, diesMs: Math.max(nowMs, atMs) };
}

/**
 * A message that was delivered `attempt` times is due at `dueMs`. One that has no delivery left, because the limit was
 * lowered while it waited, dies when it falls due.
 */
export function afterDue(limits: RetryLimits, attempt: number, dueMs: number, assumed: Assumed = {}): Coming {
  const { tryMs = 0, nowMs = Number.NEGATIVE_INFINITY } = assumed;
  const atMs = Math.max(nowMs, dueMs);
  if (attempt > limits.maxRetries) return { tries: [], diesMs: atMs };
  const later = afterFailure(limits, attempt + 1, atMs + tryMs, assumed);
  return { tries: [{ attempt: attempt + 1, atMs, waitMs: 0 }, ...later.tries], diesMs: later.diesMs };
}

/**
 * As `afterDue` in a cluster. A proxy looks at the limit when it takes a message from a broker: the last failure is
 * followed by one more wait, and what is over the limit then goes to the dead letters in place of a delivery.
 */
export function afterDueInCluster({ maxRetries, retryPolicy }: RetryLimits, attempt: number, dueMs: number): Coming {
  return afterDue({ maxRetries: maxRetries + 1, retryPolicy }, attempt, dueMs);
}

export interface OnItsOwn {
  /** Tries made until now; an estimate when more than were delivered. */
  readonly made: number;
  readonly coming: Coming;
}

/**
 * A push client of an ordered group retries by itself and tells the broker only the end. Delivery `attempt` began at
 * `startedMs` and the client reported nothing: as if each of its tries failed at once.
 */
export function onItsOwn(
  limits: RetryLimits,
  attempt: number,
  startedMs: number,
  { tryMs = 0, nowMs }: Assumed & { readonly nowMs: number },
): OnItsOwn {
  let made = attempt;
  let failedMs = startedMs + tryMs;
  while (made <= limits.maxRetries) {
    const nextMs = failedMs + retryDelayMs(limits.retryPolicy, made);
    if (nextMs > nowMs) break;
    made += 1;
    failedMs = nextMs + tryMs;
  }
  return { made, coming: afterFailure(limits, made, failedMs, { tryMs, nowMs }) };
}

/** The next delivery of such a message is its last one. */
export function isLastTry({ maxRetries }: Pick<RetryLimits, 'maxRetries'>, attempt: number): boolean {
  return attempt >= maxRetries;
}

/**
 * How long after it falls due a message dies, by deliveries made (the index), when every try fails at once. The last
 * entry holds for all that were delivered more often.
 */
export function dyingMs(limits: RetryLimits): number[] {
  return Array.from({ length: limits.maxRetries + 2 }, (_, attempt) => afterDue(limits, attempt, 0).diesMs);
}
