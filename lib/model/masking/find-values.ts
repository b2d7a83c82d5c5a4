import { mayHaveField } from './fields-in-text';
import type { PathStep } from './path';
import { placeholderOf } from './words';

export interface Pattern {
  readonly steps: readonly PathStep[];
  readonly rule: string;
}

/** A value of a JSON text, where it stands. */
export interface FoundValue {
  readonly start: number;
  readonly end: number;
  /** A JSON pointer to it. */
  readonly pointer: string;
  readonly rule: string;
}

/** Why what patterns name in a text is not known. */
export type Unread = 'not-json' | 'too-much';

/** How far a pattern has come: its first `done` steps match the way from the top. */
interface Progress {
  readonly pattern: Pattern;
  readonly done: number;
}

interface Level {
  /** A JSON pointer to it. Made from the one before it, so that deep ones share their memory. */
  readonly pointer: string;
  readonly isObject: boolean;
  readonly progress: readonly Progress[];
  name: string;
  index: number;
  expectsName: boolean;
}

/** Less than a second: a few kilobytes, unpacked, can have millions of values. */
const MOST_LOOKS = 1_000_000;
const CHARACTERS_OF_A_LOOK = 16;

interface Looking {
  /** After one more than so many the rest is not read. */
  readonly most: number;
  /** Counts texts where a pattern names something inside of them: it may be written in the text. */
  readonly withTexts: boolean;
}

/**
 * The values that a pattern names, in the order of the text; what is inside of one is not read. Each of several
 * fields of the same name counts. The text stays as it is, so numbers keep their digits. Pure.
 * @returns `too-much`: looking for the patterns at each of its values takes more than MOST_LOOKS
 */
export function findValues(
  text: string,
  patterns: readonly Pattern[],
  { most, withTexts }: Looking,
): FoundValue[] | Unread {
  try {
    JSON.parse(text);
  } catch {
    return 'not-json';
  }
  const placeholders = withTexts ? placeholdersOf(patterns) : new Map<string, string>();
  const found: FoundValue[] = [];
  const levels: Level[] = [];
  let looks = 0;
  let inside: { readonly depth: number; readonly start: number; readonly rule: string } | null = null;

  /** A value begins: what has been matched on the way to it. */
  const begin = (start: number): readonly Progress[] => {
    const level = levels.at(-1);
    looks += 1;
    if (inside !== null) return [];
    looks += level?.progress.length ?? 0;
    const progress: Progress[] = [];
    if (level === undefined) for (const pattern of patterns) progress.push({ pattern, done: 0 });
    else for (const each of level.progress) advance(each, level, progress);
    for (const { pattern, done } of progress)
      if (done === pattern.steps.length) inside ??= { depth: levels.length, start, rule: pattern.rule };
    return progress;
  };
  /** A text may have the fields that a pattern names inside of it, or stands in the place of one that had. */
  const beginText = (progress: readonly Progress[], start: number, next: number): void => {
    if (inside !== null || text.charCodeAt(start) !== CODES.quote) return;
    const json = text.slice(start, next);
    const hiddenBy = placeholders.get(json);
    if (hiddenBy !== undefined) inside = { depth: levels.length, start, rule: hiddenBy };
    if (inside !== null) return;
    for (const { pattern, done } of progress) {
      looks += (next - start) / CHARACTERS_OF_A_LOOK;
      if (looks > MOST_LOOKS) return;
      if (mayHaveField(json, pattern.steps, done)) {
        inside = { depth: levels.length, start, rule: pattern.rule };
        return;
      }
    }
  };
  const end = (at: number): void => {
    if (inside === null || inside.depth !== levels.length) return;
    found.push({ start: inside.start, end: at, pointer: pointerOf(levels.at(-1)), rule: inside.rule });
    inside = null;
  };

  for (let at = 0; at < text.length && found.length <= most && looks <= MOST_LOOKS;) {
    const level = levels.at(-1);
    const code = text.charCodeAt(at);
    if (PASSED_OVER.has(code)) {
      at += 1;
      continue;
    }
    switch (code) {
      case CODES.openObject:
      case CODES.openArray: {
        const isObject = code === CODES.openObject;
        const pointer = pointerOf(level);
        levels.push({ pointer, isObject, progress: begin(at), name: '', index: 0, expectsName: isObject });
        at += 1;
        break;
      }
      case CODES.closeObject:
      case CODES.closeArray:
        levels.pop();
        at += 1;
        end(at);
        break;
      case CODES.comma:
        at += 1;
        nextIn(level);
        break;
      default: {
        const next = code === CODES.quote ? endOfString(text, at) : endOfWord(text, at);
        if (level?.expectsName === true) {
          level.expectsName = false;
          if (inside === null) level.name = nameAt(text, at, next);
        } else {
          const progress = begin(at);
          if (withTexts) beginText(progress, at, next);
          end(next);
        }
        at = next;
      }
    }
  }
  return looks > MOST_LOOKS ? 'too-much' : found;
}

const CODES = {
  ...{ openObject: 0x7b, closeObject: 0x7d, openArray: 0x5b, closeArray: 0x5d, comma: 0x2c, colon: 0x3a },
  ...{ quote: 0x22, backslash: 0x5c, space: 0x20, tab: 0x09, newLine: 0x0a, return: 0x0d },
} as const;
const PASSED_OVER: ReadonlySet<number> = new Set([CODES.space, CODES.tab, CODES.newLine, CODES.return, CODES.colon]);

function placeholdersOf(patterns: readonly Pattern[]): ReadonlyMap<string, string> {
  return new Map(patterns.map(({ rule }) => [JSON.stringify(placeholderOf(rule)), rule]));
}

/** After a comma. */
function nextIn(level: Level | undefined): void {
  if (level === undefined) return;
  level.index += 1;
  level.expectsName = level.isObject;
}

function nameAt(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end - 1);
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
}

/**
 * What one step further down has been matched, added to `to`: each stage of a pattern once, not once for each way
 * that leads there. Stages of a pattern are in order, so that one that is there is the last one.
 */
function advance(progress: Progress, { isObject, name, index }: Level, to: Progress[]): void {
  const { pattern, done } = progress;
  const step = pattern.steps[done];
  if (step === undefined) return;
  const add = (next: Progress): void => {
    const last = to.at(-1);
    if (last?.pattern !== next.pattern || last.done !== next.done) to.push(next);
  };
  if (step.kind === 'name' && step.deep) add(progress);
  const matches =
    step.kind === 'any' || (step.kind === 'index' ? !isObject && step.index === index : isObject && step.name === name);
  if (matches) add({ pattern, done: done + 1 });
}

/** After the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === CODES.backslash) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
}

/** After a number, true, false or null: what follows is white space, a comma or a bracket. */
function endOfWord(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= CODES.space || code === CODES.comma || code === CODES.closeArray || code === CODES.closeObject) break;
  }
  return at;
}

/** To the value that is read in that list or object; undefined: to the whole text. */
function pointerOf(level: Level | undefined): string {
  if (level === undefined) return '';
  const { pointer, isObject, name, index } = level;
  return `${pointer}/${isObject ? name.replaceAll('~', '~0').replaceAll('/', '~1') : index}`;
}
