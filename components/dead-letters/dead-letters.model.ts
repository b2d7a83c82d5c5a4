import type { ScopeParams } from '@/components/parts/letter-changes.model';
import type { CauseView } from '@/lib/console/operations/causes/views';
import type { DeadLetterView } from '@/lib/console/operations/dead-letters/views';
import type { ExportFormat } from '@/lib/model/dead-letter/letter-file';
import { LETTER_CONDITIONS } from '@/lib/model/dead-letter/letter-filter';
import { sentences } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';

/** Their names in the address. */
export const FILTER_NAMES = ['group', ...LETTER_CONDITIONS] as const;
/** In an address: none of them. */
export const NO_FILTERS: Readonly<Record<string, undefined>> = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, undefined]),
);
export type Filters = Readonly<Partial<Record<(typeof FILTER_NAMES)[number], string | undefined>>>;

const EXPIRY = [
  { value: '', label: msg('any time') },
  { value: '1h', label: msg('within 1 h') },
  { value: '6h', label: msg('within 6 h') },
  { value: '24h', label: msg('within 24 h') },
  { value: '7d', label: msg('within 7 d') },
] as const;

/** Presets, and whatever else the address says. */
export function expiryOptions(
  expires: string | undefined,
  say: (text: string) => string,
): { value: string; label: string }[] {
  const all = EXPIRY.map(({ value, label }) => ({ value, label: t(label) }));
  const known = all.some(({ value }) => value === (expires ?? ''));
  return known ? all : [...all, { value: expires ?? '', label: t('by {time}', { time: say(expires ?? '') }) }];
}

const RANGES = [
  { value: '', label: msg('all retained') },
  { value: '-15m', label: msg('last 15 min') },
  { value: '-1h', label: msg('last 1 h') },
  { value: '-6h', label: msg('last 6 h') },
  { value: '-24h', label: msg('last 24 h') },
  { value: '-7d', label: msg('last 7 d') },
] as const;

/** Presets, and "from … to …" for whatever else the address says or is typed. */
export function rangeOptions({ from, to }: Pick<Filters, 'from' | 'to'>): { value: string; label: string }[] {
  const label = rangeValue({ from, to }) === 'custom' ? t('in a range') : t('in a range…');
  return [...RANGES.map((range) => ({ value: range.value, label: t(range.label) })), { value: 'custom', label }];
}

export function rangeValue({ from, to }: Pick<Filters, 'from' | 'to'>): string {
  return to === undefined && RANGES.some((range) => range.value === (from ?? '')) ? (from ?? '') : 'custom';
}

export function activeFilters({ from, to, ...others }: Filters): number {
  return [from ?? to, ...Object.values(others)].filter((value) => value !== undefined).length;
}

export type PlanScope =
  | { readonly kind: 'ready'; readonly href: string; readonly scope: ScopeParams }
  /** Of several groups: leads to a choice, one plan each. */
  | { readonly kind: 'several'; readonly href: string }
  | { readonly kind: 'not'; readonly reason: string };

/** Where "Re-drive" leads for what is selected. A re-drive goes to one group, and "everything" must be named. */
export function planScope(
  selected: { readonly scope: 'none' | 'rows' | 'matching'; readonly rows: readonly DeadLetterView[] },
  filters: Filters,
  groupsInFilter: readonly string[],
): PlanScope {
  if (selected.scope === 'none') return { kind: 'not', reason: t('Nothing is selected') };
  if (selected.scope === 'rows') {
    const groups = [...new Set(selected.rows.map((row) => row.group))];
    const [group] = groups;
    if (group === undefined) return { kind: 'not', reason: t('Nothing is selected') };
    const set = selected.rows.map((row) => row.id).join(',');
    if (groups.length > 1) return { kind: 'several', href: planHref(undefined, { set }) };
    return { kind: 'ready', href: planHref(group, { set }), scope: { group, set } };
  }
  const group = filters.group ?? (groupsInFilter.length === 1 ? groupsInFilter[0] : undefined);
  const { group: _, ...conditions } = filters;
  if (group === undefined) return { kind: 'several', href: planHref(undefined, conditions) };
  const named = Object.values(conditions).some((value) => value !== undefined);
  return { kind: 'ready', href: planHref(group, named ? conditions : { all: '1' }), scope: { ...filters, group } };
}

/** Without a group: the plans of all groups to choose from. */
export function planHref(group: string | undefined, params: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams(group === undefined ? { several: '1' } : { group });
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, value);
  return `/redrives/new?${search}`;
}

/** Everything that matches, as a file. */
export function exportHref(filters: Filters, format: ExportFormat, workspace: string | null = null): string {
  const search = new URLSearchParams({ format, ...(workspace === null ? {} : { workspace }) });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) search.set(name, value);
  return `/api/console/dead-letters/export?${search}`;
}

/** The sentence under the title. @param retained of more than are counted: at least so many */
export function summary(
  matching: number,
  retained: number | { readonly atLeast: number },
  causes: number,
  groups: number,
  filters: Filters,
  looked: number | null = null,
): string {
  const all =
    typeof retained === 'number'
      ? t('{retained, number} are retained in total.', { retained })
      : t('At least {atLeast, number} are retained in total.', { atLeast: retained.atLeast });
  if (retained === 0) return t('No messages are in the DLQ, or all were re-driven.');
  if (looked !== null) {
    const through = t('Searched the newest {looked, number}.', { looked });
    if (matching === 0) return sentences(t('None match.'), through, all);
    return sentences(
      t(
        `At least {matching, number} in {groups, plural, one {# group} other {# groups}} and {causes, plural, one {# cause}
        other {# causes}}.`,
        { matching, groups, causes },
      ),
      through,
      all,
    );
  }
  if (matching === 0) return sentences(t('None match.'), all);
  return sentences(
    t(
      `{matching, number} in {groups, plural, one {# group} other {# groups}} and {causes, plural, one {# cause} other
      {# causes}}.`,
      { matching, groups, causes },
    ),
    activeFilters(filters) === 0 ? t('Searched all retained dead letters.') : all,
  );
}

export function rowId(row: Pick<DeadLetterView, 'id'>): string {
  return String(row.id);
}

/** The causes that the messages below have. */
export function causesInFilter(causes: readonly CauseView[], { cause, group }: Filters): readonly CauseView[] {
  if (cause === undefined) return causes;
  return causes.filter((row) => row.key === cause && (group === undefined || row.group === group));
}

export function groupsOf(causes: readonly CauseView[]): string[] {
  return [...new Set(causes.map((cause) => cause.group))];
}
