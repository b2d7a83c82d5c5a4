'use client';

import { useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useSelection } from '@/components/data-table/use-selection';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { Beside } from '@/components/messages/beside';
import { pageOf, peekOf, readPeek } from '@/components/messages/peek.model';
import { usePeek } from '@/components/messages/use-peek';
import { type LiveQuery, useLiveQuery } from '@/components/live/use-live-query';
import { usePacked } from '@/components/live/use-packed';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { ViewMenu } from '@/components/views/view-menu';
import type { RetriesPage, RetryForecastView, WaitingRetryView } from '@/lib/console/operations/retries/views';
import type { Packed } from '@/lib/model/packed';
import type { ReadResult } from '@/lib/model/read-result';
import { known, type Reading } from '@/lib/model/reading';
import { FilterBar } from './filter-bar';
import type { RetryFilters } from '@/components/parts/retry-change.model';
import { activeFilters, chosenOf, totalOf } from './retries.model';
import { RetryBar } from './retry-bar';
import { loadPeek } from '@/components/messages/group-peek';
import { RetryPeek } from './retry-peek';
import { retryColumns } from './retry-columns';
import { aheadOf, ForecastPanel } from './forecast-panel';
import { useRetryFilters } from './use-retry-filters';
import { t } from '@/lib/model/language/t';

interface RetriesViewProps {
  readonly packed: Packed<{
    readonly retries: ReadResult<RetriesPage>;
    readonly forecast: ReadResult<RetryForecastView>;
  }>;
  /** Absent: of every group. */
  readonly group?: string;
}

/** Everything that waits for a retry, next try first: what comes of it, and what can be done about it. */
export function RetriesView({ packed, group }: RetriesViewProps) {
  const initial = usePacked(packed);
  const url = useUrlParams();
  const filters = useRetryFilters(url);
  const live = { kinds: ['group', 'message', 'redrive'], group } as const;
  const retries = useLiveQuery(
    'retries',
    { ...filters, group, cursor: url.get('cursor') },
    { initial: initial.retries, live },
  );
  const forecast = useLiveQuery(
    'retryTide',
    { group, ahead: aheadOf(url.get('ahead')) },
    { initial: initial.forecast, live },
  );
  const selection = useSelection();
  const page = retries.data;
  const rows = page?.items;
  const filtered = activeFilters(filters) > 0;
  const waiting = forecast.data?.waiting ?? null;
  const total = filtered
    ? null
    : totalOf(retries.isPrevious ? undefined : page, url.get('cursor') === undefined, waiting);
  const seen = useSeenRows(rows);
  const columns = useMemo(() => retryColumns(group !== undefined), [group]);
  const peeked = readPeek(url.get('peek'));
  const peek = usePeek(url, rows, idOf, 'message');
  const view = <ViewMenu list="retries" columns={columns} />;
  const chosen = chosenOf(
    { scope: selection.scope, rows: [...selection.ids].flatMap((id) => seen.get(id) ?? []) },
    filters,
    group,
    total,
  );
  return (
    <Beside
      load={loadPeek}
      pane={
        peeked === null ? null : (
          <RetryPeek
            key={peekOf(peeked)}
            peeked={peeked}
            notAllowed={(page ?? initial.retries.data).notAllowed}
            onClose={() => url.replace({ peek: undefined })}
          />
        )
      }
    >
      {group === undefined ? (
        <PageHeader title={t('Retries')} actions={view}>
          {t('Messages of all groups that failed and are waiting for their next attempt.')}
        </PageHeader>
      ) : null}
      <ForecastPanel forecast={forecast} url={url} />
      <FilterBar filters={filters} oneGroup={group !== undefined} error={retries.error} onChange={url.set} />
      <section className="panel" aria-label={t('Waiting to be retried')}>
        <header>
          <h2>{t('Waiting to be retried')}</h2>
          <span className="small text-2">{t('next attempt first, held messages last')}</span>
          {group === undefined ? null : (
            <span className="panel-end row">
              {view}
              <ButtonLink href="/retries" size="small" variant="ghost">
                {t('All groups')}
              </ButtonLink>
            </span>
          )}
        </header>
        <DataTable
          label={t('Waiting to be retried')}
          columns={columns}
          rows={rows}
          rowId={idOf}
          cols={url.get('cols')}
          rowHref={pageOf}
          {...peek}
          selection={selection}
          problem={readProblem(retries)}
          empty={<NothingWaits page={page ?? initial.retries.data} filters={filters} waiting={waiting} />}
          footer={
            <Foot
              retries={retries}
              total={total === null || forecast.data === undefined ? null : known(total, forecast.data.asOf)}
            />
          }
        />
      </section>
      {selection.scope === 'none' ? null : (
        <RetryBar
          selection={selection}
          order={(rows ?? []).map(({ id }) => id)}
          total={total}
          chosen={chosen}
          notAllowed={(page ?? initial.retries.data).notAllowed}
        />
      )}
    </Beside>
  );
}

function idOf({ id }: WaitingRetryView): string {
  return id;
}

interface FootProps {
  readonly retries: LiveQuery<RetriesPage>;
  readonly total: Reading<number> | null;
}

function Foot({ retries: { data: page, tookMs, asOf }, total }: FootProps) {
  return (
    <>
      {page?.looked == null || page.nextCursor === null || page.items.length > 0 ? null : (
        <footer className="small">
          {t(
            `{count, plural, one {# message} other {# messages}} checked so far. The next page checks messages that are
            due later.`,
            { count: page.looked },
          )}
        </footer>
      )}
      <TableFooter
        shown={page?.items.length ?? 0}
        {...(total === null ? {} : { total })}
        nextCursor={page?.nextCursor}
        tookMs={tookMs}
        asOf={asOf}
      />
    </>
  );
}

/** A selection may span pages: rows that were on screen stay known by id. */
function useSeenRows(rows: readonly WaitingRetryView[] | undefined): ReadonlyMap<string, WaitingRetryView> {
  const [seen, setSeen] = useState<ReadonlyMap<string, WaitingRetryView>>(new Map());
  const fresh = (rows ?? []).filter((row) => seen.get(row.id) !== row);
  if (fresh.length === 0) return seen;
  const next = new Map([...seen, ...fresh.map((row): [string, WaitingRetryView] => [row.id, row])]);
  setSeen(next);
  return next;
}

interface NothingProps {
  readonly page: RetriesPage;
  readonly filters: RetryFilters;
  readonly waiting: number | null;
}

function NothingWaits({ page, filters, waiting }: NothingProps) {
  if (activeFilters(filters) > 0) {
    return (
      <EmptyState
        kind="filtered-out"
        title={page.nextCursor === null ? t('No message matches') : t('No message matches so far')}
      >
        {waiting === null
          ? t('Other messages may be waiting.')
          : t('{count, plural, one {# waiting message} other {# waiting messages}} without the filters.', {
              count: waiting,
            })}
      </EmptyState>
    );
  }
  if (page.group?.messageModel === 'broadcasting') {
    return (
      <EmptyState kind="none-ever" title={t('A broadcast group has no retries')}>
        {t(
          `{group} is a broadcast group: a failed delivery is recorded and not retried. The overview of the group lists
          the failures.`,
          { group: page.group.name },
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="none-in-range" title={t('No message is waiting for a retry')}>
      {t('Messages that a client is processing are in flight and not listed here.')}
    </EmptyState>
  );
}
