import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface ReleasedRow {
  readonly topicId: number;
  readonly topic: string;
  readonly messageId: string;
}

/** Moves at most `limit` due messages, about `bytes` of bodies, into the log; answers what it moved. */
export async function scheduledRelease(
  db: Queryable,
  now: Date | null,
  limit: number,
  bytes: number,
): Promise<ReleasedRow[]> {
  const { rows } = await db.query<ReleasedRow>(
    sql(
      `SELECT topic_id AS "topicId", topic, msg_id AS "messageId"
        FROM scheduled_release(p_now => $now, p_limit => $limit, p_bytes => $bytes)`,
      { now, limit, bytes },
      'scheduled_release',
    ),
  );
  return rows;
}
