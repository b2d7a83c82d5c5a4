import { withMetadata } from '../store/metadata';
import type { Store } from '../store/client';
import { systemActor } from '../model/audit/actor';
import { appendAudit } from '../store/queries/audit/audit-append';
import { findOperatorByEmail, lockAdmins } from '../store/queries/operator/operator-find';
import {
  insertOperator,
  setOperatorDisabled,
  setOperatorPassword,
  setOperatorRole,
} from '../store/queries/operator/operator-write';
import { deleteDevicesOf } from '../store/queries/device/known-device';
import { deleteSessionsOf } from '../store/queries/session/session-delete';
import { insertLink } from '../store/queries/sign-in/link-insert';
import { normalizeEmail } from './email';
import { judgePassword } from './judge-password';
import { hashPassword, verifyPassword } from './password';
import { createSecret } from './secret-token';

const FIRST_LINK_HOURS = 24;

interface AdminConfig {
  readonly admin: { readonly email: string; readonly password: string } | undefined;
}

/**
 * How the first administrator gets in; a weak password of the environment is only taken where it has long been in use.
 */
export type FirstAdmin =
  | { readonly kind: 'ready'; readonly warning: string | null }
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Makes sure that an administrator can sign in. With an administrator in the environment that account exists afterwards
 * with that password; otherwise, while there is no administrator, a fresh one-time path ("/setup?token=…") is returned
 * at each start.
 */
export async function ensureFirstAdmin(
  store: Pick<Store, 'console' | 'prisma'>,
  config: AdminConfig,
): Promise<FirstAdmin> {
  if (config.admin !== undefined) return ensureAdmin(store, normalizeEmail(config.admin.email), config.admin.password);
  return withMetadata(store.prisma, async (db) => {
    if ((await lockAdmins(db)) > 0) return { kind: 'ready', warning: null };
    const { secret, hash } = createSecret();
    await insertLink(db, hash, 'first-admin', null, FIRST_LINK_HOURS);
    return { kind: 'link', link: `/setup?token=${secret}` };
  });
}

async function ensureAdmin(
  store: Pick<Store, 'console' | 'prisma'>,
  email: string,
  password: string,
): Promise<FirstAdmin> {
  const refusal = await judgePassword(password, email);
  const before = await findOperatorByEmail(store.prisma, email);
  const isSame = before !== null && (await verifyPassword(before.passwordHash, password));
  // an upgrade must not keep the broker from starting
  if (refusal !== null && !isSame) return { kind: 'refused', reason: refusal };
  if (before === null || !isSame || before.disabled || before.role !== 'admin')
    await writeAdmin(store, email, await hashPassword(password));
  return { kind: 'ready', warning: refusal };
}

async function writeAdmin(
  store: Pick<Store, 'console' | 'prisma'>,
  email: string,
  passwordHash: string,
): Promise<void> {
  await withMetadata(store.prisma, async (db) => {
    let sessionsEnded = 0;
    const created = await insertOperator(db, email, 'admin', passwordHash);
    if (created === null) {
      const operator = await findOperatorByEmail(db, email);
      if (operator === null) throw new Error('the administrator of the environment was removed while starting');
      await setOperatorRole(db, operator.operatorId, 'admin');
      await setOperatorPassword(db, operator.operatorId, passwordHash);
      await setOperatorDisabled(db, operator.operatorId, false);
      // a new password ends what was signed in with the old one
      sessionsEnded = await deleteSessionsOf(db, operator.operatorId);
      await deleteDevicesOf(db, operator.operatorId);
    }
    await appendAudit(db, {
      actor: systemActor('start'),
      action: 'user.ensure-admin',
      target: email,
      counts: created === null ? { sessionsEnded } : undefined,
    });
  });
}
