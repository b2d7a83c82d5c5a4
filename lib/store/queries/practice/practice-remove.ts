import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface PracticeRemoved {
  readonly topics: number;
  readonly groups: number;
  readonly messages: number;
  readonly deadLetters: number;
}

/**
 * Locks the named topics, their queues and the named groups, so that no send, claim or step of a re-drive is in
 * between; then removes whatever belongs to them. Run it in a transaction.
 * The pairs of group_queue lead to all rows of deliveries by their primary keys: nothing is scanned.
 */
export async function practiceRemove(
  db: Queryable,
  topicNames: readonly string[],
  groupNames: readonly string[],
): Promise<PracticeRemoved> {
  const names = { groupNames, topicNames };
  const groups = await ids(
    db,
    'SELECT group_id AS id FROM consumer_group WHERE name = ANY($groupNames) ORDER BY 1 FOR UPDATE',
    names,
  );
  const topics = await ids(
    db,
    `SELECT topic_id AS id FROM topic
      WHERE name = ANY($topicNames)
         OR topic_id IN (SELECT d.topic_id FROM dead_letter_topic d JOIN consumer_group g USING (group_id)
           WHERE g.name = ANY($groupNames))
      ORDER BY 1 FOR UPDATE`,
    names,
  );
  const queues = (
    await db.query<{ id: number }>('SELECT queue_id AS id FROM queue WHERE topic_id = ANY($1) ORDER BY 1 FOR UPDATE', [
      topics,
    ])
  ).rows.map(({ id }) => id);
  const scope = { groups, queues };
  await db.query(
    sql(
      `SELECT 1 FROM group_queue WHERE group_id = ANY($groups) OR queue_id = ANY($queues) ORDER BY group_id, queue_id
        FOR UPDATE`,
      scope,
    ),
  );
  for (const table of PAIR_TABLES) await removePairs(db, table, scope);
  const deadLetters = await removePairs(db, 'dead_letter', scope);
  await db.query(
    'DELETE FROM redrive_item WHERE redrive_id IN (SELECT redrive_id FROM redrive WHERE group_id = ANY($1))',
    [groups],
  );
  await db.query('DELETE FROM redrive WHERE group_id = ANY($1)', [groups]);
  await db.query(sql('DELETE FROM group_queue WHERE group_id = ANY($groups) OR queue_id = ANY($queues)', scope));
  await db.query('DELETE FROM dead_letter_topic WHERE group_id = ANY($1)', [groups]);
  await db.query('DELETE FROM kept_message WHERE queue_id = ANY($1)', [queues]);
  await db.query('SELECT message_key_forget($1)', [queues]);
  const { rowCount: messages } = await db.query('DELETE FROM message WHERE queue_id = ANY($1)', [queues]);
  await db.query('DELETE FROM queue_segment WHERE queue_id = ANY($1)', [queues]);
  await db.query('DELETE FROM queue WHERE queue_id = ANY($1)', [queues]);
  await db.query('DELETE FROM topic WHERE topic_id = ANY($1)', [topics]);
  await db.query(`DELETE FROM throttle_limit WHERE scope = 'topic' AND subject = ANY($1)`, [topicNames]);
  await db.query('DELETE FROM consumer_group_version WHERE group_id = ANY($1)', [groups]);
  await db.query('DELETE FROM consumer_group WHERE group_id = ANY($1)', [groups]);
  return { topics: topics.length, groups: groups.length, messages: messages ?? 0, deadLetters };
}

/** Deliveries of a group in a queue; dead letters are counted on their own. */
const PAIR_TABLES = ['lease', 'retry', 'delivery_event', 'failure_report', 'fifo_group', 'expired_letter'] as const;

async function removePairs(
  db: Queryable,
  table: (typeof PAIR_TABLES)[number] | 'dead_letter',
  scope: { groups: readonly number[]; queues: readonly number[] },
): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `DELETE FROM ${table} t USING group_queue s
        WHERE t.group_id = s.group_id AND t.queue_id = s.queue_id AND (s.group_id = ANY($groups)
          OR s.queue_id = ANY($queues))`,
      scope,
    ),
  );
  return rowCount ?? 0;
}

async function ids(
  db: Queryable,
  select: string,
  names: { groupNames: readonly string[]; topicNames: readonly string[] },
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(sql(select, names));
  return rows.map(({ id }) => id);
}
