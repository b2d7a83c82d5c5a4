import type { Queryable } from '../../queryable';

export interface GroupPauseRow {
  readonly at: Date;
  readonly by: string;
  readonly reason: string;
}

/** Of the group that a re-drive goes back to; null: it is not paused, or the re-drive goes to a topic. */
export async function redriveGroupPause(db: Queryable, redriveId: number): Promise<GroupPauseRow | null> {
  const { rows } = await db.query<{ at: Date | null; by: string | null; reason: string | null }>(
    `SELECT g.paused_at AS at, g.paused_by AS by, g.pause_reason AS reason
       FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id
      WHERE r.redrive_id = $1 AND r.target_topic_id IS NULL`,
    [redriveId],
  );
  const [row] = rows;
  if (row === undefined || row.at === null) return null;
  return { at: row.at, by: row.by ?? '', reason: row.reason ?? '' };
}
