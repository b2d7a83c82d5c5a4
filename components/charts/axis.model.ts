/** The top of the axis: a round number that everything fits under. */
export function topOf(most: number): number {
  if (most <= 0) return 1;
  const base = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((each) => each * base >= most) ?? 10;
  return step * base;
}
