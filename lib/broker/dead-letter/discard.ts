import { LETTER_LIMITS, type LetterJob } from '../../model/dead-letter/letter-change';
import type { BrokerContext } from '../context';
import { changeLetters, type ChangeLettersInput } from './change-letters';

/**
 * Takes them out of the dead letters. For a week, or until their own time is over, they can be restored; then they are
 * gone for good. What an open re-drive has chosen stays. @throws BrokerError bad-request, group-not-found, not-found,
 *   conflict
 */
export function discardLetters(ctx: BrokerContext, input: ChangeLettersInput): Promise<LetterJob> {
  return changeLetters(ctx, 'discard', input, { aheadMs: LETTER_LIMITS.restoreMs });
}
