import type { Queryable } from '../../queryable';

/** The fingerprints that failures of this error type have, and what a replaced fingerprint has become. */
export async function causeFingerprints(db: Queryable, named: string): Promise<string[]> {
  const { rows } = await db.query<{ fingerprint: string }>(
    `SELECT DISTINCT coalesce(c.became, c.fingerprint) AS fingerprint FROM failure_cause c
      WHERE c.error_type = $1 OR (c.fingerprint = $1 AND c.became IS NOT NULL)`,
    [named],
  );
  return rows.map(({ fingerprint }) => fingerprint);
}
