import type { Queryable } from '../../queryable';

const KEPT_DAYS = 90;
const MOST_OF_ONE = 50;

/** The number of the first of these devices that has signed in to the account before; null: none has. */
export async function findDevice(db: Queryable, email: string, tokenHashes: readonly Buffer[]): Promise<number | null> {
  const { rows } = await db.query<{ device_id: number }>(
    `SELECT d.device_id FROM known_device d JOIN operator o USING (operator_id)
     WHERE d.token_hash = ANY($2) AND o.email = $1 AND d.last_used_at > clock_timestamp() - make_interval(days => $3)
     ORDER BY d.device_id LIMIT 1`,
    [email, tokenHashes, KEPT_DAYS],
  );
  return rows[0]?.device_id ?? null;
}

/** Those of the tokens that belong to a known device, whichever account signed in there. */
export async function knownDeviceTokens(db: Queryable, tokenHashes: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await db.query<{ token_hash: Buffer }>(
    'SELECT DISTINCT token_hash FROM known_device WHERE token_hash = ANY($1)',
    [tokenHashes],
  );
  return rows.map((row) => row.token_hash);
}

/** Also sweeps: what was not used for long, and all but the newest of one person. */
export async function insertDevice(db: Queryable, operatorId: number, tokenHash: Buffer): Promise<void> {
  await db.query(
    `INSERT INTO known_device (token_hash, operator_id) VALUES ($1, $2)
     ON CONFLICT (token_hash, operator_id) DO UPDATE SET last_used_at = clock_timestamp()`,
    [tokenHash, operatorId],
  );
  await db.query(
    `DELETE FROM known_device WHERE last_used_at < clock_timestamp() - make_interval(days => $2)
       OR device_id IN (
         SELECT device_id FROM known_device WHERE operator_id = $1 ORDER BY last_used_at DESC OFFSET $3)`,
    [operatorId, KEPT_DAYS, MOST_OF_ONE],
  );
}

export async function deleteDevicesOf(
  db: Queryable,
  operatorId: number,
  except: readonly Buffer[] = [],
): Promise<void> {
  await db.query('DELETE FROM known_device WHERE operator_id = $1 AND token_hash <> ALL($2)', [operatorId, except]);
}
