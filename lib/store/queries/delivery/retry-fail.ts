import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
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
  const { rows } = await db.query<{ ord: number; dead: boolean }>(
    sql(
      `SELECT ord, dead FROM retry_fail(p_now => $now, p_group => $groupId, p_queue => $queueIds, p_off => $offs,
        p_epoch => $epochs, p_delay_ms => $delayMs, p_cause => $cause, p_policy_version => $policyVersion,
        p_ordered => $ordered, p_phase => $phase)`,
      {
        now,
        groupId: scope.groupId,
        queueIds: items.map(({ queueId }) => queueId),
        offs: items.map(({ off }) => off),
        epochs: items.map(({ epoch }) => epoch),
        delayMs: items.map(({ delayMs }) => delayMs),
        cause: scope.cause,
        policyVersion: scope.policyVersion,
        ordered: scope.ordered,
        phase: scope.phase,
      },
      'retry_fail',
    ),
  );
  const dead = new Map(rows.map((row) => [row.ord, row.dead]));
  return items.map((_, index): RetryFailOutcome => {
    const verdict = dead.get(index + 1);
    return verdict === undefined ? 'stale' : verdict ? 'dead' : 'waits';
  });
}
