'use client';

import { DensityToggle } from '@/components/data-table/density-toggle';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import type { DeadLetterCausesView, DeadLettersPage } from '@/lib/console/reads/dead-letters';
import type { ReadResult } from '@/lib/model/read-result';
import type { Refusal } from '@/lib/model/refusal';
import { NO_FILTERS, summary } from './dead-letters.model';
import styles from './dead-letters.module.css';
import { FilterBar } from './filter-bar';
import { FoundLetters } from './found-letters';
import type { Allowed } from './letter-bar';
import { LIVE } from './live';
import { Peek } from './peek';
import { peekOf, readPeek } from './peek.model';
import { RetentionNote } from './retention-note';
import { useFilters } from './use-filters';

interface DeadLettersViewProps {
  /** Null: the filter is refused. */
  readonly initial: ReadResult<DeadLettersPage> | null;
  /** Of a filter that is refused: as without one. */
  readonly initialCauses: ReadResult<DeadLetterCausesView>;
  readonly refusal: Refusal | null;
  /** Null: allowed. */
  readonly notAllowed: Allowed;
}

/** Causes first, letters second, one filter bar for both, and the bar of what can be done at the foot. */
export function DeadLettersView({ initial, initialCauses, refusal, notAllowed }: DeadLettersViewProps) {
  const url = useUrlParams();
  const filters = useFilters(url);
  const causes = useLiveQuery('deadLetterCauses', refusal === null ? filters : {}, {
    initial: initialCauses,
    live: LIVE,
  });
  const found = causes.data ?? initialCauses.data;
  const { matching, retained, matchingGroups, groups, causes: causeCount, retention } = found;
  const peeked = readPeek(url.get('peek'));

  return (
    <div className={styles.split} data-beside={peeked !== null}>
      <div className={styles.list}>
        <PageHeader title="Dead letters" actions={<DensityToggle />}>
          {refusal !== null
            ? 'Nothing was searched: the filter is not valid.'
            : matching.kind === 'unknown' || retained.kind === 'unknown'
              ? 'How many there are is unknown.'
              : summary(
                  matching.value,
                  retained.value,
                  filters.cause === undefined ? causeCount : 1,
                  matchingGroups,
                  filters,
                  found.looked,
                )}{' '}
          <RetentionNote {...retention} hrefOf={(expires) => url.href({ expires, cursor: undefined })} />
        </PageHeader>
        <FilterBar
          filters={filters}
          groups={groups}
          canExpire={retention.keepHours !== null}
          refusal={refusal}
          onChange={url.set}
        />
        {initial === null || refusal !== null ? (
          <section className="panel" aria-label="Letters">
            <EmptyState
              kind="filtered-out"
              title="The filter is not valid"
              action={
                <Button size="small" onClick={() => url.set(NO_FILTERS)}>
                  Remove filters
                </Button>
              }
            >
              {refusal?.message} Correct it above, or look at all that are retained.
            </EmptyState>
          </section>
        ) : (
          <FoundLetters
            initial={initial}
            causes={{ data: found, error: causes.error, tookMs: causes.tookMs }}
            filters={filters}
            url={url}
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
