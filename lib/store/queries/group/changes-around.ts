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

/** Versions that the application reports name: index reads of the reports of this stretch. */
export async function appVersionsBetween(db: Queryable, { groupId, from, to }: ChangesAsk): Promise<AppVersionRow[]> {
  const { rows } = await db.query<AppVersionRow>(
    sql(
      `SELECT v.app_version AS "appVersion", v.at, EXISTS (SELECT 1 FROM failure_report o WHERE o.group_id = $groupId
                AND o.app_version = v.app_version AND o.reported_at < $from) AS before
         FROM (SELECT f.app_version, min(f.reported_at) AS at FROM failure_report f
                WHERE f.group_id = $groupId AND f.app_version IS NOT NULL AND f.reported_at >= $from
                  AND f.reported_at < $to GROUP BY f.app_version ORDER BY 2 LIMIT 20) v`,
      { groupId, from, to },
    ),
  );
  return rows;
}

export interface ConsumersRow {
  readonly at: Date;
  readonly consumers: number;
}

/** How many consumers were connected, minute by minute, and the reading before. */
export async function consumersBetween(db: Queryable, { groupId, from, to }: ChangesAsk): Promise<ConsumersRow[]> {
  const { rows } = await db.query<ConsumersRow>(
    sql(
      `SELECT s.at, s.consumers FROM group_sample s
        WHERE s.group_id = $groupId AND s.consumers IS NOT NULL AND s.at < $to
          AND s.step_s = (SELECT min(m.step_s) FROM group_sample m WHERE m.group_id = $groupId AND m.at >= $from)
          AND s.at >= $from - interval '5 min'
        ORDER BY s.at LIMIT 3000`,
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
