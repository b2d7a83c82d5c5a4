import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What a report says of the delivery that failed. */
export interface FailureTargetAsk {
  readonly groupId: number;
  readonly messageId: string;
  /** Null: wherever the id is. */
  readonly topic: string | null;
  readonly attempt: number;
  /** How long ago that delivery failed, in milliseconds. Null: not said. */
  readonly agoMs: number | null;
}

export interface FailureTarget {
  /** Which of those asked for, from 0. */
  readonly index: number;
  /** Whose delivery it was. */
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly topic: string;
  /** 0, or how often the message had been re-driven for this group when that delivery was made. */
  readonly generation: number;
  /** It is among the dead letters. */
  readonly dead: boolean;
}

/**
 * Where each message is, for groups that read there. More than one row of an index: the id was used in several topics.
 * A report may come late, when a re-drive has begun another life of the message: it is about the newest life in which
 * that delivery had begun when it failed. When only later ones are known, the record of its life is past the
 * retention. One that does not say when it failed is about the newest life that had so many deliveries.
 */
export async function failureTargets(
  db: Queryable,
  now: Date | null,
  asked: readonly FailureTargetAsk[],
): Promise<FailureTarget[]> {
  const { rows } = await db.query<FailureTarget>(
    sql(
      `SELECT i.place::int - 1 AS index, i.group_id AS "groupId", n.queue_id AS "queueId", n.off, t.name AS topic,
        d.off IS NOT NULL AS dead,
                  coalesce(e.begun, CASE WHEN e.later IS NOT NULL THEN greatest(e.later - 1, 0) END,
                    greatest(CASE WHEN r.attempt >= i.attempt THEN r.generation END, CASE
                    WHEN d.attempts >= i.attempt THEN d.generation END, e.reached),
                           r.generation, d.generation, e.latest, 0) AS generation
             FROM unnest($groupIds::int[], $messageIds::text[], $topics::text[],
               $attempts::int[], $agoMs::int[]) WITH ORDINALITY i (group_id, msg_id, topic, attempt, ago_ms, place)
             CROSS JOIN LATERAL (
               SELECT coalesce($now::timestamptz, clock_timestamp()) - i.ago_ms * interval '1 ms' AS at) f
             CROSS JOIN LATERAL (
               SELECT DISTINCT ON (p.topic_id) p.* FROM (
                 SELECT m.queue_id, m.off, m.topic_id, m.stored_at FROM any_message m WHERE m.msg_id = i.msg_id
                   AND m.seg >= 0
                 UNION
                 SELECT l.queue_id, l.off, l.topic_id, l.stored_at FROM dead_letter l WHERE l.msg_id = i.msg_id
                   AND l.group_id = i.group_id
               ) p ORDER BY p.topic_id, p.stored_at DESC
             ) n
             JOIN topic t ON t.topic_id = n.topic_id
             JOIN group_queue gq ON gq.group_id = i.group_id AND gq.queue_id = n.queue_id
             LEFT JOIN retry r ON r.group_id = i.group_id AND r.queue_id = n.queue_id AND r.off = n.off
             LEFT JOIN dead_letter d ON d.group_id = i.group_id AND d.queue_id = n.queue_id AND d.off = n.off
             CROSS JOIN LATERAL (
               SELECT max(v.generation) AS latest, max(v.generation) FILTER (WHERE v.attempt >= i.attempt) AS reached,
                      max(v.generation) FILTER (WHERE v.attempt = i.attempt AND v.cause = 'delivered'
                        AND v.at <= f.at) AS begun,
                      min(v.generation) FILTER (WHERE v.attempt >= i.attempt AND v.cause = 'delivered'
                        AND v.at > f.at) AS later
                 FROM delivery_step v WHERE v.group_id = i.group_id AND v.queue_id = n.queue_id AND v.off = n.off
             ) e
            WHERE i.topic IS NULL OR t.name = i.topic`,
      {
        groupIds: asked.map(({ groupId }) => groupId),
        messageIds: asked.map(({ messageId }) => messageId),
        topics: asked.map(({ topic }) => topic),
        attempts: asked.map(({ attempt }) => attempt),
        agoMs: asked.map(({ agoMs }) => agoMs),
        now,
      },
      'failure_targets',
    ),
  );
  return rows;
}
