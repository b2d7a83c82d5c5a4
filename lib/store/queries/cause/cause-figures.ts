import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { CausePlace } from './cause-tides';

/** Reads of one cause go through so many of its newest rows at most; counts beyond are "at least". */
export const CAUSE_READ = 20_000;

export interface CauseFiguresRow {
  readonly failedDeliveries: number;
  readonly keys: number;
  readonly keysTwice: number;
  readonly keysRead: number;
}

/** Failed deliveries that were reported, and how many keys the newest dead letters have. */
export async function causeFigures(db: Queryable, place: CausePlace): Promise<CauseFiguresRow> {
  const { rows } = await db.query<CauseFiguresRow>(
    sql(
      `WITH keyed AS MATERIALIZED (
         SELECT coalesce(d.mgroup, d.keys[1]) AS key, count(*) AS n
           FROM (SELECT l.mgroup, l.keys FROM dead_letter l WHERE l.group_id = $groupId AND l.fingerprint = $fingerprint
                  ORDER BY l.dead_at DESC, l.dead_letter_id DESC LIMIT ${CAUSE_READ}) d
          GROUP BY 1)
       SELECT (SELECT count(*) FROM failure_report f WHERE f.group_id = $groupId AND f.fingerprint = $fingerprint)
                AS "failedDeliveries",
              count(k.key) AS keys, count(k.key) FILTER (WHERE k.n > 1) AS "keysTwice",
              coalesce(sum(k.n), 0)::bigint AS "keysRead"
         FROM keyed k`,
      { ...place },
    ),
  );
  return rows[0] ?? { failedDeliveries: 0, keys: 0, keysTwice: 0, keysRead: 0 };
}

export interface CauseKeyRow {
  /** Null: without a key. */
  readonly key: string | null;
  readonly count: number;
}

export async function causeKeys(db: Queryable, place: CausePlace, limit: number): Promise<CauseKeyRow[]> {
  const { rows } = await db.query<CauseKeyRow>(
    sql(
      `SELECT coalesce(d.mgroup, d.keys[1]) AS key, count(*) AS count
         FROM (SELECT l.mgroup, l.keys FROM dead_letter l WHERE l.group_id = $groupId AND l.fingerprint = $fingerprint
                ORDER BY l.dead_at DESC, l.dead_letter_id DESC LIMIT ${CAUSE_READ}) d
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $limit`,
      { ...place, limit },
    ),
  );
  return rows;
}

export interface CauseVersionRow {
  /** As the application says; null: it does not say. */
  readonly appVersion: string | null;
  readonly failed: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Versions of the application among the newest reports of this cause. */
export async function causeVersions(db: Queryable, place: CausePlace): Promise<CauseVersionRow[]> {
  const { rows } = await db.query<CauseVersionRow>(
    sql(
      `SELECT r.app_version AS "appVersion", count(*) AS failed, min(r.reported_at) AS "firstAt",
              max(r.reported_at) AS "lastAt"
         FROM (SELECT f.app_version, f.reported_at FROM failure_report f
                WHERE f.group_id = $groupId AND f.fingerprint = $fingerprint
                ORDER BY f.reported_at DESC LIMIT ${CAUSE_READ}) r
        GROUP BY r.app_version ORDER BY "lastAt" DESC LIMIT 10`,
      { ...place },
    ),
  );
  return rows.filter((row): row is CauseVersionRow => row.firstAt !== null && row.lastAt !== null);
}

/** Failed deliveries of this cause in each step of time from `from` on. */
export async function causeFailures(
  db: Queryable,
  place: CausePlace,
  { from, stepMs, steps }: { readonly from: Date; readonly stepMs: number; readonly steps: number },
): Promise<number[]> {
  const { rows } = await db.query<{ step: number; count: number }>(
    sql(
      `SELECT s.step, count(*) AS count
         FROM (SELECT floor(extract(epoch FROM f.reported_at - $from::timestamptz) * 1000 / $stepMs)::int AS step
                 FROM failure_report f WHERE f.group_id = $groupId AND f.fingerprint = $fingerprint
                  AND f.reported_at >= $from
                  AND f.reported_at < $from::timestamptz + $steps * $stepMs * interval '1 ms') s
        GROUP BY s.step`,
      { ...place, from, stepMs, steps },
    ),
  );
  const counts = new Map(rows.map(({ step, count }) => [step, count]));
  return Array.from({ length: steps }, (_, step) => counts.get(step) ?? 0);
}

export interface CauseOutcomesRow {
  readonly succeeded: number;
  readonly failed: number;
  /** The first success after the last death; null: none. */
  readonly since: Date | null;
  /** A cause has more reports than were read: there are at least so many. */
  readonly isFloor: boolean;
}

/**
 * Of retries that followed a reported failure of one of these causes, each since a moment: how the ones that are over
 * ended. The newest `reports` of each cause say which messages failed.
 */
export async function causeOutcomes(
  db: Queryable,
  groupId: number,
  causes: readonly { readonly fingerprint: string; readonly since: Date }[],
  reports: number,
): Promise<CauseOutcomesRow> {
  const { rows } = await db.query<CauseOutcomesRow>(
    sql(
      // OFFSET 0: else the planner, which expects few reports or many, may read all events for them.
      `WITH failed AS MATERIALIZED (
         SELECT f.queue_id, f.off, w.since, f.read
           FROM unnest($fingerprints::text[], $sinces::timestamptz[]) w (fingerprint, since)
          CROSS JOIN LATERAL (
            SELECT DISTINCT r.queue_id, r.off, count(*) OVER () AS read
              FROM (SELECT n.queue_id, n.off FROM failure_report n WHERE n.group_id = $groupId
                       AND n.fingerprint = w.fingerprint ORDER BY n.reported_at DESC LIMIT $reports::int) r) f)
       SELECT count(*) FILTER (WHERE e.state = 'Commit') AS succeeded,
              count(*) FILTER (WHERE e.state IN ('WaitingRetry', 'DLQ')
                AND e.cause NOT IN ('suspended', 'hold-released')) AS failed,
              min(e.at) FILTER (WHERE e.state = 'Commit') AS since,
              coalesce((SELECT max(a.read) FROM failed a) >= $reports, false) AS "isFloor"
         FROM failed f
        CROSS JOIN LATERAL (
          SELECT v.state, v.cause, v.at FROM delivery_event v WHERE v.group_id = $groupId AND v.queue_id = f.queue_id
             AND v.off = f.off AND v.at > f.since AND v.attempt > 1 AND v.cause <> 'filtered' OFFSET 0) e`,
      {
        ...{ groupId, reports },
        fingerprints: causes.map(({ fingerprint }) => fingerprint),
        sinces: causes.map(({ since }) => since),
      },
      'cause_outcomes',
    ),
  );
  return rows[0] ?? { succeeded: 0, failed: 0, since: null, isFloor: false };
}
