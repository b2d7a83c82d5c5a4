import type { LetterJob } from '../../model/dead-letter/letter-change';
import type { BrokerContext } from '../context';
import { changeLetters, type ChangeLettersInput } from './change-letters';

/** They expire again. What is past its time meanwhile is kept for a day more, so that there is time to decide. @throws BrokerError bad-request, group-not-found, not-found, conflict */
export function releaseLetters(ctx: BrokerContext, input: ChangeLettersInput): Promise<LetterJob> {
  return changeLetters(ctx, 'release', input);
}
