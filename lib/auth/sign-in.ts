import { withMetadata } from '../store/metadata';
import type { Store } from '../store/client';
import { appendAudit, appendAuditOnce, type AuditEntry } from '../store/queries/audit/audit-append';
import { findDevice } from '../store/queries/device/known-device';
import { findOperatorByEmail, lockOperator } from '../store/queries/operator/operator-find';
import {
  type AttemptLimits,
  type AttemptShare,
  beginAttempt,
  markAttemptSucceeded,
} from '../store/queries/sign-in/attempt-begin';
import { addressBlock } from './address-block';
import { normalizeEmail } from './email';
import { rememberDevice } from './known-device';
import { verifyPassword } from './password';
import { passwordTurns } from './password-turns';
import { hashSecret } from './secret-token';
import { type Browser, openSession, type Visitor } from './session';

export const attemptLimits: AttemptLimits = {
  perShare: 10,
  perAccount: 30,
  accountMinutes: 15,
  perBlock: 100,
  blockMinutes: 60,
};

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly sessionToken: string; readonly deviceToken: string }
  /** Also for an unknown, disabled or not yet set up account: the answers do not differ. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-many' };

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** One guess, in its turn. @throws BrokerError too-many-requests: it got no turn, and is not counted */
export async function signIn(
  store: Pick<Store, 'console' | 'prisma'>,
  credentials: Credentials,
  browser: Browser,
): Promise<SignInOutcome> {
  const email = normalizeEmail(credentials.email);
  // a flood without cookies takes no connection of the database before its turn
  const tokens = browser.deviceTokens.map(hashSecret);
  const device = tokens.length === 0 ? null : await findDevice(store.console, email, tokens);
  const share: AttemptShare =
    device === null ? { name: addressBlock(browser.address), known: false } : { name: `device ${device}`, known: true };
  return passwordTurns.run(share, () => guess(store, { email, password: credentials.password }, browser, share));
}

async function guess(
  store: Pick<Store, 'console' | 'prisma'>,
  { email, password }: Credentials,
  browser: Browser,
  share: AttemptShare,
): Promise<SignInOutcome> {
  const attemptId = await withMetadata(store.prisma, (db) => beginAttempt(db, email, share, attemptLimits));
  if (attemptId === null) {
    // one row for a block, however many addresses of it are used
    const entry = entryOf(email, { ...browser, address: addressBlock(browser.address) }, 'session.limit');
    await appendAuditOnce(store.console, entry, attemptLimits.accountMinutes);
    return { kind: 'too-many' };
  }
  const operator = await findOperatorByEmail(store.prisma, email);
  const usable = operator !== null && !operator.disabled;
  const correct = await verifyPassword(usable ? operator.passwordHash : null, password);
  if (!correct || operator === null) {
    await appendAudit(store.console, entryOf(email, browser, 'session.refuse'));
    return { kind: 'refused' };
  }
  return withMetadata(store.prisma, async (db) => {
    const now = await lockOperator(db, operator.operatorId);
    // changed or disabled during the check: the change ended all sessions, and this one must end too
    if (now === null || now.disabled || now.passwordHash !== operator.passwordHash) return { kind: 'refused' as const };
    await markAttemptSucceeded(db, attemptId);
    return {
      kind: 'signed-in' as const,
      deviceToken: await rememberDevice(db, operator.operatorId, browser.deviceTokens),
      sessionToken: await openSession(db, { operatorId: operator.operatorId, email }, browser, browser.sessionTokens),
    };
  });
}

function entryOf(email: string, visitor: Visitor, action: string): AuditEntry {
  // the name is what was typed, so it is evidence, not an identity
  return {
    actor: { kind: 'system', name: 'sign-in', address: visitor.address },
    action,
    target: email === '' ? 'no name' : email,
  };
}
