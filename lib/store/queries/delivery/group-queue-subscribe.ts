import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Makes the claim locks of a group on every queue of a topic; returns how many were new. */
export async function groupQueueSubscribe(
  db: Queryable,
  now: Date | null,
  groupId: number,
  topicId: number,
): Promise<number> {
  const { rows } = await db.query<{ made: number }>(
    sql('SELECT group_queue_subscribe(p_now => $now, p_group => $groupId, p_topic => $topicId) AS made', {
      now,
      groupId,
      topicId,
    }),
  );
  return rows[0]?.made ?? 0;
}
