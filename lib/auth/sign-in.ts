import { withMetadata } from '../store/metadata';
import type { Store } from '../store/client';
import { appendAudit, appendAuditOnce, type AuditEntry } from '../store/queries/audit/audit-append';
import { findDevice } from '../store/queries/device/known-device';
import { findOperatorByEmail, lockOperator } from '../store/queries/operator/operator-find';
import { type AttemptLimits, type AttemptShare, beginAttempt } from '../store/queries/sign-in/attempt-begin';
import { addressBlock } from './address-block';
import { normalizeEmail } from './email';
import { type Entry, enter } from './enter';
import { verifyPassword } from './password';
import { passwordTurns } from './password-turns';
import { hashSecret } from './secret-token';
import type { Browser, Visitor } from './session';

export const attemptLimits: AttemptLimits = {
  perShare: 10,
  perAccount: 30,
  accountMinutes: 15,
  perBlock: 100,
  blockMinutes: 60,
};

export type SignInOutcome =
  | Entry
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
  const share = await shareOf(store, email, browser);
  return passwordTurns.run(share, () => guess(store, { email, password: credentials.password }, browser, share));
}

/** Whose guesses at this account are counted together with this browser's. */
export async function shareOf(store: Pick<Store, 'console'>, email: string, browser: Browser): Promise<AttemptShare> {
  // a flood without cookies takes no connection of the database before its turn
  const tokens = browser.deviceTokens.map(hashSecret);
  const device = tokens.length === 0 ? null : await findDevice(store.console, email, tokens);
  return device === null
    ? { name: addressBlock(browser.address), known: false }
    : { name: `device ${device}`, known: true };
}

/** One guess more of this account; null, and on record: they are used up. */
export async function countGuess(
  store: Pick<Store, 'console' | 'prisma'>,
  email: string,
  share: AttemptShare,
  browser: Browser,
): Promise<number | null> {
  const attemptId = await withMetadata(store.prisma, (db) => beginAttempt(db, email, share, attemptLimits));
  if (attemptId !== null) return attemptId;
  // one row for a block, however many addresses of it are used
  const entry = entryOf(email, { ...browser, address: addressBlock(browser.address) }, 'session.limit');
  await appendAuditOnce(store.console, entry, attemptLimits.accountMinutes);
  return null;
}

async function guess(
  store: Pick<Store, 'console' | 'prisma'>,
  { email, password }: Credentials,
  browser: Browser,
  share: AttemptShare,
): Promise<SignInOutcome> {
  const attemptId = await countGuess(store, email, share, browser);
  if (attemptId === null) return { kind: 'too-many' };
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
    return enter(db, now, browser, attemptId);
  });
}

/** A row about a visitor who is not signed in. */
export function entryOf(email: string, visitor: Visitor, action: string, after?: unknown): AuditEntry {
  // the name is what was typed, so it is evidence, not an identity
  return {
    actor: { kind: 'system', name: 'sign-in', address: visitor.address },
    action,
    target: email === '' ? 'no name' : email,
    after,
  };
}
