'use client';

import { RotateCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { TableFooter } from '@/components/data-table/table-footer';
import { useSelection } from '@/components/data-table/use-selection';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/filter-select';
import { formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/ui/search-box';
import type { DeadLetterCausesView, DeadLettersPage, DeadLetterView } from '@/lib/console/queries/dead-letters';
import type { ReadResult } from '@/lib/model/read-result';
import { valueOrNull } from '@/lib/model/reading';
import { CauseList, CauseName } from './cause-list';
import { activeFilters, type Filters, planScope, rangeOptions, rangeValue, summary } from './dead-letters.model';
import { letterColumns } from './letter-columns';
import { NoDeadLetters } from './no-dead-letters';

interface DeadLettersViewProps {
  readonly initial: ReadResult<DeadLettersPage>;
  readonly initialCauses: ReadResult<DeadLetterCausesView>;
  readonly redriveNotAllowed: string | null;
}

const live = { kinds: ['dead-letter', 'redrive'] } as const;

/** Causes first, messages second, one filter bar for both. */
export function DeadLettersView({ initial, initialCauses, redriveNotAllowed }: DeadLettersViewProps) {
  const router = useRouter();
  const url = useUrlParams();
  const { set } = url;
  const filters: Filters = {
    group: url.get('group'),
    from: url.get('from'),
    to: url.get('to'),
    q: url.get('q'),
    cause: url.get('cause'),
  };
  const letters = useLiveQuery<DeadLettersPage>({
    url: '/api/console/dead-letters',
    params: { ...filters, cursor: url.get('cursor') },
    initial,
    live,
  });
  const causes = useLiveQuery<DeadLetterCausesView>({
    url: '/api/console/dead-letter-causes',
    params: { ...filters },
    initial: initialCauses,
    live,
  });
  const { items: causeRows, matching, retained, groups, more } = causes.data ?? initialCauses.data;
  const rows = letters.data?.items;
  const selection = useSelection();
  const seen = useSeenRows(rows);
  const order = (rows ?? []).map(rowId);
  const chosen = [...selection.ids].map((id) => seen.get(id)).filter((row) => row !== undefined);
  const inFilter =
    filters.cause === undefined
      ? causeRows
      : causeRows.filter(
          (cause) => cause.key === filters.cause && (filters.group === undefined || cause.group === filters.group),
        );
  const groupsInFilter = [...new Set(inFilter.map((cause) => cause.group))];
  const matched = valueOrNull(matching) ?? 0;
  const wanted = selection.scope === 'none' ? (matched > 0 ? 'matching' : 'none') : selection.scope;
  const plan = planScope({ scope: wanted, rows: chosen }, filters, groupsInFilter);
  const reason = redriveNotAllowed ?? (plan.kind === 'not' ? plan.reason : null);
  const open = () => (plan.kind === 'ready' && reason === null ? router.push(plan.href) : undefined);
  const count = wanted === 'rows' ? chosen.length : matched;
  const setSearch = useCallback((q: string) => set({ q }), [set]);
  useShortcut('r', open, 'Plan a re-drive of what is selected, or of all that match', reason === null);
  const columns = useMemo(() => letterColumns(filters.group !== undefined), [filters.group]);
  const cause = inFilter.length === 1 ? inFilter[0] : undefined;
  const button = (
    <Button variant="primary" icon={RotateCw} keys="r" onClick={open} disabledReason={reason}>
      {wanted === 'matching' ? `Re-drive all ${formatCount(count)} matching…` : `Re-drive ${formatCount(count)}…`}
    </Button>
  );

  return (
    <>
      <PageHeader title="Dead letters" actions={<DensityToggle />}>
        {matching.kind === 'unknown' || retained.kind === 'unknown'
          ? 'How many there are is unknown.'
          : summary(matching.value, retained.value, inFilter.length, groupsInFilter.length, filters)}
      </PageHeader>
      <div className="toolbar">
        <SearchBox label="Error text, key or id" value={filters.q ?? ''} onChange={setSearch} />
        <FilterSelect
          name="group"
          value={filters.group ?? ''}
          options={[{ value: '', label: 'any' }, ...groups.map((name) => ({ value: name, label: name }))]}
          onChange={(group) => set({ group, cause: undefined })}
        />
        <FilterSelect
          name="died"
          value={rangeValue(filters)}
          options={rangeOptions(filters)}
          onChange={(from) => (from === 'custom' ? undefined : set({ from, to: undefined }))}
        />
        {activeFilters(filters) === 0 ? null : (
          <Button
            variant="ghost"
            onClick={() => set({ group: undefined, from: undefined, to: undefined, q: undefined, cause: undefined })}
          >
            Remove filters
          </Button>
        )}
      </div>
      {causeRows.length === 0 ? null : (
        <section className="panel">
          <CauseList
            causes={causeRows}
            chosen={filters}
            hrefOf={(row, isChosen) =>
              url.href(
                isChosen
                  ? { cause: undefined, group: undefined, cursor: undefined }
                  : { cause: row.key, group: row.group, cursor: undefined },
              )
            }
          />
          {more ? (
            <footer>
              The {formatCount(causeRows.length)} most frequent causes; there are more. Filter to see them.
            </footer>
          ) : null}
        </section>
      )}
      <SelectionBar selection={selection} order={order} matching={matching} actions={button}>
        {plan.kind === 'not' ? plan.reason : null}
      </SelectionBar>
      <section className="panel">
        {matched === 0 ? null : (
          <header>
            <h2>Messages</h2>
            <span className="small text-2">
              {cause === undefined || filters.cause === undefined ? 'newest first' : <CauseName cause={cause} />}
            </span>
            <span className="panel-end">{selection.scope === 'none' ? button : null}</span>
          </header>
        )}
        <DataTable
          label="Dead letters"
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowHref={(row) => `/messages/${encodeURIComponent(row.messageId)}?group=${encodeURIComponent(row.group)}`}
          rowLocked={(row) => (row.redriveId === null ? null : `in RD-${row.redriveId} already`)}
          rowQuiet={(row) => row.redriveId !== null}
          selection={selection}
          problem={<ReadProblem error={letters.error ?? causes.error} onRetry={letters.retry} />}
          empty={<NoDeadLetters filters={filters} retained={retained} />}
          footer={
            <TableFooter
              shown={order.length}
              total={matching}
              nextCursor={letters.data?.nextCursor}
              tookMs={letters.tookMs}
              asOf={letters.asOf}
            />
          }
        />
      </section>
    </>
  );
}

function rowId(row: DeadLetterView): string {
  return String(row.id);
}

/** A selection may span pages: rows that were on screen stay known by id. */
function useSeenRows(rows: readonly DeadLetterView[] | undefined): ReadonlyMap<string, DeadLetterView> {
  const [seen, setSeen] = useState<ReadonlyMap<string, DeadLetterView>>(new Map());
  const fresh = (rows ?? []).filter((row) => seen.get(rowId(row)) !== row);
  if (fresh.length === 0) return seen;
  const next = new Map([...seen, ...fresh.map((row): [string, DeadLetterView] => [rowId(row), row])]);
  setSeen(next);
  return next;
}
