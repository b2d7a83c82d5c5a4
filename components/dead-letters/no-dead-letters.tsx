'use client';

import { useHere } from '@/components/live/use-here';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { type Reading, stateOf } from '@/lib/model/reading';
import { activeFilters, type Filters } from './dead-letters.model';
import { t } from '@/lib/model/language/t';

/** The empty state: none at all, none in the range, or none that match. */
export function NoDeadLetters({
  filters,
  retained,
  broadcasts,
  moreHref,
}: {
  readonly filters: Filters;
  readonly retained: Reading<number>;
  /** The group of the filter broadcasts. */
  readonly broadcasts: boolean;
  /** Older ones are not looked through yet: where they are. */
  readonly moreHref: string | null;
}) {
  const active = activeFilters(filters);
  const here = useHere();
  const showAll = (
    <ButtonLink href={here('/dead-letters?view=standard')} size="small">
      {t('Show all retained')}
    </ButtonLink>
  );
  if (broadcasts) {
    return (
      <EmptyState kind="none-ever" title={t('A broadcast group has no dead letters')} action={showAll}>
        {t(
          `{group} is a broadcast group: failed deliveries are recorded and not retried, so they never become dead
            letters. The overview of the group lists the failures.`,
          { group: filters.group ?? '' },
        )}
      </EmptyState>
    );
  }
  if (retained.kind === 'unknown') {
    return (
      <EmptyState kind="could-not-load">
        {t('It is unknown whether there are dead letters: {reason}.', { reason: retained.reason })}
      </EmptyState>
    );
  }
  if (retained.value === 0) {
    return (
      <EmptyState kind="none-ever" title={t('No dead letters')}>
        {t('No message of any group is in the DLQ, or all dead letters were re-driven or have expired.')}
      </EmptyState>
    );
  }
  if (moreHref !== null) {
    return (
      <EmptyState
        kind="filtered-out"
        title={t('None so far')}
        action={
          <ButtonLink href={moreHref} size="small" scroll={false}>
            {t('Search older ones')}
          </ButtonLink>
        }
      >
        {t(
          'None of the dead letters searched so far match; older ones may. Narrow the search by group, cause or time.',
        )}
      </EmptyState>
    );
  }
  if (active === 1 && (filters.from !== undefined || filters.to !== undefined)) {
    return (
      <EmptyState kind="none-in-range" action={showAll}>
        {stateOf(retained) === 'bound'
          ? t('No dead letters in this range. At least {count, number} others are retained.', { count: retained.value })
          : t('No dead letters in this range. {count, plural, one {# other is} other {# others are}} retained.', {
              count: retained.value,
            })}
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="filtered-out" action={showAll}>
      {stateOf(retained) === 'bound'
        ? t(
            `None of at least {count, number} dead letters match {active, plural, one {this filter} other {these #
            filters}}.`,
            {
              ...{ count: retained.value, active },
            },
          )
        : t('None of {count, number} dead letters match {active, plural, one {this filter} other {these # filters}}.', {
            ...{ count: retained.value, active },
          })}
    </EmptyState>
  );
}
