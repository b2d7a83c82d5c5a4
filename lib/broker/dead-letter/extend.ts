import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { LetterJob, LetterPlan } from '../../model/dead-letter/letter-change';
import { aboutNow } from '../about-now';
import type { BrokerContext } from '../context';
import { changeLetters, type ChangeLettersInput, type PlannedLetters, planLetters } from './change-letters';

export interface ExtendLettersInput extends ChangeLettersInput {
  /** None of them is removed before. */
  readonly until: Date;
}

/**
 * Keeps them until a later time. One that is kept as long already stays as it is: nothing expires sooner.
 * @throws BrokerError bad-request, group-not-found, not-found, conflict
 */
export function extendLetters(ctx: BrokerContext, input: ExtendLettersInput): Promise<LetterJob> {
  checkUntil(ctx, input.until);
  return changeLetters(ctx, 'extend', input, { until: input.until });
}

/** What it would take and leave. @throws BrokerError as extendLetters does */
export function planExtend(ctx: BrokerContext, selection: PlannedLetters, until: Date): Promise<LetterPlan> {
  checkUntil(ctx, until);
  return planLetters(ctx, 'extend', selection, until);
}

const FURTHEST_MS = 10 * 365 * 24 * 3_600_000;

/** @throws BrokerError bad-request */
function checkUntil(ctx: BrokerContext, until: Date): void {
  const aheadMs = until.getTime() - aboutNow(ctx).getTime();
  if (aheadMs > 0 && aheadMs <= FURTHEST_MS) return;
  throw new BrokerError(
    'bad-request',
    told('until must be in the future, at most ten years ahead (got {until}).', { until: until.toISOString() }),
    {
      field: 'until',
      limit: 'later than now, by ten years at most',
      value: until.toISOString(),
    },
  );
}
