import type { Watch } from '../alarm/watch';
import type { Reading } from '../reading';
import type { Phrase } from './phrase';
import type { ProblemSubject, TrendOf } from './problem';

/** The tone of the mark beside it; the state badge of the console knows how each looks. */
type BadgeState = 'dead' | 'throttled' | 'blocked' | 'waiting-retry' | 'unknown' | 'stale';

/**
 * Most urgent first. Within `messages` the number of messages decides, whatever the kind; within any other tier the
 * kind decides, in the order of PROBLEM_KINDS, because their numbers have different units. docs/operate/now.md says the
 * same.
 */
const TIERS = [
  /** No other number can be trusted. */
  'blind',
  /** Messages are lost, or stay unprocessed until an operator acts. */
  'messages',
  /** Messages are processed late. */
  'late',
  /** Messages are processed, with more work than they need. */
  'waste',
  /** A part of the numbers is unknown. */
  'unsure',
] as const;
export type Tier = (typeof TIERS)[number];

export interface Rank {
  readonly tier: Tier;
  /** Of `messages`: how many. */
  readonly weight: number;
}

/** The page where one acts. */
export interface ProblemAction {
  readonly says: string;
  readonly path: string;
}

/** Every fact about a kind of problem, each required. What finds it is in lib/broker/problem/evidence.ts. */
export interface ProblemFacts<Evidence> {
  readonly badge: readonly [state: BadgeState, label: string];
  /** For the green state: that it was looked for and not found. */
  readonly fine: string;
  readonly rank: (of: Evidence) => Rank;
  readonly subject: (of: Evidence) => ProblemSubject;
  /** One sentence, which begins after the name of the subject. */
  readonly says: (of: Evidence) => readonly Phrase[];
  readonly more: (of: Evidence) => readonly Phrase[];
  readonly since: (of: Evidence) => string | null;
  readonly stake: (of: Evidence) => readonly [what: readonly Phrase[], more: readonly Phrase[]];
  readonly numbers: (of: Evidence) => Readonly<Record<string, Reading<number>>>;
  readonly action: (of: Evidence) => ProblemAction;
  /** Where an attached cluster has no such page. */
  readonly actionInCluster?: (of: Evidence) => ProblemAction;
  /** What of its group is drawn beside it; null: nothing is recorded that would show it. */
  readonly trend: TrendOf | null;
  /** Alarms about the same thing: they are shown with it instead of beside it. */
  readonly watches: readonly Watch[];
}

/** -1: of an earlier release. Only the weight is compared with it. */
export function tierIndex(tier: string): number {
  return (TIERS as readonly string[]).indexOf(tier);
}
