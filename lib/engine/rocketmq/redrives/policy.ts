import { FAILED_RESTS_MS } from '../../../model/redrive/redrive';

/** How a re-drive of a cluster is carried out. */
export interface RedrivePolicy {
  /** A process that is gone gives up its groups after this. */
  readonly leaseMs: number;
  /** After this no answer and no late copy can come: then the topics say whether a copy is there. */
  readonly lateMs: number;
  /** And only when it has been read to the ends of its topics for so long: a broker that hung takes up what it was sent. */
  readonly settleMs: number;
  /** Between two looks at the outcome of copies. */
  readonly roundMs: number;
  /** And so many times as long as the look itself took. */
  readonly roundTimes: number;
  /** A broker or a run that failed rests. */
  readonly restsMs: number;
  /** Messages of one pass, and sends under way. */
  readonly batch: number;
  readonly atOnce: number;
  /** Brokers keep three days by default: what is undecided then stays so. */
  readonly watchMs: number;
}

export const REDRIVE_POLICY: RedrivePolicy = {
  leaseMs: 30_000,
  lateMs: 45_000,
  settleMs: 10_000,
  roundMs: 1_000,
  roundTimes: 4,
  restsMs: FAILED_RESTS_MS,
  batch: 100,
  atOnce: 16,
  watchMs: 3 * 24 * 60 * 60 * 1_000,
};

/** Messages a second, when no operator said another number. */
export const DEFAULT_RATE = 200;
