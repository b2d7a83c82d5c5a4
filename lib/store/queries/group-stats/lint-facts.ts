import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface LintFactsRow {
  /** Reported failures of the last 24 hours, and how many of them say that a limit refused the consumer. */
  readonly reported: number;
  readonly throttled: number;
  /** How long acknowledged first deliveries took, whatever was acknowledged together: of the newest leases; null: too few. */
  readonly p99Ms: number | null;
  /** An enabled alarm rule about its dead letters. */
  readonly hasAlarm: boolean;
}

const LEASES = 500;
const FEWEST = 20;
/** As the protocol, HTTP and the usual clients say it. */
const THROTTLED = '(429|530|too.?many.?requests|rate.?limit|throttl)';

/** What the settings of a group are judged against. */
export async function lintFacts(
  db: Queryable,
  now: Date | null,
  { groupId, name, watches }: { readonly groupId: number; readonly name: string; readonly watches: readonly string[] },
): Promise<LintFactsRow> {
  const { rows } = await db.query<LintFactsRow>(
    sql(
      `WITH cause AS MATERIALIZED (
       SELECT c.fingerprint, concat_ws(' ', c.error_type, c.text) ~* '${THROTTLED}' AS throttled FROM failure_cause c
        WHERE c.group_id = $groupId
     ), report AS (
       SELECT count(*) AS n, count(*) FILTER (WHERE c.throttled) AS throttled
         FROM (SELECT f.fingerprint FROM failure_report f
                WHERE f.group_id = $groupId AND f.reported_at > coalesce($now::timestamptz, clock_timestamp()) - interval '24 hours' LIMIT 20000) f
         JOIN cause c ON c.fingerprint = f.fingerprint
     ), took AS (
       SELECT a >> 32 AS ms, bit_count((a & 4294967295)::bit(64)) AS n FROM group_queue gq
        CROSS JOIN LATERAL (SELECT l.acks FROM lease l WHERE l.group_id = gq.group_id AND l.queue_id = gq.queue_id
          ORDER BY l.lease_id DESC LIMIT ${LEASES}) l
        CROSS JOIN LATERAL unnest(l.acks) a
        WHERE gq.group_id = $groupId
     ), ranked AS (
       SELECT t.ms, sum(t.n) OVER (ORDER BY t.ms) AS through, sum(t.n) OVER () AS total FROM took t)
     SELECT r.n AS reported, r.throttled,
            (SELECT min(k.ms) FROM ranked k WHERE k.total >= ${FEWEST} AND k.through >= 0.99 * k.total) AS "p99Ms",
            EXISTS (SELECT 1 FROM alarm_rule a WHERE a.enabled AND a.watch = ANY ($watches)
              AND a.subject IN ('', $name)) AS "hasAlarm"
       FROM report r`,
      { now, groupId, name, watches },
    ),
  );
  return rows[0] ?? { reported: 0, throttled: 0, p99Ms: null, hasAlarm: false };
}
