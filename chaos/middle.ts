/** The median, whole; 0 of nothing. */
export function middle(values: readonly number[]): number {
  return Math.round(values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0);
}
