import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface RetryKey {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly epoch: number;
}

/** Acknowledges re-deliveries; true where this epoch is committed (now or by an earlier call). */
export async function retryAck(
  db: Queryable,
  now: Date | null,
  keys: readonly RetryKey[],
  ordered: boolean,
): Promise<boolean[]> {
  const { rows } = await db.query<{ acked: boolean }>(
    sql(
      `SELECT acked FROM retry_ack(p_now => $now, p_group => $groupIds, p_queue => $queueIds, p_off => $offs,
        p_epoch => $epochs, p_ordered => $ordered) ORDER BY ord`,
      {
        now,
        groupIds: keys.map(({ groupId }) => groupId),
        queueIds: keys.map(({ queueId }) => queueId),
        offs: keys.map(({ off }) => off),
        epochs: keys.map(({ epoch }) => epoch),
        ordered,
      },
      'retry_ack',
    ),
  );
  return rows.map(({ acked }) => acked);
}
