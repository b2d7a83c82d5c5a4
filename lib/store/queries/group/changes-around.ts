import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What happened to a group in a stretch of time. */
export interface ChangesAsk {
  readonly groupId: number;
  readonly from: Date;
  readonly to: Date;
}

export interface AppVersionRow {
  /** @neverNull only reports that name one are read */
  readonly appVersion: string;
  /** Its first report in this stretch. */
  readonly at: Date;
  /** It was reported before this stretch. */
  readonly before: boolean;
}

/**
 * Versions that the application reports name. The index is asked for one version after the other, and for the first
 * report of each: however many reports there are, they are not read.
 */
export async function appVersionsBetween(db: Queryable, { groupId, from, to }: ChangesAsk): Promise<AppVersionRow[]> {
  const next = `SELECT f.app_version FROM failure_report f WHERE f.group_id = $groupId`;
  const { rows } = await db.query<AppVersionRow>(
    sql(
      `WITH RECURSIVE version AS (
         (${next} AND f.app_version IS NOT NULL ORDER BY f.app_version LIMIT 1)
         UNION ALL
         SELECT n.app_version FROM version v
          CROSS JOIN LATERAL (${next} AND f.app_version > v.app_version ORDER BY f.app_version LIMIT 1) n
       )
       SELECT v.app_version AS "appVersion", r.at, EXISTS (SELECT 1 FROM failure_report o WHERE o.group_id = $groupId
                AND o.app_version = v.app_version AND o.reported_at < $from) AS before
         FROM version v
        CROSS JOIN LATERAL (SELECT f.reported_at AS at FROM failure_report f WHERE f.group_id = $groupId
          AND f.app_version = v.app_version AND f.reported_at >= $from AND f.reported_at < $to
          ORDER BY f.reported_at LIMIT 1) r
        ORDER BY r.at LIMIT 20`,
      { groupId, from, to },
    ),
  );
  return rows;
}

export interface ConsumersRow {
  readonly at: Date;
  readonly consumers: number;
}

/**
 * When the number of connected consumers changed, and the reading before; by the minute where the steps of 10 s do not
 * go back so far.
 */
export async function consumersBetween(db: Queryable, { groupId, from, to }: ChangesAsk): Promise<ConsumersRow[]> {
  const { rows } = await db.query<ConsumersRow>(
    sql(
      `WITH step AS MATERIALIZED (
       SELECT v.step_s FROM (VALUES (10), (60)) v (step_s)
        CROSS JOIN LATERAL (SELECT m.at FROM group_sample m WHERE m.group_id = $groupId AND m.step_s = v.step_s
          AND m.at >= $from::timestamptz - interval '5 min' ORDER BY m.at LIMIT 1) f
        ORDER BY date_bin('1 min', f.at, 'epoch'), v.step_s LIMIT 1
     )
     SELECT c.at, c.consumers
       FROM (SELECT s.at, s.consumers, lag(s.consumers) OVER (ORDER BY s.at) AS before FROM step, group_sample s
              WHERE s.group_id = $groupId AND s.step_s = step.step_s AND s.consumers IS NOT NULL AND s.at < $to
                AND s.at >= $from - interval '5 min') c
      WHERE c.consumers IS DISTINCT FROM c.before ORDER BY c.at LIMIT 3000`,
      { groupId, from, to },
    ),
  );
  return rows.filter((row): row is ConsumersRow => row.consumers !== null);
}

export interface ThrottledRow {
  readonly limitName: string;
  /** First refusal in this stretch. */
  readonly at: Date;
  readonly refused: number;
  readonly clients: number;
}

/** Limits that refused this group's clients in this stretch and not in the same time before it. */
export async function throttledBetween(
  db: Queryable,
  { group, from, to }: { readonly group: string; readonly from: Date; readonly to: Date },
): Promise<ThrottledRow[]> {
  const { rows } = await db.query<ThrottledRow>(
    sql(
      `SELECT r.limit_name AS "limitName", min(r.at) AS at, sum(r.refused)::bigint AS refused,
              count(DISTINCT r.client)::int AS clients
         FROM refusal_sample r
        WHERE r.step_s = (SELECT min(m.step_s) FROM refusal_sample m) AND r.consumer_group = $group
          AND r.at >= $from AND r.at < $to AND r.refused > 0
          AND NOT EXISTS (SELECT 1 FROM refusal_sample b WHERE b.step_s = r.step_s AND b.limit_name = r.limit_name
            AND b.consumer_group = r.consumer_group AND b.refused > 0
            AND b.at >= $from - ($to::timestamptz - $from::timestamptz) AND b.at < $from)
        GROUP BY r.limit_name ORDER BY 2 LIMIT 20`,
      { group, from, to },
    ),
  );
  return rows.filter((row): row is ThrottledRow => row.at !== null && row.refused !== null);
}

export interface PauseRow {
  readonly at: Date;
  readonly action: 'group.pause' | 'group.resume';
  readonly by: string;
  readonly reason: string | null;
}

/** When operators paused and resumed the group: the audit log says it. */
export async function pausesBetween(
  db: Queryable,
  { group, from, to }: { readonly group: string; readonly from: Date; readonly to: Date },
): Promise<PauseRow[]> {
  const { rows } = await db.query<PauseRow>(
    sql(
      `SELECT a.at, a.action, a.actor AS by, a.reason
        FROM (SELECT * FROM audit WHERE target = $group ORDER BY audit_id DESC LIMIT 500) a
       WHERE a.action IN ('group.pause', 'group.resume') AND a.at >= $from AND a.at < $to ORDER BY a.at LIMIT 40`,
      { group, from, to },
    ),
  );
  return rows;
}

export interface RedriveStartRow {
  readonly redriveId: number;
  readonly at: Date;
  readonly selected: number;
  readonly by: string;
}

export async function redrivesBetween(db: Queryable, { groupId, from, to }: ChangesAsk): Promise<RedriveStartRow[]> {
  const { rows } = await db.query<RedriveStartRow>(
    sql(
      `SELECT r.redrive_id AS "redriveId", r.frozen_at AS at, r.selected, r.created_by AS by FROM redrive r
        WHERE r.group_id = $groupId AND r.frozen_at >= $from AND r.frozen_at < $to ORDER BY r.frozen_at LIMIT 20`,
      { groupId, from, to },
    ),
  );
  return rows;
}
