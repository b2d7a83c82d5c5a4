import type { DeliveryCause, DeliveryState } from '../../../model/delivery/delivery-state';
import type { LifeRecord } from '../../../model/delivery/recorded-life';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FAILED_EVENT } from './failed-event';
import { NOTED_LATE } from './group-causes';

type EventColumns = [
  generation: number,
  attempt: number,
  state: DeliveryState,
  cause: DeliveryCause,
  atMs: number,
  dueMs: number | null,
  edited: boolean,
];

interface FailedLifeRow {
  readonly generation: number;
  /** Its newest failure. */
  readonly lastAt: Date;
  /** Failures that were looked through. @neverNull a count */
  readonly seen: number;
  /** @neverNull a count */
  readonly length: number;
  readonly events: EventColumns[] | null;
  readonly reports: [attempt: number, atMs: number, fingerprint: string][] | null;
  readonly ackedMs: number | null;
}

export interface FailedLives {
  /** The ones that failed last, newest first. */
  readonly records: readonly LifeRecord[];
  /** What failed last before this moment is not among them; null: all of the time asked for is. */
  readonly cutAt: Date | null;
}

/** Failures looked through, and events of one message read, at most. */
const FAILURES = 40_000;
const EVENTS = 128;
const ms = (at: string) => `floor(extract(epoch FROM ${at}) * 1000)::float8`;

/**
 * What is recorded of each message of a group that failed since `from`. The index of failures gives the newest ones,
 * the index of events by message what else happened to each: nothing is read of other groups or older failures.
 * Retries that clients of an ordered group made by themselves are known from their reports alone.
 */
export async function failedLives(
  db: Queryable,
  { groupId, from, limit }: { readonly groupId: number; readonly from: Date; readonly limit: number },
): Promise<FailedLives> {
  const { rows } = await db.query<FailedLifeRow>(
    sql(
      `WITH failed AS MATERIALIZED (
       SELECT e.queue_id, e.off, e.generation, e.at FROM delivery_event e
        WHERE e.group_id = $groupId AND e.at >= $from::timestamptz AND ${FAILED_EVENT}
        ORDER BY e.at DESC LIMIT ${FAILURES}
     ), own AS MATERIALIZED (
       SELECT f.queue_id, f.off, f.generation, f.reported_at AS at
         FROM consumer_group g
         JOIN failure_cause k ON k.group_id = g.group_id AND k.last_seen >= $from - ${NOTED_LATE}
        CROSS JOIN LATERAL (SELECT r.* FROM failure_report r WHERE r.group_id = k.group_id
          AND r.fingerprint = k.fingerprint AND r.reported_at >= $from ORDER BY r.reported_at DESC LIMIT ${FAILURES}) f
        WHERE g.group_id = $groupId AND g.delivery_order = 'ordered'
        ORDER BY f.reported_at DESC LIMIT ${FAILURES}
     ), life AS MATERIALIZED (
       SELECT w.queue_id, w.off, w.generation, max(w.at) AS last_at
         FROM (SELECT * FROM failed UNION ALL SELECT * FROM own) w
        GROUP BY w.queue_id, w.off, w.generation
        ORDER BY last_at DESC, w.queue_id, w.off, w.generation LIMIT $limit::int + 1
     )
     SELECT l.generation, l.last_at AS "lastAt",
            greatest((SELECT count(*) FROM failed), (SELECT count(*) FROM own)) AS seen, e.n AS length, e.events,
            r.reports, a.acked_ms AS "ackedMs"
       FROM life l
      CROSS JOIN LATERAL (
        SELECT count(*) AS n, json_agg(json_build_array(x.generation, x.attempt, x.state, x.cause, ${ms('x.at')},
            ${ms("nullif(x.due_at, 'infinity')")}, d.edits IS NOT NULL) ORDER BY x.event_id)
            FILTER (WHERE x.generation >= l.generation AND x.state <> 'Inflight') AS events
          FROM (SELECT o.* FROM delivery_event o WHERE o.group_id = $groupId AND o.queue_id = l.queue_id
            AND o.off = l.off ORDER BY o.event_id LIMIT ${EVENTS}) x
          LEFT JOIN redrive d ON d.redrive_id = x.redrive_id) e
      CROSS JOIN LATERAL (
        SELECT json_agg(json_build_array(x.attempt, ${ms('x.reported_at')}, x.fingerprint)) AS reports
          FROM (SELECT f.* FROM failure_report f WHERE f.group_id = $groupId AND f.queue_id = l.queue_id
            AND f.off = l.off AND f.generation = l.generation ORDER BY f.attempt LIMIT ${EVENTS}) x) r
       -- OFFSET 0: by the index of offsets, and not lease by lease of the queue.
       LEFT JOIN LATERAL (
        SELECT ${ms('s.claimed_at')} + (b.ack >> 32) AS acked_ms
          FROM (SELECT h.* FROM lease h WHERE h.kind = 1 AND h.offs @> ARRAY[l.off] OFFSET 0) s
         CROSS JOIN LATERAL unnest(s.acks) b (ack)
         WHERE s.group_id = $groupId AND s.queue_id = l.queue_id
           AND ((b.ack & 4294967295) >> (array_position(s.offs, l.off) - 1)) & 1 = 1
         ORDER BY s.lease_id DESC LIMIT 1) a ON l.generation = 0 AND EXISTS (SELECT 1 FROM own)
      ORDER BY l.last_at DESC, l.queue_id, l.off, l.generation`,
      { groupId, from, limit },
    ),
  );
  const kept = rows.slice(0, limit);
  const isCut = kept.length < rows.length || rows.some(({ seen }) => seen >= FAILURES);
  return { records: kept.map(toRecord), cutAt: isCut ? (kept.at(-1)?.lastAt ?? from) : null };
}

function toRecord({ generation, length, events, reports, ackedMs }: FailedLifeRow): LifeRecord {
  return {
    ...{ generation, ackedMs, isWhole: length < EVENTS },
    events: (events ?? []).map(([inGeneration, attempt, state, cause, atMs, dueMs, edited]) => ({
      ...{ generation: inGeneration, attempt, state, cause, atMs, dueMs, edited },
    })),
    reports: (reports ?? []).map(([attempt, atMs, fingerprint]) => ({ attempt, atMs, fingerprint })),
  };
}
