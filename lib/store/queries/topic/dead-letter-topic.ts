import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface DeadLetterTopicRow {
  readonly topicId: number;
  /** Older dead letters are still being copied to it. */
  readonly filling: boolean;
}

/** Makes the dead-letter topic of a group unless it is there; null: no such group. */
export async function deadLetterTopicMake(db: Queryable, now: Date | null, groupId: number): Promise<number | null> {
  const { rows } = await db.query<{ topicId: number | null }>(
    sql('SELECT dead_letter_topic_make(p_now => $now, p_group => $groupId) AS "topicId"', { now, groupId }),
  );
  return rows[0]?.topicId ?? null;
}

/** Copies the next dead letters that are older than their topic; answers whether there may be more. */
export async function deadLetterTopicFill(
  db: Queryable,
  now: Date | null,
  groupId: number,
  limit: number,
  maxBytes: number,
): Promise<boolean> {
  const { rows } = await db.query<{ more: boolean }>(
    sql(
      `SELECT dead_letter_topic_fill(p_now => $now, p_group => $groupId, p_limit => $limit,
        p_max_bytes => $maxBytes) AS more`,
      { now, groupId, limit, maxBytes },
    ),
  );
  return rows[0]?.more ?? false;
}

/** Groups whose dead-letter topic does not hold yet all the dead letters that were there before it. */
export async function deadLetterTopicsFilling(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ groupId: number }>(
    'SELECT group_id AS "groupId" FROM dead_letter_topic WHERE copy_through IS NOT NULL ORDER BY group_id',
  );
  return rows.map(({ groupId }) => groupId);
}

export async function deadLetterTopicOf(db: Queryable, groupId: number): Promise<DeadLetterTopicRow | null> {
  const { rows } = await db.query<DeadLetterTopicRow>(
    'SELECT topic_id AS "topicId", copy_through IS NOT NULL AS filling FROM dead_letter_topic WHERE group_id = $1',
    [groupId],
  );
  return rows[0] ?? null;
}

/** Copies these dead letters to the group's dead-letter topic, if there is one, unless they are in it already. */
export async function deadLetterAppend(
  db: Queryable,
  now: Date | null,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  await db.query(
    sql(
      `SELECT dead_letter_append(p_now => coalesce($now::timestamptz, clock_timestamp()), p_group => $groupId,
        p_letter => $ids::bigint[], p_once => true)`,
      { now, groupId, ids },
    ),
  );
}
