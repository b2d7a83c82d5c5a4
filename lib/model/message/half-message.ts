/** A half message is a transaction's message before its producer says how the transaction ended. */
export type HalfState = 'pending' | 'committed' | 'rolled-back' | 'given-up';

/**
 * Who ended it: its producer, unasked or in answer to a check; an operator; or the broker after too many checks or too
 * long.
 */
export type HalfResolver = 'client' | 'server-check' | 'operator' | 'check-limit' | 'lifetime';

export const RESOLUTIONS = ['commit', 'rollback'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How long the broker waits for a producer, and how often it asks. */
export interface TransactionPolicy {
  /** Before the first check and between two, milliseconds. */
  readonly checkMs: number;
  readonly maxChecks: number;
  /** From storing to giving up, whatever happens between, milliseconds. */
  readonly lifetimeMs: number;
}

/** Source: Apache RocketMQ 5 documentation, "Parameter limits"; 15 checks: broker's `transactionCheckMax`. */
export const DEFAULT_TRANSACTIONS: TransactionPolicy = {
  checkMs: 60_000,
  maxChecks: 15,
  lifetimeMs: 4 * 3_600_000,
};
