'use client';

import { CausesPanel } from '@/components/causes/causes-panel';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { useSelection } from '@/components/data-table/use-selection';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useLiveQuery } from '@/components/live/use-live-query';
import { PageHeader } from '@/components/ui/page-header';
import type { DeadLetterCausesView, DeadLettersPage } from '@/lib/console/reads/dead-letters';
import type { ReadResult } from '@/lib/model/read-result';
import { DeadLetterTopic } from './dead-letter-topic';
import { causesInFilter, groupsOf, rowId, summary } from './dead-letters.model';
import styles from './dead-letters.module.css';
import { DiscardedNote } from './discarded-note';
import { FilterBar } from './filter-bar';
import { type Allowed, LetterBar } from './letter-bar';
import { LettersPanel } from './letters-panel';
import { Peek } from './peek';
import { peekOf, readPeek } from './peek.model';
import { RetentionNote } from './retention-note';
import { useFilters } from './use-filters';
import { usePlan } from './use-plan';

interface DeadLettersViewProps {
  readonly initial: ReadResult<DeadLettersPage>;
  readonly initialCauses: ReadResult<DeadLetterCausesView>;
  /** Null: allowed. */
  readonly notAllowed: Allowed;
}

const live = { kinds: ['dead-letter', 'redrive', 'setting'] } as const;

/** Causes first, letters second, one filter bar for both, and the bar of what can be done at the foot. */
export function DeadLettersView({ initial, initialCauses, notAllowed }: DeadLettersViewProps) {
  const url = useUrlParams();
  const filters = useFilters(url);
  const letters = useLiveQuery('deadLetters', { ...filters, cursor: url.get('cursor') }, { initial, live });
  const causes = useLiveQuery('deadLetterCauses', { ...filters }, { initial: initialCauses, live });
  const {
    items: causeRows,
    matching,
    retained,
    matchingGroups,
    groups,
    causes: causeCount,
    causeLetters,
    broadcasts,
    retention,
  } = causes.data ?? initialCauses.data;
  const rows = letters.data?.items;
  const selection = useSelection();
  const inFilter = causesInFilter(causeRows, filters);
  const plan = usePlan({
    selection,
    rows,
    filters,
    // Those beyond the listed causes may be of other groups.
    groups: matchingGroups === 1 ? groupsOf(inFilter) : [],
    matching,
    notAllowed: notAllowed.redrive,
  });
  const canExpire = retention.keepHours !== null;
  const peeked = readPeek(url.get('peek'));

  return (
    <div className={styles.split} data-beside={peeked !== null}>
      <div className={styles.list}>
        <PageHeader title="Dead letters" actions={<DensityToggle />}>
          {matching.kind === 'unknown' || retained.kind === 'unknown'
            ? 'How many there are is unknown.'
            : summary(
                matching.value,
                retained.value,
                filters.cause === undefined ? causeCount : 1,
                matchingGroups,
                filters,
              )}{' '}
          <RetentionNote {...retention} hrefOf={(expires) => url.href({ expires, cursor: undefined })} />
        </PageHeader>
        <FilterBar
          filters={filters}
          groups={groups}
          canExpire={canExpire}
          error={letters.error ?? causes.error}
          onChange={url.set}
        />
        {filters.group === undefined ? null : <DeadLetterTopic group={filters.group} />}
        <DiscardedNote group={filters.group} notAllowed={notAllowed.discard} />
        <CausesPanel
          causes={causeRows}
          all={{ causes: causeCount, letters: causeLetters }}
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
          broadcasts={broadcasts}
          canExpire={canExpire}
          cause={filters.cause === undefined ? undefined : inFilter[0]}
        />
        {plan.matched === 0 && selection.scope === 'none' ? null : (
          <LetterBar
            selection={selection}
            order={(rows ?? []).map(rowId)}
            matching={matching}
            filters={filters}
            plan={plan}
            scope={plan.scope}
            notAllowed={notAllowed}
          />
        )}
      </div>
      {peeked === null ? null : (
        <Peek key={peekOf(peeked)} peeked={peeked} onClose={() => url.replace({ peek: undefined })} />
      )}
    </div>
  );
}
