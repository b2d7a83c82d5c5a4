import { type LimitKind, LIMIT_KINDS, type LimitScope } from './limit-kind';

/** What a limit may be set to: shares of `hard`, milliseconds, characters. */
export const LIMIT_BOUNDS = { hard: 1e15, softShare: [0.1, 0.99], burstMs: [0, 600_000], reasonChars: 1000 } as const;
/** Reply code and text of the documentation, which refusals carry in their words; on the wire the code is 42900. */
export const DOCUMENTED_REPLY = '530 TOO_MANY_REQUESTS';

export interface ThrottleLimit {
  readonly limitId: number;
  readonly kind: LimitKind;
  readonly scope: LimitScope;
  /** The topic, group or access key; empty for the broker. */
  readonly subject: string;
  /** Refuses at it, in the unit of its kind. */
  readonly hard: number;
  /** Warns from this share of `hard` on; for levels, an open gate closes at `hard` and opens again below this share. */
  readonly softShare: number;
  /** Rates: how much unused time may be caught up, milliseconds. */
  readonly burstMs: number;
  readonly enabled: boolean;
  readonly version: number;
  readonly reason: string;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

/** A limit with what all nodes share about it. */
export interface SharedLimit extends ThrottleLimit {
  /** Levels: reached `hard` and not fallen below the soft line since. */
  readonly closed: boolean;
}

/** How operators and refused clients know a limit. */
export function limitName({ kind, scope, subject }: Pick<ThrottleLimit, 'kind' | 'scope' | 'subject'>): string {
  return scope === 'broker' ? `${kind} of the broker` : `${kind} of ${scope} ${subject}`;
}

export function isRate(kind: LimitKind): boolean {
  return LIMIT_KINDS[kind].admits !== null;
}

/** Calls come in bunches: without any burst, two in one millisecond would be one too many. */
const MIN_BURST_MS = 100;

/** What a rate lets through at once after a pause, in its unit; at least one. */
export function burstOf(perSecond: number, burstMs: number): number {
  return Math.max(1, (perSecond * Math.max(burstMs, MIN_BURST_MS)) / 1000);
}
