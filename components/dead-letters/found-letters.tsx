'use client';

import { CausesPanel } from '@/components/causes/causes-panel';
import { IndexNote } from '@/components/dead-letters/cluster/index-note';
import { useSelection } from '@/components/data-table/use-selection';
import type { UrlParams } from '@/components/data-table/use-url-params';
import type { ReadError } from '@/components/live/fetch-read';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import type { DeadLetterCausesView, DeadLettersPage } from '@/lib/console/operations/dead-letters/views';
import type { LetterOffers } from '@/lib/model/dead-letter/letter-offers';
import type { ReadResult } from '@/lib/model/read-result';
import { DeadLetterTopic } from './dead-letter-topic';
import { causesInFilter, type Filters, groupsOf, rowId } from './dead-letters.model';
import { DiscardedNote } from './discarded-note';
import { type Allowed, LetterBar } from './letter-bar';
import { LettersPanel } from './letters-panel';
import { LIVE } from './live';
import { usePlan } from './use-plan';

interface FoundLettersProps {
  readonly initial: ReadResult<DeadLettersPage>;
  readonly causes: {
    readonly data: DeadLetterCausesView;
    readonly error: ReadError | null;
    readonly tookMs: number | null;
  };
  readonly filters: Filters;
  readonly url: UrlParams;
  /** Null: allowed. */
  readonly notAllowed: Allowed;
  readonly offers: LetterOffers;
}

/** What the filter finds: causes, letters, and what can be done with them. */
export function FoundLetters({ initial, causes, filters, url, notAllowed, offers }: FoundLettersProps) {
  const letters = useLiveQuery('deadLetters', { ...filters, cursor: url.get('cursor') }, { initial, live: LIVE });
  const {
    items,
    matching,
    retained,
    matchingGroups,
    causes: causeCount,
    causeLetters,
    retention,
    looked,
  } = causes.data;
  const rows = letters.data?.items;
  const selection = useSelection();
  const workspace = useWorkspace();
  const inFilter = causesInFilter(items, filters);
  const plan = usePlan({
    selection,
    rows,
    filters,
    // Those beyond the listed causes, or beyond the ones looked through, may be of other groups.
    groups: matchingGroups === 1 && looked === null ? groupsOf(inFilter) : [],
    matching,
    notAllowed: notAllowed.redrive,
    isOffered: offers.redrive,
  });
  return (
    <>
      {workspace === null ? (
        <>
          {filters.group === undefined ? null : <DeadLetterTopic group={filters.group} />}
          <DiscardedNote group={filters.group} notAllowed={notAllowed.discard} />
        </>
      ) : (
        <IndexNote group={filters.group} notAllowed={notAllowed.open} />
      )}
      <CausesPanel
        causes={items}
        all={{ causes: causeCount, letters: causeLetters, looked }}
        filters={filters}
        url={url}
        tookMs={causes.tookMs}
      />
      <LettersPanel
        letters={letters}
        problem={causes.error}
        filters={filters}
        url={url}
        selection={selection}
        matching={matching}
        retained={retained}
        broadcasts={causes.data.broadcasts}
        canExpire={retention.keepHours !== null}
        lastClient={offers.lastClient}
        cause={filters.cause === undefined ? undefined : inFilter[0]}
      />
      {!plan.some && selection.scope === 'none' ? null : (
        <LetterBar
          selection={selection}
          order={(rows ?? []).map(rowId)}
          matching={matching}
          filters={filters}
          plan={plan}
          scope={plan.scope}
          notAllowed={notAllowed}
          offers={offers}
        />
      )}
    </>
  );
}
