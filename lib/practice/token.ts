import { createApiToken } from '../auth/manage-api-tokens';
import { systemActor } from '../model/audit/actor';
import { appendAudit } from '../store/queries/audit/audit-append';
import { practiceTokenRevoke } from '../store/queries/practice/practice-token';
import type { Store } from '../store/client';
import { withTransaction } from '../store/transaction';

const NAME = 'practice incident';
/** Not the operator who pressed the button: an operator who may run the practice incident may not manage tokens. */
const ISSUER = systemActor('practice');

/** A token that may only report failures, for this run; the one of a run that was killed ends here. */
export async function issuePracticeToken(store: Pick<Store, 'console' | 'prisma'>): Promise<string> {
  await revokePracticeTokens(store);
  return (await createApiToken(store, ISSUER, { name: NAME, rights: 'failures', expiresInDays: null })).secret;
}

export async function revokePracticeTokens(store: Pick<Store, 'console'>): Promise<void> {
  await withTransaction(store.console, async (db) => {
    for (const id of await practiceTokenRevoke(db, NAME, ISSUER.name)) {
      await appendAudit(db, {
        actor: ISSUER,
        action: 'token.revoke',
        target: `${NAME} (${id})`,
        before: { rights: 'failures' },
      });
    }
  });
}
