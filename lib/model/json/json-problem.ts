import { msg, t } from '../language/t';

type Kind = '{' | '}' | '[' | ']' | ':' | ',' | 'text' | 'bare';
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'in object' | 'in list' | 'end';

const WORDS: Readonly<Record<Expected, string>> = {
  value: msg('a value'),
  'first value': msg('a value or ]'),
  name: msg('a name in double quotes'),
  'first name': msg('a name in double quotes or a closing brace'),
  colon: msg('a colon'),
  'in object': msg('a comma or a closing brace'),
  'in list': msg('a comma or ]'),
  end: msg('nothing more'),
};

const VALUES = { '{': 'open', '[': 'open', text: 'after', bare: 'after' } as const;
type Next = Expected | 'open' | 'close' | 'after';
/** What is expected after what came; `after`: what follows a whole value there. */
const NEXT: Readonly<Record<Expected, Partial<Record<Kind, Next>>>> = {
  value: VALUES,
  'first value': { ...VALUES, ']': 'close' },
  name: { text: 'colon' },
  'first name': { text: 'colon', '}': 'close' },
  colon: { ':': 'value' },
  'in object': { ',': 'name', '}': 'close' },
  'in list': { ',': 'value', ']': 'close' },
  end: {},
};

const BLANK = /[ \t\n\r]*/y;
const PUNCTUATION = /[{}[\]:,]/y;
// oxlint-disable-next-line no-control-regex -- they are what JSON does not take within text
const PLAIN = /[^"\\\u0000-\u001F]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const BARE = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
const FOUND = /\w{1,20}|[^]/uy;

/**
 * Where a text stops being JSON and what was expected there: "line 2, column 9: expected a comma or }, found x". Null:
 * it is JSON. Each engine has other words for it, most of them without a place. Pure.
 */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    return findProblem(text);
  }
}

/** Slower: looks at each token. */
export function findProblem(text: string): string | null {
  const open: ('{' | '[')[] = [];
  const after = (): Expected => (open.length === 0 ? 'end' : open.at(-1) === '{' ? 'in object' : 'in list');
  let expected: Expected = 'value';
  for (let at = past(BLANK, text, 0); at < text.length; at = past(BLANK, text, at)) {
    const token = readToken(text, at);
    const next: Next | undefined = token === null ? undefined : NEXT[expected][token.kind];
    if (token === null || next === undefined) return problemAt(text, at, WORDS[expected]);
    if (token.broken !== null) return problemAt(text, token.end, token.broken);
    if (next === 'open') open.push(token.kind === '{' ? '{' : '[');
    if (next === 'close') open.pop();
    if (next === 'open') expected = token.kind === '{' ? 'first name' : 'first value';
    else expected = next === 'close' || next === 'after' ? after() : next;
    at = token.end;
  }
  return expected === 'end' ? null : problemAt(text, text.length, WORDS[expected]);
}

interface Token {
  readonly kind: Kind;
  readonly end: number;
  /** What was expected at its end; null: it is whole. */
  readonly broken: string | null;
}

function readToken(text: string, at: number): Token | null {
  if (past(PUNCTUATION, text, at) > at) return { kind: text.charAt(at) as Kind, end: at + 1, broken: null };
  if (text.charAt(at) === '"') return readText(text, at + 1);
  const end = past(BARE, text, at);
  return end === at ? null : { kind: 'bare', end, broken: null };
}

/** From behind its opening quote. */
function readText(text: string, from: number): Token {
  let end = past(PLAIN, text, from);
  for (let next = past(ESCAPE, text, end); next > end; next = past(ESCAPE, text, end)) end = past(PLAIN, text, next);
  const char = text.charAt(end);
  if (char === '"') return { kind: 'text', end: end + 1, broken: null };
  if (char === '\\')
    return { kind: 'text', end, broken: msg('an escape that JSON has, such as \\n or \\u and four digits') };
  return { kind: 'text', end, broken: msg('a closing double quote (a line break within text is \\n)') };
}

/** The end of what a sticky pattern matches there. */
function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const UNSEEN: Readonly<Record<string, string>> = {
  '\n': msg('the end of the line'),
  '\r': msg('the end of the line'),
  '\t': msg('a tab'),
};

function problemAt(text: string, at: number, expected: string): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const found = text.slice(at, past(FOUND, text, at));
  const unseen = UNSEEN[found];
  const what = found === '' ? t('the end of the text') : unseen === undefined ? found : t(unseen);
  return t('line {line}, column {column}: expected {expected}, found {what}', {
    ...{ line, column, expected: t(expected), what },
  });
}
