import type { Queryable } from '../../queryable';
import type { LinkPurpose } from './link-use';

/** A new link makes the older ones of the same person and purpose worthless. */
export async function insertLink(
  db: Queryable,
  tokenHash: Buffer,
  purpose: LinkPurpose,
  operatorId: number | null,
  validHours: number,
): Promise<void> {
  await db.query(
    'DELETE FROM sign_in_link WHERE purpose = $1 AND operator_id IS NOT DISTINCT FROM $2 AND used_at IS NULL',
    [purpose, operatorId],
  );
  await db.query(
    `INSERT INTO sign_in_link (token_hash, purpose, operator_id, expires_at)
     VALUES ($1, $2, $3, clock_timestamp() + make_interval(hours => $4))`,
    [tokenHash, purpose, operatorId, validHours],
  );
}
