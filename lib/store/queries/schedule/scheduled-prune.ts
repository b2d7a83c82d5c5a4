import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Removes the records of messages that were recalled before the retention, at most `limit`; answers how many went. */
export async function scheduledPrune(
  db: Queryable,
  now: Date | null,
  retentionMs: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `DELETE FROM scheduled_message s USING (
       SELECT o.topic_id, o.msg_id FROM scheduled_message o
        WHERE o.recalled_at < coalesce($now, clock_timestamp()) - $retentionMs * interval '1 ms' ORDER BY o.recalled_at
          LIMIT $limit FOR UPDATE SKIP LOCKED) old
      WHERE s.topic_id = old.topic_id AND s.msg_id = old.msg_id`,
      { now, retentionMs, limit },
    ),
  );
  return rowCount ?? 0;
}
