import { randomBytes } from 'node:crypto';

import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** The key that signs receipt handles: made once per database, shared by every process on it. */
export async function loadHandleKey(db: Queryable): Promise<Buffer> {
  return await loadSecret(db, 'receipt-handle');
}

/** The database's part of the key that seals the secrets of access keys. */
export async function loadAccessKeySeal(db: Queryable): Promise<Buffer> {
  return await loadSecret(db, 'access-key');
}

async function loadSecret(db: Queryable, name: string): Promise<Buffer> {
  const { rows } = await db.query<{ value: Buffer }>(
    sql(
      `WITH made AS (
       INSERT INTO broker_secret (name, value) VALUES ($name, $fresh) ON CONFLICT (name) DO NOTHING RETURNING value
     )
     SELECT value FROM made UNION ALL SELECT value FROM broker_secret WHERE name = $name LIMIT 1`,
      { name, fresh: randomBytes(32) },
    ),
  );
  const row = rows[0];
  // Lost the race: the other process's row was not in this statement's snapshot, but is in the next one's.
  return row === undefined ? await loadSecret(db, name) : row.value;
}

/** The next process that starts makes another one: no receipt handle of before is accepted any more. */
export async function forgetHandleKey(db: Queryable): Promise<void> {
  await db.query("DELETE FROM broker_secret WHERE name = 'receipt-handle'");
}
