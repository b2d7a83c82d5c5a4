import { type Part, QUEUE_KEY } from './parts';

/** In place of a name that the reader's teams do not show, and of what is not known to hold none. */
export const OUTSIDE = 'outside your teams';

/** A queue, as the key of a position. */
const QUEUE = /^(.+)\/(\d+)$/;

export interface Shown {
  readonly name: (name: string) => string;
  readonly text: (text: string) => string;
}

/** A value of a row as its part says: names go through `name`, texts through `text`; else only plain values. */
export function showPart(value: unknown, part: Part | undefined, to: Shown): unknown {
  if (value === null || value === undefined || part === 'content') return value;
  if (part === undefined) return OUTSIDE;
  if (Array.isArray(value)) return value.map((each) => showPart(each, part, to));
  if (typeof value === 'object') return typeof part === 'object' ? showParts(value, part, to) : OUTSIDE;
  if (typeof part === 'object') return OUTSIDE;
  return typeof value === 'string' && part !== 'plain' ? to[part](value) : value;
}

function showParts(value: object, parts: Exclude<Part, string>, to: Shown): unknown {
  const shown = Object.entries(value).map(([key, each]: [string, unknown]): [string, unknown] => {
    const [, topic, queue = ''] = QUEUE.exec(key) ?? [];
    if (topic !== undefined && parts[QUEUE_KEY] !== undefined)
      return [`${to.name(topic)}/${queue}`, showPart(each, parts[QUEUE_KEY], to)];
    return Object.hasOwn(parts, key) ? [key, showPart(each, parts[key], to)] : [OUTSIDE, OUTSIDE];
  });
  return Object.fromEntries(shown);
}

/** What may be a name, in a text. */
const WORD = /[\w%|-]+/g;

export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

export function showText(text: string, name: (word: string) => string): string {
  return text.replace(WORD, name);
}
