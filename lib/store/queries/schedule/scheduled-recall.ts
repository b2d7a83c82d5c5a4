import type { Queryable } from '../../queryable';

export interface RecallRow {
  readonly dueAt: Date;
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
    `WITH held AS (
       SELECT s.topic_id, s.msg_id, s.due_at, s.recalled_at, s.recalled_by FROM scheduled_message s
        WHERE s.topic_id = $2 AND s.msg_id = $3 AND ($4::timestamptz IS NULL OR s.due_at = $4) FOR UPDATE
     ), changed AS (
       UPDATE scheduled_message s SET recalled_at = coalesce($1, clock_timestamp()), recalled_by = $5 FROM held h
        WHERE s.topic_id = h.topic_id AND s.msg_id = h.msg_id AND h.recalled_at IS NULL
       RETURNING s.recalled_at, s.recalled_by
     )
     SELECT h.due_at AS "dueAt", coalesce(c.recalled_at, h.recalled_at) AS "recalledAt",
            CASE WHEN c.recalled_at IS NULL THEN h.recalled_by ELSE c.recalled_by END AS "recalledBy", c.recalled_at IS NOT NULL AS changed
       FROM held h LEFT JOIN changed c ON true`,
    [now, topicId, messageId, dueAt, by],
  );
  return rows[0] ?? null;
}
