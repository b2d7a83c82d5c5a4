/** Steps of 10 s are kept for a day, steps of 60 s for a fortnight. */
export type StepSeconds = 10 | 60;

export const HISTORY = {
  fineStepMs: 10_000,
  fineKeptMs: 24 * 3_600_000,
  coarseStepMs: 60_000,
  coarseKeptMs: 14 * 24 * 3_600_000,
  /** Within how long deaths that are due, and dead letters that expire, are counted. */
  dueMs: 3_600_000,
  expiringMs: 24 * 3_600_000,
} as const;

/** What a group had when a step ended, and what happened in the step. Null: not read in that step. */
export interface GroupPoint {
  readonly at: Date;
  readonly ready: number | null;
  readonly inFlight: number | null;
  readonly waiting: number | null;
  readonly dead: number | null;
  /** Dead letters, and what a re-drive has sent that is not consumed yet. */
  readonly unhandled: number | null;
  readonly blockedKeys: number | null;
  readonly oldestReadyAt: Date | null;
  /** Stored for it since it subscribed: the difference of two points is what came between them. */
  readonly arrived: number | null;
  /** Dead within HISTORY.dueMs if every try fails at once. */
  readonly deathsDue: number | null;
  /** Dead letters that are removed within HISTORY.expiringMs. */
  readonly expiring: number | null;
  readonly consumers: number | null;
  /** Deliveries of every attempt. */
  readonly delivered: number;
  /** Deliveries that were not the first of their message. */
  readonly redelivered: number;
  readonly died: number;
  /** Dead letters put back by re-drives. */
  readonly redriven: number;
}

export interface TopicPoint {
  readonly at: Date;
  readonly messagesIn: number;
  readonly bytesIn: number;
  /** Sends. */
  readonly refused: number;
  /** Of the busiest second of the step, one process. */
  readonly peakMessagesPerSecond: number;
  readonly peakBytesPerSecond: number;
}

export interface BrokerPoint {
  /** @neverNull a step is in one of the two tables at least */
  readonly at: Date;
  /** For how long something was wrong with the broker when its alarm looked; null: it did not, or could not tell. */
  readonly unwellSeconds: number | null;
  /** False: levels were not read in it. */
  readonly isSampled: boolean;
}

/** Who was refused, by which limit. Empty text: does not apply, or too many to be listed by name. */
export interface Refusal {
  readonly limit: string;
  readonly topic: string;
  readonly group: string;
  readonly client: string;
  /** Empty: it came without an access key, or is not listed by name. */
  readonly accessKey: string;
  readonly refused: number;
  readonly lastAt: Date;
}
