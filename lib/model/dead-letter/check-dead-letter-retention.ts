import { mustBe } from '../check-number';
import { told } from '../language/t';
import { type DeadLetterRetention, KEEP_HOURS } from './dead-letter-retention';

/** @throws BrokerError bad-request, naming field, limit and value */
export function checkDeadLetterRetention({ keepHours }: DeadLetterRetention): void {
  const [least, most] = KEEP_HOURS;
  if (keepHours === null || (Number.isInteger(keepHours) && keepHours >= least && keepHours <= most)) return;
  const limit = told('a whole number from {min} to {max}, or `null` to keep them until they are re-driven', {
    ...{ min: least, max: most },
  });
  throw mustBe('keepHours', limit, keepHours);
}
