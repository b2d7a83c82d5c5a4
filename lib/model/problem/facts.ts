import type { Signal } from '../signal/signal';
import type { Reading } from '../reading';
import type { Phrase } from './phrase';
import type { ProblemSubject, Rank, TrendOf } from './problem';

/** The tone of the mark beside it; the state badge of the console knows how each looks. */
type BadgeState = 'dead' | 'throttled' | 'blocked' | 'waiting-retry' | 'unknown' | 'stale';

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
  readonly signals: readonly Signal[];
}
