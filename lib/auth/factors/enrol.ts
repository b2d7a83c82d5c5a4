import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { Store } from '../../store/client';
import { type MetadataTransaction, withMetadata } from '../../store/metadata';
import { lockOperator } from '../../store/queries/operator/operator-find';
import { takeStep } from '../../store/queries/sign-in/step';
import { type Entry, open } from '../enter';
import { hashSecret } from '../secret-token';
import type { Browser, Proof, Visitor } from '../session';
import type { Owner } from './own-totp';
import { attemptOf, findPending } from './second-factor';

type ConsoleStore = Pick<Store, 'console' | 'prisma'>;

/** Who gave the right password, and whose role needs a second factor that they do not have. @throws BrokerError */
export async function requireEnrolling(
  store: ConsoleStore,
  stepTokens: readonly string[],
  { address }: Visitor,
): Promise<Owner> {
  const pending = await findPending(store, stepTokens, 'enrol');
  if (pending === null) throw tooLate();
  const { operatorId, email } = pending.operator;
  return { operatorId, actor: { kind: 'operator', name: email, address } };
}

/** Sets the factor up and signs in, all or nothing. */
export async function finishEnrolment(
  store: ConsoleStore,
  stepTokens: readonly string[],
  browser: Browser,
  {
    method,
    add,
  }: Pick<Proof, 'method'> & {
    readonly add: (db: MetadataTransaction, owner: Owner) => Promise<readonly string[] | null>;
  },
): Promise<{ readonly entry: Entry; readonly recoveryCodes: readonly string[] | null }> {
  const owner = await requireEnrolling(store, stepTokens, browser);
  return withMetadata(store.prisma, async (db) => {
    const operator = await lockOperator(db, owner.operatorId);
    const step = await takeStep(db, stepTokens.map(hashSecret), 'enrol');
    if (operator === null || operator.disabled || step?.operatorId !== owner.operatorId) throw tooLate();
    const recoveryCodes = await add(db, owner);
    return { entry: await open(db, operator, browser, { method }, [attemptOf(step.data)]), recoveryCodes };
  });
}

function tooLate(): BrokerError {
  return new BrokerError('unauthorized', told('This sign-in took too long or was completed elsewhere. Sign in again.'));
}
