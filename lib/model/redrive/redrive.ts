import type { Reason } from '../language/t';
/**
 * `completed`: everything selected was released to the group; whether it was consumed is in the verdicts. `stopped`: by
 * its own rule; nothing more is released until an operator says why it should go on.
 */
export const REDRIVE_STATES = ['running', 'paused', 'stopped', 'cancelled', 'completed'] as const;
export type RedriveState = (typeof REDRIVE_STATES)[number];

/** `canary`: waits for the verdicts of the first ones. `ramp`: at a rising rate. `releasing`: at its full rate. */
export const REDRIVE_PHASES = ['canary', 'ramp', 'releasing'] as const;
export type RedrivePhase = (typeof REDRIVE_PHASES)[number];

/** The rule that stopped a run. */
export const STOP_RULES = ['canary-failed', 'first-deliveries-failed', 'not-fetched'] as const;
export type StopRule = (typeof STOP_RULES)[number];

/** Why and when a run was stopped by its rule, as it was then. */
export interface RedriveStop {
  readonly rule: StopRule;
  readonly at: Date;
  /** First deliveries that had failed, of how many. Both 0 when no client fetched. */
  readonly failed: number;
  readonly of: number;
}

/** A running re-drive that cannot release: each step fails, and is tried again. */
export interface RedriveFailing {
  readonly since: Date;
  readonly lastAt: Date;
  /** In the words of what refused it. */
  readonly why: Reason;
}

/** After a step that failed, before the next one. Other re-drives go on. */
export const FAILED_RESTS_MS = 5_000;

/**
 * The outcome of one message of a re-drive. `in-flight`: a client has it for the first time. `retrying`: a delivery
 * failed, and it is retried. `not-yet-fetched`: not released, or released and not fetched, so it can be recalled.
 * `filtered-out`: the group's filter does not match it, so no client got it. `cancelled`: never released. `unknown`:
 * released, and its record is past the retention. `not-failed`: delivered and not failed so far, where a cluster shows
 * no more. `sent`: to another topic, where its way is not followed. Each with
 * the name of its number among the counts.
 */
export const VERDICT_COUNTS = {
  consumed: 'consumed',
  'in-flight': 'inFlight',
  retrying: 'retrying',
  'died-again': 'diedAgain',
  'not-failed': 'notFailed',
  'not-yet-fetched': 'notYetFetched',
  recalled: 'recalled',
  'filtered-out': 'filteredOut',
  cancelled: 'cancelled',
  excluded: 'excluded',
  unknown: 'unknown',
  sent: 'sent',
} as const;
export type RedriveVerdict = keyof typeof VERDICT_COUNTS;
export const REDRIVE_VERDICTS = Object.keys(VERDICT_COUNTS) as [RedriveVerdict, ...RedriveVerdict[]];

/** From the rows, at one moment. All but `selected` and `released` add up to the items of the re-drive. */
export type RedriveCounts = Readonly<Record<(typeof VERDICT_COUNTS)[RedriveVerdict], number>> & {
  /** Frozen at the start. */
  readonly selected: number;
  /** Put back to the group, whatever happened then; recalled ones included. */
  readonly released: number;
  /** First deliveries that failed or timed out, whatever came of the message then. */
  readonly firstDeliveryFailed: number;
};

/** What an operator asked for. Exactly one of messageIds, deadLetterIds, filter, redrive and all is set. */
export interface RedriveSelection {
  readonly messageIds?: readonly string[] | undefined;
  readonly deadLetterIds?: readonly number[] | undefined;
  readonly filter?: RedriveFilter | undefined;
  readonly all?: boolean | undefined;
  /** Messages of an earlier re-drive that are dead letters now, by their outcome: "the 117 that died again". */
  readonly redrive?: EarlierRedrive | undefined;
  /** What stays behind although it matches. */
  readonly leaveOut?: LeaveOut | undefined;
  /** From a plan: the bound of its set. Later dead letters never join. */
  readonly throughId?: number | undefined;
}

export interface EarlierRedrive {
  readonly redriveId: number;
  readonly verdicts: readonly DeadVerdict[];
  /** Fingerprints: dead letters with one of these causes are not meant. */
  readonly withoutCauses?: readonly string[] | undefined;
}

/** Verdicts after which a message is a dead letter. */
export const DEAD_VERDICTS = [
  'died-again',
  'recalled',
  'cancelled',
  'excluded',
] as const satisfies readonly RedriveVerdict[];
export type DeadVerdict = (typeof DEAD_VERDICTS)[number];

export interface LeaveOut {
  /** Letters of which the group has consumed a newer message of the same key: an older one could undo it. */
  readonly newerConsumed?: boolean | undefined;
  /** Letters that an operator holds. */
  readonly held?: boolean | undefined;
  /** Those with one of these tags; null: those without a tag. */
  readonly tags?: readonly (string | null)[] | undefined;
  /** False: those whose topic was deleted go too, because they go to another one. */
  readonly deletedTopics?: boolean | undefined;
}

export interface RedriveFilter {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Words of the error, the body, the ids and keys; each begins a word, or is any part of a text without spaces. */
  readonly q?: string | undefined;
  /** A fingerprint, an error type, or how the broker saw the last delivery end. */
  readonly cause?: string | undefined;
  /** Will be removed before this moment unless an operator acts. */
  readonly expiresBefore?: Date | undefined;
  readonly topic?: string | undefined;
  /** Of the application, as its failures report it; `not reported`: they name none. */
  readonly appVersion?: string | undefined;
  /** One of its keys, or its message group. */
  readonly key?: string | undefined;
  /** Deliveries of its last life. */
  readonly attemptsFrom?: number | undefined;
  readonly attemptsTo?: number | undefined;
  /** A JSON path that its body matches: `$.currency == "JPY"`. */
  readonly json?: string | undefined;
  /** Exempt from expiry by an operator. */
  readonly held?: boolean | undefined;
  /** An operator said that it may stay. */
  readonly accepted?: boolean | undefined;
}

/** What a page, a change or an export may select by, of one group or of all. */
export interface DeadLetterFilter extends RedriveFilter {
  readonly group?: string | undefined;
}

export const REDRIVE_LIMITS = {
  ids: 5000,
  ratePerSecond: 100_000,
  reasonFrom: 100,
  reasonChars: 500,
  requestIdChars: 100,
  /** Messages changed one by one. */
  editedMessages: 100,
  /** Messages that a rule may change in one re-drive: each is read, changed and kept with what it was. */
  repaired: 20_000,
  patchOperations: 50,
  leftOutTags: 100,
  withoutCauses: 20,
} as const;

/** Nothing more can happen to it by itself. */
export function isDecided(counts: RedriveCounts): boolean {
  return counts.inFlight === 0 && counts.retrying === 0 && counts.notYetFetched === 0;
}

/** Its name for people, in the audit log and on every page. */
export function redriveName(redriveId: number): string {
  return `RD-${redriveId}`;
}
