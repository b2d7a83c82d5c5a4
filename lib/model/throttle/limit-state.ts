import type { ThrottleLimit } from './limit';

/**
 * refused: it refused a moment ago, here or at another node. unknown: the level could not be read lately, so nothing is
 * refused for it.
 */
export const LIMIT_STATES = ['refusing', 'refused', 'warning', 'room', 'off', 'unknown'] as const;
export type LimitState = (typeof LIMIT_STATES)[number];

/** What one node sees of a limit at this moment. */
type UseState = Exclude<LimitState, 'refused'>;

/** A limit with what it is at, as one node sees it. */
export interface LimitUse {
  readonly limit: ThrottleLimit;
  /** Rates: per second, mean of the last 10 s through this node. Levels: as last read. Null: not known. */
  readonly value: number | null;
  /** How old `value` is, milliseconds. */
  readonly ageMs: number;
  /** What `value` is measured against: of a rate, this node's share of the limit. */
  readonly line: number;
  /** Living nodes that share a rate. */
  readonly nodes: number;
  readonly state: UseState;
}

/** What it is at now comes first: a limit with room does not refuse because it did a moment ago. */
export function stateWithPast(now: UseState, refusedLately: boolean): LimitState {
  return refusedLately && now !== 'refusing' && now !== 'off' ? 'refused' : now;
}

/** The softest true word: a limit that refuses, one that warns, one with room. */
export function stateOfUse(
  { softShare }: Pick<ThrottleLimit, 'softShare'>,
  line: number,
  value: number | null,
  refuses: boolean,
): UseState {
  if (refuses) return 'refusing';
  if (value === null) return 'unknown';
  return value >= line * softShare ? 'warning' : 'room';
}
