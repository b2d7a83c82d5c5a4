import type { AccessKey } from '../../model/access/access-key';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { accessKeyLock, type AccessKeyRow } from '../../store/queries/access-key/access-key-read';
import type { Queryable } from '../../store/queryable';
import type { BrokerContext } from '../context';

/** The row as people may see it. */
export function toAccessKey({ seal }: BrokerContext, row: AccessKeyRow): AccessKey {
  return {
    accessKeyId: row.accessKeyId,
    name: row.name,
    note: row.note,
    rules: row.rules,
    version: row.version,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    disabledAt: row.disabledAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    oldSecretUntil: row.oldSecretUntil !== null && row.oldSecretUntil > row.now ? row.oldSecretUntil : null,
    readable: seal.open(row.accessKeyId, row.secret) !== null,
  };
}

/** @throws BrokerError not-found */
export async function requireAccessKey(ctx: BrokerContext, db: Queryable, accessKeyId: string): Promise<AccessKeyRow> {
  const row = await accessKeyLock(db, ctx.clock.nowOrNull(), accessKeyId);
  if (row !== null) return row;
  throw new BrokerError(
    'not-found',
    told('Access key {accessKeyId} does not exist.', { accessKeyId: accessKeyId.slice(0, 64) }),
    {
      field: 'accessKeyId',
      value: accessKeyId.slice(0, 64),
    },
  );
}

/** As it stands in the audit log. */
export function auditTarget({ name, accessKeyId }: { readonly name: string; readonly accessKeyId: string }): string {
  return `${name} (${accessKeyId})`;
}
