import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Removes some rows of what is deleted. @returns whether nothing is left; null: it has ended, or another is at it */
export async function deletionStep(
  db: Queryable,
  now: Date | null,
  deletionId: number,
  limit: number,
): Promise<boolean | null> {
  const { rows } = await db.query<{ done: boolean | null }>(
    sql('SELECT deletion_step(p_now => $now, p_deletion => $deletionId, p_limit => $limit) AS done', {
      now,
      deletionId,
      limit,
    }),
  );
  return rows[0]?.done ?? null;
}

export interface OpenDeletion {
  readonly deletionId: number;
  readonly kind: 'group' | 'topic';
  readonly name: string;
  readonly startedBy: string;
  readonly startedAt: Date;
  /** Rows so far; history comes on top of what was counted. */
  readonly removed: number;
  readonly counted: number;
}

/** Oldest first. */
export async function deletionsOpen(db: Queryable): Promise<OpenDeletion[]> {
  const { rows } = await db.query<OpenDeletion>(
    `SELECT d.deletion_id AS "deletionId", d.kind, d.name, d.started_by AS "startedBy", d.started_at AS "startedAt",
            d.removed, d.counted
       FROM deletion d WHERE d.finished_at IS NULL ORDER BY d.deletion_id LIMIT 100`,
  );
  return rows;
}
