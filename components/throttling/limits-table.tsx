'use client';

import { useCallback } from 'react';
import type { Column } from '@/components/data-table/columns';
import { useShown } from '@/components/data-table/use-shown';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { PartProblem } from '@/components/live/part-problem';
import { DrainValue } from '@/components/ui/drain';
import { FilterSelect } from '@/components/filters/filter-select';
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
import { pieces, quoted, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

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
const states = (): readonly { readonly value: LimitState | ''; readonly label: string }[] => [
  { value: '', label: t('any') },
  { value: 'refusing', label: t('refusing') },
  { value: 'refused', label: t('refused just now') },
  { value: 'warning', label: t('near the limit') },
  { value: 'room', label: t('within the limit') },
  { value: 'unknown', label: t('unknown') },
  { value: 'off', label: t('disabled') },
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
        <h2>{t('Limits')}</h2>
        <span className="small text-3">{t('closest to their limit first')}</span>
        <span className="panel-end">
          <ReadingAsOf reading={limits} />
        </span>
        {rows.length > GLANCE || isFiltered ? (
          <span className="panel-filters">
            <SearchBox label={t('Find a limit')} value={filter.q} onChange={setSearch} />
            <FilterSelect
              name={t('state')}
              value={filter.state}
              options={states()}
              onChange={(state) => set({ state })}
            />
            {isFiltered ? (
              <span className="tiny text-3" role="status">
                {t('{found, number} of {count, plural, one {# limit matches} other {# limits match}}', {
                  ...{ found: found.length, count: rows.length },
                })}
              </span>
            ) : null}
            {head}
          </span>
        ) : null}
      </header>
      <DataTable
        label={t('Limits')}
        lines={2}
        columns={columnsOf(mayNotEdit, onEdit)}
        rows={shown}
        rowId={(row) => row.id}
        rowQuiet={(row) => row.state === 'off'}
        onOpen={({ limit }) => {
          if (limit !== null && mayNotEdit === null) onEdit(limit);
        }}
        openLabel={t('Edit the limit of this row')}
        problem={
          limits.kind === 'unknown' ? (
            <PartProblem what={t('Limits set by operators')} reason={limits.reason} onRetry={onRetry} />
          ) : undefined
        }
        empty={
          isFiltered ? (
            <EmptyState
              kind="filtered-out"
              action={
                <Button size="small" onClick={() => set({ q: undefined, state: undefined })}>
                  {t('Remove filters')}
                </Button>
              }
            >
              {t('None of {count, plural, one {# limit} other {# limits}} matches.', { count: rows.length })}
            </EmptyState>
          ) : (
            <EmptyState kind="none-ever">{t('No limits to show.')}</EmptyState>
          )
        }
      />
      {footer}
      {far.length === 0 ? null : (
        <Fold
          line={t('{count, plural, one {# more limit} other {# more limits}}, each used less than 10 %', {
            count: far.length,
          })}
        >
          <DataTable
            label={t('Limits used less than 10 %')}
            lines={2}
            columns={columnsOf(mayNotEdit, onEdit)}
            rows={far}
            rowId={(row) => row.id}
            empty={null}
          />
        </Fold>
      )}
      <footer>
        {t(
          `Rates are the mean of the last 10 s over all nodes; other nodes report every 5 s. Backlogs and storage are
          read every second.`,
        )}
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
      header: t('Limit'),
      cut: true,
      cell: ({ words, note, limit, drain }) => (
        <span className={styles.limit}>
          <b>{words}</b>
          {drain === null ? null : (
            <span className="tiny text-3">
              <Said of={pieces('time to drain: {time}', { time: <DrainValue reading={drain} /> })} />
            </span>
          )}
          {note === null ? null : <span className="tiny text-3">{note}</span>}
          {limit === null || limit.reason === '' ? null : <span className="tiny text-3">{quoted(limit.reason)}</span>}
          {limit === null ? null : (
            <span className="tiny text-3 narrow-only">
              {t('set by {name}, v{version, number}', {
                name: limit.updatedBy.split('@')[0] ?? '',
                version: limit.version,
              })}
            </span>
          )}
        </span>
      ),
    },
    { id: 'value', header: t('Value'), align: 'end', cell: ({ value }) => value },
    {
      id: 'now',
      header: t('Current'),
      align: 'end',
      hideNarrow: true,
      cell: ({ used, unit, state }) =>
        state === 'off' ? nothing : <ReadingValue reading={used} format={(value) => formatAmount(value, unit)} />,
    },
    {
      id: 'used',
      header: t('Used'),
      cell: ({ share, state, isFloor }) =>
        share.kind === 'unknown' || isFloor ? nothing : <UsedBar share={share.value} state={state} />,
    },
    {
      id: 'room',
      header: t('Headroom'),
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
      header: t('Refused, 15 min'),
      align: 'end',
      hideNarrow: true,
      cell: ({ refused }) => <ReadingValue reading={refused} tone="throttled" />,
    },
    {
      id: 'by',
      header: t('Limited by'),
      cut: true,
      hideNarrow: true,
      cell: ({ limitedBy }) => <span className="text-2">{limitedBy}</span>,
    },
    { id: 'state', header: t('State'), cell: ({ state }) => <LevelState state={state} word={t(stateWords[state])} /> },
    {
      id: 'edit',
      header: <span className="visually-hidden">{t('Edit')}</span>,
      fixed: true,
      align: 'end',
      cell: ({ limit, words }) =>
        limit === null ? null : (
          <Button
            size="small"
            variant="ghost"
            disabledReason={mayNotEdit}
            aria-label={t('Edit {limit}', { limit: words })}
            onClick={() => onEdit(limit)}
          >
            {t('Edit…')}
          </Button>
        ),
    },
  ];
}
