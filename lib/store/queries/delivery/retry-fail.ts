import type { Queryable } from '../../queryable';
import type { FailScope } from './lease-fail';

export interface RetryFailItem {
  readonly queueId: number;
  readonly off: number;
  readonly epoch: number;
  /** Null: ready again at once. */
  readonly delayMs: number | null;
}

export type RetryFailOutcome = 'waits' | 'dead' | 'stale';

/** Ends re-deliveries as failed, one outcome per item. */
export async function retryFail(
  db: Queryable,
  now: Date | null,
  scope: FailScope,
  items: readonly RetryFailItem[],
): Promise<RetryFailOutcome[]> {
  const { rows } = await db.query<{ ord: number; dead: boolean }>({
    name: 'retry_fail',
    text: 'SELECT ord, dead FROM retry_fail($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: [
      now,
      scope.groupId,
      items.map(({ queueId }) => queueId),
      items.map(({ off }) => off),
      items.map(({ epoch }) => epoch),
      items.map(({ delayMs }) => delayMs),
      scope.cause,
      scope.policyVersion,
      scope.ordered,
      scope.phase,
    ],
  });
  const dead = new Map(rows.map((row) => [row.ord, row.dead]));
  return items.map((_, index): RetryFailOutcome => {
    const verdict = dead.get(index + 1);
    return verdict === undefined ? 'stale' : verdict ? 'dead' : 'waits';
  });
}
