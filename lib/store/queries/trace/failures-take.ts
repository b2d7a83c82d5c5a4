import type { FailedDelivery } from '../../../model/delivery/failed-delivery';
import { TRACE_PROPERTY } from '../../../model/message/trace-context';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FAILED_EVENT } from '../group-stats/failed-event';

/** A transition is read so long after its time: transactions that began before it have ended by then. */
export const FAILURE_SEEN_AFTER_MS = 2000;
/** What failed while no process traced is left out. */
const GIVEN_UP_MS = 60_000;

/** @neverNull without a failure there is one row, of which the rest is not read */
interface Row extends FailedDelivery {
  readonly read: number;
}

/**
 * Takes the failures of traced messages among the next transitions, each once in all processes together. `read`: how
 * many transitions were read, at most `limit`. While another process takes them: none.
 */
export async function failuresTake(
  db: Queryable,
  now: Date | null,
  limit: number,
): Promise<{ readonly read: number; readonly failures: readonly FailedDelivery[] }> {
  const { rows } = await db.query<Row>(
    sql(
      `WITH n AS MATERIALIZED (
       SELECT coalesce($now, clock_timestamp()) AS at
     ), place AS MATERIALIZED (
       SELECT p.event_id, p.read_at FROM trace_place p FOR UPDATE SKIP LOCKED
     ), begin AS MATERIALIZED (
       SELECT CASE WHEN p.read_at >= n.at - $givenUpMs * interval '1 ms' THEN p.event_id
         ELSE coalesce((SELECT max(e.event_id) FROM delivery_event e), 0) END AS event_id
         FROM place p, n
     ), page AS MATERIALIZED (
       SELECT e.*, bool_or(e.at > n.at - $seenAfterMs * interval '1 ms') OVER (ORDER BY e.event_id) AS young
         FROM begin b CROSS JOIN LATERAL (SELECT * FROM delivery_event d WHERE d.event_id > b.event_id
           ORDER BY d.event_id LIMIT $limit) e, n
     ), moved AS (
       UPDATE trace_place p SET read_at = n.at,
         event_id = coalesce((SELECT max(e.event_id) FROM page e WHERE NOT e.young), b.event_id)
         FROM begin b, n
     ), failed AS (
       SELECT e.event_id, t.name AS topic, s.name AS "group", m.msg_id AS "messageId",
         coalesce(m.trace_context, m.props ->> '${TRACE_PROPERTY}') AS "traceContext", e.cause,
         e.attempt::int AS attempt, e.generation,
         CASE e.state WHEN 'DLQ' THEN 'dead' WHEN 'Dropped' THEN 'dropped' ELSE 'waits' END AS outcome,
         e.at, e.due_at AS "dueAt", h.client, h.attempt AS "handedAs", h.at AS "handedAt"
         FROM page e
         JOIN consumer_group g ON g.group_id = e.group_id
         JOIN consumer_group s ON s.group_id = coalesce(g.broadcast_of, g.group_id)
         JOIN queue q ON q.queue_id = e.queue_id
         JOIN topic t ON t.topic_id = q.topic_id
         CROSS JOIN LATERAL (SELECT a.msg_id, a.trace_context, a.props FROM any_message a
           WHERE a.queue_id = e.queue_id AND a.off = e.off AND a.seg >= 0 LIMIT 1) m
         LEFT JOIN LATERAL (
           SELECT c.name AS client, d.attempt::int AS attempt, d.at FROM delivery_step d
             LEFT JOIN client c ON c.client_id = d.client_id
            WHERE d.group_id = e.group_id AND d.queue_id = e.queue_id AND d.off = e.off
              AND d.generation = e.generation AND d.cause = 'delivered' AND d.event_id <= e.event_id
            ORDER BY d.event_id DESC LIMIT 1) h ON true
        WHERE NOT e.young AND (${FAILED_EVENT} OR e.state = 'DLQ' AND e.cause <> 'recalled')
          AND (m.trace_context IS NOT NULL OR m.props ? '${TRACE_PROPERTY}')
     )
     SELECT (SELECT count(*) FROM page e WHERE NOT e.young)::int AS read, f.topic, f."group", f."messageId",
       f."traceContext", f.cause, f.attempt, f.generation, f.outcome, f.at, f."dueAt", f.client, f."handedAs",
       f."handedAt"
       FROM n LEFT JOIN failed f ON true ORDER BY f.event_id`,
      { now, limit, givenUpMs: GIVEN_UP_MS, seenAfterMs: FAILURE_SEEN_AFTER_MS },
    ),
  );
  const [first] = rows;
  // The outer join answers one row without a failure when there is none.
  return { read: first?.read ?? 0, failures: first?.topic === null ? [] : rows };
}
