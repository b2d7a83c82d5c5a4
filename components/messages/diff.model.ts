import type { EditableMessage } from '@/lib/model/message/editable-message';
import { layOutJson, type TooLong } from '@/lib/model/json/json-layout';
import { type DiffLine, diffLines } from '@/lib/model/json/line-diff';
import { compareNames } from '@/lib/model/language/names';
import { t } from '@/lib/model/language/t';

export interface ShownLine {
  readonly text: string;
  /** `fold`: what is left out there. */
  readonly kind: DiffLine['kind'] | 'fold';
}

export interface MessageDiff {
  readonly before: readonly ShownLine[];
  readonly after: readonly ShownLine[];
  /** Why the bodies are shown as received: one of them would be too long indented. */
  readonly tooLong: TooLong | null;
}

/** Two versions of a message as lines, the body last. JSON is indented: a line is one value. Pure. */
export function diffMessages(before: EditableMessage, after: EditableMessage): MessageDiff {
  const layouts = [before, after].map(({ text }) => layOutJson(text ?? ''));
  const tooLong = layouts.find((layout) => layout.kind === 'too-long') ?? null;
  const [was = '', is = ''] = [before, after].map((message, side) => {
    const layout = layouts[side];
    return layout?.kind === 'laid-out' && tooLong === null
      ? linesOf(message, layout.tokens.map(({ text }) => text).join(''))
      : linesOf(message, message.text ?? t('(not text)'));
  });
  const diff = diffLines(was, is);
  const differs = firstDifferences(diff.before, diff.after);
  return {
    before: shortened(diff.before, differs),
    after: shortened(diff.after, differs),
    tooLong,
  };
}

function linesOf({ tag, keys, properties }: EditableMessage, body: string): string {
  return [
    ...(tag === null ? [] : [`tag: ${tag}`]),
    ...keys.map((key) => `key: ${key}`),
    ...Object.entries(properties)
      .toSorted(([one], [other]) => compareNames(one, other))
      .map(([name, value]) => `${name} = ${value}`),
    '',
    body,
  ].join('\n');
}

/** Of fewer lines each is shown. */
const FOLDED_FROM = 400;
/** Equal lines that are shown around a difference. */
const AROUND = 10;
const MOST_OF_LINE = 4000;
/** Of one side. */
const MOST_SHOWN = 200_000;

/** Where the first, second … changed line of one side begins to differ from that of the other. */
function firstDifferences(before: readonly DiffLine[], after: readonly DiffLine[]): number[] {
  const [old, now] = [before, after].map((lines) => lines.filter(({ kind }) => kind !== 'same'));
  return (old ?? []).map(({ text }, nth) => {
    const other = now?.[nth]?.text ?? '';
    let at = 0;
    while (at < text.length && text.charCodeAt(at) === other.charCodeAt(at)) at += 1;
    return at;
  });
}

/** Long rows of equal lines are left out, and what a page cannot carry. */
function shortened(lines: readonly DiffLine[], differs: readonly number[]): ShownLine[] {
  const isNear = nearChange(lines);
  const shown: ShownLine[] = [];
  let [characters, changed, folded, left] = [0, 0, 0, 0];
  const fold = (): void => {
    if (folded > 0)
      shown.push({
        text: t('… {count, plural, one {# equal line} other {# equal lines}}', { count: folded }),
        kind: 'fold',
      });
    folded = 0;
  };
  for (const [at, { text, kind }] of lines.entries()) {
    const start = kind === 'same' ? 0 : (differs[changed++] ?? 0);
    if (!isNear(at)) folded += 1;
    else if (characters >= MOST_SHOWN) left += 1;
    else {
      fold();
      const part = partOf(text, start);
      characters += part.length + 1;
      shown.push({ text: part, kind });
    }
  }
  fold();
  if (left > 0)
    shown.push({
      text: t('… {count, plural, one {# more line is} other {# more lines are}} not shown', { count: left }),
      kind: 'fold',
    });
  return shown;
}

function nearChange(lines: readonly DiffLine[]): (at: number) => boolean {
  if (lines.length < FOLDED_FROM) return () => true;
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') for (let next = at - AROUND; next <= at + AROUND; next += 1) near.add(next);
  return (at) => near.has(at);
}

/** Of a long line what is around the first difference. */
function partOf(text: string, differsAt: number): string {
  if (text.length <= MOST_OF_LINE) return text;
  const from = Math.max(0, Math.min(differsAt - 200, text.length - MOST_OF_LINE));
  const part = text.slice(from, from + MOST_OF_LINE);
  return `${from === 0 ? '' : '… '}${t('{part} … ({count, number} characters)', { part, count: text.length })}`;
}
