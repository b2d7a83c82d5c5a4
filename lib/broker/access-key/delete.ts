import type { Actor } from '../../model/audit/actor';
import { accessKeyDelete } from '../../store/queries/access-key/access-key-write';
import { appendAudit } from '../../store/queries/audit/audit-append';
import type { BrokerContext } from '../context';
import { changeAccessKeys } from './change';
import { auditTarget, requireAccessKey } from './view';

/** Permanent; its rights stay in the audit log. @throws BrokerError not-found */
export async function deleteAccessKey(
  ctx: BrokerContext,
  { accessKeyId, actor }: { readonly accessKeyId: string; readonly actor: Actor },
): Promise<void> {
  await changeAccessKeys(ctx, async (db) => {
    const row = await requireAccessKey(ctx, db, accessKeyId);
    await accessKeyDelete(db, accessKeyId);
    await appendAudit(db, {
      actor,
      action: 'access-key.delete',
      target: auditTarget(row),
      before: { rules: row.rules, expiresAt: row.expiresAt, disabledAt: row.disabledAt },
    });
  });
}
