import { type Problem, type ProblemAck, type Rank, tierIndex } from './problem';

/** An acknowledgement, with how bad the problem was then. */
export interface Acked extends ProblemAck {
  /** Its key. */
  readonly problem: string;
  readonly tier: string;
  readonly weight: number;
}

export const ACK_LIMITS = { minMs: 60_000, maxMs: 7 * 86_400_000, noteChars: 500 } as const;

/** A quarter more than when it was acknowledged is another problem than the one that was taken on. */
const WORSE_BY = 1.25;

/** Null: no operator has it in hand as it is now. Of those given, none is over. */
export function ackOf(problem: Pick<Problem, 'key' | 'since' | 'rank'>, acks: readonly Acked[]): ProblemAck | null {
  const ack = acks.find((each) => each.problem === problem.key);
  if (ack === undefined || isWorse(problem.rank, ack) || beganAnew(problem.since, ack)) return null;
  const { by, at, until, note } = ack;
  return { by, at, until, note };
}

function isWorse(now: Rank, then: Acked): boolean {
  return tierIndex(now.tier) < tierIndex(then.tier) || now.weight > then.weight * WORSE_BY;
}

/** It was over and came back. */
function beganAnew(since: string | null, { at }: ProblemAck): boolean {
  return since !== null && Date.parse(since) > Date.parse(at);
}
