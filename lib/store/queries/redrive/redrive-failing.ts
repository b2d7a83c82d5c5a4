import type { Reason } from '../../../model/language/t';
import { kept } from '../../../model/language/retell';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Notes that a step of a running re-drive failed. @returns whether the steps before went well */
export async function redriveFailed(db: Queryable, now: Date | null, redriveId: number, why: Reason): Promise<boolean> {
  const { rows } = await db.query<{
    /** @neverNull both have just been set */
    begins: boolean;
  }>(
    sql(
      `UPDATE redrive r SET failing_since = coalesce(r.failing_since, t.now), failed_at = t.now,
              failed_why = $why
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
        WHERE r.redrive_id = $redriveId AND r.state = 'running' RETURNING r.failing_since = r.failed_at AS begins`,
      { redriveId, now, why: kept(why) },
    ),
  );
  return rows[0]?.begins === true;
}

/** A step of it went well. */
export async function redriveRecovered(db: Queryable, redriveId: number): Promise<void> {
  await db.query(`UPDATE redrive SET failing_since = NULL, failed_at = NULL, failed_why = NULL WHERE redrive_id = $1`, [
    redriveId,
  ]);
}
