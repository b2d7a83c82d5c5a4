import type { DeliveryCause } from '../delivery/delivery-state';
import type { FailureReason, LeasedDelivery, TimelineDelivery, TimelineEvent, TimelineLife } from './timeline';

type Draft = { -readonly [Key in keyof TimelineDelivery]: TimelineDelivery[Key] };

export interface DeliveryRecord {
  readonly storedAt: string;
  /** In the order they were written. */
  readonly events: readonly TimelineEvent[];
  readonly reasons: readonly FailureReason[];
  readonly leased: LeasedDelivery | null;
  /** A later delivery under way: what its row says now. Renewals move the end without an event. */
  readonly held: { readonly leaseEndsAt: string; readonly autoRenew: boolean } | null;
}

/** Every delivery of every life, oldest first, from the append-only events and the lease row. Pure. */
export function buildDeliveries({ storedAt, events, reasons, leased, held }: DeliveryRecord): TimelineDelivery[] {
  const drafts: Draft[] = [];
  let freeSince = storedAt;
  let open: Draft | null = null;
  const close = (event: TimelineEvent, state: Exclude<Draft['state'], 'in-flight'>): void => {
    if (open === null) return;
    open.state = state;
    open.cause = event.cause;
    open.late = event.late;
    open.endedAt = event.at;
    open.tookMs = open.startedAt === null ? null : between(open.startedAt, event.at);
    open = null;
    freeSince = event.at;
  };
  for (const event of events) {
    switch (event.state) {
      case 'Inflight':
        if (open !== null && goesOn(open, event)) break;
        open = start(event, freeSince);
        drafts.push(open);
        break;
      case 'Commit':
        // Claimed and left out: no client got it.
        if (event.cause === 'filtered') {
          if (drafts.at(-1) === open) drafts.pop();
          open = null;
        } else close(event, 'consumed');
        break;
      case 'WaitingRetry':
      case 'Ready':
      case 'DLQ':
      case 'Dropped':
        if (event.cause === 're-driven') freeSince = event.at;
        else close(event, stateAfter(event.cause));
        break;
      default:
        // Not of a delivery.
        break;
    }
  }
  if (leased !== null && (leased.outcome === 'open' || leased.outcome === 'acked'))
    drafts.unshift(fromLease(leased, storedAt));
  holdOn(drafts.at(-1), held);
  return withReasons(drafts, reasons);
}

function stateAfter(cause: DeliveryCause): 'failed' | 'restarted' | 'lost' | 'revoked' {
  if (cause === 'restarted' || cause === 'revoked') return cause;
  return cause === 'reply-lost' || cause === 'returned' || cause === 'suspended' ? 'lost' : 'failed';
}

function holdOn(last: Draft | undefined, held: DeliveryRecord['held']): void {
  if (held === null || last?.state !== 'in-flight') return;
  last.leaseEndsAt = held.leaseEndsAt;
  last.autoRenew = held.autoRenew;
}

/** An event within a delivery that goes on; false: another delivery begins with it. */
function goesOn(open: Draft, event: TimelineEvent): boolean {
  switch (event.cause) {
    case 'extended':
      open.leaseEndsAt = event.dueAt;
      open.extensions += 1;
      return true;
    case 'acked-early':
      open.ackedEarlyAt = event.at;
      return true;
    default:
      return false;
  }
}

function start(event: TimelineEvent, freeSince: string): Draft {
  return {
    generation: event.generation,
    attempt: event.attempt,
    state: 'in-flight',
    startedAt: event.at,
    endedAt: null,
    leaseEndsAt: event.dueAt,
    waitedMs: between(freeSince, event.at),
    tookMs: null,
    client: event.client,
    autoRenew: false,
    cause: null,
    reason: null,
    policyVersion: event.policyVersion,
    ackedEarlyAt: null,
    extensions: 0,
    late: null,
  };
}

function fromLease(leased: LeasedDelivery, storedAt: string): Draft {
  const acked = leased.outcome === 'acked';
  return {
    generation: 0,
    attempt: 1,
    state: acked ? 'consumed' : 'in-flight',
    startedAt: leased.startedAt,
    endedAt: acked && leased.ackedMs !== null ? after(leased.startedAt, leased.ackedMs) : null,
    leaseEndsAt: acked ? null : leased.leaseEndsAt,
    waitedMs: between(storedAt, leased.startedAt),
    tookMs: acked ? leased.ackedMs : null,
    client: leased.client,
    autoRenew: leased.autoRenew,
    cause: acked ? 'acked' : null,
    reason: null,
    policyVersion: null,
    ackedEarlyAt: null,
    extensions: 0,
    late: null,
  };
}

/**
 * A report of a try the broker never saw is one that an ordered client made by itself: it becomes an entry of its own.
 */
function withReasons(drafts: readonly Draft[], reasons: readonly FailureReason[]): TimelineDelivery[] {
  const left = new Map(reasons.map((reason) => [`${reason.generation} ${reason.attempt}`, reason]));
  for (const draft of drafts) {
    // No client got it: the report is about the next one, which has the same number.
    if (draft.state === 'lost') continue;
    const key = `${draft.generation} ${draft.attempt}`;
    draft.reason = left.get(key) ?? null;
    left.delete(key);
  }
  const own = [...left.values()].map((reason): TimelineDelivery => {
    const seen = drafts.findLast((draft) => draft.generation === reason.generation);
    return {
      generation: reason.generation,
      attempt: reason.attempt,
      state: 'failed',
      startedAt: null,
      endedAt: reason.reportedAt,
      leaseEndsAt: null,
      waitedMs: null,
      tookMs: null,
      client: seen?.client ?? null,
      autoRenew: false,
      cause: null,
      reason,
      policyVersion: null,
      ackedEarlyAt: null,
      extensions: 0,
      late: null,
    };
  });
  return [...drafts, ...own].toSorted((a, b) => a.generation - b.generation || a.attempt - b.attempt);
}

/** One entry per life; a recalled one ended as a dead letter without a delivery. */
export function buildLives(
  storedAt: string,
  events: readonly TimelineEvent[],
  deliveries: readonly TimelineDelivery[],
  generation: number,
): TimelineLife[] {
  const lives: TimelineLife[] = [];
  for (let life = 0; life <= generation; life += 1) {
    const own = events.filter((event) => event.generation === life);
    const begun = own.find((event) => event.cause === 're-driven');
    const ended = own.findLast((event) => event.state === 'Commit' || event.state === 'DLQ');
    const made = deliveries.filter((delivery) => delivery.generation === life && isCounted(delivery));
    const consumed = made.find((delivery) => delivery.state === 'consumed');
    // history of a former life may be past the retention
    if (life > 0 && begun === undefined && made.length === 0) continue;
    lives.push({
      generation: life,
      startedAt: begun?.at ?? storedAt,
      redriveId: begun?.redriveId ?? null,
      deliveries: made.length,
      end: consumed !== undefined ? 'consumed' : ended?.state === 'DLQ' ? 'dead' : null,
      endedAt: consumed?.endedAt ?? (ended?.state === 'DLQ' ? ended.at : null),
      cause: consumed === undefined ? (ended?.cause ?? null) : 'acked',
    });
  }
  return lives;
}

/** What the broker counts as an attempt: not what a client made by itself, nor a delivery that did not arrive. */
export function isCounted({ startedAt, state }: TimelineDelivery): boolean {
  return startedAt !== null && state !== 'lost';
}

/** Attempts of the current life: what the broker counted, and the last one of its own that a client reported. */
export function attemptsOf({
  deliveries,
  generation,
}: {
  readonly deliveries: readonly TimelineDelivery[];
  readonly generation: number;
}): { readonly made: number; readonly clientAttempt: number | null } {
  const own = deliveries.filter((delivery) => delivery.generation === generation);
  const last = (of: readonly TimelineDelivery[]): number =>
    of.reduce((most, { attempt }) => Math.max(most, attempt), 0);
  const made = last(own.filter(isCounted));
  const reported = last(own.filter(({ startedAt }) => startedAt === null));
  return { made, clientAttempt: reported > made ? reported : null };
}

function between(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from));
}

function after(from: string, milliseconds: number): string {
  return new Date(Date.parse(from) + milliseconds).toISOString();
}
