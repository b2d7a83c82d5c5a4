import type { AccessRule } from '../../../model/access/access-rule';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface AccessKeyRow {
  readonly accessKeyId: string;
  readonly name: string;
  readonly note: string;
  readonly rules: readonly AccessRule[];
  readonly version: number;
  /** Sealed; see lib/broker/process/seal.ts. */
  readonly secret: Buffer;
  readonly secretVersion: number;
  readonly oldSecret: Buffer | null;
  readonly oldSecretUntil: Date | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** The database's time of this read. */
  readonly now: Date;
}

const SELECT_KEY = `
  SELECT access_key_id AS "accessKeyId", name, note, rules, version, secret, secret_version AS "secretVersion",
         old_secret AS "oldSecret", old_secret_until AS "oldSecretUntil", created_by AS "createdBy",
         created_at AS "createdAt", disabled_at AS "disabledAt", expires_at AS "expiresAt",
           last_used_at AS "lastUsedAt",
         coalesce($now::timestamptz, clock_timestamp()) AS now
    FROM access_key`;

/** All of them, newest first; verbs keep their number small. */
export async function accessKeyList(db: Queryable, now: Date | null): Promise<AccessKeyRow[]> {
  const { rows } = await db.query<AccessKeyRow>(sql(`${SELECT_KEY} ORDER BY created_at DESC, access_key_id`, { now }));
  return rows;
}

/** Locked until the transaction ends: changes of one key come one after the other. */
export async function accessKeyLock(db: Queryable, now: Date | null, id: string): Promise<AccessKeyRow | null> {
  const { rows } = await db.query<AccessKeyRow>(sql(`${SELECT_KEY} WHERE access_key_id = $id FOR UPDATE`, { now, id }));
  return rows[0] ?? null;
}

export interface AccessKeyVersions {
  /** One short text that differs as soon as a key was made, changed or deleted; null: there are none. */
  readonly versions: string | null;
  /** The database's time of this read. */
  readonly now: Date;
}

export async function accessKeyVersions(db: Queryable, now: Date | null): Promise<AccessKeyVersions> {
  const { rows } = await db.query<AccessKeyVersions>(
    `SELECT md5(string_agg(access_key_id || ':' || version, ',' ORDER BY access_key_id)) AS versions,
            coalesce($1::timestamptz, clock_timestamp()) AS now
       FROM access_key`,
    [now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate without groups has one row');
  return row;
}
