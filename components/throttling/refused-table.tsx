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
import type { RefusedTotals, RefusedView, ThrottlingPage } from '@/lib/console/operations/limits/views';
import { REFUSED_SHOWN } from '@/lib/model/throttle/refused-shown';
import { valueOrNull } from '@/lib/model/reading';
import { refusalWords, waitWords } from './throttling.model';
import { formatShare } from '@/lib/model/share';

/** So few are seen at a glance. */
const GLANCE = 12;

/** Who was refused, by which limit; the share is of all that were refused, listed or not. */
export function RefusedTable({ page, onRetry }: { readonly page: ThrottlingPage; readonly onRetry: () => void }) {
  const who = useUrlParams().get('who') ?? '';
  const { refusals, limits } = page;
  const rows = valueOrNull(refusals) ?? undefined;
  const totals = valueOrNull(page.refused);
  const when = page.until === null ? 'the last 15 minutes' : 'the 15 minutes before';
  return (
    <section className="panel">
      <header>
        <h2>Who was refused</h2>
        <span className="small text-3">{page.until === null ? 'last 15 min' : '15 min'}, per client and limit</span>
        <span className="panel-end">
          <ReadingAsOf reading={refusals} />
        </span>
        {who !== '' || (totals?.clients ?? 0) > GLANCE ? (
          <RefusedFilters shown={rows?.length ?? 0} totals={totals} />
        ) : null}
      </header>
      <DataTable
        label="Who was refused"
        lines={2}
        columns={columnsOf(totals?.requests ?? null)}
        rows={rows}
        rowId={({ limit, topic, group, client }) => JSON.stringify([limit, topic, group, client])}
        problem={
          refusals.kind === 'unknown' ? (
            <PartProblem what="Who was refused" reason={refusals.reason} onRetry={onRetry} />
          ) : undefined
        }
        empty={
          who === '' ? (
            <EmptyState kind="none-in-range" title="No refusals">
              No request was refused in {when}
              {limits.kind !== 'unknown' && limits.value.length === 0 ? ', and no limit is set' : ''}.
            </EmptyState>
          ) : (
            <NoneFound who={who} when={when} />
          )
        }
        footer={
          rows === undefined || rows.length === 0 ? undefined : (
            <footer>
              Longest wait: from the first refusal of a message until it was accepted, as seen by this node.
            </footer>
          )
        }
      />
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
        label="Find a refused client"
        placeholder="Client, key, topic, group"
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
          {all ? `Show the first ${REFUSED_SHOWN.first}` : `Show up to ${REFUSED_SHOWN.all}`}
        </Button>
      ) : null}
    </span>
  );
}

function NoneFound({ who, when }: { readonly who: string; readonly when: string }) {
  const { set } = useUrlParams();
  return (
    <EmptyState
      kind="filtered-out"
      action={
        <Button size="small" onClick={() => set({ who: undefined })}>
          Show all
        </Button>
      }
    >
      None that was refused in {when} has “{who}” in the name of its client, access key, topic, group or limit.
    </EmptyState>
  );
}

/** "the 50 most refused of 1,000"; of a search, how many it found. */
function shownWords(shown: number, { clients, named }: RefusedTotals, isSearched: boolean): string {
  const found = isSearched ? `${formatCount(named)} found of ${formatCount(clients)}` : formatCount(clients);
  if (shown >= (isSearched ? named : clients)) return isSearched ? found : `all ${found}`;
  return isSearched ? `${found}, the ${shown} most refused shown` : `the ${shown} most refused of ${found}`;
}

/** @param total of all that were refused; null: unknown */
function columnsOf(total: number | null): readonly Column<RefusedView>[] {
  return [
    {
      id: 'client',
      header: 'Client',
      cut: true,
      cell: ({ client, accessKey, limit }) => (
        <span className="col col-tight">
          <span>{client === '' ? <span className="text-3">not listed by name</span> : client}</span>
          {accessKey === '' ? null : <span className="tiny text-3">access key {accessKey}</span>}
          <span className="tiny text-3 narrow-only">by {refusalWords(limit)}</span>
        </span>
      ),
    },
    {
      id: 'topic',
      header: 'Topic, group',
      cut: true,
      cell: ({ topic, group }) => (
        <span className="col col-tight">
          <span>{topic || '—'}</span>
          {group === '' ? null : <span className="tiny text-3">group {group}</span>}
        </span>
      ),
    },
    { id: 'limit', header: 'Limited by', cut: true, hideNarrow: true, cell: ({ limit }) => refusalWords(limit) },
    {
      id: 'refused',
      header: 'Refused',
      align: 'end',
      cell: ({ refused }) => <span className="fg-throttled">{formatCount(refused)}</span>,
    },
    {
      id: 'share',
      header: 'Share',
      align: 'end',
      hideNarrow: true,
      cell: ({ refused }) =>
        total === null ? <UnknownMark /> : formatShare(total === 0 ? 0 : Math.min(1, refused / total)),
    },
    {
      id: 'wait',
      header: 'Longest wait',
      align: 'end',
      cut: true,
      hideNarrow: true,
      cell: (row) => <Wait row={row} />,
    },
    { id: 'last', header: 'Last', align: 'end', cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
  ];
}

/** Seen, not computed; what is not over says so. */
function Wait({ row }: { readonly row: RefusedView }) {
  if (row.wait.kind === 'unknown') return <ReadingValue reading={row.wait} />;
  const { longest, open } = waitWords(row);
  return (
    <span className="col col-tight">
      <span>{longest ?? <span className="text-3">none accepted yet</span>}</span>
      {open === null ? null : <span className="tiny fg-waiting">{open}</span>}
    </span>
  );
}
