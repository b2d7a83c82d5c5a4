import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';

export interface AttemptRange {
  readonly attemptsFrom?: number | undefined;
  readonly attemptsTo?: number | undefined;
}

/** "3", "3-" or "3-5" deliveries. @throws BrokerError bad-request */
export function readAttempts(given: string | undefined): AttemptRange {
  if (given === undefined || given === '') return {};
  const [, from, dash, to] = /^(\d{1,5})(?:(-)(\d{1,5})?)?$/.exec(given) ?? [];
  if (from === undefined) {
    throw new BrokerError(
      'bad-request',
      told('attempts must be a number like 3, or a range like 3- or 3-5 (got {given}).', { given }),
      {
        field: 'attempts',
        limit: '3, 3- or 3-5',
        value: given,
      },
    );
  }
  if (dash === undefined) return { attemptsFrom: Number(from), attemptsTo: Number(from) };
  return { attemptsFrom: Number(from), attemptsTo: to === undefined ? undefined : Number(to) };
}
