import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { WITH_MEMBERS } from './failed-event';

export interface GroupCauseRow {
  readonly fingerprint: string;
  readonly errorType: string | null;
  readonly text: string | null;
  /** Reported failures; what no reason was reported for is not counted here. @neverNull a cause has at least one */
  readonly failed: number;
  /** @neverNull it has a report */
  readonly lastAt: Date;
  /** Of all causes, also of the smaller ones that are not listed. @neverNull a sum */
  readonly reported: number;
}

const MOST = 8;
/** A cause in a storm notes its last report once a second. */
export const NOTED_LATE = `interval '1 s'`;

/**
 * What applications reported in the last full minutes and this one, most first. Counted in an index by cause and time:
 * however many failures there were, none is looked up.
 */
export async function groupCauses(db: Queryable, groupId: number, minutes: number): Promise<GroupCauseRow[]> {
  const { rows } = await db.query<GroupCauseRow>(
    sql(
      `WITH since AS MATERIALIZED (
       SELECT date_trunc('minute', clock_timestamp()) - ($minutes::int - 1) * interval '1 minute' AS at
     ), ${WITH_MEMBERS}, reported AS (
       SELECT c.fingerprint, c.error_type, c.text, r.n, r.last_at
         FROM since s CROSS JOIN member m
         JOIN failure_cause c ON c.group_id = m.group_id AND c.last_seen >= s.at - ${NOTED_LATE}
        CROSS JOIN LATERAL (SELECT count(*) AS n, max(f.reported_at) AS last_at FROM failure_report f
          WHERE f.group_id = c.group_id AND f.fingerprint = c.fingerprint AND f.reported_at >= s.at) r
        WHERE r.n > 0
     ), cause AS (
       SELECT p.fingerprint, min(p.error_type) AS error_type, min(p.text) AS text, sum(p.n)::bigint AS n,
              max(p.last_at) AS last_at, (sum(sum(p.n)) OVER ())::bigint AS reported
         FROM reported p GROUP BY p.fingerprint ORDER BY n DESC, last_at DESC LIMIT ${MOST}
     )
     SELECT c.fingerprint, c.error_type AS "errorType", c.text, c.n AS failed, c.last_at AS "lastAt", c.reported
       FROM cause c
      ORDER BY failed DESC, "lastAt" DESC`,
      { groupId, minutes },
    ),
  );
  return rows;
}
