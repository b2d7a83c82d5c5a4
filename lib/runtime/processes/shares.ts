import type { Demand } from '../../broker';

/** Of a rate, kept for processes whose clients do not ask for it yet: they are not refused at once. */
const RESERVE = 0.1;
/** One that refuses could use more than it was seen to take; one that does not, a little. */
const [WANTS_MORE, HEADROOM] = [2, 1.25];

/**
 * Shares out rates among the processes of a node as their clients ask for them. What all have together stays what even
 * shares are together. @returns for each process, by limit, how many even shares it has; a limit that is not named: one
 */
export function sharesOf(demands: readonly (readonly Demand[])[]): ReadonlyMap<string, number>[] {
  const count = demands.length;
  const wants = demands.map((own) => new Map(own.map((demand) => [demand.limit, wantOf(demand)])));
  const totals = new Map<string, number>();
  for (const own of wants) for (const [limit, want] of own) totals.set(limit, (totals.get(limit) ?? 0) + want);
  return wants.map(
    (own) =>
      new Map(
        [...totals].map(([limit, total]): [string, number] => [
          limit,
          RESERVE + (1 - RESERVE) * count * ((own.get(limit) ?? 0) / total),
        ]),
      ),
  );
}

function wantOf({ taken, refused }: Demand): number {
  // A refund may be larger than what was taken meanwhile.
  const positive = Math.max(taken, 1);
  return refused === 0 ? positive * HEADROOM : Math.max(positive * WANTS_MORE, positive + refused);
}
