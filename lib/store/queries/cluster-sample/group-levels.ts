import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What the index of dead letters says of a group. */
export interface LetterLevels {
  readonly groupId: number;
  readonly name: string;
  readonly dead: number;
  /** Neither accepted nor consumed. */
  readonly unhandled: number;
  /** Removed here within the time that samples count; null: not counted. */
  readonly expiring: number;
}

/** Of every group of a cluster. @param keepMs how long dead letters are kept here; null: for good */
export async function letterLevels(
  db: Queryable,
  now: Date | null,
  clusterId: number,
  { keepMs, withinMs }: { readonly keepMs: number | null; readonly withinMs: number },
): Promise<LetterLevels[]> {
  const { rows } = await db.query<LetterLevels>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT g.group_id AS "groupId", g.name, d.n AS dead, d.n - a.n AS unhandled,
              CASE WHEN $keepMs::float8 IS NULL THEN 0 ELSE e.n END AS expiring
         FROM t CROSS JOIN cluster_consumer_group g
        CROSS JOIN LATERAL (SELECT count(*) AS n FROM cluster_dead_letter l WHERE l.cluster_id = $clusterId
          AND l.group_id = g.group_id) d
        CROSS JOIN LATERAL (SELECT count(*) AS n FROM cluster_dead_letter l WHERE l.group_id = g.group_id
          AND l.accepted_at IS NOT NULL) a
        CROSS JOIN LATERAL (
          SELECT count(*) AS n FROM cluster_dead_letter l WHERE l.cluster_id = $clusterId AND l.group_id = g.group_id
             AND l.dead_at <= t.now + ($withinMs - $keepMs::float8) * interval '1 ms' AND l.held_at IS NULL
             AND l.chosen_by IS NULL
             AND coalesce(l.kept_until <= t.now + $withinMs * interval '1 ms', true)) e
        WHERE g.cluster_id = $clusterId ORDER BY g.name`,
      { now, clusterId, keepMs, withinMs },
    ),
  );
  return rows;
}

/**
 * Letters that were indexed since this was last asked, by group: each is counted once. What died long before it was
 * indexed, as when a cluster is attached, is not new.
 */
export async function lettersCounted(
  db: Queryable,
  now: Date | null,
  clusterId: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ groupId: number; died: number }>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), before AS MATERIALIZED (
         SELECT q.queue_id, q.group_id, coalesce(q.counted_off, q.min_off) AS from_off, q.next_off
           FROM cluster_letter_queue q
          WHERE q.cluster_id = $clusterId AND q.counted_off IS DISTINCT FROM q.next_off FOR UPDATE
       ), counted AS (
         UPDATE cluster_letter_queue q SET counted_off = b.next_off FROM before b WHERE b.queue_id = q.queue_id)
       SELECT b.group_id AS "groupId", sum(l.n)::bigint AS died
         FROM t CROSS JOIN before b CROSS JOIN LATERAL (
           SELECT count(*) AS n FROM cluster_dead_letter d
            WHERE d.group_id = b.group_id AND d.queue_id = b.queue_id AND d.off >= b.from_off AND d.off < b.next_off
              AND d.dead_at > t.now - interval '1 hour') l
        GROUP BY b.group_id`,
      { now, clusterId },
    ),
  );
  return new Map(rows.map(({ groupId, died }) => [groupId, died]));
}

export interface GroupSampleRow {
  readonly groupId: number;
  readonly dead: number;
  readonly unhandled: number;
  readonly expiring: number;
  /** Null from here on: not known. */
  readonly ready: number | null;
  readonly inFlight: number | null;
  readonly oldestReadyAt: Date | null;
  readonly arrived: number | null;
  readonly consumers: number | null;
  /** Of this step. */
  readonly delivered: number;
  readonly redelivered: number;
  readonly died: number;
}

/** What every group has in a step; what happened in it is added up. */
export async function groupSamplesWrite(
  db: Queryable,
  at: Date,
  clusterId: number,
  samples: readonly GroupSampleRow[],
): Promise<void> {
  if (samples.length === 0) return;
  await db.query(
    sql(
      `INSERT INTO cluster_group_sample AS s (cluster_id, group_id, step_s, at, dead, unhandled, expiring, ready,
         in_flight, oldest_ready_at, arrived, consumers, delivered, redelivered, died)
       SELECT $clusterId, i.group_id, 10, date_bin('10 seconds', $at::timestamptz, 'epoch'), i.dead, i.unhandled,
              i.expiring, i.ready, i.in_flight, i.oldest, i.arrived, i.consumers, i.delivered, i.redelivered, i.died
         FROM unnest($groupIds::int[], $deads::bigint[], $unhandleds::bigint[], $expirings::int[], $readies::bigint[],
           $inFlights::bigint[], $oldests::timestamptz[], $arriveds::bigint[], $consumers::int[], $delivereds::bigint[],
           $redelivereds::bigint[], $dieds::bigint[])
           i (group_id, dead, unhandled, expiring, ready, in_flight, oldest, arrived, consumers, delivered, redelivered,
              died)
       ON CONFLICT (group_id, step_s, at) DO UPDATE SET dead = excluded.dead, unhandled = excluded.unhandled,
         expiring = excluded.expiring, ready = excluded.ready, in_flight = excluded.in_flight,
         oldest_ready_at = excluded.oldest_ready_at, arrived = excluded.arrived, consumers = excluded.consumers,
         delivered = s.delivered + excluded.delivered, redelivered = s.redelivered + excluded.redelivered,
         died = s.died + excluded.died`,
      {
        ...{ at, clusterId, groupIds: samples.map(({ groupId }) => groupId) },
        deads: samples.map(({ dead }) => dead),
        unhandleds: samples.map(({ unhandled }) => unhandled),
        expirings: samples.map(({ expiring }) => expiring),
        readies: samples.map(({ ready }) => ready),
        inFlights: samples.map(({ inFlight }) => inFlight),
        oldests: samples.map(({ oldestReadyAt }) => oldestReadyAt),
        arriveds: samples.map(({ arrived }) => arrived),
        consumers: samples.map(({ consumers }) => consumers),
        delivereds: samples.map(({ delivered }) => delivered),
        redelivereds: samples.map(({ redelivered }) => redelivered),
        dieds: samples.map(({ died }) => died),
      },
    ),
  );
}
