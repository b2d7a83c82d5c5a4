import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Removes the records of half messages that were resolved longer ago than the retention; answers how many. */
export async function halfPrune(db: Queryable, now: Date | null, retentionMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `WITH old AS MATERIALIZED (
       SELECT m.msg_id, m.topic_id FROM half_message m
        WHERE m.state <> 'pending' AND m.resolved_at < coalesce($now,
          clock_timestamp()) - $retentionMs * interval '1 ms'
        ORDER BY m.resolved_at LIMIT $limit FOR UPDATE SKIP LOCKED
     )
     DELETE FROM half_message m USING old WHERE m.msg_id = old.msg_id AND m.topic_id = old.topic_id`,
      { now, retentionMs, limit },
    ),
  );
  return rowCount ?? 0;
}
