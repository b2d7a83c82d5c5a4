import type { LetterJob } from '../../model/dead-letter/letter-change';
import type { BrokerContext } from '../context';
import { changeLetters, type ChangeLettersInput } from './change-letters';

/** Says that they may stay: they remain dead letters with a mark, and no alarm counts them. @throws BrokerError bad-request, group-not-found, not-found, conflict */
export function acceptLetters(ctx: BrokerContext, input: ChangeLettersInput): Promise<LetterJob> {
  return changeLetters(ctx, 'accept', input);
}
