/** When a backlog will be done, at the rates of the moment. An estimate by nature. */
export type Drain =
  | { readonly kind: 'empty' }
  | { readonly kind: 'drains'; readonly ms: number; readonly perSecond: number }
  /** More comes than leaves. */
  | { readonly kind: 'growing'; readonly perSecond: number }
  /** Neither grows nor shrinks, or shrinks so slowly that no date is worth naming. */
  | { readonly kind: 'never' };

export interface DrainInput {
  readonly backlog: number;
  readonly inPerSecond: number;
  readonly outPerSecond: number;
  /** What running re-drives have still to put back; it comes on top of the backlog. */
  readonly redrive?: RedriveLoad | undefined;
}

export interface RedriveLoad {
  readonly messages: number;
  /** Null: as fast as it goes. */
  readonly ratePerSecond: number | null;
}

const LONGEST_MS = 365 * 86_400_000;

/** Slower than one message in five minutes is neither growth nor progress. */
const STILL_PER_SECOND = 1 / 300;

/** A re-drive adds its messages to the work, and the work is not done before its last one is out. */
export function drainOf({ backlog, inPerSecond, outPerSecond, redrive }: DrainInput): Drain {
  const work = backlog + (redrive?.messages ?? 0);
  if (work === 0) return { kind: 'empty' };
  const netPerSecond = outPerSecond - inPerSecond;
  if (netPerSecond < -STILL_PER_SECOND) return { kind: 'growing', perSecond: -netPerSecond };
  if (netPerSecond <= STILL_PER_SECOND) return { kind: 'never' };
  const releaseMs =
    redrive === undefined || redrive.ratePerSecond === null ? 0 : (redrive.messages / redrive.ratePerSecond) * 1000;
  const ms = Math.max((work / netPerSecond) * 1000, releaseMs);
  return ms > LONGEST_MS ? { kind: 'never' } : { kind: 'drains', ms, perSecond: netPerSecond };
}

/** For sorting: what gets worse before what stands still, then the longest first; empty is 0. */
export function drainWeight(drain: Drain): number {
  switch (drain.kind) {
    case 'empty':
      return 0;
    case 'drains':
      return drain.ms;
    case 'never':
      return LONGEST_MS * 2;
    case 'growing':
      return LONGEST_MS * 3 + drain.perSecond;
  }
}

/**
 * Deliveries for each first delivery: 1 when nothing is retried. Null: nothing was delivered. With retries alone it
 * counts as one first delivery. The SQL of the alarm says the same.
 */
export function amplificationOf(delivered: number, redelivered: number): number | null {
  return delivered === 0 ? null : delivered / Math.max(1, delivered - redelivered);
}
