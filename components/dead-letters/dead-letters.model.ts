import { formatCount, plural } from '@/components/ui/number.model';
import type { CauseView } from '@/lib/console/reads/causes';
import type { DeadLetterView } from '@/lib/console/reads/dead-letters';

export interface Filters {
  readonly group: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly q: string | undefined;
  readonly cause: string | undefined;
  readonly expires: string | undefined;
}

const EXPIRY = [
  { value: '', label: 'any time' },
  { value: '1h', label: 'within 1 h' },
  { value: '6h', label: 'within 6 h' },
  { value: '24h', label: 'within 24 h' },
  { value: '7d', label: 'within 7 d' },
] as const;

/** Presets, and whatever else the address says. */
export function expiryOptions(
  expires: string | undefined,
  say: (text: string) => string,
): { value: string; label: string }[] {
  const known = EXPIRY.some(({ value }) => value === (expires ?? ''));
  return known ? [...EXPIRY] : [...EXPIRY, { value: expires ?? '', label: `by ${say(expires ?? '')}` }];
}

const RANGES = [
  { value: '', label: 'all retained' },
  { value: '-15m', label: 'last 15 m' },
  { value: '-1h', label: 'last 1 h' },
  { value: '-6h', label: 'last 6 h' },
  { value: '-24h', label: 'last 24 h' },
  { value: '-7d', label: 'last 7 d' },
] as const;

/** Presets, and "from … to …" for whatever else the address says or is typed. */
export function rangeOptions({ from, to }: Pick<Filters, 'from' | 'to'>): { value: string; label: string }[] {
  const label = rangeValue({ from, to }) === 'custom' ? 'in a range' : 'in a range …';
  return [...RANGES, { value: 'custom', label }];
}

export function rangeValue({ from, to }: Pick<Filters, 'from' | 'to'>): string {
  return to === undefined && RANGES.some((range) => range.value === (from ?? '')) ? (from ?? '') : 'custom';
}

export function activeFilters({ group, from, to, q, cause, expires }: Filters): number {
  return [group, from ?? to, q, cause, expires].filter((value) => value !== undefined).length;
}

export type PlanScope =
  | { readonly kind: 'ready'; readonly href: string }
  | { readonly kind: 'not'; readonly reason: string };

/** Where "Re-drive" leads for what is selected. A re-drive goes to one group, and "everything" must be named. */
export function planScope(
  selected: { readonly scope: 'none' | 'rows' | 'matching'; readonly rows: readonly DeadLetterView[] },
  filters: Filters,
  groupsInFilter: readonly string[],
): PlanScope {
  if (selected.scope === 'none') return { kind: 'not', reason: 'nothing is selected' };
  if (selected.scope === 'rows') {
    const groups = [...new Set(selected.rows.map((row) => row.group))];
    const [group] = groups;
    if (group === undefined) return { kind: 'not', reason: 'nothing is selected' };
    if (groups.length > 1)
      return { kind: 'not', reason: `these belong to ${groups.length} groups; a re-drive goes to one` };
    return { kind: 'ready', href: planHref(group, { set: selected.rows.map((row) => row.id).join(',') }) };
  }
  const group = filters.group ?? (groupsInFilter.length === 1 ? groupsInFilter[0] : undefined);
  if (group === undefined)
    return { kind: 'not', reason: 'these belong to several groups; filter by one, a re-drive goes to one' };
  const { from, to, q, cause, expires } = filters;
  const conditions = { from, to, q, cause, expires };
  const named = Object.values(conditions).some((value) => value !== undefined);
  return { kind: 'ready', href: planHref(group, named ? conditions : { all: '1' }) };
}

export function planHref(group: string, params: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams({ group });
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, value);
  return `/redrives/new?${search}`;
}

/** The sentence under the title. */
export function summary(matching: number, retained: number, causes: number, groups: number, filters: Filters): string {
  if (retained === 0) return 'Nothing has died, or everything was re-driven. Searched everything retained.';
  const where =
    activeFilters(filters) === 0 ? 'Searched everything retained.' : `${formatCount(retained)} in all are retained.`;
  if (matching === 0) return `None match. ${formatCount(retained)} in all are retained.`;
  return `${formatCount(matching)} in ${plural(groups, 'group')}, ${plural(causes, 'cause')}. ${where}`;
}

/** "30 d", "36 h". */
export function keptFor(keepHours: number): string {
  return keepHours % 24 === 0 ? `${formatCount(keepHours / 24)} d` : `${formatCount(keepHours)} h`;
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
