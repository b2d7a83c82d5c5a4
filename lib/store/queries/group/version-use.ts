import type { Queryable } from '../../queryable';

export interface VersionUseRow {
  readonly version: number;
  /** First deliveries while the version was in use, as far as history is kept; null: none is kept of that time. */
  readonly delivered: number | null;
  readonly redelivered: number | null;
  readonly died: number | null;
}

/** What happened while each version of a group was in use, by the minute. */
export async function versionUse(db: Queryable, groupId: number): Promise<VersionUseRow[]> {
  const { rows } = await db.query<VersionUseRow>(
    `WITH used AS MATERIALIZED (
       SELECT v.version, v.at, lead(v.at) OVER (ORDER BY v.version) AS until FROM consumer_group_version v
        WHERE v.group_id = $1)
     SELECT u.version, s.delivered, s.redelivered, s.died FROM used u
       LEFT JOIN LATERAL (
         SELECT sum(s.delivered)::bigint AS delivered, sum(s.redelivered)::bigint AS redelivered,
                sum(s.died)::bigint AS died
           FROM group_sample s
          WHERE s.group_id = $1 AND s.step_s = 60 AND s.at >= u.at AND (u.until IS NULL OR s.at < u.until)) s ON true
      ORDER BY u.version DESC LIMIT 200`,
    [groupId],
  );
  return rows;
}
