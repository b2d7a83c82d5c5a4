import { requireVisible, tooManyCharacters } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { t } from '../../model/language/t';
import { LETTER_CHANGES, LETTER_LIMITS, type LetterVerb } from '../../model/dead-letter/letter-change';

/** @throws BrokerError bad-request */
export function checkReason(reason: string): void {
  if (reason.length > LETTER_LIMITS.reasonChars) {
    throw tooManyCharacters('reason', LETTER_LIMITS.reasonChars, reason.length);
  }
  requireVisible('reason', reason);
}

/** @throws BrokerError not-found (nothing matches), bad-request (a reason is needed) */
export function checkFrozenLetters(verb: LetterVerb, matched: number, reason: string): void {
  if (matched === 0) {
    const message =
      verb === 'restore'
        ? t('No discarded dead letter matches. Nothing was changed.')
        : t('No dead letter matches. Nothing was changed.');
    throw new BrokerError('not-found', message, {
      field: 'selection',
      limit: 'at least 1',
      value: 0,
    });
  }
  const needed = LETTER_CHANGES[verb].reason === 'always' || matched >= LETTER_LIMITS.reasonFrom;
  if (!needed || reason.trim() !== '') return;
  const isAlways = LETTER_CHANGES[verb].reason === 'always';
  const from = LETTER_LIMITS.reasonFrom;
  const message = isAlways
    ? t('A reason is required.')
    : t('A reason is required for {from} or more dead letters ({matched, number} match).', { from, matched });
  throw new BrokerError('bad-request', message, {
    field: 'reason',
    limit: isAlways ? 'at least 1 character' : `at least 1 character for ${from} or more`,
    value: '',
  });
}
