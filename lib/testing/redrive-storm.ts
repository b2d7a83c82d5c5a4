import type { Queryable } from '../store/queryable';
import { sql } from '../store/sql';

/**
 * A re-drive that has released `letters` messages, one a millisecond, made by the database as deliveries leave it: of
 * ten messages five are consumed, two died again, two wait for a retry, and one is in flight. Group and topic exist.
 */
export async function redriveStorm(
  db: Queryable,
  storm: { readonly group: string; readonly topic: string; readonly letters: number },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    sql(
      `INSERT INTO redrive (group_id, state, selection, selected, released, reason, created_by, frozen_at)
       SELECT g.group_id, 'running', '{"all": true}', $letters::int, $letters::int, '', 'storm',
              clock_timestamp() - $letters::int * interval '1 ms'
         FROM consumer_group g WHERE g.name = $group RETURNING redrive_id AS id`,
      { group: storm.group, letters: storm.letters },
    ),
  );
  const values = { redriveId: rows[0]?.id ?? 0, topic: storm.topic, letters: storm.letters };
  await db.query(
    sql(
      `INSERT INTO redrive_item (redrive_id, ord, group_id, queue_id, off, generation, topic_id, msg_id, state,
         moved_at)
       SELECT r.redrive_id, i, r.group_id, q.queue_id, 1000000 + i, 0, t.topic_id, 'R' || i, 'moved',
              r.frozen_at + i * interval '1 ms'
         FROM redrive r, topic t JOIN queue q USING (topic_id), generate_series(1, $letters::int) i
        WHERE r.redrive_id = $redriveId AND t.name = $topic AND q.queue_no = 0`,
      values,
    ),
  );
  // In the order of time, as deliveries write them.
  await db.query(
    sql(
      `INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, redrive_id)
       SELECT i.group_id, i.queue_id, i.off, 1, e.attempt, e.state, e.cause, i.ord, i.moved_at + e.ms * interval '1 ms',
              i.redrive_id
         FROM redrive_item i
        CROSS JOIN LATERAL (VALUES (0, 'Ready', 're-driven', 0), (1, 'Inflight', 'delivered', 20),
          (1, CASE WHEN i.ord % 10 < 5 THEN 'Commit' WHEN i.ord % 10 < 7 THEN 'DLQ' WHEN i.ord % 10 < 9
            THEN 'WaitingRetry' END, CASE WHEN i.ord % 10 < 5 THEN 'acked' ELSE 'nack' END, 40))
          e (attempt, state, cause, ms)
        WHERE i.redrive_id = $redriveId AND e.state IS NOT NULL
        ORDER BY i.moved_at + e.ms * interval '1 ms'`,
      { redriveId: values.redriveId },
    ),
  );
  await db.query(
    sql(
      `INSERT INTO retry (group_id, queue_id, off, seg, topic_id, generation, attempt, epoch, leased, waiting,
         visible_at, leased_at, policy_version, redrive_id)
       SELECT i.group_id, i.queue_id, i.off, 0, i.topic_id, 1, 1, i.ord, i.ord % 10 = 9, i.ord % 10 < 9,
              i.moved_at + interval '1 hour', i.moved_at, 1, i.redrive_id
         FROM redrive_item i WHERE i.redrive_id = $redriveId AND i.ord % 10 >= 7`,
      { redriveId: values.redriveId },
    ),
  );
  for (const table of ['redrive_item', 'delivery_event', 'retry']) await db.query(`VACUUM (ANALYZE) ${table}`);
  return values.redriveId;
}
