import type { BrokerError } from '../../model/errors';
import { type Reason, type Told, told } from '../../model/language/t';

/** What came of a change at one broker, where it is not known to be as it was asked for. */

export function notTried(failed: string): Told {
  return told('not tried, because {failed} failed', { failed });
}

/** @param isRefused the broker answered: nothing was carried out */
export function failedWords({ reason }: BrokerError, isRefused: boolean): Reason {
  return isRefused ? reason : told('{problem} The result was read back.', { problem: reason });
}

export function notReadBack(problem: Reason | null, { reason }: BrokerError): Told {
  return told('{problem} {more}', { problem: problem ?? told('The change was sent.'), more: reason });
}

export function otherSettings(broker: string): Told {
  return told('{broker} has other settings than were written', { broker });
}
