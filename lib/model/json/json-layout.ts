import { jsonProblem } from './json-problem';

export type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'punctuation';

export interface JsonToken {
  readonly kind: JsonTokenKind | 'space';
  readonly text: string;
}

/** Indented it would be so long; it is shown as it was received. */
export interface TooLong {
  readonly kind: 'too-long';
  readonly characters: number;
  /** Null: not counted, and the characters are those of the text as received. */
  readonly lines: number | null;
}

export type JsonLayout =
  | { readonly kind: 'laid-out'; readonly tokens: readonly JsonToken[] }
  | { readonly kind: 'not-json' }
  | TooLong;

/** Indented JSON of more is not shown: a few kilobytes of nested lists become megabytes of spaces. */
export const MOST_LAID_OUT = 1_000_000;
/** A browser takes seconds to place more. */
export const MOST_LINES = 20_000;

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

const BEGINS = /^\s*[[{"]/;

export function isJson(text: string): boolean {
  return BEGINS.test(text) && jsonProblem(text) === null;
}

/**
 * Indents JSON without reading its values: numbers beyond 2^53 keep every digit, keys their order, repeats stay. The
 * length is counted first: what is too long is never made. Pure.
 */
export function layOutJson(text: string): JsonLayout {
  if (!BEGINS.test(text)) return { kind: 'not-json' };
  // not parsed: it is not shown indented in any case
  if (text.length > MOST_LAID_OUT) return { kind: 'too-long', characters: text.length, lines: null };
  if (jsonProblem(text) !== null) return { kind: 'not-json' };
  const found = text.match(TOKEN) ?? [];
  let [characters, lines] = [0, 1];
  layOut(found, {
    part: (_kind, part) => void (characters += part.length),
    newLine: (depth) => {
      characters += 1 + 2 * depth;
      lines += 1;
    },
  });
  if (characters > MOST_LAID_OUT || lines > MOST_LINES) return { kind: 'too-long', characters, lines };
  const tokens: JsonToken[] = [];
  layOut(found, {
    part: (kind, part) => void tokens.push({ kind, text: part }),
    newLine: (depth) => void tokens.push({ kind: 'space', text: `\n${'  '.repeat(depth)}` }),
  });
  return { kind: 'laid-out', tokens };
}

interface Layout {
  part(kind: JsonTokenKind, text: string): void;
  newLine(depth: number): void;
}

function layOut(found: readonly string[], to: Layout): void {
  let depth = 0;
  for (const [index, token] of found.entries()) {
    const next = found[index + 1];
    const previous = found[index - 1];
    switch (token) {
      case '{':
      case '[':
        to.part('punctuation', token);
        depth += 1;
        if (next !== '}' && next !== ']') to.newLine(depth);
        break;
      case '}':
      case ']':
        depth -= 1;
        if (previous !== '{' && previous !== '[') to.newLine(depth);
        to.part('punctuation', token);
        break;
      case ',':
        to.part('punctuation', token);
        to.newLine(depth);
        break;
      case ':':
        to.part('punctuation', ': ');
        break;
      default:
        to.part(kindOf(token, next), token);
    }
  }
}

function kindOf(token: string, next: string | undefined): JsonTokenKind {
  if (token.startsWith('"')) return next === ':' ? 'key' : 'string';
  return /^[tfn]/.test(token) ? 'word' : 'number';
}

/** JSON deeper than this is not changed by rules, and not edited while values of it are hidden. */
export const MOST_NESTED = 500;

const CODES = { quote: 0x22, backslash: 0x5c, openObject: 0x7b, closeObject: 0x7d, openArray: 0x5b, closeArray: 0x5d };

/** How many lists and objects of a JSON text are inside of each other at most. Pure. */
export function nestingOf(text: string): number {
  let [depth, most, inText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === CODES.backslash) at += 1;
      else if (code === CODES.quote) inText = false;
    } else if (code === CODES.quote) inText = true;
    else if (code === CODES.openObject || code === CODES.openArray) most = Math.max(most, (depth += 1));
    else if (code === CODES.closeObject || code === CODES.closeArray) depth -= 1;
  }
  return most;
}
