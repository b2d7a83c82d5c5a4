import type { Actor } from '../model/audit/actor';
import { BrokerError } from '../model/errors';
import { told } from '../model/language/t';
import type { Language } from '../model/language/languages';
import type { Store } from '../store/client';
import { appendAudit } from '../store/queries/audit/audit-append';
import { deleteDevicesOf } from '../store/queries/device/known-device';
import { findOperatorByEmail, lockOperator } from '../store/queries/operator/operator-find';
import { setOperatorLanguage, setOperatorPassword } from '../store/queries/operator/operator-write';
import { deleteSessionById, deleteSessionsOf } from '../store/queries/session/session-delete';
import { beginAttempt, markAttemptSucceeded } from '../store/queries/sign-in/attempt-begin';
import { withMetadata } from '../store/metadata';
import { judgePassword } from './judge-password';
import { hashPassword, verifyPassword } from './password';
import { passwordTurns } from './password-turns';
import type { Principal } from './permission';
import { hashSecret } from './secret-token';
import { attemptLimits } from './sign-in';

type ConsoleStore = Pick<Store, 'console' | 'prisma'>;

/** Who is signed in with a session; a token has neither. */
export interface Person {
  readonly actor: Actor;
  readonly operatorId: number;
  readonly sessionId: number;
}

/** @throws BrokerError forbidden: an API token has no sessions and no password */
export function personOf(principal: Principal, actor: Actor): Person {
  const { operatorId, sessionId } = principal;
  if (operatorId === null || sessionId === null)
    throw new BrokerError('forbidden', told('Only a person who is signed in has sessions and a password.'));
  return { actor, operatorId, sessionId };
}

interface PasswordChange {
  readonly current: string;
  readonly password: string;
  /** Of this browser: it stays known. */
  readonly deviceTokens: readonly string[];
}

/**
 * Needs the current password, and ends all other sessions: a session that another person opened with the old password
 * ends.
 */
export async function changePassword(
  store: ConsoleStore,
  person: Person,
  { current, password, deviceTokens }: PasswordChange,
): Promise<{ readonly sessionsEnded: number }> {
  const { actor, operatorId, sessionId } = person;
  const refusal = await judgePassword(password, actor.name);
  if (refusal !== null) throw new BrokerError('bad-request', refusal, { field: 'password' });
  if (password === current)
    throw new BrokerError('bad-request', told('The new password must differ from the current one.'), {
      field: 'password',
    });
  // a session that was left open, or stolen, must not be a way to guess the password
  const share = { name: `session ${sessionId}`, known: true };
  return passwordTurns.run(share, async () => {
    const attemptId = await withMetadata(store.prisma, (db) => beginAttempt(db, actor.name, share, attemptLimits));
    if (attemptId === null)
      throw new BrokerError('too-many-requests', told('Too many attempts. Wait 15 minutes and try again.'));
    const before = await findOperatorByEmail(store.prisma, actor.name);
    if (!(await verifyPassword(before?.passwordHash ?? null, current))) {
      await appendAudit(store.console, { actor, action: 'user.refuse-password', target: actor.name });
      throw new BrokerError('bad-request', told('This is not your current password.'), { field: 'current' });
    }
    const passwordHash = await hashPassword(password);
    return withMetadata(store.prisma, async (db) => {
      const operator = await lockOperator(db, operatorId);
      if (operator === null || operator.disabled || operator.passwordHash !== before?.passwordHash)
        throw new BrokerError('conflict', told('Your password was changed in another session.'));
      await markAttemptSucceeded(db, attemptId);
      await setOperatorPassword(db, operatorId, passwordHash);
      const sessionsEnded = await deleteSessionsOf(db, operatorId, sessionId);
      await deleteDevicesOf(db, operatorId, deviceTokens.map(hashSecret));
      await appendAudit(db, { actor, action: 'user.change-password', target: actor.name, counts: { sessionsEnded } });
      return { sessionsEnded };
    });
  });
}

/** @param language null: that of each browser */
export async function setLanguage(
  store: ConsoleStore,
  { actor, operatorId }: Person,
  language: Language | null,
): Promise<void> {
  await withMetadata(store.prisma, async (db) => {
    await setOperatorLanguage(db, operatorId, language);
    await appendAudit(db, { actor, action: 'user.set-language', target: actor.name, after: { language } });
  });
}

/** Ends one of the person's own sessions. */
export async function endSession(store: ConsoleStore, { actor, operatorId }: Person, sessionId: number): Promise<void> {
  await withMetadata(store.prisma, async (db) => {
    if (!(await deleteSessionById(db, operatorId, sessionId)))
      throw new BrokerError('not-found', told('This session has already ended.'));
    await appendAudit(db, { actor, action: 'session.end', target: actor.name });
  });
}

/** Ends all of the person's sessions but the one that asks. */
export async function endOtherSessions(
  store: ConsoleStore,
  { actor, operatorId, sessionId }: Person,
): Promise<{ readonly sessionsEnded: number }> {
  return withMetadata(store.prisma, async (db) => {
    const sessionsEnded = await deleteSessionsOf(db, operatorId, sessionId);
    await appendAudit(db, { actor, action: 'session.end-others', target: actor.name, counts: { sessionsEnded } });
    return { sessionsEnded };
  });
}
