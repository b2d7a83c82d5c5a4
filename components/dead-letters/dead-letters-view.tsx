'use client';

import { useUrlParams } from '@/components/data-table/use-url-params';
import { useLiveQuery } from '@/components/live/use-live-query';
import { usePacked } from '@/components/live/use-packed';
import { useWorkspace } from '@/components/live/use-workspace';
import { Beside } from '@/components/messages/beside';
import { RedirectButton, RedirectsOfGroup } from '@/components/redirects/redirect-entry';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import type { DeadLetterCausesView, DeadLettersPage } from '@/lib/console/operations/dead-letters/views';
import type { LetterOffers } from '@/lib/model/dead-letter/letter-offers';
import type { Packed } from '@/lib/model/packed';
import type { ReadResult } from '@/lib/model/read-result';
import { stateOf } from '@/lib/model/reading';
import type { Refusal } from '@/lib/model/refusal';
import { ViewMenu } from '@/components/views/view-menu';
import { NO_FILTERS, summary } from './dead-letters.model';
import { FilterBar } from './filter-bar';
import { FoundLetters } from './found-letters';
import type { Allowed } from './letter-bar';
import { letterColumns } from './letter-columns';
import { LIVE } from './live';
import { letterPane, letterPaneProgram } from './letter-pane';
import { RetentionNote } from './retention-note';
import { useFilters } from './use-filters';
import { between, t } from '@/lib/model/language/t';

interface DeadLettersViewProps {
  readonly packed: Packed<{
    /** Null: the filter is refused. */
    readonly letters: ReadResult<DeadLettersPage> | null;
    /** Of a filter that is refused: as without one. */
    readonly causes: ReadResult<DeadLetterCausesView>;
  }>;
  readonly refusal: Refusal | null;
  /** Null: allowed. */
  readonly notAllowed: Allowed;
  readonly offers: LetterOffers;
}

/** Causes first, letters second, one filter bar for both, and the bar of what can be done at the foot. */
export function DeadLettersView({ packed, refusal, notAllowed, offers }: DeadLettersViewProps) {
  const initial = usePacked(packed);
  const url = useUrlParams();
  const filters = useFilters(url);
  const workspace = useWorkspace();
  const causes = useLiveQuery('deadLetterCauses', refusal === null ? filters : {}, {
    initial: initial.causes,
    live: LIVE,
  });
  const found = causes.data ?? initial.causes.data;
  const { matching, retained, matchingGroups, groups, causes: causeCount, retention } = found;
  const [oneGroup, canExpire] = [filters.group !== undefined, retention.keepHours !== null];
  const columns = letterColumns({ oneGroup, canExpire, lastClient: offers.lastClient });

  return (
    <Beside load={letterPaneProgram(workspace)} pane={letterPane(url, workspace)}>
      <PageHeader
        title={t('Dead letters')}
        actions={
          <>
            {filters.group === undefined ? null : (
              <RedirectButton
                group={filters.group}
                cause={causeOf(filters.cause, found.items)}
                disabledReason={offers.noRedirect ?? notAllowed.redrive}
              />
            )}
            {workspace === null ? <ViewMenu list="dead-letters" columns={columns} /> : null}
          </>
        }
      >
        {refusal !== null
          ? t('The filter is not valid, so nothing was searched.')
          : matching.kind === 'unknown' || retained.kind === 'unknown'
            ? t('The number of dead letters is unknown.')
            : summary(
                matching.value,
                stateOf(retained) === 'bound' ? { atLeast: retained.value } : retained.value,
                filters.cause === undefined ? causeCount : 1,
                matchingGroups,
                filters,
                found.looked,
              )}
        {between()}
        <RetentionNote {...retention} hrefOf={(expires) => url.href({ expires, cursor: undefined })} />
      </PageHeader>
      {filters.group === undefined || workspace !== null ? null : <RedirectsOfGroup group={filters.group} />}
      <FilterBar filters={filters} groups={groups} canExpire={canExpire} refusal={refusal} onChange={url.set} />
      {initial.letters === null || refusal !== null ? (
        <section className="panel" aria-label={t('Dead letters')}>
          <EmptyState
            kind="filtered-out"
            title={t('The filter is not valid')}
            action={
              <Button size="small" onClick={() => url.set(NO_FILTERS)}>
                {t('Remove filters')}
              </Button>
            }
          >
            {t('{message} Correct it above, or show all dead letters.', { message: refusal?.message ?? '' })}
          </EmptyState>
        </section>
      ) : (
        <FoundLetters
          initial={initial.letters}
          causes={{ data: found, error: causes.error, tookMs: causes.tookMs }}
          filters={filters}
          url={url}
          notAllowed={notAllowed}
          offers={offers}
        />
      )}
    </Beside>
  );
}

/** The cause that the list is filtered by, as a redirect takes it; null: none. */
function causeOf(cause: string | undefined, items: DeadLetterCausesView['items']) {
  if (cause === undefined) return null;
  const known = items.find(({ key }) => key === cause);
  return { fingerprint: cause, errorType: known?.errorType ?? null };
}
