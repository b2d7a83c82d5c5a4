import { BrokerError } from '../../model/errors';
import { LETTER_CHANGES, LETTER_LIMITS, type LetterVerb } from '../../model/dead-letter/letter-change';

/** @throws BrokerError bad-request */
export function checkReason(reason: string): void {
  if (reason.length > LETTER_LIMITS.reasonChars) {
    throw new BrokerError(
      'bad-request',
      `reason may have at most ${LETTER_LIMITS.reasonChars} characters; it has ${reason.length}.`,
      { field: 'reason', limit: LETTER_LIMITS.reasonChars, value: reason.length },
    );
  }
  if (reason.includes('\u0000')) {
    throw new BrokerError('bad-request', 'reason must have visible characters only.', {
      field: 'reason',
      limit: 'no NUL',
    });
  }
}

/** @throws BrokerError not-found (nothing matches), bad-request (a reason is needed) */
export function checkFrozenLetters(verb: LetterVerb, matched: number, reason: string): void {
  if (matched === 0) {
    const what = verb === 'restore' ? 'discarded dead letter' : 'dead letter';
    throw new BrokerError('not-found', `no ${what} matches; nothing was changed.`, {
      field: 'selection',
      limit: 'at least 1',
      value: 0,
    });
  }
  const needed = LETTER_CHANGES[verb].reason === 'always' || matched >= LETTER_LIMITS.reasonFrom;
  if (!needed || reason.trim() !== '') return;
  const from = LETTER_CHANGES[verb].reason === 'always' ? '' : ` for ${LETTER_LIMITS.reasonFrom} or more`;
  throw new BrokerError('bad-request', `reason is needed to ${verb} dead letters${from}; ${matched} match.`, {
    field: 'reason',
    limit: `at least 1 character${from}`,
    value: '',
  });
}
