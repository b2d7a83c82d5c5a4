import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/**
 * Milliseconds until the next waiting message of a group on a topic is due (0 or less: due now); null when none waits. Held ones are due
 * never.
 */
export async function retryNextDue(
  db: Queryable,
  now: Date | null,
  groupId: number,
  topicId: number,
): Promise<number | null> {
  const { rows } = await db.query<{ due_in_ms: number | null }>(
    sql(
      `SELECT (extract(epoch FROM min(visible_at) - coalesce($now, clock_timestamp())) * 1000)::float8 AS due_in_ms
             FROM retry WHERE pair(group_id, topic_id) = pair(p_high => $groupId, p_low => $topicId) AND NOT leased
               AND visible_at < 'infinity'`,
      { now, groupId, topicId },
      'retry_next_due',
    ),
  );
  return rows[0]?.due_in_ms ?? null;
}
