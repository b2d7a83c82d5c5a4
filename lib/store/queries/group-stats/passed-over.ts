import type { Queryable } from '../../queryable';
import { PASSED_OVER } from '../backlog/behind';

export interface PassedOverRow {
  readonly groupId: number;
  readonly messages: number;
  readonly oldestAt: Date | null;
}

/**
 * Messages of busy ordered keys that the cursor has passed and no client has got yet: they wait behind the head of
 * their key and are part of what is ready. Not those of lite topics that no client subscribes (state 2).
 */
export async function passedOver(db: Queryable, groupId: number | null): Promise<PassedOverRow[]> {
  const { rows } = await db.query<PassedOverRow>(
    `SELECT f.group_id AS "groupId", sum(w.n)::bigint AS messages, min(w.oldest_at) AS "oldestAt"
       FROM fifo_group f
      ${PASSED_OVER}
      WHERE f.skipped AND f.state <> 2 AND ($1::int IS NULL OR f.group_id = $1)
      GROUP BY f.group_id`,
    [groupId],
  );
  return rows;
}
