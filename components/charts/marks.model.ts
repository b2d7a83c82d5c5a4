export interface Mark {
  readonly letter: string;
  readonly atMs: number;
}

const LETTERS = 'ABCDEFGHI';
/** Letters of a chart do not touch when they are this share of its width apart. */
const APART = 1 / 40;

/** Letters for the newest changes, in the order of time. @param changes newest first */
export function lettersOf<Change extends { readonly at: string }>(
  changes: readonly Change[],
): ReadonlyMap<Change, string> {
  const marked = changes.slice(0, LETTERS.length).toReversed();
  return new Map(marked.map((change, index) => [change, LETTERS[index] ?? '']));
}

/** The marks of a chart, in the order of time; letters that would lie on each other stand together: "A–C". */
export function marksWithin(
  letters: ReadonlyMap<{ readonly at: string }, string>,
  fromMs: number,
  toMs: number,
): readonly Mark[] {
  const within = [...letters]
    .map(([{ at }, letter]) => ({ atMs: Date.parse(at), letter }))
    .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  const groups: Mark[][] = [];
  for (const mark of within) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && mark.atMs - last[0].atMs < (toMs - fromMs) * APART) last.push(mark);
    else groups.push([mark]);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [{ atMs: first.atMs, letter: first === last ? first.letter : `${first.letter}–${last.letter}` }];
  });
}
