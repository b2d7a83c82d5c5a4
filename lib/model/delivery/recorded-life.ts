import type { DeliveryCause, DeliveryState } from './delivery-state';
import type { RetryLimits } from './forecast';
import { retryDelayMs } from './retry-policy';

/** What the broker recorded of a message in one generation and the ones after it, in the order of recording. */
export interface LifeRecord {
  /** Names the message: a re-driven one has a record for each generation. */
  readonly place: string;
  readonly generation: number;
  readonly events: readonly LifeEvent[];
  /** False: there are more events than are read of one message. */
  readonly isWhole: boolean;
  /** What clients reported, of this generation alone. */
  readonly reports: readonly LifeReport[];
  /** When its first delivery was acknowledged, maybe after retries of an ordered client itself. Null: it was not. */
  readonly ackedMs: number | null;
}

export interface LifeEvent {
  readonly generation: number;
  readonly attempt: number;
  readonly state: DeliveryState;
  readonly cause: DeliveryCause;
  readonly atMs: number;
  readonly dueMs: number | null;
  /** The re-drive before it sent the message with another body or other properties. */
  readonly edited: boolean;
}

export interface LifeReport {
  readonly attempt: number;
  readonly atMs: number;
  readonly fingerprint: string;
}

export interface LifeFailure {
  readonly attempt: number;
  readonly atMs: number;
  /** Of the retry after it. */
  readonly nextMs: number;
  /** Null: none was reported. */
  readonly fingerprint: string | null;
}

/** Why a message is not replayed. */
export type Unreplayed = 'record' | 'client' | 'operator';

/** One message from its first failure on, as far as it is known. */
export interface RecordedLife {
  /** By attempt; never empty. */
  readonly failures: readonly [LifeFailure, ...LifeFailure[]];
  readonly end: { readonly kind: 'consumed' | 'dead'; readonly atMs: number } | null;
  /** From then on an attempt succeeds: its success was due then, or a re-drive was consumed. Null: unknown. */
  readonly worksFromMs: number | null;
}

const FAILED: readonly DeliveryCause[] = ['nack', 'timeout', 'consumption-timeout', 'client-gone', 'forwarded'];
/** Acts of an operator after which the end says nothing about the policy. */
const BY_OPERATOR: readonly DeliveryCause[] = ['buried', 'moved', 'topic-deleted', 'filtered', 'revoked', 'held'];

/**
 * @param saved for retries that an ordered client makes by itself: when they were due is not recorded
 * @returns why it cannot be replayed, or its life
 */
export function recordedLife(record: LifeRecord, saved: RetryLimits): RecordedLife | Unreplayed {
  if (!record.isWhole) return 'record';
  const own = record.events.filter(({ generation }) => generation === record.generation);
  if (own.some(({ cause }) => BY_OPERATOR.includes(cause))) return 'operator';
  const failed = own.filter(({ cause, state }) => FAILED.includes(cause) && state !== 'Inflight');
  // A simple consumer sets the wait before each delivery itself: no back-off of a policy applies.
  if (failed.some(({ state }) => state === 'Ready')) return 'client';
  const [first, ...more] = failuresOf(failed, record.reports, saved);
  if (first?.attempt !== 1 || more.some(({ attempt }, index) => attempt !== index + 2)) return 'record';
  const failures = [first, ...more] as const;
  const end = endOf(own, record.ackedMs);
  const last = more.at(-1) ?? first;
  if (end !== null && end.atMs < last.atMs) return 'record';
  return { failures, end, worksFromMs: worksFrom(record, last, end) };
}

function failuresOf(
  failed: readonly LifeEvent[],
  reports: readonly LifeReport[],
  saved: RetryLimits,
): readonly LifeFailure[] {
  const found = new Map<number, Omit<LifeFailure, 'nextMs'> & { readonly dueMs: number | null }>();
  for (const { attempt, atMs, fingerprint } of reports) found.set(attempt, { attempt, atMs, fingerprint, dueMs: null });
  for (const { attempt, atMs, dueMs } of failed)
    found.set(attempt, { attempt, atMs, dueMs, fingerprint: found.get(attempt)?.fingerprint ?? null });
  return [...found.values()]
    .toSorted((one, other) => one.attempt - other.attempt)
    .map(({ dueMs, ...failure }) => ({
      ...failure,
      nextMs: dueMs ?? failure.atMs + retryDelayMs(saved.retryPolicy, failure.attempt),
    }));
}

function endOf(own: readonly LifeEvent[], ackedMs: number | null): RecordedLife['end'] {
  for (const { state, cause, atMs } of own) {
    if (state === 'Commit' && cause === 'acked') return { kind: 'consumed', atMs };
    if (state === 'DLQ') return { kind: 'dead', atMs };
  }
  return ackedMs === null ? null : { kind: 'consumed', atMs: ackedMs };
}

function worksFrom({ generation, events }: LifeRecord, last: LifeFailure, end: RecordedLife['end']): number | null {
  if (end?.kind === 'consumed') return Math.max(last.atMs, Math.min(last.nextMs, end.atMs));
  const later = events.filter((event) => event.generation > generation);
  const success = later.find(({ state, cause }) => state === 'Commit' && cause === 'acked');
  return success === undefined || later.some(({ edited }) => edited) ? null : success.atMs;
}
