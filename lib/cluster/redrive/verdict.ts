/** Where a copy lies in its retry topic. */
export interface Place {
  readonly queueNo: number;
  readonly offset: number;
}

/**
 * How a group's progress can be seen. records: each hand-out and settlement is a record. classic: 4.x clients settle up
 * to an offset, and their failures wait among the scheduled messages. bound: neither; what was handed out is known, and
 * what came back.
 */
export type Sight = 'records' | 'classic' | 'bound';

/**
 * What was seen of one re-driven message. A round begins with the committed offsets (by queue), then every tail is read
 * to an end that was taken after it: only so a round says that something is not there.
 */
export type Evidence =
  | { readonly kind: 'round-began'; readonly committed: ReadonlyMap<number, number>; readonly atMs: number }
  | { readonly kind: 'copy'; readonly at: Place; readonly attempt: number }
  | { readonly kind: 'scheduled'; readonly attempt: number; readonly dueMs: number }
  | { readonly kind: 'handed-out'; readonly at: Place; readonly popMs: number; readonly untilMs: number }
  | { readonly kind: 'settled'; readonly at: Place; readonly popMs: number; readonly storedMs: number }
  | { readonly kind: 'died' }
  | { readonly kind: 'round-ended'; readonly isWhole: boolean };

export type Verdict =
  | { readonly state: 'waiting' }
  | { readonly state: 'delivered'; readonly attempt: number }
  | { readonly state: 'retrying'; readonly attempt: number; readonly dueMs: number | null }
  | { readonly state: 'died' }
  | { readonly state: 'consumed'; readonly attempt: number }
  /** Delivered, not failed so far: more cannot be seen here. */
  | { readonly state: 'not-failed'; readonly attempt: number; readonly sinceMs: number };

interface Lease {
  /** Null: its settlement was seen, the hand-out not yet. */
  readonly untilMs: number | null;
  readonly settledMs: number | null;
}

export interface Sighting {
  readonly sight: Sight;
  /** How long a lease may last at most: as long nothing may come back where only a bound is seen. */
  readonly leaseMs: number;
  /** The newest copy. */
  readonly newest: { readonly at: Place; readonly attempt: number };
  /** By place and then by the time of the hand-out: they may be seen before the copy that they are of. */
  readonly leases: ReadonlyMap<string, ReadonlyMap<number, Lease>>;
  readonly scheduled: { readonly attempt: number; readonly dueMs: number } | null;
  readonly hasDied: boolean;
  readonly committed: ReadonlyMap<number, number>;
  /** The newest copy was settled when the round that is under way began; null: it was not, or none is. */
  readonly candidate: Place | null;
  /** A whole round after it was settled found nothing that came after. */
  readonly isConfirmed: boolean;
  /** First seen handed out, by the rounds' clock. */
  readonly handedOutMs: number | null;
  readonly nowMs: number;
}

export function sentTo(at: Place, { sight, leaseMs }: { readonly sight: Sight; readonly leaseMs: number }): Sighting {
  return {
    ...{ sight, leaseMs, newest: { at, attempt: 0 }, leases: new Map(), scheduled: null, hasDied: false },
    ...{ committed: new Map<number, number>(), candidate: null, isConfirmed: false, handedOutMs: null, nowMs: 0 },
  };
}

/** Evidence may come in any order, and more than once. */
export function see(before: Sighting, evidence: Evidence): Sighting {
  switch (evidence.kind) {
    case 'round-began': {
      const { committed, atMs } = evidence;
      const now = { ...before, committed, nowMs: atMs };
      const handedOutMs = isHandedOut(now) ? (before.handedOutMs ?? atMs) : null;
      return { ...now, handedOutMs, candidate: isSettled(now) ? now.newest.at : null };
    }
    case 'copy':
      return evidence.attempt > before.newest.attempt ? newer(before, evidence) : before;
    case 'scheduled': {
      const isLater = evidence.attempt > (before.scheduled?.attempt ?? 0);
      return isLater ? { ...before, scheduled: evidence, isConfirmed: false } : before;
    }
    case 'handed-out':
      return withLease(before, evidence, { untilMs: evidence.untilMs });
    case 'settled':
      return withLease(before, evidence, { settledMs: evidence.storedMs });
    case 'died':
      return { ...before, hasDied: true, isConfirmed: false };
    case 'round-ended': {
      const { candidate, newest } = before;
      const isConfirmed = evidence.isWhole && candidate !== null && isSame(candidate, newest.at) && isSettled(before);
      return { ...before, candidate: null, isConfirmed: before.isConfirmed || isConfirmed };
    }
  }
}

export function verdictOf(sighting: Sighting): Verdict {
  const { newest, scheduled, hasDied, isConfirmed, sight, handedOutMs, nowMs, leaseMs } = sighting;
  const { attempt } = newest;
  if (hasDied) return { state: 'died' };
  if (scheduled !== null && scheduled.attempt > attempt)
    return { state: 'retrying', attempt: scheduled.attempt, dueMs: scheduled.dueMs };
  if (isConfirmed && isSettled(sighting)) {
    if (sight !== 'bound') return { state: 'consumed', attempt };
    if (handedOutMs !== null && nowMs - handedOutMs > leaseMs)
      return { state: 'not-failed', attempt, sinceMs: handedOutMs };
  }
  const leases = leasesOf(sighting);
  const open = leases.find(({ settledMs }) => settledMs === null);
  // A failure hands out once more, for the time of its interval: it looks the same as a longer lease.
  if (leases.length > 1 && open !== undefined) return { state: 'retrying', attempt, dueMs: open.untilMs };
  if (leases.length > 0 || (sight !== 'classic' && isHandedOut(sighting))) return { state: 'delivered', attempt };
  return attempt === 0 ? { state: 'waiting' } : { state: 'retrying', attempt, dueMs: null };
}

/** Nothing is held, as far as it was seen; what came after it is another question. */
function isSettled(sighting: Sighting): boolean {
  const { sight, scheduled, newest, hasDied } = sighting;
  const leases = leasesOf(sighting);
  if (hasDied || (scheduled !== null && scheduled.attempt > newest.attempt)) return false;
  if (sight !== 'records') return isHandedOut(sighting);
  // Settled too late, the broker may have made the next copy already, or be about to.
  const isInTime = ({ untilMs, settledMs }: Lease): boolean =>
    untilMs !== null && settledMs !== null && settledMs < untilMs;
  return leases.length > 0 && leases.every(isInTime);
}

/** The committed offset has passed it: with records and in the bound handed out, otherwise settled. */
function isHandedOut({ committed, newest: { at } }: Sighting): boolean {
  return (committed.get(at.queueNo) ?? 0) > at.offset;
}

function newer(before: Sighting, { at, attempt }: { readonly at: Place; readonly attempt: number }): Sighting {
  return { ...before, newest: { at, attempt }, isConfirmed: false, handedOutMs: null };
}

function leasesOf({ leases, newest: { at } }: Sighting): readonly Lease[] {
  return [...(leases.get(keyOf(at))?.values() ?? [])];
}

function withLease(
  before: Sighting,
  { at, popMs }: { readonly at: Place; readonly popMs: number },
  seen: Partial<Lease>,
): Sighting {
  const ofPlace = before.leases.get(keyOf(at));
  const known = ofPlace?.get(popMs);
  const lease: Lease = { untilMs: null, settledMs: null, ...known, ...seen };
  // The log after the one where it waited stored the same record later.
  const settledMs = earliest(known?.settledMs ?? null, seen.settledMs ?? null);
  const leases = new Map(before.leases).set(keyOf(at), new Map(ofPlace).set(popMs, { ...lease, settledMs }));
  // The same record comes twice: from the log where it waits for its time, and from the one after.
  const isNews = known === undefined && isSame(at, before.newest.at);
  // The end of a hand-out that the round did not know when it began may be newer than the tails that it has read.
  if (isNews) return { ...before, leases, isConfirmed: false, candidate: null };
  return { ...before, leases };
}

function earliest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function keyOf({ queueNo, offset }: Place): string {
  return `${queueNo}/${offset}`;
}

function isSame(a: Place, b: Place): boolean {
  return keyOf(a) === keyOf(b);
}
