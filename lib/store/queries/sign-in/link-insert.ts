import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
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
    sql(
      `DELETE FROM sign_in_link WHERE purpose = $purpose AND operator_id IS NOT DISTINCT FROM $operatorId
        AND used_at IS NULL`,
      { purpose, operatorId },
    ),
  );
  await db.query(
    sql(
      `INSERT INTO sign_in_link (token_hash, purpose, operator_id, expires_at)
     VALUES ($tokenHash, $purpose, $operatorId, clock_timestamp() + make_interval(hours => $validHours))`,
      { tokenHash, purpose, operatorId, validHours },
    ),
  );
}
