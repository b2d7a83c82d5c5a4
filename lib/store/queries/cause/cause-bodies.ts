import type { BodyEncoding } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { CausePlace } from './cause-tides';

export interface SampledBody {
  readonly topic: string;
  readonly properties: Record<string, string> | null;
  readonly encoding: BodyEncoding;
  readonly body: Buffer;
}

/** Larger ones are documents, not fields. */
const MAX_BYTES = 8_192;

/** Bodies of the newest dead letters of a cause. */
export async function failedBodies(db: Queryable, place: CausePlace, limit: number): Promise<SampledBody[]> {
  const { rows } = await db.query<SampledBody>(
    sql(
      `SELECT t.name AS topic, d.props AS properties, d.body_encoding AS encoding, d.body
         FROM (SELECT l.topic_id, l.props, l.body_encoding, l.body FROM dead_letter l WHERE l.group_id = $groupId
                  AND l.fingerprint = $fingerprint ORDER BY l.dead_at DESC, l.dead_letter_id DESC LIMIT $limit) d
         JOIN topic t ON t.topic_id = d.topic_id
        WHERE octet_length(d.body) <= ${MAX_BYTES}`,
      { ...place, limit },
    ),
  );
  return rows;
}

/**
 * Bodies of messages that the group consumed, of the topics that its newest dead letters of this cause came from: the
 * newest that every delivery of the queue has passed, neither waiting, dead nor ever failed.
 */
export async function consumedBodies(db: Queryable, place: CausePlace, limit: number): Promise<SampledBody[]> {
  const { rows } = await db.query<SampledBody>(
    sql(
      `WITH topics AS MATERIALIZED (
         SELECT DISTINCT d.topic_id FROM (SELECT l.topic_id FROM dead_letter l WHERE l.group_id = $groupId
            AND l.fingerprint = $fingerprint ORDER BY l.dead_at DESC, l.dead_letter_id DESC LIMIT 100) d
       ), passed AS MATERIALIZED (
         SELECT gq.queue_id, gq.start_off, n.part, q.topic_id,
                coalesce((SELECT min(l.base_off) FROM lease l WHERE l.group_id = gq.group_id
                            AND l.queue_id = gq.queue_id AND l.live), c.end_off, gq.start_off) AS before
           FROM topics t JOIN queue q ON q.topic_id = t.topic_id
           JOIN group_queue gq ON gq.group_id = $groupId AND gq.queue_id = q.queue_id
           LEFT JOIN LATERAL (SELECT l.end_off FROM lease l WHERE l.group_id = gq.group_id
             AND l.queue_id = gq.queue_id ORDER BY l.lease_id DESC LIMIT 1) c ON true
          CROSS JOIN (SELECT $limit::int / greatest(count(*), 1)::int + 1 AS part FROM topics t
            JOIN queue q ON q.topic_id = t.topic_id) n
          LIMIT 64
       )
       SELECT o.name AS topic, m.props AS properties, m.body_encoding AS encoding, m.body
         FROM passed p
         JOIN topic o ON o.topic_id = p.topic_id
        CROSS JOIN LATERAL (SELECT a.* FROM message a WHERE a.queue_id = p.queue_id AND a.off < p.before
          AND a.off >= p.start_off ORDER BY a.off DESC LIMIT 2 * p.part) m
        WHERE octet_length(m.body) <= ${MAX_BYTES}
          AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = $groupId AND r.queue_id = m.queue_id
            AND r.off = m.off)
          AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = $groupId AND d.queue_id = m.queue_id
            AND d.off = m.off)
          AND NOT EXISTS (SELECT 1 FROM failure_report f WHERE f.group_id = $groupId AND f.queue_id = m.queue_id
            AND f.off = m.off)
          AND NOT EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = $groupId AND e.queue_id = m.queue_id
            AND e.off = m.off AND e.state IN ('DLQ', 'WaitingRetry', 'Expired'))
        LIMIT $limit`,
      { ...place, limit },
    ),
  );
  return rows;
}
