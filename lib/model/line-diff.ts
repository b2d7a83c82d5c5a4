export interface DiffLine {
  readonly text: string;
  readonly kind: 'same' | 'old' | 'new';
}

/** More lines than this are compared as a whole: an operator reads a diff, not a file. */
const MOST_LINES = 2000;

/** What lines of `before` are not in `after` and the other way round, in order. Pure. */
export function diffLines(before: string, after: string): { readonly before: DiffLine[]; readonly after: DiffLine[] } {
  const old = before.split('\n');
  const now = after.split('\n');
  const kept = old.length > MOST_LINES || now.length > MOST_LINES ? endsInCommon(old, now) : commonLines(old, now);
  return {
    before: old.map((text, place) => ({ text, kind: kept.before.has(place) ? 'same' : 'old' })),
    after: now.map((text, place) => ({ text, kind: kept.after.has(place) ? 'same' : 'new' })),
  };
}

interface Kept {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** The longest row of lines that both have. */
function commonLines(old: readonly string[], now: readonly string[]): Kept {
  const width = now.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        old[i] === now[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  const before = new Set<number>();
  const after = new Set<number>();
  for (let i = 0, j = 0; i < old.length && j < now.length;) {
    if (old[i] === now[j]) {
      before.add(i);
      after.add(j);
      i += 1;
      j += 1;
    } else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return { before, after };
}

function endsInCommon(old: readonly string[], now: readonly string[]): Kept {
  const before = new Set<number>();
  const after = new Set<number>();
  let head = 0;
  for (; head < old.length && head < now.length && old[head] === now[head]; head += 1) {
    before.add(head);
    after.add(head);
  }
  for (let tail = 1; tail <= Math.min(old.length, now.length) - head && old.at(-tail) === now.at(-tail); tail += 1) {
    before.add(old.length - tail);
    after.add(now.length - tail);
  }
  return { before, after };
}
