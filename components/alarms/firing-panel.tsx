'use client';

import { type ReactNode, useCallback } from 'react';
import { DataTable, type RowKey } from '@/components/data-table/data-table';
import { useShown } from '@/components/data-table/use-shown';
import { type UrlParams, useUrlParams } from '@/components/data-table/use-url-params';
import { PartProblem } from '@/components/live/part-problem';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { ReadingAsOf } from '@/components/ui/reading';
import { SearchBox } from '@/components/filters/search-box';
import { KeyCap } from '@/components/ui/key-cap';
import { usePush } from '@/components/ui/use-push';
import type { AlarmsPage, AlarmView } from '@/lib/console/operations/alarms/views';
import { valueOrNull } from '@/lib/model/reading';
import { firingColumns } from './alarm-columns';
import styles from './alarms.module.css';
import { filterFiring, type FiringFilter, severityFilters, takenFilters } from './alarms.model';
import type { Taking } from './take-dialog';
import { t } from '@/lib/model/language/t';

interface FiringPanelProps {
  readonly page: AlarmsPage;
  readonly mayNotTake: string | null;
  readonly onTake: (kind: Taking, alarm: AlarmView) => void;
  readonly onRetry: () => void;
}

/** The worst ones; the others on request. */
const FIRST = 50;
/** So few are seen at a glance. */
const GLANCE = 12;

/** What fires now, the worst first, with its evidence one key away. */
export function FiringPanel({ page, mayNotTake, onTake, onRetry }: FiringPanelProps) {
  const push = usePush();
  const url = useUrlParams();
  const filter = readFilter(url);
  const isFiltered = filter.q !== '' || filter.severity !== '' || filter.taken !== '';
  const firing = valueOrNull(page.firing) ?? undefined;
  const found = filterFiring(firing ?? [], filter);
  const { shown, footer, head } = useShown(found, FIRST);
  return (
    <section className="panel">
      <header>
        <h2>{t('Firing')}</h2>
        <span className="small text-3">{t('most severe first, then longest')}</span>
        <span className="panel-end row wrap">
          {found.length === 0 ? null : (
            <span className={`tiny text-3 row row-tight ${styles.hint}`} aria-hidden="true">
              <KeyCap keys="j" /> <KeyCap keys="k" /> {t('move')} <KeyCap keys="↵" /> {t('open')} <KeyCap keys="e" />{' '}
              {t('acknowledge')}
            </span>
          )}
          <ReadingAsOf reading={page.firing} />
        </span>
        {(firing?.length ?? 0) > GLANCE || isFiltered ? (
          <FiringFilters filter={filter} found={found.length} of={isFiltered ? (firing?.length ?? null) : null}>
            {head}
          </FiringFilters>
        ) : null}
      </header>
      <DataTable
        label={t('Firing alarms')}
        lines={2}
        columns={firingColumns({ mayNotTake, onTake })}
        rows={firing === undefined ? undefined : shown}
        rowId={(alarm) => String(alarm.incidentId)}
        onOpen={({ incidentId }) => push(`/alarms/${incidentId}`)}
        openLabel={t('Open the alarm')}
        rowKeys={takeKeys(mayNotTake, onTake)}
        problem={
          page.firing.kind === 'unknown' ? (
            <PartProblem what={t('Firing alarms')} reason={page.firing.reason} onRetry={onRetry} />
          ) : undefined
        }
        empty={isFiltered ? <NoneFound of={firing?.length ?? 0} /> : <NothingFires page={page} />}
        footer={footer}
      />
    </section>
  );
}

/** On the row that j and k move. */
function takeKeys(mayNotTake: string | null, onTake: FiringPanelProps['onTake']): readonly RowKey<AlarmView>[] {
  if (mayNotTake !== null) return [];
  return [
    {
      keys: 'e',
      label: t('Acknowledge the alarm'),
      run: (alarm) => {
        if (alarm.acknowledgedBy === null) onTake('acknowledge', alarm);
      },
    },
    {
      keys: 'z',
      label: t('Silence the alarm, or end its silence'),
      run: (alarm) => onTake(alarm.silencedUntil === null ? 'silence' : 'unsilence', alarm),
    },
  ];
}

function readFilter({ get }: UrlParams): FiringFilter {
  return { q: get('q') ?? '', severity: get('severity') ?? '', taken: get('taken') ?? '' };
}

interface FiringFiltersProps {
  readonly filter: FiringFilter;
  readonly found: number;
  /** Null: nothing is left out, or how many there are is unknown. */
  readonly of: number | null;
  readonly children: ReactNode;
}

function FiringFilters({ filter: { q, severity, taken }, found, of, children }: FiringFiltersProps) {
  const { set } = useUrlParams();
  const setSearch = useCallback((text: string) => set({ q: text }), [set]);
  return (
    <span className="panel-filters">
      <SearchBox label={t('Find an alarm')} value={q} onChange={setSearch} />
      <FilterSelect
        name={t('severity')}
        value={severity}
        options={severityFilters()}
        onChange={(value) => set({ severity: value })}
      />
      <FilterSelect
        name={t('acknowledgement')}
        value={taken}
        options={takenFilters()}
        onChange={(value) => set({ taken: value })}
      />
      {of === null ? null : (
        <span className="tiny text-3" role="status">
          {t('{found, number} of {of, number} match', { found, of })}
        </span>
      )}
      {children}
    </span>
  );
}

function NoneFound({ of }: { readonly of: number }) {
  const { set } = useUrlParams();
  return (
    <EmptyState
      kind="filtered-out"
      action={
        <Button size="small" onClick={() => set({ q: undefined, severity: undefined, taken: undefined })}>
          {t('Remove filters')}
        </Button>
      }
    >
      {t('None of the {count, number} firing alarms matches.', { count: of })}
    </EmptyState>
  );
}

function NothingFires({ page }: { readonly page: AlarmsPage }) {
  return (
    <EmptyState kind="none-in-range" title={t('No alarm is firing')}>
      {quietWords(page)}
    </EmptyState>
  );
}

/** Why nothing fires: all is well only when every rule was evaluated with known values. */
function quietWords({ rules, evaluatedAt }: AlarmsPage): string {
  const all = valueOrNull(rules);
  if (all === null) return t('The rules could not be loaded.');
  if (all.length === 0) return t('There is no rule yet.');
  if (evaluatedAt.kind === 'unknown') return t('When the rules were last evaluated is unknown.');
  if (evaluatedAt.value === null) return t('The rules have not been evaluated yet.');
  return all.some(({ unknown }) => unknown > 0)
    ? t('Some values are unknown: see the rules below.')
    : t('No enabled rule is firing.');
}
