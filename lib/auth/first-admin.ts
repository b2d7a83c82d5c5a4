import { withTransaction } from '../store/transaction';
import type { Store } from '../store/client';
import { systemActor } from '../model/actor';
import { appendAudit } from '../store/queries/audit/audit-append';
import { findOperatorByEmail, lockAdmins } from '../store/queries/operator/operator-find';
import {
  insertOperator,
  setOperatorDisabled,
  setOperatorPassword,
  setOperatorRole,
} from '../store/queries/operator/operator-write';
import { insertLink } from '../store/queries/sign-in/link-insert';
import { normalizeEmail } from './email';
import { hashPassword, verifyPassword } from './password';
import { createSecret } from './secret-token';

const FIRST_LINK_HOURS = 24;

interface AdminConfig {
  readonly admin: { readonly email: string; readonly password: string } | undefined;
}

/**
 * Makes sure somebody can sign in. With an administrator in the environment that account exists afterwards with that
 * password; otherwise, while there is no administrator, a fresh one-time path ("/setup?token=…") is returned at each start.
 */
export async function ensureFirstAdmin(
  store: Pick<Store, 'console'>,
  config: AdminConfig,
): Promise<{ readonly link: string } | null> {
  if (config.admin !== undefined) {
    await ensureAdmin(store, normalizeEmail(config.admin.email), config.admin.password);
    return null;
  }
  return withTransaction(store.console, async (db) => {
    if ((await lockAdmins(db)) > 0) return null;
    const { secret, hash } = createSecret();
    await insertLink(db, hash, 'first-admin', null, FIRST_LINK_HOURS);
    return { link: `/setup?token=${secret}` };
  });
}

async function ensureAdmin(store: Pick<Store, 'console'>, email: string, password: string): Promise<void> {
  const before = await findOperatorByEmail(store.console, email);
  if (
    before !== null &&
    !before.disabled &&
    before.role === 'admin' &&
    (await verifyPassword(before.passwordHash, password))
  )
    return;
  const passwordHash = await hashPassword(password);
  await withTransaction(store.console, async (db) => {
    const created = await insertOperator(db, email, 'admin', passwordHash);
    if (created === null) {
      const operator = await findOperatorByEmail(db, email);
      if (operator === null) throw new Error('the administrator of the environment was removed while starting');
      await setOperatorRole(db, operator.operatorId, 'admin');
      await setOperatorPassword(db, operator.operatorId, passwordHash);
      await setOperatorDisabled(db, operator.operatorId, false);
    }
    await appendAudit(db, { actor: systemActor('start'), action: 'user.ensure-admin', target: email });
  });
}
