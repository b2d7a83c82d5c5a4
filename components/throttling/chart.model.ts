import type { ChartBar } from '@/lib/console/operations/limits/views';
import type { ChartMark, LimitView } from '@/lib/console/operations/limits/views';
import { SIGNALS } from '@/lib/model/signal/signal';
import { LIMIT_KINDS } from '@/lib/model/throttle/limit-kind';
import { formatAmount, limitWords } from './throttling.model';
import { t } from '@/lib/model/language/t';

export interface NumberedMark {
  readonly number: number;
  readonly mark: ChartMark;
  /** The bar it falls into; null: before the first one. */
  readonly barAt: string | null;
}

/** A chart of fewer bars says too little about its time. */
const FEWEST_BARS = 6;

/** Without the time before the first count, where that is more than half: a young broker's chart is not all hatching. */
export function sinceFirstCount(bars: readonly ChartBar[]): readonly ChartBar[] {
  const first = bars.findIndex(({ accepted }) => accepted !== null);
  return first * 2 > bars.length ? bars.slice(Math.min(first, Math.max(0, bars.length - FEWEST_BARS))) : bars;
}

/** More cannot be distinguished in a chart of this width. */
const SHOWN = 8;

/** The newest marks, oldest first, numbered as the chart and the list below it name them. */
export function numberMarks(marks: readonly ChartMark[], bars: readonly ChartBar[]): NumberedMark[] {
  return marks.slice(-SHOWN).map((mark, index) => ({
    number: index + 1,
    mark,
    barAt: bars.findLast(({ at }) => Date.parse(at) <= Date.parse(mark.at))?.at ?? null,
  }));
}

/** Marks nearer than this share of the chart's width would be written over each other: they stand together. */
const APART = 1 / 24;

/** The bars with marks and their numbers: "1", "2–4". */
export function marksByBar(
  marks: readonly NumberedMark[],
  bars: readonly ChartBar[],
): readonly { readonly at: string; readonly label: string }[] {
  const groups: { readonly index: number; readonly first: number; last: number }[] = [];
  for (const { number, barAt } of marks) {
    const index = bars.findIndex(({ at }) => at === barAt);
    if (index < 0) continue;
    const before = groups.at(-1);
    if (before !== undefined && index - before.index <= bars.length * APART) before.last = number;
    else groups.push({ index, first: number, last: number });
  }
  return groups.map(({ index, first, last }) => ({
    at: bars[index]?.at ?? '',
    label: first === last ? String(first) : `${first}–${last}`,
  }));
}

/** What happened, in words, and the page with more about it. */
export function markWords(mark: ChartMark): { readonly text: string; readonly href: string } {
  switch (mark.kind) {
    case 'limit': {
      const { kind, scope, subject } = mark.limit;
      const amount = (value: number | null): string =>
        value === null ? t('no limit') : formatAmount(value, LIMIT_KINDS[kind].unit);
      const change = mark.before === mark.after ? amount(mark.after) : `${amount(mark.before)} → ${amount(mark.after)}`;
      const given = { limit: limitWords(kind, scope, subject), change, name: mark.actor.split('@')[0] ?? '' };
      return {
        text:
          mark.reason === null
            ? t('Limit {limit}: {change}, {name}', given)
            : t('Limit {limit}: {change}, {name} “{reason}”', { ...given, reason: mark.reason }),
        href: `/audit?action=limit.&target=${encodeURIComponent(subject === '' ? 'broker' : subject)}`,
      };
    }
    case 'alarm': {
      const where = SIGNALS[mark.watch].subject === 'broker' ? t('this broker') : mark.subject;
      return {
        text: t('Alarm fired: {signal}, {where}', { signal: t(SIGNALS[mark.watch].says), where }),
        href: `/alarms/${mark.incidentId}`,
      };
    }
    case 'redrive':
      return {
        text: t('Re-drive {id} started: {group}, {count, plural, one {# message} other {# messages}}', {
          ...{ id: `RD-${mark.redriveId}`, group: mark.group, count: mark.selected },
        }),
        href: `/redrives/${mark.redriveId}`,
      };
  }
}

type Line = Pick<LimitView, 'kind' | 'scope' | 'subject' | 'updatedAt'>;

/**
 * The first bar with the limit as it is now: before it there was another value, or none. An edit of its reason leaves
 * the value as it was.
 *
 * @param marks null: unknown, so nothing is claimed of the time before its last edit
 */
export function limitSince(line: Line, marks: readonly ChartMark[] | null, bars: readonly ChartBar[]): string | null {
  const first = bars[0]?.at ?? null;
  const change = marks?.findLast(
    (mark) =>
      mark.kind === 'limit' &&
      mark.limit.kind === line.kind &&
      mark.limit.scope === line.scope &&
      mark.limit.subject === line.subject &&
      mark.before !== mark.after,
  );
  const since = marks === null ? line.updatedAt : change?.at;
  if (since === undefined) return first;
  return bars.findLast(({ at }) => Date.parse(at) <= Date.parse(since))?.at ?? first;
}

/** Stretches of bars without samples, as first and last bar of each. */
export function unknownStretches(bars: readonly ChartBar[]): { readonly from: string; readonly to: string }[] {
  const found: { from: string; to: string }[] = [];
  for (const [index, { at, accepted }] of bars.entries()) {
    if (accepted !== null) continue;
    const last = found.at(-1);
    if (last !== undefined && bars[index - 1]?.accepted === null) last.to = at;
    else found.push({ from: at, to: at });
  }
  return found;
}
