import type { LetterJob } from '../../model/dead-letter/letter-change';
import type { BrokerContext } from '../context';
import { changeLetters, type ChangeLettersInput } from './change-letters';

/** Alarms count them again. @throws BrokerError bad-request, group-not-found, not-found, conflict */
export function unacceptLetters(ctx: BrokerContext, input: ChangeLettersInput): Promise<LetterJob> {
  return changeLetters(ctx, 'unaccept', input);
}
