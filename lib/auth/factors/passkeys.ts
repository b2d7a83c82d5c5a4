import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { Store } from '../../store/client';
import { type MetadataTransaction, withMetadata } from '../../store/metadata';
import { appendAudit, appendAuditOnce } from '../../store/queries/audit/audit-append';
import { lockOperator } from '../../store/queries/operator/operator-find';
import { databaseTime } from '../../store/queries/schedule/database-time';
import { takeStep } from '../../store/queries/sign-in/step';
import { beginStep, type Entry, open } from '../enter';
import { hashSecret } from '../secret-token';
import type { Browser, Visitor } from '../session';
import { entryOf } from '../sign-in';
import { type Owner, recoveryCodesIfNone } from './own-totp';
import { attemptOf, findPending } from './second-factor';

type ConsoleStore = Pick<Store, 'console' | 'prisma'>;

/** The address that the person opened: a passkey works for its host name alone. */
interface Site {
  readonly origin: string;
  readonly host: string;
}

const MOST_PASSKEYS = 20;

/** What the browser asks the authenticator to make. `token`: for the cookie of this ceremony. */
export async function beginPasskey(
  store: ConsoleStore,
  { operatorId, actor }: Owner,
  site: Site,
  visitor: Visitor,
): Promise<{ readonly options: PublicKeyCredentialCreationOptionsJSON; readonly token: string }> {
  return withMetadata(store.prisma, async (db) => {
    const { passkeyHandle, passwordHash } = await db.operator.findUniqueOrThrow({ where: { operatorId } });
    // it would still open the account of a person whom the provider no longer knows
    if (passwordHash === null)
      throw new BrokerError(
        'conflict',
        told('You sign in with single sign-on only. Its provider decides which factors are required.'),
      );
    const own = await db.passkey.findMany({ where: { operatorId, host: site.host } });
    if (own.length >= MOST_PASSKEYS)
      throw new BrokerError(
        'conflict',
        told('An account can have at most {mostPasskeys} passkeys. Remove one first.', { mostPasskeys: MOST_PASSKEYS }),
      );
    const options = await generateRegistrationOptions({
      rpName: 'Redrive',
      rpID: site.host,
      userID: new Uint8Array(Buffer.from(passkeyHandle.replaceAll('-', ''), 'hex')),
      userName: actor.name,
      userDisplayName: actor.name,
      excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      // it is a way in of its own: the authenticator itself asks who it is
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const token = await beginStep(db, 'passkey-add', operatorId, visitor, { challenge: options.challenge });
    return { options, token };
  });
}

export interface NewPasskey {
  readonly response: RegistrationResponseJSON;
  readonly name: string;
  readonly tokens: readonly string[];
}

/** @returns the recovery codes, shown once; null: there were some before. @throws BrokerError bad-request */
export async function addPasskey(
  db: MetadataTransaction,
  { operatorId, actor }: Owner,
  site: Site,
  { response, name, tokens }: NewPasskey,
): Promise<readonly string[] | null> {
  const step = await takeStep(db, tokens.map(hashSecret), 'passkey-add');
  if (step === null || step.operatorId !== operatorId) throw notVerified();
  const answer = await verifyRegistrationResponse({
    response,
    expectedChallenge: challengeOf(step.data),
    expectedOrigin: site.origin,
    expectedRPID: site.host,
  }).catch(() => null);
  if (answer === null || !answer.verified) throw notVerified();
  const { credential } = answer.registrationInfo;
  const { count } = await db.passkey.createMany({
    data: [
      {
        ...{ operatorId, host: site.host, name, credentialId: credential.id, counter: credential.counter },
        publicKey: new Uint8Array(credential.publicKey),
        transports: response.response.transports ?? [],
      },
    ],
    skipDuplicates: true,
  });
  if (count === 0) throw new BrokerError('already-exists', told('This authenticator already has a passkey here.'));
  const after = { factor: 'passkey', name, host: site.host };
  await appendAudit(db, { actor, action: 'factor.add', target: actor.name, after });
  return recoveryCodesIfNone(db, operatorId);
}

/** The same for a person who is signed in. */
export function addOwnPasskey(store: ConsoleStore, owner: Owner, site: Site, made: NewPasskey) {
  return withMetadata(store.prisma, (db) => addPasskey(db, owner, site, made));
}

/** After a password those of the person, else whichever the browser knows for this host. */
export async function beginPasskeySignIn(
  store: ConsoleStore,
  site: Site,
  visitor: Visitor,
  stepTokens: readonly string[],
): Promise<{ readonly options: PublicKeyCredentialRequestOptionsJSON; readonly token: string }> {
  const pending = await findPending(store, stepTokens, 'second-factor');
  return withMetadata(store.prisma, async (db) => {
    const own =
      pending === null
        ? []
        : await db.passkey.findMany({ where: { operatorId: pending.operator.operatorId, host: site.host } });
    const options = await generateAuthenticationOptions({
      rpID: site.host,
      userVerification: 'required',
      allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    });
    const token = await beginStep(db, 'passkey-use', null, visitor, { challenge: options.challenge });
    return { options, token };
  });
}

export interface UsedPasskey {
  readonly response: AuthenticationResponseJSON;
  readonly tokens: readonly string[];
  readonly stepTokens: readonly string[];
}

/** The authenticator has asked for a finger, a face or a PIN: both factors at once. Null: refused, and on record. */
export async function signInWithPasskey(
  store: ConsoleStore,
  site: Site,
  { response, tokens, stepTokens }: UsedPasskey,
  browser: Browser,
): Promise<Entry | null> {
  const pending = await findPending(store, stepTokens, 'second-factor');
  const step = await withMetadata(store.prisma, (db) => takeStep(db, tokens.map(hashSecret), 'passkey-use'));
  const found = await store.prisma.passkey.findUnique({
    where: { credentialId: response.id },
    include: { operator: true },
  });
  const email = found?.operator.email ?? pending?.operator.email ?? '';
  // Before the transaction, which holds a lock: nothing of it is asked of the database.
  const answer =
    step === null || found === null
      ? null
      : await verifyAuthenticationResponse({
          response,
          expectedChallenge: challengeOf(step.data),
          expectedOrigin: site.origin,
          expectedRPID: found.host,
          credential: {
            id: found.credentialId,
            publicKey: new Uint8Array(found.publicKey),
            counter: Number(found.counter),
          },
        }).catch(() => null);
  const entry =
    found === null || answer === null || !answer.verified
      ? null
      : await withMetadata(store.prisma, async (db) => {
          const operator = await lockOperator(db, found.operatorId);
          if (operator === null || operator.disabled || !ownsHandle(response, found.operator.passkeyHandle))
            return null;
          // a copy of the authenticator signs with a count that was already seen
          const { count } = await db.passkey.updateMany({
            where: { passkeyId: found.passkeyId, counter: found.counter },
            data: { counter: answer.authenticationInfo.newCounter, lastUsedAt: await databaseTime(db) },
          });
          if (count === 0) return null;
          const waiting = await takeStep(db, stepTokens.map(hashSecret), 'second-factor');
          const same = waiting?.operatorId === operator.operatorId;
          return open(db, operator, browser, { method: 'passkey' }, [same ? attemptOf(waiting.data) : null]);
        });
  if (entry === null)
    // strangers can send any answer without end
    await appendAuditOnce(store.console, entryOf(email, browser, 'session.refuse', { factor: 'passkey' }), 1);
  return entry;
}

/** The authenticator says whose account it is for; without it, the credential does. */
function ownsHandle({ response }: AuthenticationResponseJSON, handle: string): boolean {
  if (response.userHandle === undefined) return true;
  return Buffer.from(response.userHandle, 'base64url').toString('hex') === handle.replaceAll('-', '');
}

function challengeOf(data: Readonly<Record<string, unknown>>): string {
  return typeof data['challenge'] === 'string' ? data['challenge'] : '';
}

function notVerified(): BrokerError {
  return new BrokerError('bad-request', told('The answer of the authenticator is not valid. Try again.'));
}
