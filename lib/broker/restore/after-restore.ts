import { systemActor } from '../../model/audit/actor';
import type { Store } from '../../store/client';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { forgetHandleKey } from '../../store/queries/secret/secret-ensure';
import { type RestoreCounts, restoreSettle } from '../../store/queries/restore/restore-settle';
import { withTransaction } from '../../store/transaction';

/**
 * What a database needs that was brought back to a moment of the past, before anything serves it. The numbers of leases
 * and retries that were given out after that moment are given out again: with a new key, a handle of that lost time is
 * refused instead of acknowledging another message. Re-drives and redirects do not know what they sent in that time:
 * they wait for a person. All sessions end. As the owner of the database; nothing else may run on it.
 */
export async function afterRestore({ broker }: Pick<Store, 'broker'>): Promise<RestoreCounts> {
  return await withTransaction(broker, async (db) => {
    await forgetHandleKey(db);
    const counts = await restoreSettle(db);
    await appendAudit(db, {
      actor: systemActor('restore'),
      action: 'database.restore',
      target: 'database',
      counts: { ...counts },
    });
    return counts;
  });
}
