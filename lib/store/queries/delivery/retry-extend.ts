import type { Queryable } from '../../queryable';
import type { RetryKey } from './retry-ack';

/** Gives a re-delivery a new end and a new epoch; null when its lease is over. */
export async function retryExtend(
  db: Queryable,
  now: Date | null,
  key: RetryKey,
  invisibleMs: number,
): Promise<number | null> {
  const { rows } = await db.query<{ epoch: number | null }>('SELECT retry_extend($1, $2, $3, $4, $5, $6) AS epoch', [
    now,
    key.groupId,
    key.queueId,
    key.off,
    key.epoch,
    invisibleMs,
  ]);
  return rows[0]?.epoch ?? null;
}
