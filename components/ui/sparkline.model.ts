/** SVG path through values, oldest first; null breaks the line. Empty: nothing to draw. */
export function sparkPath(values: readonly (number | null)[], width: number, height: number): string {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const stepX = values.length > 1 ? width / (values.length - 1) : 0;
  const y = (value: number): number => (most === 0 ? height : height - (value / most) * height);
  const round = (value: number): number => Math.round(value * 10) / 10;
  let path = '';
  let pen = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      pen = false;
      continue;
    }
    const at = `${round(index * stepX)} ${round(y(value))}`;
    // A point between two gaps is a short dash: a line of no length is not seen.
    const alone = !pen && (values[index + 1] ?? null) === null;
    path += `${pen ? 'L' : 'M'}${at}${alone ? 'h-2' : ''}`;
    pen = true;
  }
  return path;
}

/** What the line shows, for those who do not see it. */
export function describeTrend(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return 'trend unknown';
  const gaps = known.length < values.length ? ', with gaps' : '';
  if (last === first) return `steady in the last hour${gaps}`;
  return `${last > first ? 'rose' : 'fell'} from ${first} to ${last} in the last hour${gaps}`;
}
