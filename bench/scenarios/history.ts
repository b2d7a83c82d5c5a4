import type { Queryable } from '../../lib/store/queryable';
import { sql } from '../../lib/store/sql';

/** Messages of a day in the log of a topic, as sends leave them. */
export async function fillHistory(
  db: Queryable,
  { topicId, messages, queues }: { readonly topicId: number; readonly messages: number; readonly queues: number },
): Promise<void> {
  const perQueue = Math.floor(messages / queues);
  await db.query(
    sql(
      `INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, keys, props, body_encoding, born_at,
         born_host, stored_at, body)
       SELECT q.seg, q.queue_id, n, q.topic_id, 'M' || lpad((n * 4 + q.queue_no)::text, 9, '0'), 'NORMAL',
              ARRAY['order-' || (n * 4 + q.queue_no), 'tenant-' || (n % 3)],
              jsonb_build_object('shard', (n % 20000)::text), 'IDENTITY', now(), 'host-' || (n % 7),
              now() - interval '1 day' + n * (interval '1 day' / $perQueue::int), decode(repeat('7b', 200), 'hex')
         FROM queue q CROSS JOIN generate_series(0, $perQueue::int - 1) n WHERE q.topic_id = $topicId ORDER BY n`,
      { topicId, perQueue },
    ),
  );
  await db.query('ANALYZE');
}
