import type { RetryFilters, RetryScope } from '@/components/parts/retry-change.model';
import type { RetriesPage, RetryForecastView, WaitingRetryView } from '@/lib/console/operations/retries/views';
import { RETRY_FILTERS } from '@/lib/model/list-view';
import { t } from '@/lib/model/language/t';

export function activeFilters(filters: RetryFilters): number {
  return RETRY_FILTERS.filter((name) => filters[name] !== undefined).length;
}

/**
 * How many wait. A first page that has no next one is all of them, and the forecast counts at another moment: "14 shown
 * of 13" must not be said. Null: a filter is set, or it is not known.
 */
export function totalOf(
  page: Pick<RetriesPage, 'nextCursor' | 'items'> | undefined,
  isFirst: boolean,
  waiting: number | null,
): number | null {
  if (waiting === null || page === undefined) return waiting;
  return isFirst && page.nextCursor === null ? page.items.length : Math.max(waiting, page.items.length);
}

export type Chosen =
  | { readonly kind: 'ready'; readonly scope: RetryScope; readonly count: number | null }
  | { readonly kind: 'not'; readonly reason: string };

/** Their ids stand in the address of the dry run. */
const MOST_ROWS = 200;

/** What the buttons are about. A change is about one group, and "everything" is a step of its own. */
export function chosenOf(
  selected: { readonly scope: 'none' | 'rows' | 'matching'; readonly rows: readonly WaitingRetryView[] },
  filters: RetryFilters,
  group: string | undefined,
  total: number | null,
): Chosen {
  if (selected.scope === 'none') return { kind: 'not', reason: t('nothing is selected') };
  if (selected.scope === 'matching') {
    if (group === undefined)
      return { kind: 'not', reason: t('the selected messages belong to several groups; open one group') };
    return { kind: 'ready', scope: { group, ...filters }, count: total };
  }
  const groups = new Set(selected.rows.map((row) => row.group));
  const [first] = groups;
  if (first === undefined) return { kind: 'not', reason: t('nothing is selected') };
  if (selected.rows.length > MOST_ROWS)
    return {
      kind: 'not',
      reason: t('more than {limit, number} rows are selected; select fewer, or all that match', { limit: MOST_ROWS }),
    };
  if (groups.size > 1)
    return { kind: 'not', reason: t('the selected messages belong to several groups; select messages of one group') };
  const set = selected.rows.map(({ messageId }) => encodeURIComponent(messageId)).join(',');
  return { kind: 'ready', scope: { group: first, set }, count: selected.rows.length };
}

/** What of the list a bar of the forecast is about: next tries from a moment on, and before another one. */
export interface DueRange {
  /** Null: the first bar has what is due already. */
  readonly from: string | null;
  readonly to: string;
  readonly messages: number;
}

/** Null: there is no such bar, or nothing is due in it. */
export function dueRange({ bins, binMs }: Pick<RetryForecastView, 'bins' | 'binMs'>, index: number): DueRange | null {
  const bin = bins[index];
  if (bin === undefined || bin.next === 0) return null;
  return {
    from: index === 0 ? null : new Date(bin.fromMs).toISOString(),
    to: new Date(bin.fromMs + binMs).toISOString(),
    messages: bin.next,
  };
}

export function dueRanges(forecast: Pick<RetryForecastView, 'bins' | 'binMs'>): DueRange[] {
  return forecast.bins.flatMap((_bin, index) => dueRange(forecast, index) ?? []);
}

/** The forecast in a sentence: what the chart shows. */
export function forecastText({ waiting, held, lastTries, deathsInHour }: RetryForecastView): string {
  if (waiting === 0) return t('No message is waiting for a retry.');
  const counts = t(
    `{waiting, plural, one {# message} other {# messages}} waiting{last, plural, =0 {} other {, # on the last
    attempt}}{held, plural, =0 {} other {, # held}}.`,
    { waiting, last: lastTries, held },
  );
  const moves = t(
    `{count, plural, =0 {None moves to the DLQ within the next hour.} one {# moves to the DLQ within the next hour if
    every attempt fails.} other {# move to the DLQ within the next hour if every attempt fails.}}`,
    { count: deathsInHour },
  );
  return t('{sentence} {more}', { sentence: counts, more: moves });
}
