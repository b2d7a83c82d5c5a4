import { told } from '../model/language/t';
import { DEFAULT_SIGN_IN_POLICY, type SignInPolicy } from '../model/access/sign-in-policy';
import { BrokerError } from '../model/errors';
import type { Metadata, MetadataTransaction } from '../store/metadata';
import type { OperatorRow } from '../store/queries/operator/operator-find';
import { markAttemptSucceeded } from '../store/queries/sign-in/attempt-begin';
import { insertStep, type StepPurpose } from '../store/queries/sign-in/step';
import { addressBlock } from './address-block';
import { rememberDevice } from './known-device';
import { createSecret } from './secret-token';
import { type Browser, openSession, type Proof, type Visitor } from './session';

/** Where a person is after a proof of who they are. */
export type Entry =
  | { readonly kind: 'signed-in'; readonly sessionToken: string; readonly deviceToken: string }
  /** There is no session yet: a second factor is asked for, or must be set up first. */
  | { readonly kind: 'second-factor' | 'enrol'; readonly stepToken: string };

/**
 * After a correct password. Its guess counts as one until the second factor is right: who knows the password alone
 * never becomes a familiar visitor.
 */
export async function enter(
  db: MetadataTransaction,
  operator: OperatorRow,
  browser: Browser,
  attemptId: number | null = null,
): Promise<Entry> {
  const kind = await whatIsMissing(db, operator);
  if (kind === null) return open(db, operator, browser, { method: 'password' }, [attemptId]);
  const { operatorId } = operator;
  return { kind, stepToken: await beginStep(db, kind, operatorId, browser, { attemptId }) };
}

/** Signs in, and forgives the guesses that led here. */
export async function open(
  db: MetadataTransaction,
  operator: Pick<OperatorRow, 'operatorId' | 'email'>,
  browser: Browser,
  proof: Proof,
  attemptIds: readonly (number | null)[] = [],
): Promise<Entry & { readonly kind: 'signed-in' }> {
  for (const attemptId of attemptIds) if (attemptId !== null) await markAttemptSucceeded(db, attemptId);
  return {
    kind: 'signed-in',
    deviceToken: await rememberDevice(db, operator.operatorId, browser.deviceTokens),
    sessionToken: await openSession(db, operator, browser, browser.sessionTokens, proof),
  };
}

/** @returns the token for the browser's cookie. @throws BrokerError too-many-requests */
export async function beginStep(
  db: MetadataTransaction,
  purpose: StepPurpose,
  operatorId: number | null,
  visitor: Visitor,
  data: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { secret, hash } = createSecret();
  const address = addressBlock(visitor.address);
  if (await insertStep(db, { tokenHash: hash, purpose, operatorId, address, data })) return secret;
  throw new BrokerError('too-many-requests', told('Too many sign-ins were begun from your address. Wait 10 minutes.'));
}

async function whatIsMissing(
  db: Metadata,
  { operatorId, role }: OperatorRow,
): Promise<'second-factor' | 'enrol' | null> {
  if (await hasSecondFactor(db, operatorId)) return 'second-factor';
  return (await readPolicy(db)).secondFactorFor.includes(role) ? 'enrol' : null;
}

export async function hasSecondFactor(db: Metadata, operatorId: number): Promise<boolean> {
  const codes = await db.totp.count({ where: { operatorId, confirmedAt: { not: null } } });
  return codes > 0 || (await db.passkey.count({ where: { operatorId } })) > 0;
}

export async function readPolicy(db: Metadata): Promise<SignInPolicy> {
  const row = await db.brokerSetting.findUnique({ where: { name: 'sign-in' } });
  // written by the verb, which has checked it
  return row === null ? DEFAULT_SIGN_IN_POLICY : (row.value as unknown as SignInPolicy);
}
