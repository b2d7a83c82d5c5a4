import type { AccessRule } from '../../../model/access-rule';
import type { Queryable } from '../../queryable';

interface NewAccessKey {
  readonly accessKeyId: string;
  readonly name: string;
  readonly note: string;
  readonly rules: readonly AccessRule[];
  readonly secret: Buffer;
  readonly expiresAt: Date | null;
  readonly createdBy: string;
}

/** False when there are `limit` keys already. Two at once may both pass: the limit protects memory, it is not a count. */
export async function accessKeyInsert(
  db: Queryable,
  now: Date | null,
  key: NewAccessKey,
  limit: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO access_key (access_key_id, name, note, rules, secret, expires_at, created_by, created_at)
     SELECT $2, $3, $4, $5::jsonb, $6, $7, $8, coalesce($1::timestamptz, clock_timestamp())
      WHERE (SELECT count(*) FROM access_key) < $9`,
    [
      now,
      key.accessKeyId,
      key.name,
      key.note,
      JSON.stringify(key.rules),
      key.secret,
      key.expiresAt,
      key.createdBy,
      limit,
    ],
  );
  return rowCount === 1;
}

export async function accessKeyUpdate(
  db: Queryable,
  id: string,
  to: { name: string; note: string; rules: readonly AccessRule[]; expiresAt: Date | null },
): Promise<void> {
  await db.query(
    `UPDATE access_key SET name = $2, note = $3, rules = $4::jsonb, expires_at = $5, version = version + 1 WHERE access_key_id = $1`,
    [id, to.name, to.note, JSON.stringify(to.rules), to.expiresAt],
  );
}

/** The secret until now stays good for `overlapMs` more; the one before it ends here. */
export async function accessKeyRotate(
  db: Queryable,
  now: Date | null,
  id: string,
  secret: Buffer,
  overlapMs: number,
): Promise<void> {
  await db.query(
    `UPDATE access_key
        SET secret = $3, secret_version = secret_version + 1, version = version + 1,
            old_secret = CASE WHEN $4 > 0 THEN secret END,
            old_secret_until = CASE WHEN $4 > 0 THEN coalesce($1::timestamptz, clock_timestamp()) + $4 * interval '1 millisecond' END
      WHERE access_key_id = $2`,
    [now, id, secret, overlapMs],
  );
}

/** False when it is in that state already. */
export async function accessKeySetDisabled(
  db: Queryable,
  now: Date | null,
  id: string,
  disabled: boolean,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE access_key
        SET disabled_at = CASE WHEN $3 THEN coalesce($1::timestamptz, clock_timestamp()) END, version = version + 1
      WHERE access_key_id = $2 AND (disabled_at IS NOT NULL) <> $3`,
    [now, id, disabled],
  );
  return rowCount === 1;
}

export async function accessKeyDelete(db: Queryable, id: string): Promise<void> {
  await db.query(`DELETE FROM access_key WHERE access_key_id = $1`, [id]);
}

/** A use is no change: the version stays. */
export async function accessKeyNoteUse(db: Queryable, now: Date | null, ids: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE access_key k SET last_used_at = coalesce($1::timestamptz, clock_timestamp())
       FROM unnest($2::text[]) AS used (id) WHERE k.access_key_id = used.id`,
    [now, ids],
  );
}
