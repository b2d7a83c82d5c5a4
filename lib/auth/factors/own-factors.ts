import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { Store } from '../../store/client';
import { type Metadata, type MetadataTransaction, withMetadata } from '../../store/metadata';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { lockOperator, type OperatorRow } from '../../store/queries/operator/operator-find';
import { deleteSessionsOf } from '../../store/queries/session/session-delete';
import { hasSecondFactor, readPolicy } from '../enter';
import type { Owner } from './own-totp';
import { replaceRecoveryCodes } from './recovery-codes';

type ConsoleStore = Pick<Store, 'prisma'>;

/** One of the ways in which a person proves who they are, besides the password. */
export type Factor =
  | { readonly kind: 'authenticator-app' }
  | { readonly kind: 'passkey'; readonly passkeyId: number }
  | { readonly kind: 'single-sign-on'; readonly issuer: string };

/** How one account signs in; null: there is none. */
export async function readOwnFactors({ prisma }: ConsoleStore, operatorId: number) {
  const [operator, policy, recoveryCodesLeft] = await Promise.all([
    prisma.operator.findUnique({
      where: { operatorId },
      include: {
        totp: true,
        passkey: {
          select: { passkeyId: true, name: true, host: true, createdAt: true, lastUsedAt: true },
          orderBy: { passkeyId: 'asc' },
        },
        oidcIdentity: { select: { issuer: true, linkedAt: true } },
      },
    }),
    readPolicy(prisma),
    prisma.recoveryCode.count({ where: { operatorId, usedAt: null } }),
  ]);
  if (operator === null) return null;
  const since = operator.totp?.confirmedAt ?? null;
  return {
    password: operator.passwordHash !== null,
    app: since === null ? null : { since },
    passkeys: operator.passkey,
    recoveryCodesLeft,
    connected: operator.oidcIdentity,
    /** The role must have a second factor. */
    required: policy.secondFactorFor.some((role) => role === operator.role),
  };
}

/** @throws BrokerError not-found; conflict: the person could not sign in any more, or the role needs it */
export async function removeFactor(store: ConsoleStore, { operatorId, actor }: Owner, factor: Factor): Promise<void> {
  await withMetadata(store.prisma, async (db) => {
    const operator = await lockOperator(db, operatorId);
    const removed = await remove(db, operatorId, factor);
    if (operator === null || removed === null)
      throw new BrokerError('not-found', told('This sign-in method was already removed.'));
    await refuseLockedOut(db, operator);
    if (!(await hasSecondFactor(db, operatorId))) await db.recoveryCode.deleteMany({ where: { operatorId } });
    await appendAudit(db, { actor, action: 'factor.remove', target: actor.name, before: removed });
  });
}

export async function renamePasskey(
  store: ConsoleStore,
  { operatorId, actor }: Owner,
  { passkeyId, name }: { readonly passkeyId: number; readonly name: string },
): Promise<void> {
  await withMetadata(store.prisma, async (db) => {
    const before = await db.passkey.findFirst({ where: { passkeyId, operatorId } });
    if (before === null) throw new BrokerError('not-found', told('This passkey was removed.'));
    await db.passkey.updateMany({ where: { passkeyId, operatorId }, data: { name } });
    const change = { before: { name: before.name }, after: { name } };
    await appendAudit(db, { actor, action: 'factor.rename', target: actor.name, ...change });
  });
}

/** Those of before stop working. @throws BrokerError conflict: there is no second factor to stand in for */
export async function renewRecoveryCodes(store: ConsoleStore, { operatorId, actor }: Owner): Promise<string[]> {
  return withMetadata(store.prisma, async (db) => {
    await lockOperator(db, operatorId);
    if (!(await hasSecondFactor(db, operatorId)))
      throw new BrokerError('conflict', told('Recovery codes replace a second factor. Set up a second factor first.'));
    await appendAudit(db, { actor, action: 'factor.renew-codes', target: actor.name });
    return replaceRecoveryCodes(db, operatorId);
  });
}

interface Reset {
  readonly sessionsEnded: number;
}

/** For a person who lost their phone: an administrator takes away all second factors, and ends their sessions. */
export async function resetFactors(store: ConsoleStore, actor: Actor, operatorId: number): Promise<Reset> {
  return withMetadata(store.prisma, async (db) => {
    const operator = await lockOperator(db, operatorId);
    if (operator === null) throw new BrokerError('not-found', told('This user does not exist.'));
    const where = { operatorId };
    const apps = await db.totp.deleteMany({ where });
    const passkeys = await db.passkey.deleteMany({ where });
    await db.recoveryCode.deleteMany({ where });
    const sessionsEnded = await deleteSessionsOf(db, operatorId);
    const counts = { authenticatorApps: apps.count, passkeys: passkeys.count, sessionsEnded };
    await appendAudit(db, { actor, action: 'factor.reset', target: operator.email, counts });
    return { sessionsEnded };
  });
}

/** @returns what it was, for the audit log; null: it is not there */
async function remove(db: Metadata, operatorId: number, factor: Factor): Promise<object | null> {
  if (factor.kind === 'authenticator-app') {
    const { count } = await db.totp.deleteMany({ where: { operatorId, confirmedAt: { not: null } } });
    return count === 0 ? null : { factor: 'authenticator app' };
  }
  if (factor.kind === 'single-sign-on') {
    const { issuer } = factor;
    const { count } = await db.oidcIdentity.deleteMany({ where: { operatorId, issuer } });
    return count === 0 ? null : { factor: 'single sign-on', issuer };
  }
  const where = { operatorId, passkeyId: factor.passkeyId };
  const passkey = await db.passkey.findFirst({ where });
  const { count } = await db.passkey.deleteMany({ where });
  return passkey === null || count === 0 ? null : { factor: 'passkey', name: passkey.name };
}

/** As it is after the removal, which the refusal undoes. */
async function refuseLockedOut(
  db: MetadataTransaction,
  { operatorId, role, passwordHash }: OperatorRow,
): Promise<void> {
  const second = await hasSecondFactor(db, operatorId);
  const elsewhere = await db.oidcIdentity.count({ where: { operatorId } });
  const passkeys = await db.passkey.count({ where: { operatorId } });
  if (passwordHash === null && elsewhere === 0 && passkeys === 0)
    throw new BrokerError('conflict', told('This is your only way to sign in. Add another sign-in method first.'));
  if (passwordHash !== null && !second && (await readPolicy(db)).secondFactorFor.includes(role))
    throw new BrokerError(
      'conflict',
      told('The role {role} needs a second factor. Add another second factor first.', { role: told(role) }),
    );
}
