import { burstOf } from './limit';

/** Flow of one step of the history. */
export interface FlowStep {
  /** Accepted in the step: messages or bytes. */
  readonly accepted: number;
  /** Of the busiest second of the step, one node; null: not recorded. */
  readonly peakPerSecond: number | null;
  /** Requests refused in the step; each counts as one message. Null: refused bytes are not recorded. */
  readonly refused: number | null;
}

/** Level of one step of the history. */
export interface LevelStep {
  /** Null: not read in that step. */
  readonly level: number | null;
  /** Messages accepted in the step: what a closed gate would have refused. */
  readonly accepted: number;
}

export interface WhatIf {
  /** Steps evaluated. */
  readonly steps: number;
  /** Messages or bytes that came, as far as recorded. */
  readonly offered: number;
  readonly wouldRefuse: number;
  /** Steps in which the limit would have refused. */
  readonly refusingSteps: number;
}

export interface RateLine {
  readonly hard: number;
  readonly burstMs: number;
}

/**
 * What a rate would have refused, at least: of each step what exceeds the rate and one burst, or what its busiest
 * second had above that second's share and a burst.
 */
export function whatIfRate(flow: readonly FlowStep[], stepSeconds: number, { hard, burstMs }: RateLine): WhatIf {
  const burst = burstOf(hard, burstMs);
  let [offered, wouldRefuse, refusingSteps] = [0, 0, 0];
  for (const { accepted, refused, peakPerSecond } of flow) {
    const came = accepted + (refused ?? 0);
    const over = Math.max(0, came - hard * stepSeconds - burst, (peakPerSecond ?? 0) - hard - burst);
    offered += came;
    wouldRefuse += Math.min(came, over);
    if (over > 0) refusingSteps += 1;
  }
  return { steps: flow.length, offered, wouldRefuse, refusingSteps };
}

/**
 * What the gate of a level would have refused: closed at the line, open again below the soft one, as the broker does
 * it.
 */
export function whatIfLevel(
  levels: readonly LevelStep[],
  { hard, softShare }: { readonly hard: number; readonly softShare: number },
): WhatIf {
  let closed = false;
  let [offered, wouldRefuse, refusingSteps] = [0, 0, 0];
  for (const { level, accepted } of levels) {
    if (level !== null) closed = closed ? level >= hard * softShare : level >= hard;
    offered += accepted;
    if (!closed) continue;
    wouldRefuse += accepted;
    refusingSteps += 1;
  }
  return { steps: levels.length, offered, wouldRefuse, refusingSteps };
}
