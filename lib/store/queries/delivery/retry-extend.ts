import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { RetryKey } from './retry-ack';

/** Gives a re-delivery a new end and a new epoch; null when its lease is over. */
export async function retryExtend(
  db: Queryable,
  now: Date | null,
  key: RetryKey,
  invisibleMs: number,
): Promise<number | null> {
  const { rows } = await db.query<{ epoch: number | null }>(
    sql(
      `SELECT retry_extend(p_now => $now, p_group => $groupId, p_queue => $queueId, p_off => $off, p_epoch => $epoch,
        p_invisible_ms => $invisibleMs) AS epoch`,
      { now, groupId: key.groupId, queueId: key.queueId, off: key.off, epoch: key.epoch, invisibleMs },
    ),
  );
  return rows[0]?.epoch ?? null;
}
