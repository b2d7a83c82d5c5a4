export interface DiffLine {
  readonly text: string;
  readonly kind: 'same' | 'old' | 'new';
}

/** More lines than this between the ends that both have are compared as a whole: time and memory are their product. */
const MOST_LINES = 2000;

/** What lines of `before` are not in `after` and the other way round, in order. Pure. */
export function diffLines(before: string, after: string): { readonly before: DiffLine[]; readonly after: DiffLine[] } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const kept = commonLines(...numbered(old, now));
  return {
    before: old.map((text, place) => ({ text, kind: kept.before.has(place) ? 'same' : 'old' })),
    after: now.map((text, place) => ({ text, kind: kept.after.has(place) ? 'same' : 'new' })),
  };
}

/** A number for each text: long lines are compared once. */
function numbered(...sides: readonly [string[], string[]]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
  return [sides[0].map(numberOf), sides[1].map(numberOf)];
}

interface Kept {
  readonly before: Set<number>;
  readonly after: Set<number>;
}

/** The ends that both have, and the longest row of lines between them. */
function commonLines(old: readonly number[], now: readonly number[]): Kept {
  const kept: Kept = { before: new Set(), after: new Set() };
  const keep = (one: number, other: number): void => {
    kept.before.add(one);
    kept.after.add(other);
  };
  let head = 0;
  for (; head < old.length && head < now.length && old[head] === now[head]; head += 1) keep(head, head);
  let tail = 0;
  for (; tail < Math.min(old.length, now.length) - head && old.at(-tail - 1) === now.at(-tail - 1); tail += 1)
    keep(old.length - tail - 1, now.length - tail - 1);
  const [left, right] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  if (left.length <= MOST_LINES && right.length <= MOST_LINES)
    longestRow(left, right, (one, other) => keep(head + one, head + other));
  return kept;
}

function longestRow(old: readonly number[], now: readonly number[], keep: (one: number, other: number) => void): void {
  const width = now.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        old[i] === now[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  for (let i = 0, j = 0; i < old.length && j < now.length;) {
    if (old[i] === now[j]) keep(i++, j++);
    else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
}
