import type { EngineKind } from '../workspace';
import type { Moment } from './moment';

/** The display states that a firing alarm may have; the state badge of the console knows how each looks. */
type BadgeState = 'dead' | 'throttled' | 'blocked' | 'waiting-retry';

/** Why the history cannot say what a rule would have seen: alarm/series.ts has it in words. */
export type NotInHistory = 'not-kept' | 'not-by-cause' | 'not-by-age';

export interface EvidenceOf {
  /** Of the group or topic, safe in a URL. */
  readonly name: string;
  /** Of the cause that it is about, safe in a URL; empty: of none. */
  readonly cause: string;
  readonly windowMs: number;
  readonly firedAt: Date;
}

export interface EvidencePage {
  /** On its button. */
  readonly says: string;
  readonly path: (of: EvidenceOf) => string;
}

/**
 * A condition that can be judged: every fact about it, each required. Now, alarm rules and metrics go by its one value;
 * which problem of Now it is, PROBLEM_FACTS says.
 */
export interface SignalFacts {
  /** It has one value per subject: a consumer group, a topic, a broker (of this installation the only one), a proxy. */
  readonly subject: 'group' | 'topic' | 'broker' | 'proxy';
  /** What the engines of workspaces make of it: true, or why it has no value there. */
  readonly told: Readonly<Record<EngineKind, true | string>>;
  readonly unit: 'messages' | 'seconds' | 'percent' | 'deliveries per message' | 'calls per minute';
  readonly says: string;
  /** What the value is, for docs/operate/alarms.md. */
  readonly measures: string;
  readonly badge: readonly [state: BadgeState, label: string];
  /** Whether the value counts what happened in a window, or what will happen in one; null: it is a level. */
  readonly window: 'past' | 'ahead' | null;
  /**
   * The window of a new rule. For what is to come it is the time that the history counts, so that there is a preview.
   */
  readonly firstWindowMs: number;
  /**
   * A re-drive moves the value by itself, so nothing fires until it is over. What dies in a re-drive died, dead letters
   * that it has sent are present until they are consumed, and it never brings an expiry nearer.
   */
  readonly movedByRedrive: boolean;
  /**
   * About what a group has to consume. A group that never subscribed has no such value, which is not unknown; and the
   * alarm ends when the backlog is done.
   */
  readonly ofBacklog: boolean;
  /**
   * Its alarm shows how many of its dead letters are not dealt with, and ends when each is: consumed, discarded or
   * accepted. Their number alone never ends it.
   */
  readonly ofDeadLetters: boolean;
  /** One value per cause of the dead letters of a group. */
  readonly perCause: boolean;
  /** The page of the console that shows why it fires, with its filters set. */
  readonly evidence: EvidencePage & {
    /** Where an attached cluster has no such page. */
    readonly inCluster?: EvidencePage;
  };
  /** Its value at a moment, from the samples: also in the past, for the preview of a rule. Else why they lack it. */
  readonly value: ((moment: Moment) => number | null) | NotInHistory;
  /** The alarm of now reads that value, too. Else lib/broker/signal/read-signals.ts has a reader of its own for it. */
  readonly isSampled: boolean;
  /** Samples count so far ahead, and lack the value of any other window; null: they have that of each. */
  readonly sampledMs: number | null;
  /**
   * The sampled value is only 1 or 0, and the alarm uses how long it was 1: since it was first evaluated so, or since
   * it began, as the rows of the broker say.
   */
  readonly held: 'noticed' | 'began' | null;
}
