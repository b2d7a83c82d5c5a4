import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface PauseInput {
  readonly groupId: number;
  readonly by: string;
  readonly reason: string;
}

/** Members of a broadcast group follow it. @returns since when; null: it was paused already */
export async function groupPause(
  db: Queryable,
  now: Date | null,
  { groupId, by, reason }: PauseInput,
): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    sql(
      `UPDATE consumer_group g SET paused_at = t.now, paused_by = $by, pause_reason = $reason
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
        WHERE (g.group_id = $groupId OR g.broadcast_of = $groupId) AND g.paused_at IS NULL
        RETURNING g.paused_at AS at`,
      { now, groupId, by, reason },
    ),
  );
  return rows[0]?.at ?? null;
}

/**
 * Its messages are handed out again. The time of the pause counts as no delay of its running re-drives.
 * @returns whether it was paused
 */
export async function groupResume(db: Queryable, now: Date | null, groupId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE consumer_group SET paused_at = NULL, paused_by = NULL, pause_reason = NULL
      WHERE (group_id = $1 OR broadcast_of = $1) AND paused_at IS NOT NULL`,
    [groupId],
  );
  await db.query(
    sql(
      `UPDATE redrive SET resumed_at = coalesce($now, clock_timestamp()), next_at = NULL
        WHERE group_id = $groupId AND finished_at IS NULL AND state = 'running'`,
      { now, groupId },
    ),
  );
  return (rowCount ?? 0) > 0;
}

/** The members of a broadcast group. */
export async function groupMemberIds(db: Queryable, groupId: number): Promise<number[]> {
  const { rows } = await db.query<{ groupId: number }>(
    'SELECT group_id AS "groupId" FROM consumer_group WHERE broadcast_of = $1',
    [groupId],
  );
  return rows.map((row) => row.groupId);
}
