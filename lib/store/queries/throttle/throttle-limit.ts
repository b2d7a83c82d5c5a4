import type { SharedLimit, ThrottleLimit } from '../../../model/throttle/limit';
import type { Queryable } from '../../queryable';

const COLUMNS = `limit_id AS "limitId", kind, scope, subject, hard, soft_share AS "softShare", burst_ms AS "burstMs", enabled, version, reason,
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
    `SELECT ${COLUMNS} FROM throttle_limit WHERE kind = $1 AND scope = $2 AND subject = $3 FOR UPDATE`,
    [kind, scope, subject],
  );
  return rows[0] ?? null;
}

/** Makes the limit; null: it is there already. */
export async function limitInsert(db: Queryable, now: Date | null, fields: LimitFields): Promise<ThrottleLimit | null> {
  const { rows } = await db.query<ThrottleLimit>(
    `INSERT INTO throttle_limit (kind, scope, subject, hard, soft_share, burst_ms, enabled, reason, updated_by, version, updated_at)
     VALUES ($2, $3, $4, $5, $6, $7, $8, $9, $10, 1, coalesce($1, clock_timestamp()))
     ON CONFLICT (kind, scope, subject) DO NOTHING RETURNING ${COLUMNS}`,
    [now, ...valuesOf(fields)],
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
    `UPDATE throttle_limit
        SET hard = $5, soft_share = $6, burst_ms = $7, enabled = $8, reason = $9, updated_by = $10, version = version + 1,
            closed = closed AND enabled AND $8, updated_at = coalesce($1, clock_timestamp())
      WHERE kind = $2 AND scope = $3 AND subject = $4 AND version = $11
    RETURNING ${COLUMNS}`,
    [now, ...valuesOf(fields), version],
  );
  return rows[0] ?? null;
}

/** Removes the limit that is still at `version`; false: it is not. */
export async function limitDelete(db: Queryable, limitId: number, version: number): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM throttle_limit WHERE limit_id = $1 AND version = $2', [
    limitId,
    version,
  ]);
  return rowCount === 1;
}

function valuesOf({
  kind,
  scope,
  subject,
  hard,
  softShare,
  burstMs,
  enabled,
  reason,
  updatedBy,
}: LimitFields): unknown[] {
  return [kind, scope, subject, hard, softShare, burstMs, enabled, reason, updatedBy];
}
