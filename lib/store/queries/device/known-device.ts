import type { Metadata } from '../../metadata';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

const KEPT_DAYS = 90;
const MOST_OF_ONE = 50;

/** The number of the first of these devices that has signed in to the account before; null: none has. */
export async function findDevice(db: Queryable, email: string, tokenHashes: readonly Buffer[]): Promise<number | null> {
  const { rows } = await db.query<{ device_id: number }>(
    sql(
      `SELECT d.device_id FROM known_device d JOIN operator o USING (operator_id)
     WHERE d.token_hash = ANY($tokenHashes) AND o.email = $email
       AND d.last_used_at > clock_timestamp() - make_interval(days => $keptDays)
     ORDER BY d.device_id LIMIT 1`,
      { email, tokenHashes, keptDays: KEPT_DAYS },
    ),
  );
  return rows[0]?.device_id ?? null;
}

/** Those of the tokens that belong to a known device, whichever account signed in there. */
export async function knownDeviceTokens(db: Metadata, tokenHashes: readonly Buffer[]): Promise<Buffer[]> {
  const devices = await db.knownDevice.findMany({
    where: { tokenHash: { in: tokenHashes.map((hash) => new Uint8Array(hash)) } },
    distinct: 'tokenHash',
    select: { tokenHash: true },
  });
  return devices.map(({ tokenHash }) => Buffer.from(tokenHash));
}

/** Also sweeps: what was not used for long, and all but the newest of one person. */
export async function insertDevice(db: Queryable, operatorId: number, tokenHash: Buffer): Promise<void> {
  await db.query(
    sql(
      `INSERT INTO known_device (token_hash, operator_id) VALUES ($tokenHash, $operatorId)
     ON CONFLICT (token_hash, operator_id) DO UPDATE SET last_used_at = clock_timestamp()`,
      { tokenHash, operatorId },
    ),
  );
  await db.query(
    sql(
      `DELETE FROM known_device WHERE last_used_at < clock_timestamp() - make_interval(days => $keptDays)
       OR device_id IN (
         SELECT device_id FROM known_device WHERE operator_id = $operatorId
           ORDER BY last_used_at DESC OFFSET $mostOfOne)`,
      { operatorId, keptDays: KEPT_DAYS, mostOfOne: MOST_OF_ONE },
    ),
  );
}

export async function deleteDevicesOf(db: Metadata, operatorId: number, except: readonly Buffer[] = []): Promise<void> {
  const kept = except.map((hash) => new Uint8Array(hash));
  await db.knownDevice.deleteMany({ where: { operatorId, tokenHash: { notIn: kept } } });
}
