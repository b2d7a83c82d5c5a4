import type { AccessRule } from '../../../model/access/access-rule';
import type { Prisma } from '../../generated/client';
import type { Metadata, MetadataTransaction } from '../../metadata';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { databaseTime } from '../schedule/database-time';
import type { AccessKeyRow } from './access-key-read';

interface EditableFields {
  readonly name: string;
  readonly note: string;
  readonly rules: readonly AccessRule[];
  readonly expiresAt: Date | null;
}

interface NewAccessKey extends EditableFields {
  readonly accessKeyId: string;
  readonly secret: Buffer;
  readonly createdBy: string;
}

/**
 * False when there are `limit` keys already. Two at once may both pass: the limit protects memory, it is not a count.
 */
export async function accessKeyInsert(
  db: MetadataTransaction,
  now: Date | null,
  key: NewAccessKey,
  limit: number,
): Promise<boolean> {
  if ((await db.accessKey.count()) >= limit) return false;
  const createdAt = now ?? (await databaseTime(db));
  await db.accessKey.create({
    data: { ...key, rules: toJson(key.rules), secret: new Uint8Array(key.secret), createdAt },
  });
  return true;
}

export async function accessKeyUpdate(db: Metadata, accessKeyId: string, to: EditableFields): Promise<void> {
  const { name, note, rules, expiresAt } = to;
  await db.accessKey.updateMany({
    where: { accessKeyId },
    data: { name, note, rules: toJson(rules), expiresAt, version: { increment: 1 } },
  });
}

/** Give it a locked key. Its secret until now stays good for `overlapMs` more; the one before it ends here. */
export async function accessKeyRotate(
  db: MetadataTransaction,
  now: Date | null,
  before: Pick<AccessKeyRow, 'accessKeyId' | 'secret'>,
  secret: Buffer,
  overlapMs: number,
): Promise<void> {
  const at = now ?? (await databaseTime(db));
  const overlaps = overlapMs > 0;
  await db.accessKey.updateMany({
    where: { accessKeyId: before.accessKeyId },
    data: {
      secret: new Uint8Array(secret),
      secretVersion: { increment: 1 },
      oldSecret: overlaps ? new Uint8Array(before.secret) : null,
      oldSecretUntil: overlaps ? new Date(at.getTime() + overlapMs) : null,
      version: { increment: 1 },
    },
  });
}

/** False when it is in that state already. */
export async function accessKeySetDisabled(
  db: MetadataTransaction,
  now: Date | null,
  accessKeyId: string,
  disabled: boolean,
): Promise<boolean> {
  const disabledAt = disabled ? (now ?? (await databaseTime(db))) : null;
  const { count } = await db.accessKey.updateMany({
    where: { accessKeyId, disabledAt: disabled ? null : { not: null } },
    data: { disabledAt, version: { increment: 1 } },
  });
  return count === 1;
}

export async function accessKeyDelete(db: Metadata, accessKeyId: string): Promise<void> {
  await db.accessKey.deleteMany({ where: { accessKeyId } });
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

function toJson(rules: readonly AccessRule[]): Prisma.InputJsonArray {
  return rules.map((rule) => ({ ...rule }));
}
