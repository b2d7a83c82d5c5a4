import type { Actor } from '../model/audit/actor';
import { BrokerError } from '../model/errors';
import { t, told } from '../model/language/t';
import type { Store } from '../store/client';
import { appendAudit } from '../store/queries/audit/audit-append';
import { lockAdmins, lockOperator, type OperatorRow } from '../store/queries/operator/operator-find';
import { insertOperator, setOperatorDisabled, setOperatorRole } from '../store/queries/operator/operator-write';
import { deleteSessionsOf } from '../store/queries/session/session-delete';
import { insertLink } from '../store/queries/sign-in/link-insert';
import { type MetadataTransaction, withMetadata } from '../store/metadata';
import { normalizeEmail } from './email';
import { type Role, roles } from './permission';
import { createSecret } from './secret-token';

type ConsoleStore = Pick<Store, 'console' | 'prisma'>;

const LINK_HOURS = 72;

export interface OperatorView {
  readonly operatorId: number;
  readonly email: string;
  readonly role: Role;
  readonly status: 'active' | 'invited' | 'disabled';
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  /** How the person can prove who they are, in words. */
  readonly ways: readonly string[];
  readonly hasSecondFactor: boolean;
}

/** By e-mail address; no hash is selected. */
export async function listOperators({ prisma }: ConsoleStore): Promise<OperatorView[]> {
  const [operators, invited] = await Promise.all([
    prisma.operator.findMany({
      select: {
        ...{ operatorId: true, email: true, role: true, disabledAt: true, createdAt: true, lastSignInAt: true },
        totp: { select: { confirmedAt: true } },
        passkey: { select: { passkeyId: true } },
        oidcIdentity: { select: { issuer: true } },
      },
      orderBy: { email: 'asc' },
    }),
    prisma.operator.findMany({ where: { passwordHash: null }, select: { operatorId: true } }),
  ]);
  const withoutPassword = new Set(invited.map(({ operatorId }) => operatorId));
  return operators.map(({ role, disabledAt, totp, passkey, oidcIdentity, ...operator }) => {
    const hasPassword = !withoutPassword.has(operator.operatorId);
    const [passkeys, identities] = [passkey.length, oidcIdentity.length];
    const hasApp = (totp?.confirmedAt ?? null) !== null;
    const isInvited = !hasPassword && passkeys === 0 && identities === 0;
    return {
      ...operator,
      role: roles.find((each) => each === role) ?? 'member',
      status: disabledAt !== null ? 'disabled' : isInvited ? 'invited' : 'active',
      ways: [
        ...(hasPassword ? [t('password')] : []),
        ...(hasApp ? [t('app')] : []),
        ...(passkeys === 0 ? [] : [t('{passkeys, plural, one {# passkey} other {# passkeys}}', { passkeys })]),
        ...(identities === 0 ? [] : [t('single sign-on')]),
      ],
      hasSecondFactor: hasApp || passkeys > 0,
    };
  });
}

/** Adds a person without a password; the returned one-time path lets them set it. */
export async function addOperator(
  store: ConsoleStore,
  actor: Actor,
  input: { readonly email: string; readonly role: Role },
): Promise<{ readonly link: string }> {
  const email = normalizeEmail(input.email);
  return withMetadata(store.prisma, async (db) => {
    const operatorId = await insertOperator(db, email, input.role, null);
    if (operatorId === null)
      throw new BrokerError('already-exists', told('{email} already has an account.', { email }), {
        field: 'email',
        value: email,
      });
    await appendAudit(db, { actor, action: 'user.add', target: email, after: { role: input.role } });
    return { link: await makeLink(db, operatorId) };
  });
}

/** A fresh one-time path for a person who lost their password; older ones stop working. */
export async function renewLink(
  store: ConsoleStore,
  actor: Actor,
  operatorId: number,
): Promise<{ readonly link: string }> {
  return withMetadata(store.prisma, async (db) => {
    const operator = await requireOperator(db, operatorId);
    if (operator.disabled)
      throw new BrokerError(
        'conflict',
        told('{email} is disabled. Enable the account first.', { email: operator.email }),
      );
    await appendAudit(db, { actor, action: 'user.new-link', target: operator.email });
    return { link: await makeLink(db, operatorId) };
  });
}

export async function changeRole(store: ConsoleStore, actor: Actor, operatorId: number, role: Role): Promise<void> {
  await withMetadata(store.prisma, async (db) => {
    const admins = await lockAdmins(db);
    const operator = await requireOperator(db, operatorId);
    if (operator.role === role) return;
    await refuseLastAdmin(db, operator, admins);
    await setOperatorRole(db, operatorId, role);
    await appendAudit(db, {
      actor,
      action: 'user.change-role',
      target: operator.email,
      before: { role: operator.role },
      after: { role },
    });
  });
}

/** Disabling ends every session of the person in the same transaction. */
export async function setDisabled(
  store: ConsoleStore,
  actor: Actor,
  operatorId: number,
  disabled: boolean,
): Promise<{ readonly sessionsEnded: number }> {
  return withMetadata(store.prisma, async (db) => {
    const admins = await lockAdmins(db);
    const operator = await requireOperator(db, operatorId);
    if (operator.disabled === disabled) return { sessionsEnded: 0 };
    if (disabled && operator.email === actor.name)
      throw new BrokerError('conflict', told('You cannot disable your own account.'));
    if (disabled) await refuseLastAdmin(db, operator, admins);
    await setOperatorDisabled(db, operatorId, disabled);
    const sessionsEnded = disabled ? await deleteSessionsOf(db, operatorId) : 0;
    await appendAudit(db, {
      actor,
      action: disabled ? 'user.disable' : 'user.enable',
      target: operator.email,
      counts: { sessionsEnded },
    });
    return { sessionsEnded };
  });
}

/** What a person is signed in with ends: a lost laptop, a stolen cookie. */
export async function endSessionsOf(
  store: ConsoleStore,
  actor: Actor,
  operatorId: number,
): Promise<{ readonly sessionsEnded: number }> {
  return withMetadata(store.prisma, async (db) => {
    const operator = await requireOperator(db, operatorId);
    const sessionsEnded = await deleteSessionsOf(db, operatorId);
    await appendAudit(db, { actor, action: 'user.end-sessions', target: operator.email, counts: { sessionsEnded } });
    return { sessionsEnded };
  });
}

async function requireOperator(db: MetadataTransaction, operatorId: number): Promise<OperatorRow> {
  const operator = await lockOperator(db, operatorId);
  if (operator === null) throw new BrokerError('not-found', told('This user does not exist.'));
  return operator;
}

/** Without an administrator, no account could become one. */
async function refuseLastAdmin(db: MetadataTransaction, operator: OperatorRow, admins: number): Promise<void> {
  const { operatorId, email, role, disabled, passwordHash } = operator;
  if (role !== 'admin' || disabled || admins > 1) return;
  const elsewhere = await db.oidcIdentity.count({ where: { operatorId } });
  if (passwordHash !== null || elsewhere > 0)
    throw new BrokerError(
      'conflict',
      told('{email} is the only admin. Make another operator an admin first.', { email }),
    );
}

async function makeLink(db: MetadataTransaction, operatorId: number): Promise<string> {
  const { secret, hash } = createSecret();
  await insertLink(db, hash, 'set-password', operatorId, LINK_HOURS);
  return `/setup?token=${secret}`;
}
