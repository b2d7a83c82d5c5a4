import type { SharedLimit, ThrottleLimit } from '../../../model/throttle/limit';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

const COLUMNS = `limit_id AS "limitId", kind, scope, subject, hard, soft_share AS "softShare", burst_ms AS "burstMs",
  enabled, version, reason,
  updated_by AS "updatedBy", updated_at AS "updatedAt"`;

export type LimitFields = Pick<
  ThrottleLimit,
  'kind' | 'scope' | 'subject' | 'hard' | 'softShare' | 'burstMs' | 'enabled' | 'reason' | 'updatedBy'
>;

export async function limitList(db: Queryable): Promise<SharedLimit[]> {
  const { rows } = await db.query<SharedLimit>(
    `SELECT ${COLUMNS}, closed FROM throttle_limit ORDER BY scope, subject, kind`,
  );
  return rows;
}

export async function limitLock(
  db: Queryable,
  { kind, scope, subject }: Pick<ThrottleLimit, 'kind' | 'scope' | 'subject'>,
): Promise<ThrottleLimit | null> {
  const { rows } = await db.query<ThrottleLimit>(
    sql(
      `SELECT ${COLUMNS} FROM throttle_limit WHERE kind = $kind AND scope = $scope AND subject = $subject FOR UPDATE`,
      { kind, scope, subject },
    ),
  );
  return rows[0] ?? null;
}

/** Makes the limit; null: it is there already. */
export async function limitInsert(db: Queryable, now: Date | null, fields: LimitFields): Promise<ThrottleLimit | null> {
  const { rows } = await db.query<ThrottleLimit>(
    sql(
      `INSERT INTO throttle_limit (kind, scope, subject, hard, soft_share, burst_ms, enabled, reason, updated_by,
        version, updated_at)
     VALUES ($kind, $scope, $subject, $hard, $softShare, $burstMs, $enabled, $reason, $updatedBy, 1,
             coalesce($now, clock_timestamp()))
     ON CONFLICT (kind, scope, subject) DO NOTHING RETURNING ${COLUMNS}`,
      { now, ...fields },
    ),
  );
  return rows[0] ?? null;
}

/** Changes the limit that is still at `version`; null: it is not. One that is or was switched off starts open. */
export async function limitUpdate(
  db: Queryable,
  now: Date | null,
  version: number,
  fields: LimitFields,
): Promise<ThrottleLimit | null> {
  const { rows } = await db.query<ThrottleLimit>(
    sql(
      `UPDATE throttle_limit
        SET hard = $hard, soft_share = $softShare, burst_ms = $burstMs, enabled = $enabled, reason = $reason,
            updated_by = $updatedBy, version = version + 1, closed = closed AND enabled AND $enabled,
            updated_at = coalesce($now, clock_timestamp())
      WHERE kind = $kind AND scope = $scope AND subject = $subject AND version = $version
    RETURNING ${COLUMNS}`,
      { now, version, ...fields },
    ),
  );
  return rows[0] ?? null;
}

/** Removes the limit that is still at `version`; false: it is not. */
export async function limitDelete(db: Queryable, limitId: number, version: number): Promise<boolean> {
  const { rowCount } = await db.query(
    sql('DELETE FROM throttle_limit WHERE limit_id = $limitId AND version = $version', { limitId, version }),
  );
  return rowCount === 1;
}
