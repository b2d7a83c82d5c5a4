import { withMetadata } from '../store/metadata';
import { BrokerError } from '../model/errors';
import { told } from '../model/language/t';
import type { Store } from '../store/client';
import { appendAudit } from '../store/queries/audit/audit-append';
import { lockAdmins, lockOperator } from '../store/queries/operator/operator-find';
import { insertOperator, setOperatorPassword } from '../store/queries/operator/operator-write';
import { deleteDevicesOf } from '../store/queries/device/known-device';
import { deleteSessionsOf } from '../store/queries/session/session-delete';
import { consumeLink, findOpenLink, type OpenLink } from '../store/queries/sign-in/link-use';
import { normalizeEmail } from './email';
import { type Entry, enter } from './enter';
import { judgePassword } from './judge-password';
import { hashPassword } from './password';
import { passwordTurns } from './password-turns';
import { hashSecret } from './secret-token';
import type { Browser } from './session';

interface SetUpInput {
  readonly token: string;
  /** Only asked for with the first administrator's link; other links know their person. */
  readonly email: string;
  readonly password: string;
}

export function findSetUpLink(store: Pick<Store, 'console' | 'prisma'>, token: string): Promise<OpenLink | null> {
  return findOpenLink(store.console, hashSecret(token));
}

/** Uses the link up, sets the password and goes on as after a correct one, all or nothing. */
export async function completeSetUp(
  store: Pick<Store, 'console' | 'prisma'>,
  input: SetUpInput,
  browser: Browser,
): Promise<Entry> {
  const link = await findSetUpLink(store, input.token);
  if (link === null) throw usedUp();
  const email = link.email ?? normalizeEmail(input.email);
  if (!/^[^@\s]+@[^@\s]+$/.test(email))
    throw new BrokerError('bad-request', told('The e-mail address needs one @ and a name on both sides.'), {
      field: 'email',
    });
  const refusal = await judgePassword(input.password, email);
  if (refusal !== null) throw new BrokerError('bad-request', refusal, { field: 'password' });
  // hashed before the transaction: 0.1 s of work must not hold locks
  const lane = { name: `link ${hashSecret(input.token).toString('hex')}`, known: true };
  const passwordHash = await passwordTurns.run(lane, () => hashPassword(input.password));

  return withMetadata(store.prisma, async (db) => {
    const used = await consumeLink(db, hashSecret(input.token));
    if (used === null) throw usedUp();
    const operatorId = used.operatorId ?? (await addFirstAdmin());
    const operator = await lockOperator(db, operatorId);
    if (operator === null || operator.disabled) throw usedUp();
    await setOperatorPassword(db, operatorId, passwordHash);
    // a new password ends what was signed in with the old one
    await deleteSessionsOf(db, operatorId);
    await deleteDevicesOf(db, operatorId);
    await appendAudit(db, {
      actor: { kind: 'operator', name: operator.email, address: browser.address },
      action: used.purpose === 'first-admin' ? 'user.first-admin' : 'user.set-password',
      target: operator.email,
    });
    return enter(db, operator, browser);

    async function addFirstAdmin(): Promise<number> {
      if ((await lockAdmins(db)) > 0) throw usedUp();
      const created = await insertOperator(db, email, 'admin', passwordHash);
      if (created === null)
        throw new BrokerError('already-exists', told('This e-mail address already has an account.'), {
          field: 'email',
          value: email,
        });
      return created;
    }
  });
}

function usedUp(): BrokerError {
  return new BrokerError(
    'not-found',
    told('This link was already used, has expired, or never existed. Ask an admin for a new one, or restart Redrive.'),
    { field: 'token' },
  );
}
