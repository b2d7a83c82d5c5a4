import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface RecallRow {
  readonly dueAt: Date;
  /** @neverNull by this recall or an earlier one */
  readonly recalledAt: Date;
  /** Null: by its producer. */
  readonly recalledBy: string | null;
  /** False: it was recalled before; nothing changed. */
  readonly changed: boolean;
}

/**
 * Takes a message off the schedule; its row stays as the record of it. Waits for a release that has the row; null: it
 * does not wait (any more), or its due time is another than `dueAt`.
 */
export async function scheduledRecall(
  db: Queryable,
  now: Date | null,
  topicId: number,
  messageId: string,
  { dueAt, by }: { readonly dueAt: Date | null; readonly by: string | null },
): Promise<RecallRow | null> {
  const { rows } = await db.query<RecallRow>(
    sql(
      `WITH held AS (
       SELECT s.topic_id, s.msg_id, s.due_at, s.recalled_at, s.recalled_by FROM scheduled_message s
        WHERE s.topic_id = $topicId AND s.msg_id = $messageId AND ($dueAt::timestamptz IS NULL OR s.due_at = $dueAt)
          FOR UPDATE
     ), changed AS (
       UPDATE scheduled_message s SET recalled_at = coalesce($now, clock_timestamp()), recalled_by = $by FROM held h
        WHERE s.topic_id = h.topic_id AND s.msg_id = h.msg_id AND h.recalled_at IS NULL
       RETURNING s.recalled_at, s.recalled_by
     )
     SELECT h.due_at AS "dueAt", coalesce(c.recalled_at, h.recalled_at) AS "recalledAt",
            CASE WHEN c.recalled_at IS NULL THEN h.recalled_by ELSE c.recalled_by END AS "recalledBy",
              c.recalled_at IS NOT NULL AS changed
       FROM held h LEFT JOIN changed c ON true`,
      { now, topicId, messageId, dueAt, by },
    ),
  );
  return rows[0] ?? null;
}
