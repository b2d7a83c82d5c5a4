'use client';

import { useCallback } from 'react';
import type { Column } from '@/components/data-table/columns';
import { useShown } from '@/components/data-table/use-shown';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { PartProblem } from '@/components/live/part-problem';
import { DrainValue } from '@/components/ui/drain';
import { FilterSelect } from '@/components/filters/filter-select';
import { plural } from '@/components/ui/number.model';
import { SearchBox } from '@/components/filters/search-box';
import { DataTable } from '@/components/data-table/data-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Fold } from '@/components/ui/fold';
import { LevelState, UsedBar } from '@/components/ui/level-mark';
import { ReadingAsOf, ReadingValue } from '@/components/ui/reading';
import type { LimitView } from '@/lib/console/operations/limits/views';
import type { ThrottlingPage } from '@/lib/console/operations/limits/views';
import type { LimitState } from '@/lib/model/throttle/limit-state';
import { filterRows, foldFar, formatAmount, type LimitRow, roomText, stateWords } from './throttling.model';
import styles from './throttling.module.css';

interface LimitsTableProps {
  readonly rows: readonly LimitRow[];
  /** The limit whose line is in the chart: never folded. */
  readonly inView: string | undefined;
  /** The limits that operators set, as they were read. */
  readonly limits: ThrottlingPage['limits'];
  readonly mayNotEdit: string | null;
  readonly onEdit: (limit: LimitView) => void;
  readonly onRetry: () => void;
}

/** The tightest ones, and all that refuse or nearly do up to a point; the others on request. */
const FIRST = 10;
const MOST_FIRST = 50;
const TIGHT: ReadonlySet<LimitState> = new Set(['refusing', 'refused', 'warning']);
/** So few are seen at a glance. */
const GLANCE = 12;
const states: readonly { readonly value: LimitState | ''; readonly label: string }[] = [
  { value: '', label: 'any' },
  { value: 'refusing', label: 'refusing' },
  { value: 'refused', label: 'refused just now' },
  { value: 'warning', label: 'near its limit' },
  { value: 'room', label: 'within limit' },
  { value: 'unknown', label: 'unknown' },
  { value: 'off', label: 'off' },
];

/** Every limit, the tightest first: of what, how much of it is used, whom it refused, who set it. */
export function LimitsTable({ rows, inView, limits, mayNotEdit, onEdit, onRetry }: LimitsTableProps) {
  const url = useUrlParams();
  const { set } = url;
  const filter = { q: url.get('q') ?? '', state: url.get('state') ?? '' };
  const isFiltered = filter.q !== '' || filter.state !== '';
  const found = filterRows(rows, filter);
  const { near, far } = isFiltered ? { near: found, far: [] } : foldFar(found, inView);
  const tight = near.filter(({ state }) => TIGHT.has(state)).length;
  const { shown, footer, head } = useShown(near, Math.min(MOST_FIRST, Math.max(FIRST, tight)));
  const setSearch = useCallback((text: string) => set({ q: text }), [set]);
  return (
    <section className="panel">
      <header>
        <h2>Limits</h2>
        <span className="small text-3">closest to their limit first</span>
        <span className="panel-end">
          <ReadingAsOf reading={limits} />
        </span>
        {rows.length > GLANCE || isFiltered ? (
          <span className="panel-filters">
            <SearchBox label="Find a limit" value={filter.q} onChange={setSearch} />
            <FilterSelect name="state" value={filter.state} options={states} onChange={(state) => set({ state })} />
            {isFiltered ? (
              <span
                className="tiny text-3"
                role="status"
              >{`${found.length} of ${plural(rows.length, 'limit')} match`}</span>
            ) : null}
            {head}
          </span>
        ) : null}
      </header>
      <DataTable
        label="Limits"
        lines={2}
        columns={columnsOf(mayNotEdit, onEdit)}
        rows={shown}
        rowId={(row) => row.id}
        rowQuiet={(row) => row.state === 'off'}
        onOpen={({ limit }) => {
          if (limit !== null && mayNotEdit === null) onEdit(limit);
        }}
        openLabel="Edit the limit of the row"
        problem={
          limits.kind === 'unknown' ? (
            <PartProblem what="The limits that operators set" reason={limits.reason} onRetry={onRetry} />
          ) : undefined
        }
        empty={
          isFiltered ? (
            <EmptyState
              kind="filtered-out"
              action={
                <Button size="small" onClick={() => set({ q: undefined, state: undefined })}>
                  Remove filters
                </Button>
              }
            >
              0 of {plural(rows.length, 'limit')} match.
            </EmptyState>
          ) : (
            <EmptyState kind="none-ever">No limits to show.</EmptyState>
          )
        }
      />
      {footer}
      {far.length === 0 ? null : (
        <Fold line={`${plural(far.length, 'more limit')}, each used less than 10 %`}>
          <DataTable
            label="Limits used less than 10 %"
            lines={2}
            columns={columnsOf(mayNotEdit, onEdit)}
            rows={far}
            rowId={(row) => row.id}
            empty={null}
          />
        </Fold>
      )}
      <footer>
        Rates: mean of the last 10 s through all nodes; other nodes report every 5 s. Backlogs and storage: as last
        read, every second.
      </footer>
    </section>
  );
}

/** Of a limit that is switched off nothing is measured; a floor has no share. */
const nothing = <span className="text-3">—</span>;

function columnsOf(mayNotEdit: string | null, onEdit: (limit: LimitView) => void): readonly Column<LimitRow>[] {
  return [
    {
      id: 'limit',
      header: 'Limit',
      cut: true,
      cell: ({ words, note, limit, drain }) => (
        <span className={styles.limit}>
          <b>{words}</b>
          {drain === null ? null : (
            <span className="tiny text-3">
              time to drain <DrainValue reading={drain} />
            </span>
          )}
          {note === null ? null : <span className="tiny text-3">{note}</span>}
          {limit === null || limit.reason === '' ? null : <span className="tiny text-3">“{limit.reason}”</span>}
          {limit === null ? null : (
            <span className="tiny text-3 narrow-only">
              set by {limit.updatedBy.split('@')[0]}, v{limit.version}
            </span>
          )}
        </span>
      ),
    },
    { id: 'value', header: 'Value', align: 'end', cell: ({ value }) => value },
    {
      id: 'now',
      header: 'Now',
      align: 'end',
      hideNarrow: true,
      cell: ({ used, unit, state }) =>
        state === 'off' ? nothing : <ReadingValue reading={used} format={(value) => formatAmount(value, unit)} />,
    },
    {
      id: 'used',
      header: 'Used',
      cell: ({ share, state, isFloor }) =>
        share.kind === 'unknown' || isFloor ? nothing : <UsedBar share={share.value} state={state} />,
    },
    {
      id: 'room',
      header: 'Headroom',
      align: 'end',
      hideNarrow: true,
      cell: ({ share, state, unit, isFloor }) =>
        isFloor || state === 'off' ? (
          nothing
        ) : (
          <ReadingValue reading={share} format={(value) => roomText(value, { state, unit })} />
        ),
    },
    {
      id: 'refused',
      header: 'Refused, 15 min',
      align: 'end',
      hideNarrow: true,
      cell: ({ refused }) => <ReadingValue reading={refused} tone="throttled" />,
    },
    {
      id: 'by',
      header: 'Limited by',
      cut: true,
      hideNarrow: true,
      cell: ({ limitedBy }) => <span className="text-2">{limitedBy}</span>,
    },
    { id: 'state', header: 'State', cell: ({ state }) => <LevelState state={state} word={stateWords[state]} /> },
    {
      id: 'edit',
      header: <span className="visually-hidden">Edit</span>,
      fixed: true,
      align: 'end',
      cell: ({ limit, words }) =>
        limit === null ? null : (
          <Button
            size="small"
            variant="ghost"
            disabledReason={mayNotEdit}
            aria-label={`Edit ${words}`}
            onClick={() => onEdit(limit)}
          >
            Edit…
          </Button>
        ),
    },
  ];
}
