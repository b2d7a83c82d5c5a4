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
  /** @neverNull it has a queue and an offset */
  readonly place: string;
  readonly generation: number;
  /** Its newest failure. */
  readonly lastAt: Date;
  /** Failures before it are not all read; null: they are. */
  readonly cutAt: Date | null;
  /** @neverNull a count */
  readonly length: number;
  readonly events: EventColumns[] | null;
  readonly reports: [attempt: number, atMs: number, fingerprint: string][] | null;
  readonly ackedMs: number | null;
  /** Leases that were looked through. @neverNull a count */
  readonly leases: number;
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
/** The causes that were reported last are looked through; the more there are, the fewer reports of each. */
const CAUSES = 1_000;
/** Leases of an offset, which every queue has: where there are more, the record is not whole. */
const LEASES = 1_000;
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
     ), cause AS MATERIALIZED (
       SELECT k.fingerprint, k.last_seen, row_number() OVER (ORDER BY k.last_seen DESC, k.fingerprint) AS rank,
              least(count(*) OVER (), ${CAUSES}) AS n
         FROM consumer_group g
         JOIN failure_cause k ON k.group_id = g.group_id AND k.last_seen >= $from - ${NOTED_LATE}
        WHERE g.group_id = $groupId AND g.delivery_order = 'ordered'
        ORDER BY k.last_seen DESC, k.fingerprint LIMIT ${CAUSES} + 1
     ), report AS MATERIALIZED (
       SELECT f.*, c.fingerprint, c.n
         FROM cause c
        CROSS JOIN LATERAL (SELECT r.queue_id, r.off, r.generation, r.reported_at AS at FROM failure_report r
          WHERE r.group_id = $groupId AND r.fingerprint = c.fingerprint AND r.reported_at >= $from
          ORDER BY r.reported_at DESC LIMIT greatest(2 * ${FAILURES} / c.n, 1)) f
        WHERE c.rank <= ${CAUSES}
     ), cut AS MATERIALIZED (
       SELECT max(v.at) AS at FROM (
         SELECT min(f.at) AS at FROM failed f HAVING count(*) >= ${FAILURES}
         UNION ALL
         SELECT min(p.at) FROM report p GROUP BY p.fingerprint, p.n
         HAVING count(*) >= greatest(2 * ${FAILURES} / p.n, 1)
         UNION ALL
         SELECT c.last_seen + ${NOTED_LATE} FROM cause c WHERE c.rank > ${CAUSES}) v
     ), life AS MATERIALIZED (
       SELECT w.queue_id, w.off, w.generation, max(w.at) AS last_at
         FROM (SELECT f.queue_id, f.off, f.generation, f.at FROM failed f
               UNION ALL SELECT p.queue_id, p.off, p.generation, p.at FROM report p) w
        GROUP BY w.queue_id, w.off, w.generation
       HAVING max(w.at) >= coalesce((SELECT c.at FROM cut c), '-infinity')
        ORDER BY last_at DESC, w.queue_id, w.off, w.generation LIMIT $limit::int + 1
     )
     SELECT l.queue_id || ' ' || l.off AS place, l.generation, l.last_at AS "lastAt",
            (SELECT c.at FROM cut c) AS "cutAt", e.n AS length, e.events, r.reports, a.acked_ms AS "ackedMs", a.leases
       FROM life l
      CROSS JOIN LATERAL (
        SELECT count(*) AS n, json_agg(json_build_array(x.generation, x.attempt, x.state, x.cause, ${ms('x.at')},
            ${ms("nullif(x.due_at, 'infinity')")}, d.edits IS NOT NULL) ORDER BY x.event_id)
            FILTER (WHERE x.generation >= l.generation AND x.state <> 'Inflight') AS events,
               coalesce(bool_or(x.generation = l.generation
                 AND (x.state = 'DLQ' OR x.state = 'Commit' AND x.cause = 'acked')), false) AS has_end
          FROM (SELECT o.* FROM delivery_event o WHERE o.group_id = $groupId AND o.queue_id = l.queue_id
            AND o.off = l.off ORDER BY o.event_id LIMIT ${EVENTS}) x
          LEFT JOIN redrive d ON d.redrive_id = x.redrive_id) e
      CROSS JOIN LATERAL (
        SELECT json_agg(json_build_array(x.attempt, ${ms('x.reported_at')}, x.fingerprint)) AS reports
          FROM (SELECT f.* FROM failure_report f WHERE f.group_id = $groupId AND f.queue_id = l.queue_id
            AND f.off = l.off AND f.generation = l.generation ORDER BY f.attempt LIMIT ${EVENTS}) x) r
       -- LIMIT: by the index of offsets, and not lease by lease of the queue; that index has the offsets of all queues.
      CROSS JOIN LATERAL (
        WITH s AS MATERIALIZED (
          SELECT h.* FROM lease h
           WHERE l.generation = 0 AND NOT e.has_end AND EXISTS (SELECT 1 FROM cause)
             AND h.kind = 1 AND h.offs @> ARRAY[l.off] LIMIT ${LEASES})
        SELECT (SELECT count(*) FROM s) AS leases, (
          SELECT ${ms('s.claimed_at')} + (b.ack >> 32) FROM s CROSS JOIN LATERAL unnest(s.acks) b (ack)
           WHERE s.group_id = $groupId AND s.queue_id = l.queue_id
             AND ((b.ack & 4294967295) >> (array_position(s.offs, l.off) - 1)) & 1 = 1
           ORDER BY s.lease_id DESC LIMIT 1) AS acked_ms) a
      ORDER BY l.last_at DESC, l.queue_id, l.off, l.generation`,
      { groupId, from, limit },
    ),
  );
  const kept = rows.slice(0, limit);
  const cutAt = kept.length < rows.length ? (kept.at(-1)?.lastAt ?? from) : (rows[0]?.cutAt ?? null);
  return { records: kept.map(toRecord), cutAt };
}

function toRecord({ place, generation, length, leases, events, reports, ackedMs }: FailedLifeRow): LifeRecord {
  return {
    ...{ place, generation, ackedMs, isWhole: length < EVENTS && leases < LEASES },
    events: (events ?? []).map(([inGeneration, attempt, state, cause, atMs, dueMs, edited]) => ({
      ...{ generation: inGeneration, attempt, state, cause, atMs, dueMs, edited },
    })),
    reports: (reports ?? []).map(([attempt, atMs, fingerprint]) => ({ attempt, atMs, fingerprint })),
  };
}
