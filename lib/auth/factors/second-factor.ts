import { withMetadata } from '../../store/metadata';
import type { Store } from '../../store/client';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { lockOperator, type OperatorRow } from '../../store/queries/operator/operator-find';
import { databaseTime } from '../../store/queries/schedule/database-time';
import { countTry, findStep, type StepPurpose, takeStep } from '../../store/queries/sign-in/step';
import { type Entry, open } from '../enter';
import { hashSecret } from '../secret-token';
import type { Browser } from '../session';
import { countGuess, entryOf, shareOf } from '../sign-in';
import { spendTotpCode } from './own-totp';
import { spendRecoveryCode } from './recovery-codes';
import type { Seal } from './seal';

type ConsoleStore = Pick<Store, 'console' | 'prisma'>;

type CodeOutcome =
  | (Entry & { readonly kind: 'signed-in' })
  /** Expired: too long ago, too many codes, or ended elsewhere. The password is asked for again. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'expired' };

/** Who has given the password here and must go on. Null: no person, or too long ago. */
export async function findPending(
  store: ConsoleStore,
  stepTokens: readonly string[],
  purpose: StepPurpose & ('second-factor' | 'enrol'),
): Promise<{ readonly operator: OperatorRow; readonly attemptId: number | null } | null> {
  if (stepTokens.length === 0) return null;
  const step = await findStep(store.console, stepTokens.map(hashSecret), purpose);
  if (step === null || step.operatorId === null) return null;
  const { operatorId } = step;
  const operator = await withMetadata(store.prisma, (db) => lockOperator(db, operatorId));
  return operator === null || operator.disabled ? null : { operator, attemptId: attemptOf(step.data) };
}

/** What the person can prove it with on this host: a browser finds no passkey of another host name. */
export async function secondFactorsOf({ prisma }: ConsoleStore, operatorId: number, host: string) {
  const app = await prisma.totp.count({ where: { operatorId, confirmedAt: { not: null } } });
  const passkeys = await prisma.passkey.count({ where: { operatorId, host } });
  return { app: app > 0, passkey: passkeys > 0 };
}

/** A code of the app, or a recovery code. Guesses are counted with those of the password. */
export async function provideCode(
  store: ConsoleStore,
  seal: Seal,
  { stepTokens, code }: { readonly stepTokens: readonly string[]; readonly code: string },
  browser: Browser,
): Promise<CodeOutcome> {
  const pending = await findPending(store, stepTokens, 'second-factor');
  if (pending === null) return { kind: 'expired' };
  const { email, operatorId } = pending.operator;
  const attemptId = await countGuess(store, email, await shareOf(store, email, browser), browser);
  if (attemptId === null) return { kind: 'too-many' };
  const hashes = stepTokens.map(hashSecret);
  if (!(await countTry(store.console, hashes))) return { kind: 'expired' };
  const typed = code.replaceAll(' ', '');
  const isTotp = /^\d{6}$/.test(typed);
  const entry = await withMetadata(store.prisma, async (db) => {
    const operator = await lockOperator(db, operatorId);
    if (operator === null || operator.disabled) return null;
    const now = await databaseTime(db);
    const right = isTotp
      ? await spendTotpCode(db, seal, operatorId, typed, now)
      : await spendRecoveryCode(db, operatorId, typed, now);
    if (!right || (await takeStep(db, hashes, 'second-factor')) === null) return null;
    if (!isTotp) {
      const actor = { kind: 'operator', name: email, address: browser.address } as const;
      const left = await db.recoveryCode.count({ where: { operatorId, usedAt: null } });
      await appendAudit(db, { actor, action: 'factor.use-recovery-code', target: email, counts: { left } });
    }
    const method = isTotp ? 'password+code' : 'password+recovery-code';
    return open(db, operator, browser, { method }, [attemptId, pending.attemptId]);
  });
  if (entry !== null) return entry;
  await appendAudit(
    store.console,
    entryOf(email, browser, 'session.refuse', { factor: isTotp ? 'code' : 'recovery code' }),
  );
  return { kind: 'refused' };
}

export function attemptOf(data: Readonly<Record<string, unknown>>): number | null {
  return typeof data['attemptId'] === 'number' ? data['attemptId'] : null;
}
