'use client';

import { useHere } from '@/components/live/use-here';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, plural } from '@/components/ui/number.model';
import { type Reading, stateOf } from '@/lib/model/reading';
import { activeFilters, type Filters } from './dead-letters.model';

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
      Show all retained
    </ButtonLink>
  );
  if (broadcasts) {
    return (
      <EmptyState kind="none-ever" title="A broadcast group has no dead letters" action={showAll}>
        {filters.group} is a broadcast group: a failed delivery is recorded and not retried, so it never becomes a dead
        letter. The group’s overview lists the failures.
      </EmptyState>
    );
  }
  if (retained.kind === 'unknown') {
    return <EmptyState kind="could-not-load">It is not known whether there are any: {retained.reason}.</EmptyState>;
  }
  if (retained.value === 0) {
    return (
      <EmptyState kind="none-ever" title="No dead letters">
        Nothing has died in any group, or everything that died was re-driven or has expired.
      </EmptyState>
    );
  }
  if (moreHref !== null) {
    return (
      <EmptyState
        kind="filtered-out"
        title="None so far"
        action={
          <ButtonLink href={moreHref} size="small" scroll={false}>
            Search older ones
          </ButtonLink>
        }
      >
        None of the dead letters searched so far match; older ones may. Narrow the search by group, cause or time.
      </EmptyState>
    );
  }
  if (active === 1 && (filters.from !== undefined || filters.to !== undefined)) {
    return (
      <EmptyState kind="none-in-range" action={showAll}>
        0 dead letters in this range. {stateOf(retained) === 'bound' ? 'At least ' : ''}
        {plural(retained.value, 'other one')} {retained.value === 1 ? 'is' : 'are'} retained.
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="filtered-out" action={showAll}>
      0 of {stateOf(retained) === 'bound' ? 'at least ' : ''}
      {formatCount(retained.value)} match {active === 1 ? 'this filter' : `these ${active} filters`}.
    </EmptyState>
  );
}
