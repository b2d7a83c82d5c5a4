import type { Queryable } from '../../queryable';

/**
 * The fingerprints that failures of this error type have, and what a replaced fingerprint has become, by however many
 * rules, and into however many parts.
 */
export async function causeFingerprints(db: Queryable, named: string): Promise<string[]> {
  const { rows } = await db.query<{ fingerprint: string }>(
    `WITH RECURSIVE chain AS (
       SELECT c.group_id, c.fingerprint, c.became FROM failure_cause c
        WHERE c.error_type = $1 OR (c.fingerprint = $1 AND c.became IS NOT NULL)
        UNION
       SELECT n.group_id, n.fingerprint, n.became
         FROM chain c CROSS JOIN LATERAL (
           SELECT b.* FROM failure_cause b WHERE b.group_id = c.group_id AND b.fingerprint = c.became
            UNION
           SELECT b.* FROM failure_cause b WHERE b.group_id = c.group_id AND b.former = c.fingerprint) n
     )
     SELECT DISTINCT coalesce(c.became, c.fingerprint) AS fingerprint FROM chain c
      WHERE NOT EXISTS (SELECT 1 FROM failure_cause n WHERE n.group_id = c.group_id AND n.fingerprint = c.became)`,
    [named],
  );
  return rows.map(({ fingerprint }) => fingerprint);
}
