'use client';

import { useCallback } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { PartProblem } from '@/components/live/part-problem';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { ReadingAsOf, ReadingValue } from '@/components/ui/reading';
import { SearchBox } from '@/components/filters/search-box';
import { RelativeTime } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { RefusedTotals, ThrottlingPage } from '@/lib/console/operations/limits/views';
import { REFUSED_SHOWN } from '@/lib/model/throttle/refused-shown';
import { valueOrNull } from '@/lib/model/reading';
import { ProducerFold } from './producer-fold';
import { refusedProducers, type RefusedProducer } from './refused.model';
import { refusalWords, waitWords } from './throttling.model';
import { formatShare } from '@/lib/model/share';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

/** So few are seen at a glance. */
const GLANCE = 12;

/** Who was refused, by which limit; the share is of all that were refused, listed or not. */
export function RefusedTable({ page, onRetry }: { readonly page: ThrottlingPage; readonly onRetry: () => void }) {
  const who = useUrlParams().get('who') ?? '';
  const { refusals, limits } = page;
  const clients = valueOrNull(refusals);
  const rows = clients === null ? undefined : refusedProducers(clients);
  const totals = valueOrNull(page.refused);
  const isPast = page.until !== null;
  return (
    <section className="panel" aria-label={t('Refused producers')}>
      <header>
        <h2>{t('Refused producers')}</h2>
        <span className="small text-3">
          {isPast ? t('15 min, by application and host') : t('last 15 min, by application and host')}
        </span>
        <span className="panel-end">
          <ReadingAsOf reading={refusals} />
        </span>
        {who !== '' || (totals?.clients ?? 0) > GLANCE ? (
          <RefusedFilters shown={clients?.length ?? 0} totals={totals} />
        ) : null}
      </header>
      <DataTable
        label={t('Refused producers')}
        lines={2}
        columns={columnsOf(totals?.requests ?? null)}
        rows={rows}
        rowId={({ id }) => id}
        problem={
          refusals.kind === 'unknown' ? (
            <PartProblem what={t('Refused producers')} reason={refusals.reason} onRetry={onRetry} />
          ) : undefined
        }
        empty={
          who === '' ? (
            <EmptyState kind="none-in-range" title={t('No refusals')}>
              {sentences(
                isPast
                  ? t('No request was refused in the 15 minutes before.')
                  : t('No request was refused in the last 15 minutes.'),
                limits.kind !== 'unknown' && limits.value.length === 0 ? t('No limit is set.') : '',
              )}
            </EmptyState>
          ) : (
            <NoneFound who={who} isPast={isPast} />
          )
        }
      />
      <ProducerFold page={page} onRetry={onRetry} />
    </section>
  );
}

function RefusedFilters({ shown, totals }: { readonly shown: number; readonly totals: RefusedTotals | null }) {
  const { get, set } = useUrlParams();
  const who = get('who') ?? '';
  const all = get('refused') === 'all';
  const setWho = useCallback((text: string) => set({ who: text }), [set]);
  return (
    <span className="panel-filters">
      <SearchBox
        label={t('Find a refused client')}
        placeholder={t('Client, key, topic, group')}
        value={who}
        onChange={setWho}
        shortcut={false}
      />
      {totals === null || shown === 0 ? null : (
        <span className="tiny text-3" role="status">
          {shownWords(shown, totals, who !== '')}
        </span>
      )}
      {all || shown >= REFUSED_SHOWN.first ? (
        <Button size="small" onClick={() => set({ refused: all ? undefined : 'all' })}>
          {all
            ? t('Show the first {count, number}', { count: REFUSED_SHOWN.first })
            : t('Show up to {count, number}', { count: REFUSED_SHOWN.all })}
        </Button>
      ) : null}
    </span>
  );
}

function NoneFound({ who, isPast }: { readonly who: string; readonly isPast: boolean }) {
  const { set } = useUrlParams();
  return (
    <EmptyState
      kind="filtered-out"
      action={
        <Button size="small" onClick={() => set({ who: undefined })}>
          {t('Show all')}
        </Button>
      }
    >
      {isPast
        ? t(
            `No request of a client, access key, topic, group or limit with “{text}” in its name was refused in the 15
            minutes before.`,
            { text: who },
          )
        : t(
            `No request of a client, access key, topic, group or limit with “{text}” in its name was refused in the
            last 15 minutes.`,
            { text: who },
          )}
    </EmptyState>
  );
}

/** "the 50 most refused of 1,000"; of a search, how many it found. */
function shownWords(shown: number, { clients, named }: RefusedTotals, isSearched: boolean): string {
  const given = { shown, named, clients };
  if (isSearched)
    return shown >= named
      ? t('{named, number} found of {clients, number}', { named, clients })
      : t('{named, number} found of {clients, number}, the {shown, number} most refused shown', given);
  return shown >= clients
    ? t('all {clients, number}', { clients })
    : t('the {shown, number} most refused of {clients, number}', { shown, clients });
}

/** @param total of all that were refused; null: unknown */
function columnsOf(total: number | null): readonly Column<RefusedProducer>[] {
  return [
    {
      id: 'application',
      header: t('Application'),
      cut: true,
      cell: ({ application, limit }) => (
        <span className="col col-tight">
          {application === '' ? <span className="text-3">{t('no access key')}</span> : <b>{application}</b>}
          <span className="tiny text-3 narrow-only">{t('by {name}', { name: refusalWords(limit) })}</span>
        </span>
      ),
    },
    {
      id: 'host',
      header: t('Host'),
      cut: true,
      cell: ({ host, clients }) =>
        host === '' ? (
          <span className="text-3">{t('not listed by name')}</span>
        ) : (
          <span title={clients.join('\n')}>{host}</span>
        ),
    },
    {
      id: 'clients',
      header: t('Clients'),
      align: 'end',
      hideNarrow: true,
      cell: ({ host, clients }) => (host === '' ? <UnknownMark /> : formatCount(clients.length)),
    },
    {
      id: 'topic',
      header: t('Topic, group'),
      cut: true,
      cell: ({ topic, group }) => (
        <span className="col col-tight">
          <span>{topic || '—'}</span>
          {group === '' ? null : <span className="tiny text-3">{t('group {group}', { group })}</span>}
        </span>
      ),
    },
    { id: 'limit', header: t('Limited by'), cut: true, hideNarrow: true, cell: ({ limit }) => refusalWords(limit) },
    {
      id: 'refused',
      header: t('Refused'),
      align: 'end',
      cell: ({ refused }) => <span className="fg-throttled">{formatCount(refused)}</span>,
    },
    {
      id: 'share',
      header: t('Share'),
      align: 'end',
      hideNarrow: true,
      cell: ({ refused }) =>
        total === null ? <UnknownMark /> : formatShare(total === 0 ? 0 : Math.min(1, refused / total)),
    },
    { id: 'wait', header: t('Accepted later'), align: 'end', hideNarrow: true, cell: (row) => <Later row={row} /> },
    {
      id: 'gone',
      header: t('Given up'),
      align: 'end',
      cell: ({ wait }) =>
        wait.kind === 'unknown' ? (
          <ReadingValue reading={wait} />
        ) : (
          <span className={wait.value.gone > 0 ? 'fg-dlq' : undefined}>{formatCount(wait.value.gone)}</span>
        ),
    },
    { id: 'last', header: t('Last'), align: 'end', cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
  ];
}

/** Seen by this node, not computed; what is not over says so. */
function Later({ row }: { readonly row: RefusedProducer }) {
  if (row.wait.kind === 'unknown') return <ReadingValue reading={row.wait} />;
  const { longest, open } = waitWords(row);
  return (
    <span className="col col-tight">
      <span>{formatCount(row.wait.value.through)}</span>
      {longest === null ? null : <span className="tiny text-3">{longest}</span>}
      {open === null ? null : <span className="tiny fg-waiting">{open}</span>}
    </span>
  );
}
