import type { AccessRule } from '../../../model/access-rule';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

interface NewAccessKey {
  readonly accessKeyId: string;
  readonly name: string;
  readonly note: string;
  readonly rules: readonly AccessRule[];
  readonly secret: Buffer;
  readonly expiresAt: Date | null;
  readonly createdBy: string;
}

/**
 * False when there are `limit` keys already. Two at once may both pass: the limit protects memory, it is not a count.
 */
export async function accessKeyInsert(
  db: Queryable,
  now: Date | null,
  key: NewAccessKey,
  limit: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO access_key (access_key_id, name, note, rules, secret, expires_at, created_by, created_at)
     SELECT $accessKeyId, $name, $note, $rules::jsonb, $secret, $expiresAt, $createdBy, coalesce($now::timestamptz,
       clock_timestamp())
      WHERE (SELECT count(*) FROM access_key) < $limit`,
      {
        now,
        accessKeyId: key.accessKeyId,
        name: key.name,
        note: key.note,
        rules: JSON.stringify(key.rules),
        secret: key.secret,
        expiresAt: key.expiresAt,
        createdBy: key.createdBy,
        limit,
      },
    ),
  );
  return rowCount === 1;
}

export async function accessKeyUpdate(
  db: Queryable,
  id: string,
  to: { name: string; note: string; rules: readonly AccessRule[]; expiresAt: Date | null },
): Promise<void> {
  await db.query(
    sql(
      `UPDATE access_key SET name = $name, note = $note, rules = $rules::jsonb, expires_at = $expiresAt,
        version = version + 1 WHERE access_key_id = $id`,
      { id, name: to.name, note: to.note, rules: JSON.stringify(to.rules), expiresAt: to.expiresAt },
    ),
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
    sql(
      `UPDATE access_key
        SET secret = $secret, secret_version = secret_version + 1, version = version + 1,
            old_secret = CASE WHEN $overlapMs > 0 THEN secret END,
            old_secret_until = CASE WHEN $overlapMs > 0 THEN coalesce($now::timestamptz,
              clock_timestamp()) + $overlapMs * interval '1 millisecond' END
      WHERE access_key_id = $id`,
      { now, id, secret, overlapMs },
    ),
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
    sql(
      `UPDATE access_key
        SET disabled_at = CASE WHEN $disabled THEN coalesce($now::timestamptz, clock_timestamp()) END,
          version = version + 1
      WHERE access_key_id = $id AND (disabled_at IS NOT NULL) <> $disabled`,
      { now, id, disabled },
    ),
  );
  return rowCount === 1;
}

export async function accessKeyDelete(db: Queryable, id: string): Promise<void> {
  await db.query(`DELETE FROM access_key WHERE access_key_id = $1`, [id]);
}

/** A use is no change: the version stays. */
export async function accessKeyNoteUse(db: Queryable, now: Date | null, ids: readonly string[]): Promise<void> {
  await db.query(
    sql(
      `UPDATE access_key k SET last_used_at = coalesce($now::timestamptz, clock_timestamp())
       FROM unnest($ids::text[]) AS used (id) WHERE k.access_key_id = used.id`,
      { now, ids },
    ),
  );
}
