import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** The newest transitions of all groups that are looked through: bounded work on a table of any size. */
const EVENTS_LOOKED_THROUGH = 20_000;
const NEWEST_DEATHS = 200;

export interface RetryEvidenceRow {
  /** Read from then on: asked for, or as far back as the newest transitions go. */
  readonly since: Date;
  /** Second and later deliveries, and those of re-drives. */
  readonly succeeded: number;
  readonly failed: number;
  readonly lastFailedAt: Date | null;
}

/** How retries of a group have ended lately; with fingerprints, of messages that failed by one of these causes. */
export async function retryEvidence(
  db: Queryable,
  now: Date | null,
  groupId: number,
  windowMs: number,
  fingerprints: readonly string[] | null,
): Promise<RetryEvidenceRow | null> {
  const { rows } = await db.query<RetryEvidenceRow>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now
     ), newest AS MATERIALIZED (
       SELECT e.group_id, e.queue_id, e.off, e.at, e.state, e.cause, e.attempt, e.generation
         FROM delivery_event e ORDER BY e.event_id DESC LIMIT ${EVENTS_LOOKED_THROUGH}
     ), span AS (
       SELECT CASE WHEN count(n.at) < ${EVENTS_LOOKED_THROUGH} THEN t.now - $windowMs * interval '1 ms'
                   ELSE greatest(min(n.at), t.now - $windowMs * interval '1 ms') END AS since
         FROM t LEFT JOIN newest n ON true GROUP BY t.now
     )
     SELECT s.since,
            count(n.at) FILTER (WHERE n.state = 'Commit' AND n.cause = 'acked') AS succeeded,
            count(n.at) FILTER (WHERE n.cause IN ('nack', 'timeout', 'consumption-timeout', 'client-gone',
              'forwarded')) AS failed,
            max(n.at) FILTER (WHERE n.cause IN ('nack', 'timeout', 'consumption-timeout', 'client-gone',
              'forwarded')) AS "lastFailedAt"
       FROM span s LEFT JOIN newest n ON n.group_id = $groupId AND n.at >= s.since
        AND (n.attempt > 1 OR n.generation > 0)
        AND ($fingerprints::text[] IS NULL OR EXISTS (
          SELECT 1 FROM failure_report f WHERE f.group_id = n.group_id AND f.queue_id = n.queue_id AND f.off = n.off
             AND f.fingerprint = ANY ($fingerprints)))
      GROUP BY s.since`,
      { now, groupId, windowMs, fingerprints },
    ),
  );
  return rows[0] ?? null;
}

export interface DeathEvidenceRow {
  readonly lastAt: Date | null;
  /** Whose deliveries ended in the newest deaths. */
  readonly clients: string[];
  /** What the application said its version was then; empty: it said nothing. */
  readonly versions: string[];
}

/** The newest deaths of a group that match nothing but the group: does it still happen, and to whom did it. */
export async function deathEvidence(db: Queryable, groupId: number): Promise<DeathEvidenceRow> {
  const { rows } = await db.query<DeathEvidenceRow>(
    `SELECT max(d.dead_at) AS "lastAt",
            coalesce(array_agg(DISTINCT c.name) FILTER (WHERE c.name IS NOT NULL), '{}') AS clients,
            coalesce(array_agg(DISTINCT f.app_version) FILTER (WHERE f.app_version IS NOT NULL), '{}') AS versions
       FROM (SELECT l.* FROM dead_letter l WHERE l.group_id = $1
             ORDER BY l.dead_at DESC, l.dead_letter_id DESC LIMIT ${NEWEST_DEATHS}) d
       LEFT JOIN client c ON c.client_id = d.client_id
       LEFT JOIN failure_report f ON f.group_id = d.group_id AND f.queue_id = d.queue_id AND f.off = d.off
        AND f.generation = d.generation AND f.attempt = d.attempts`,
    [groupId],
  );
  return rows[0] ?? { lastAt: null, clients: [], versions: [] };
}

export interface RoomRow {
  /** The busiest step in the range, deliveries per second; null: nothing was recorded. */
  readonly mostPerSecond: number | null;
  readonly mostAt: Date | null;
  /** Receives of the group that limits refused in the last minutes. */
  readonly refused: number;
  readonly refusedBy: string | null;
}

/** How much the group has handled at most, and whether limits hold it back now. */
export async function roomEvidence(
  db: Queryable,
  now: Date | null,
  { groupId, group }: { readonly groupId: number; readonly group: string },
  { days, refusedMs }: { readonly days: number; readonly refusedMs: number },
): Promise<RoomRow> {
  const { rows } = await db.query<RoomRow>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now
     ), most AS (
       SELECT s.delivered / s.step_s::float8 AS rate, s.at FROM group_sample s, t
        WHERE s.group_id = $groupId AND s.step_s = 60 AND s.at >= t.now - $days * interval '1 day'
          AND s.delivered > 0
        ORDER BY 1 DESC LIMIT 1
     ), refused AS (
       SELECT sum(r.refused)::bigint AS n, max(r.limit_name) AS name FROM refusal_sample r, t
        WHERE r.step_s = 10 AND r.at >= t.now - $refusedMs * interval '1 ms' AND r.consumer_group = $group
     )
     SELECT m.rate AS "mostPerSecond", m.at AS "mostAt", coalesce(r.n, 0)::bigint AS refused, r.name AS "refusedBy"
       FROM refused r LEFT JOIN most m ON true`,
      { now, groupId, group, days, refusedMs },
    ),
  );
  return rows[0] ?? { mostPerSecond: null, mostAt: null, refused: 0, refusedBy: null };
}
