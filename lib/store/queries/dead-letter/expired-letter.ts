import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A dead letter that was removed when its time was over, or that was discarded and not restored. */
export interface ExpiredLetterRow {
  readonly group: string;
  readonly topic: string;
  readonly attempts: number;
  readonly deadAt: Date;
  readonly expiredAt: Date;
  /** Null: its retention was over. */
  readonly discardedBy: string | null;
  readonly discardReason: string | null;
}

const MOST = 50;

/** What is known of the dead letters that had this message id, newest first. */
export async function expiredLetters(db: Queryable, messageId: string): Promise<ExpiredLetterRow[]> {
  const { rows } = await db.query<ExpiredLetterRow>(
    `SELECT g.name AS "group", t.name AS topic, e.attempts::int AS attempts, e.dead_at AS "deadAt",
      e.expired_at AS "expiredAt", j.actor AS "discardedBy", j.reason AS "discardReason"
       FROM expired_letter e JOIN consumer_group g USING (group_id) JOIN topic t USING (topic_id)
       LEFT JOIN letter_job j ON j.job_id = e.discard_job
      WHERE e.msg_id = $1 ORDER BY e.expired_at DESC, e.dead_letter_id DESC LIMIT ${MOST}`,
    [messageId],
  );
  return rows;
}

/** Forgets notes that are older than the history is kept. @returns how many */
export async function expiredLetterPrune(
  db: Queryable,
  now: Date | null,
  retentionMs: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `DELETE FROM expired_letter WHERE dead_letter_id IN (
       SELECT e.dead_letter_id FROM expired_letter e
        WHERE e.expired_at < coalesce($now::timestamptz, clock_timestamp()) - $retentionMs * interval '1 ms'
          ORDER BY e.expired_at LIMIT $limit)`,
      { now, retentionMs, limit },
    ),
  );
  return rowCount ?? 0;
}
