import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, plural } from '@/components/ui/number.model';
import type { Reading } from '@/lib/model/reading';
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
  const showAll = (
    <ButtonLink href="/dead-letters" size="small">
      Show all retained
    </ButtonLink>
  );
  if (broadcasts) {
    return (
      <EmptyState kind="none-ever" title="Nothing dies here" action={showAll}>
        {filters.group} broadcasts: what fails at a client is recorded there and not retried, so nothing of it becomes a
        dead letter. The failures are on the group’s overview.
      </EmptyState>
    );
  }
  if (retained.kind === 'unknown') {
    return <EmptyState kind="could-not-ask">Whether there are any is unknown: {retained.reason}.</EmptyState>;
  }
  if (retained.value === 0) {
    return (
      <EmptyState kind="none-ever" title="No dead letters">
        Nothing has died in any group, or everything that died was re-driven or has expired. Searched everything
        retained.
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
            Look through older ones
          </ButtonLink>
        }
      >
        None of those looked through match; older ones may. Name a group, a cause or a time to look through fewer.
      </EmptyState>
    );
  }
  if (active === 1 && (filters.from !== undefined || filters.to !== undefined)) {
    return (
      <EmptyState kind="none-in-range" action={showAll}>
        0 dead letters in this range. {plural(retained.value, 'other one')} {retained.value === 1 ? 'is' : 'are'}{' '}
        retained.
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="filtered-out" action={showAll}>
      0 of {formatCount(retained.value)} match {active === 1 ? 'this filter' : `these ${active} filters`}.
    </EmptyState>
  );
}
