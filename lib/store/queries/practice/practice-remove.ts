import type { Queryable } from '../../queryable';

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
  const groups = await ids(
    db,
    'SELECT group_id AS id FROM consumer_group WHERE name = ANY($1) ORDER BY 1 FOR UPDATE',
    groupNames,
  );
  const topics = await ids(
    db,
    `SELECT topic_id AS id FROM topic
      WHERE name = ANY($1) OR topic_id IN (SELECT d.topic_id FROM dead_letter_topic d JOIN consumer_group g USING (group_id) WHERE g.name = ANY($2))
      ORDER BY 1 FOR UPDATE`,
    topicNames,
    groupNames,
  );
  const queues = await ids(
    db,
    'SELECT queue_id AS id FROM queue WHERE topic_id = ANY($1) ORDER BY 1 FOR UPDATE',
    topics,
  );
  const scope = [groups, queues];
  await db.query(
    'SELECT 1 FROM group_queue WHERE group_id = ANY($1) OR queue_id = ANY($2) ORDER BY group_id, queue_id FOR UPDATE',
    scope,
  );
  const removePairs = (table: string) =>
    db.query(
      `DELETE FROM ${table} t USING group_queue s
        WHERE t.group_id = s.group_id AND t.queue_id = s.queue_id AND (s.group_id = ANY($1) OR s.queue_id = ANY($2))`,
      scope,
    );
  for (const table of ['lease', 'retry', 'delivery_event', 'failure_report', 'fifo_group', 'expired_letter'])
    await removePairs(table);
  const { rowCount: deadLetters } = await removePairs('dead_letter');
  await db.query(
    'DELETE FROM redrive_item WHERE redrive_id IN (SELECT redrive_id FROM redrive WHERE group_id = ANY($1))',
    [groups],
  );
  await db.query('DELETE FROM redrive WHERE group_id = ANY($1)', [groups]);
  await db.query('DELETE FROM group_queue WHERE group_id = ANY($1) OR queue_id = ANY($2)', scope);
  await db.query('DELETE FROM dead_letter_topic WHERE group_id = ANY($1)', [groups]);
  await db.query('DELETE FROM kept_message WHERE queue_id = ANY($1)', [queues]);
  const { rowCount: messages } = await db.query('DELETE FROM message WHERE queue_id = ANY($1)', [queues]);
  await db.query('DELETE FROM queue_segment WHERE queue_id = ANY($1)', [queues]);
  await db.query('DELETE FROM queue WHERE queue_id = ANY($1)', [queues]);
  await db.query('DELETE FROM topic WHERE topic_id = ANY($1)', [topics]);
  await db.query('DELETE FROM consumer_group_version WHERE group_id = ANY($1)', [groups]);
  await db.query('DELETE FROM consumer_group WHERE group_id = ANY($1)', [groups]);
  return { topics: topics.length, groups: groups.length, messages: messages ?? 0, deadLetters: deadLetters ?? 0 };
}

async function ids(
  db: Queryable,
  select: string,
  ...among: readonly (readonly (string | number)[])[]
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(select, [...among]);
  return rows.map(({ id }) => id);
}
