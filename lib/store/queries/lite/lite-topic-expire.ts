import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Ends names of LITE topics whose newest message is too old; returns how many. */
export async function liteTopicExpire(
  db: Queryable,
  now: Date | null,
  retentionMs: number,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ ended: number }>(
    sql('SELECT lite_topic_expire(p_now => $now, p_retention_ms => $retentionMs, p_limit => $limit) AS ended', {
      ...{ now, retentionMs, limit },
    }),
  );
  return rows[0]?.ended ?? 0;
}
