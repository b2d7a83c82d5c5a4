import { t } from '@/lib/model/language/t';

export interface SparkShape {
  /** One step for each value, filled down to the base. */
  readonly area: string;
  /** Where something is known, so that 0 is seen and unknown is not. */
  readonly base: string;
  /** The newest known value. */
  readonly end: { readonly x: number; readonly y: number } | null;
}

/** What is more than nothing is seen. */
const LEAST_PX = 1.5;

/** The picture of values, oldest first: steps, because a line between two of them would say what is not known. Pure. */
export function sparkShape(values: readonly (number | null)[], width: number, height: number): SparkShape {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const round = (value: number): number => Math.round(value * 10) / 10;
  const x = (index: number): number => round((index * width) / Math.max(1, values.length));
  const y = (value: number): number =>
    value <= 0 ? height : round(height - Math.max(LEAST_PX, (value / most) * height));
  let area = '';
  let base = '';
  let end: SparkShape['end'] = null;
  for (let from = 0; from < values.length; from += 1) {
    if (values[from] === null) continue;
    let until = from;
    area += `M${x(from)} ${height}`;
    for (let value = values[until]; value !== null && value !== undefined; value = values[until]) {
      area += `V${y(value)}H${x(until + 1)}`;
      end = { x: x(until + 1), y: y(value) };
      until += 1;
    }
    area += `V${height}Z`;
    base += `M${x(from)} ${height}H${x(until)}`;
    from = until;
  }
  return { area, base, end };
}

/** What the picture shows, for those who do not see it. */
export function describeTrend(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return t('trend unknown');
  const isWhole = known.length === values.length;
  if (last === first) return isWhole ? t('steady in the last hour') : t('steady in the last hour, with gaps');
  const given = { first, last };
  if (last > first)
    return isWhole
      ? t('rose from {first} to {last} in the last hour', given)
      : t('rose from {first} to {last} in the last hour, with gaps', given);
  return isWhole
    ? t('fell from {first} to {last} in the last hour', given)
    : t('fell from {first} to {last} in the last hour, with gaps', given);
}
