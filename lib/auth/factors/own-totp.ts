import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { Store } from '../../store/client';
import { type MetadataTransaction, withMetadata } from '../../store/metadata';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { databaseTime } from '../../store/queries/schedule/database-time';
import { replaceRecoveryCodes } from './recovery-codes';
import type { Seal } from './seal';
import { createTotpSecret, matchTotpStep, totpAddress } from './totp';

/** Whose account it is, and who changes it: a person with a session, or one who signs in and must set up a factor. */
export interface Owner {
  readonly operatorId: number;
  /** Its name is the e-mail address. */
  readonly actor: Actor;
}

interface TotpSetUp {
  /** For typing. */
  readonly secret: string;
  /** For the QR code. */
  readonly address: string;
}

/** A new secret, which asks for nothing until a code of it was shown. @throws BrokerError conflict: there is an app */
export async function beginTotp(store: Pick<Store, 'prisma'>, seal: Seal, owner: Owner): Promise<TotpSetUp> {
  const { operatorId, actor } = owner;
  const secret = createTotpSecret();
  const sealed = new Uint8Array(seal.seal(sealId(operatorId), secret));
  await withMetadata(store.prisma, async (db) => {
    await db.totp.deleteMany({ where: { operatorId, confirmedAt: null } });
    const { count } = await db.totp.createMany({ data: [{ operatorId, secret: sealed }], skipDuplicates: true });
    if (count === 0)
      throw new BrokerError(
        'conflict',
        told('An authenticator app is already set up. Remove it before you set up another.'),
      );
  });
  return { secret, address: totpAddress(secret, actor.name) };
}

/** @returns the recovery codes, shown once; null: there were some before. @throws BrokerError bad-request, conflict */
export async function confirmTotp(
  db: MetadataTransaction,
  seal: Seal,
  { operatorId, actor }: Owner,
  code: string,
): Promise<readonly string[] | null> {
  const found = await db.totp.findFirst({ where: { operatorId, confirmedAt: null } });
  if (found === null)
    throw new BrokerError('conflict', told('This setup was completed or replaced in another window. Start again.'));
  const now = await databaseTime(db);
  const step = matchTotpStep(openTotp(seal, operatorId, found.secret), code.replaceAll(' ', ''), now);
  if (step === null)
    throw new BrokerError(
      'bad-request',
      told('This is not the current code. Check the clock of the phone and try again.'),
      {
        field: 'code',
      },
    );
  const where = { operatorId, confirmedAt: null, secret: found.secret };
  const { count } = await db.totp.updateMany({ where, data: { confirmedAt: now, lastStep: BigInt(step) } });
  if (count === 0) throw new BrokerError('conflict', told('Someone else changed this first. Reload the page.'));
  await appendAudit(db, { actor, action: 'factor.add', target: actor.name, after: { factor: 'authenticator app' } });
  return recoveryCodesIfNone(db, operatorId);
}

/** The same for a person who is signed in. */
export function confirmOwnTotp(store: Pick<Store, 'prisma'>, seal: Seal, owner: Owner, code: string) {
  return withMetadata(store.prisma, (db) => confirmTotp(db, seal, owner, code));
}

/** True: it is the current code, and was not used before. Of two at once, one is accepted. */
export async function spendTotpCode(
  db: MetadataTransaction,
  seal: Seal,
  operatorId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const found = await db.totp.findFirst({ where: { operatorId, confirmedAt: { not: null } } });
  if (found === null) return false;
  const step = matchTotpStep(openTotp(seal, operatorId, found.secret), code, now);
  if (step === null) return false;
  const { count } = await db.totp.updateMany({
    where: { operatorId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}

/** The first second factor comes with recovery codes. */
export async function recoveryCodesIfNone(db: MetadataTransaction, operatorId: number): Promise<string[] | null> {
  if ((await db.recoveryCode.count({ where: { operatorId, usedAt: null } })) > 0) return null;
  return replaceRecoveryCodes(db, operatorId);
}

function openTotp(seal: Seal, operatorId: number, sealed: Uint8Array): string {
  const secret = seal.open(sealId(operatorId), Buffer.from(sealed));
  if (secret !== null) return secret;
  throw new BrokerError(
    'unavailable',
    told('Codes of authenticator apps cannot be checked because REDRIVE_SECRET_KEY has changed. Use a recovery code.'),
  );
}

function sealId(operatorId: number): string {
  return `totp:${operatorId}`;
}
