import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** So many of the newest reports of a cause say which versions fail. */
const READ = 1000;
const MOST_VERSIONS = 3;

interface VersionRow {
  readonly fingerprint: string;
  /** Of the application, as it reported it. */
  readonly version: string;
}

/** Which versions of the application reported these causes lately, the newest report first. */
export async function failingVersions(
  db: Queryable,
  groupId: number,
  fingerprints: readonly string[],
): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    sql(
      `SELECT c.fingerprint, v.version
         FROM unnest($fingerprints::text[]) c (fingerprint)
        CROSS JOIN LATERAL (
          SELECT n.app_version AS version, max(n.reported_at) AS last_at
            FROM (SELECT f.app_version, f.reported_at FROM failure_report f
                   WHERE f.group_id = $groupId AND f.fingerprint = c.fingerprint
                   ORDER BY f.reported_at DESC LIMIT ${READ}) n
           WHERE n.app_version IS NOT NULL GROUP BY n.app_version ORDER BY last_at DESC LIMIT ${MOST_VERSIONS}) v
        ORDER BY v.last_at DESC`,
      { groupId, fingerprints: [...fingerprints] },
      'failing_versions',
    ),
  );
  return rows.flatMap(({ fingerprint, version }) =>
    fingerprint === null || version === null ? [] : [{ fingerprint, version }],
  );
}

/** When the first and the last of a group's dead letters became one; null: there is none. */
export async function deadSpan(
  db: Queryable,
  groupId: number,
): Promise<{ readonly firstAt: Date | null; readonly lastAt: Date | null }> {
  const { rows } = await db.query<{ firstAt: Date | null; lastAt: Date | null }>(
    'SELECT min(dead_at) AS "firstAt", max(dead_at) AS "lastAt" FROM dead_letter WHERE group_id = $1',
    [groupId],
  );
  return rows[0] ?? { firstAt: null, lastAt: null };
}
