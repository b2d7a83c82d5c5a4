import type { LetterJob } from '../../model/dead-letter/letter-change';
import type { BrokerContext } from '../context';
import { changeLetters, type ChangeLettersInput } from './change-letters';

/** Exempts them from expiry until they are released. @throws BrokerError bad-request, group-not-found, not-found, conflict */
export function holdLetters(ctx: BrokerContext, input: ChangeLettersInput): Promise<LetterJob> {
  return changeLetters(ctx, 'hold', input);
}
