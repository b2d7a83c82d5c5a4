import type { CauseSpreadView } from '@/lib/console/operations/causes/views';
import { listOf } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

/** "312 of the 340 waiting messages of billing have this cause"; a count that ended early is "at least". Pure. */
export function spreadSentence(
  { waiting, waitingOfCause, deadLetters, most }: Omit<CauseSpreadView, 'firstAt' | 'lastAt'>,
  group: string,
): string {
  const isPartial = waiting >= most;
  const letters =
    deadLetters === 0
      ? null
      : deadLetters >= most
        ? t('at least {count, plural, one {# dead letter} other {# dead letters}}', { count: deadLetters })
        : t('{count, plural, one {# dead letter} other {# dead letters}}', { count: deadLetters });
  const among =
    waitingOfCause === 0
      ? null
      : isPartial
        ? t('{count, number} of {waiting, number} waiting messages checked', { count: waitingOfCause, waiting })
        : t('{count, number} of {waiting, plural, one {# waiting message} other {# waiting messages}}', {
            ...{ count: waitingOfCause, waiting },
          });
  const parts = [among, letters].filter((part) => part !== null);
  return parts.length === 0
    ? t('No other message of {group} has this cause now', { group })
    : t('In {group}, this cause affects {messages}', { group, messages: listOf(parts) });
}
