import { withTransaction } from '../store/transaction';
import type { Store } from '../store/client';
import { appendAudit, appendAuditOnce, type AuditEntry } from '../store/queries/audit/audit-append';
import { findOperatorByEmail } from '../store/queries/operator/operator-find';
import { beginAttempt, markAttemptSucceeded } from '../store/queries/sign-in/attempt-begin';
import { verifyPassword } from './password';
import { normalizeEmail } from './email';
import { openSession, type Visitor } from './session';

export const attemptLimits = { perAccount: 10, accountMinutes: 15, perAddress: 100, addressMinutes: 60 } as const;

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly sessionToken: string }
  /** Also for an unknown, disabled or not yet set up account: nothing tells them apart. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-many' };

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export async function signIn(
  store: Pick<Store, 'console'>,
  credentials: Credentials,
  visitor: Visitor,
): Promise<SignInOutcome> {
  const email = normalizeEmail(credentials.email);
  const attemptId = await withTransaction(store.console, (db) =>
    beginAttempt(db, email, visitor.address, attemptLimits),
  );
  if (attemptId === null) {
    await appendAuditOnce(store.console, entryOf(email, visitor, 'session.limit'), attemptLimits.accountMinutes);
    return { kind: 'too-many' };
  }
  const operator = await findOperatorByEmail(store.console, email);
  const usable = operator !== null && !operator.disabled;
  const correct = await verifyPassword(usable ? operator.passwordHash : null, credentials.password);
  if (!correct || operator === null) {
    await appendAudit(store.console, entryOf(email, visitor, 'session.refuse'));
    return { kind: 'refused' };
  }
  const sessionToken = await withTransaction(store.console, async (db) => {
    await markAttemptSucceeded(db, attemptId);
    return openSession(db, { operatorId: operator.operatorId, email }, visitor);
  });
  return { kind: 'signed-in', sessionToken };
}

function entryOf(email: string, visitor: Visitor, action: string): AuditEntry {
  // the name is what was typed, so it is evidence, not an identity
  return {
    actor: { kind: 'system', name: 'sign-in', address: visitor.address },
    action,
    target: email === '' ? 'no name' : email,
  };
}
