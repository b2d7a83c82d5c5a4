'use client';

import { useMemo } from 'react';
import { CauseName } from '@/components/causes/cause-name';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import type { UrlParams } from '@/components/data-table/use-url-params';
import type { Selection } from '@/components/data-table/use-selection';
import { readProblem } from '@/components/live/read-problem';
import { useHere } from '@/components/live/use-here';
import type { LiveQuery } from '@/components/live/use-live-query';
import type { CauseView } from '@/lib/console/operations/causes/views';
import type { DeadLettersPage } from '@/lib/console/operations/dead-letters/views';
import type { Reading } from '@/lib/model/reading';
import { type Filters, rowId } from './dead-letters.model';
import { letterColumns } from './letter-columns';
import { NoDeadLetters } from './no-dead-letters';
import { pageOf } from '@/components/messages/peek.model';
import { usePeek } from '@/components/messages/use-peek';
import { t } from '@/lib/model/language/t';

interface LettersPanelProps {
  readonly letters: LiveQuery<DeadLettersPage>;
  readonly problem: LiveQuery<unknown>['error'];
  readonly filters: Filters;
  readonly url: UrlParams;
  readonly selection: Selection;
  readonly matching: Reading<number>;
  readonly retained: Reading<number>;
  readonly broadcasts: boolean;
  readonly canExpire: boolean;
  readonly lastClient: boolean;
  /** The one of the filter. */
  readonly cause: CauseView | undefined;
}

/** A count that is kept for some seconds is older than the list above it. */
function olderOf(asOf: string | null, total: Reading<number>): string | null {
  return asOf !== null && total.kind === 'value' && total.asOf < asOf ? total.asOf : asOf;
}

/** The letters themselves, newest first; one of them is read beside the list. */
export function LettersPanel(props: LettersPanelProps) {
  const { letters, filters, url, selection, matching, canExpire, lastClient } = props;
  const rows = letters.data?.items;
  const next = letters.data?.nextCursor;
  const peek = usePeek(url, rows, rowId, 'letter');
  const oneGroup = filters.group !== undefined;
  const here = useHere();
  const columns = useMemo(() => letterColumns({ oneGroup, canExpire, lastClient }), [oneGroup, canExpire, lastClient]);
  return (
    <section className="panel" aria-label={t('Dead letters')}>
      <header>
        <h2>{t('Dead letters')}</h2>
        <span className="small text-2 clip">
          {props.cause === undefined ? t('newest first') : <CauseName cause={props.cause} />}
        </span>
      </header>
      <DataTable
        label={t('Dead letters')}
        columns={columns}
        cols={url.get('cols')}
        rows={rows}
        rowId={rowId}
        rowHref={(row) => here(pageOf(row))}
        {...peek}
        rowLocked={(row) =>
          row.redriveId === null ? null : t('already in RD-{redriveId}', { redriveId: row.redriveId })
        }
        rowQuiet={(row) => row.redriveId !== null}
        selection={selection}
        problem={readProblem({ ...letters, error: letters.error ?? props.problem })}
        empty={
          <NoDeadLetters
            filters={filters}
            retained={props.retained}
            broadcasts={props.broadcasts}
            moreHref={next == null ? null : url.href({ cursor: next })}
          />
        }
        footer={
          <>
            {letters.data?.notSearched === undefined || letters.data.notSearched === 0 ? null : (
              <footer className="small">
                {letters.data.notSearched < 1000
                  ? t(
                      `Still being indexed: {count, plural, one {# dead letter} other {# dead letters}}. This search
                      may miss them. Try again in a moment.`,
                      { count: letters.data.notSearched },
                    )
                  : t(
                      `Still being indexed: 1,000 dead letters or more. This search may miss them. Try again in a
                      moment.`,
                    )}
              </footer>
            )}
            <TableFooter
              shown={rows?.length ?? 0}
              total={matching}
              nextCursor={next}
              tookMs={letters.tookMs}
              asOf={olderOf(letters.asOf, matching)}
            />
          </>
        }
      />
    </section>
  );
}
