import { limitName, type ThrottleLimit } from '../../../model/throttle/limit';
import type { LimitKind, LimitScope } from '../../../model/throttle/limit-kind';
import type { RateMeter } from './rate-meter';
import type { TokenBucket } from './token-bucket';

/** What a limit of a level (backlog, storage) was last seen at. */
export interface Level {
  readonly value: number;
  readonly readAtMs: number;
  /** The database's time of it. */
  readonly readAt: Date;
}

/** What clients asked of a rate through this process since this was last read. */
export interface Demand {
  /** The name of the limit. */
  readonly limit: string;
  readonly taken: number;
  /** Calls. */
  readonly refused: number;
}

/** A limit that is enabled, and what this process knows of it. */
export interface Guard {
  readonly limit: ThrottleLimit;
  readonly bucket: TokenBucket | null;
  level: Level | null;
  /** Levels only: closed at the hard line, open again below the soft one, as the database says. */
  closed: boolean;
  readonly meter: RateMeter;
  refusedAtMs: number;
  /** Since demands were last read. */
  taken: number;
  refused: number;
}

export function charge(guard: Guard, count: number, nowMs: number): void {
  guard.bucket?.take(count, nowMs);
  guard.meter.add(count, nowMs);
  guard.taken += count;
}

/** @returns what was asked since the last time; nothing: none */
export function takeDemand(guard: Guard): Demand[] {
  const { limit, bucket, taken, refused } = guard;
  guard.taken = 0;
  guard.refused = 0;
  return bucket === null || taken + refused === 0 ? [] : [{ limit: limitName(limit), taken, refused }];
}

export function keyOf(kind: LimitKind, scope: LimitScope, subject: string): string {
  return `${kind} ${scope} ${subject}`;
}
