import type { LintFacts } from '../../../model/group/group-lint';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { NOTED_LATE } from './group-causes';

type LintFactsRow = Omit<LintFacts, 'keepMs'>;

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
      `WITH since AS MATERIALIZED (
       SELECT coalesce($now::timestamptz, clock_timestamp()) - interval '24 hours' AS at
     ), report AS (
       -- Counted in the index, cause by cause: no report is looked up.
       SELECT coalesce(sum(r.n), 0)::bigint AS n, coalesce(sum(r.n) FILTER (WHERE c.throttled), 0)::bigint AS throttled
         FROM since s
        CROSS JOIN LATERAL (SELECT k.fingerprint, concat_ws(' ', k.error_type, k.text) ~* '${THROTTLED}' AS throttled
          FROM failure_cause k WHERE k.group_id = $groupId AND k.last_seen > s.at - ${NOTED_LATE} OFFSET 0) c
        CROSS JOIN LATERAL (SELECT count(*) AS n FROM failure_report f
          WHERE f.group_id = $groupId AND f.fingerprint = c.fingerprint AND f.reported_at > s.at) r
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
