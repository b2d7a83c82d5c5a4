import type { Triage } from '../../../model/dead-letter/cause';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface TriageWrite extends Pick<Triage, 'state' | 'note' | 'owner' | 'ignoreUntil' | 'ignorePerHour'> {
  readonly groupId: number;
  readonly fingerprint: string;
  /** What the operator saw; null: whatever it is. */
  readonly version: number | null;
  readonly by: string;
}

/** @returns its version now; null: another operator changed it since. Resolved again keeps the time of the first. */
export async function causeTriage(db: Queryable, now: Date | null, write: TriageWrite): Promise<number | null> {
  const { rows } = await db.query<{ version: number }>(
    sql(
      `INSERT INTO failure_cause AS c (group_id, fingerprint, state, note, owner, ignore_until, ignore_per_hour,
         resolved_at, triaged_by, triaged_at, triage_version)
       SELECT $groupId, $fingerprint, $state, $note, $owner, $ignoreUntil::timestamptz, $ignorePerHour::int,
              CASE WHEN $state = 'resolved' THEN t.at END, $by, t.at, 1
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS at) t
        WHERE coalesce($version::int, 0) = 0 OR EXISTS (SELECT 1 FROM failure_cause o WHERE o.group_id = $groupId
          AND o.fingerprint = $fingerprint)
       ON CONFLICT (group_id, fingerprint) DO UPDATE
         SET state = excluded.state, note = excluded.note, owner = excluded.owner,
             ignore_until = excluded.ignore_until, ignore_per_hour = excluded.ignore_per_hour,
             resolved_at = excluded.resolved_at, triaged_by = excluded.triaged_by, triaged_at = excluded.triaged_at,
             triage_version = c.triage_version + 1
         WHERE $version::int IS NULL OR c.triage_version = $version
       RETURNING triage_version AS version`,
      { ...write, now },
    ),
  );
  return rows[0]?.version ?? null;
}
