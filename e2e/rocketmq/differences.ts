import type { Difference } from './support/compare';

/** A difference from Apache RocketMQ 5.3.3 that is meant. */
export interface ExplainedDifference {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  /** Exactly what the scenarios show of it; a row that they show no more fails the run. */
  readonly shown: readonly Difference[];
}

export const differences: readonly ExplainedDifference[] = [];
