import type { Reason } from '../language/t';
import type { Drain } from '../backlog/drain';
import type { Reading } from '../reading';
import type { StopRule } from '../redrive/redrive';
import type { Severity } from '../alarm/rule';
import type { SubscriptionDifference } from '../group/subscription';
import type { Phrase } from './phrase';

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

/** -1: of an earlier release. Only the weight is compared with it. */
export function tierIndex(tier: string): number {
  return (TIERS as readonly string[]).indexOf(tier);
}

/** The affected thing, with its page. */
export interface ProblemSubject {
  readonly kind: 'group' | 'topic' | 'client' | 're-drive' | 'redirect' | 'broker' | 'proxy';
  readonly name: string;
}

/** What a problem is said from: counts of the broker's own rows, each known, stale or unknown. Times are ISO texts. */
export interface EvidenceOf {
  'database-trouble': {
    /** In words, each a whole clause. */
    readonly troubles: readonly Reason[];
    readonly since: string | null;
  };
  'process-trouble': {
    /** Of this node, in words, each a whole clause. */
    readonly troubles: readonly Reason[];
  };
  'numbers-unknown': {
    readonly groups: readonly string[];
    /** How many groups there are. */
    readonly of: number;
    readonly since: string | null;
    readonly reason: string;
  };
  'dying-soon': {
    readonly group: string;
    /** On their last try, which ends within the hour. */
    readonly dying: Reading<number>;
    readonly firstAt: string | null;
    readonly lastAt: string | null;
  };
  'dead-letters': {
    readonly group: string;
    /** Neither held, accepted nor in a re-drive. */
    readonly undecided: Reading<number>;
    /** In re-drives that their rule stopped, or that cannot release. */
    readonly notReleased: Reading<number>;
    /** The one of those with most; null: there is none. */
    readonly run: RunOfProblem | null;
    readonly dying: Reading<number>;
    /** When the last of those is decided; null: none is dying. */
    readonly dyingBy: string | null;
    /** Counted up to MOST_CAUSES. */
    readonly causes: number;
    readonly newest: { readonly fingerprint: string; readonly text: string | null } | null;
    readonly firstAt: string;
    readonly lastAt: string;
  };
  'expiring-letters': {
    readonly group: string;
    readonly expiring: Reading<number>;
    readonly nextAt: string | null;
  };
  'blocked-keys': {
    readonly group: string;
    readonly keys: Reading<number>;
    readonly behind: Reading<number>;
    readonly since: string;
  };
  'no-consumer': {
    readonly group: string;
    readonly ready: Reading<number>;
    readonly oldestAt: string | null;
    /** When the last consumer left; null: it is not on record. */
    readonly since: string | null;
  };
  'subscriptions-differ': {
    readonly group: string;
    readonly topics: readonly SubscriptionDifference[];
    /** In the last 10 minutes, on all topics of the group. */
    readonly filtered: Reading<number>;
    readonly since: string;
  };
  'backlog-grows': {
    readonly group: string;
    readonly backlog: Reading<number>;
    readonly drain: Extract<Drain, { readonly kind: 'growing' | 'never' }>;
    readonly inPerSecond: Reading<number>;
    readonly outPerSecond: Reading<number>;
    readonly consumers: Reading<number>;
    readonly oldestAt: string;
  };
  'retry-amplification': {
    readonly group: string;
    readonly perMessage: Reading<number>;
    /** Of deliveries, percent. */
    readonly retries: Reading<number>;
    readonly waiting: Reading<number>;
  };
  'stale-client': {
    readonly client: string;
    readonly group: string;
    /** Clients of the group that are silent, this one included. */
    readonly silent: Reading<number>;
    readonly seenAt: string;
  };
  'throttled-producers': {
    readonly topic: string;
    readonly refused: Reading<number>;
    readonly since: string;
    readonly lastAt: string;
  };
  'redrive-stopped': {
    readonly redriveId: number;
    readonly name: string;
    readonly group: string;
    readonly stopped: StoppedWhy;
    readonly left: Reading<number>;
    readonly stoppedAt: string;
  };
  'redrive-failing': {
    readonly redriveId: number;
    readonly name: string;
    readonly group: string;
    readonly why: Reason;
    readonly left: Reading<number>;
    readonly since: string;
    readonly lastAt: string;
  };
  'redirect-stopped': {
    readonly name: string;
    readonly group: string;
    readonly topic: string;
    readonly why: Reason;
    /** Dead letters that match and stay. */
    readonly left: Reading<number>;
    readonly stoppedAt: string;
  };
  alarm: {
    readonly incidentId: number;
    readonly severity: Severity;
    readonly subject: ProblemSubject;
    readonly says: string;
    /** The number that it watches, in words; "unknown" when it is. */
    readonly amount: string;
    /** From which on it fires, in words. */
    readonly threshold: string;
    readonly firedAt: string;
    /** Alarms that fire for the same and have no line. */
    readonly others: number;
  };
}

/** What the rule of a re-drive counted when it stopped it. */
export interface StoppedWhy {
  readonly rule: StopRule;
  readonly failed: number;
  readonly of: number;
}

/** A re-drive that has not released all that it holds, and will not by itself. */
export interface RunOfProblem {
  readonly redriveId: number;
  readonly name: string;
  /** Null: it runs, and each step fails. */
  readonly stopped: StoppedWhy | null;
  /** Why each step fails. */
  readonly why: Reason | null;
}

export type ProblemKind = keyof EvidenceOf;

/** A kind with the evidence of its own. */
export type Found = {
  readonly [Kind in ProblemKind]: { readonly kind: Kind; readonly of: EvidenceOf[Kind] };
}[ProblemKind];

/** The alarm that fires for the same, and the operator who acknowledged it. */
export interface ProblemAlarm {
  readonly incidentId: number;
  readonly firedAt: string;
  readonly acknowledgedBy: string | null;
}

/** Who has a problem in hand, until when, and what he noted. */
export interface ProblemAck {
  readonly by: string;
  readonly at: string;
  readonly until: string;
  readonly note: string;
}

/** One line of the page Now. */
export interface Problem {
  /** The same as long as the problem lasts. */
  readonly key: string;
  readonly kind: ProblemKind;
  readonly subject: ProblemSubject;
  /** The groups that it is about; empty: it is about a topic, or about the broker. */
  readonly groups: readonly string[];
  readonly says: readonly Phrase[];
  readonly more: readonly Phrase[];
  readonly since: string | null;
  /** What is lost, and by when. */
  readonly stake: readonly Phrase[];
  readonly stakeMore: readonly Phrase[];
  readonly numbers: Readonly<Record<string, Reading<number>>>;
  /** The page where an operator acts, with its filters set. */
  readonly action: { readonly says: string; readonly path: string };
  readonly alarm: ProblemAlarm | null;
  /** How urgent it is and how much of it there is: what an acknowledgement compares with later. */
  readonly rank: Rank;
  /** Null: no operator has it in hand, or it is worse by now. */
  readonly ack: ProblemAck | null;
  readonly trend: ProblemTrend | null;
}

/** How a number of a group went in the last hour. */
export interface ProblemTrend {
  readonly of: TrendOf;
  /** Oldest first, the last is now; null: not known then. */
  readonly values: readonly (number | null)[];
}

export type TrendOf = 'backlog' | 'dead' | 'blockedKeys';

/** No operator has it in hand. */
export function isOpen({ ack }: Problem): boolean {
  return ack === null;
}

/** So many problems are listed, the first ones. */
export const MOST_PROBLEMS = 10;
/** So many upcoming losses are listed, the soonest ones. */
export const MOST_LOSSES = 6;
/** Causes of a group are counted so far. */
export const MOST_CAUSES = 10;
