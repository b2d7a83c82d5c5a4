import { told } from '../language/t';
import { type JavaNumber, wholeConstant } from './java-number';
import { refuseFilter } from './refuse';

const KEYWORDS = [
  'NOT',
  'AND',
  'OR',
  'BETWEEN',
  'IN',
  'TRUE',
  'FALSE',
  'NULL',
  'IS',
  'CONTAINS',
  'STARTSWITH',
  'ENDSWITH',
] as const;
export type Keyword = (typeof KEYWORDS)[number];
export type Sign = '=' | '<>' | '<' | '<=' | '>' | '>=' | '(' | ')' | ',' | '+' | '-';

/** `at`: place of its first character, 1 = the first of the expression. */
export type Token = { readonly at: number; readonly text: string } & (
  | { readonly kind: 'keyword'; readonly word: Keyword }
  | { readonly kind: 'sign'; readonly sign: Sign }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: JavaNumber }
  | { readonly kind: 'name' }
  | { readonly kind: 'end' }
);

/** Tried in this order at each place; the first that matches is taken. */
const SKIPPED = /(?:[ \t\n\r\f]+|--[^\n\r]*|\/\*[^*]*\*+(?:[^*/][^*]*\*+)*\/)/y;
const FLOATING = /(?:\d+\.\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)/y;
const WHOLE = /(?:[1-9]\d*[lL]?|0)/y;
const TEXT = /'(?:[^']|'')*'/y;
const NAME = /[a-zA-Z_$][a-zA-Z0-9_$]*/y;
const SIGN = /(?:<>|<=|>=|[=<>(),+-])/y;

/**
 * The words of a filter. A comment may end the expression without a line break.
 * Source: Apache RocketMQ SelectorParser.jj.
 * @throws BrokerError illegal-filter
 */
export function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  let place = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = place;
    const text = pattern.exec(expression)?.[0] ?? null;
    place += text?.length ?? 0;
    return text;
  };
  for (;;) {
    while (take(SKIPPED) !== null);
    const at = place + 1;
    if (place >= expression.length) return [...tokens, { at, text: 'the end', kind: 'end' }];
    tokens.push(next(expression, at, take));
  }
}

function next(expression: string, at: number, take: (pattern: RegExp) => string | null): Token {
  let text = take(TEXT);
  if (text !== null) return { at, text, kind: 'text', value: text.slice(1, -1).replaceAll("''", "'") };
  text = take(FLOATING);
  if (text !== null) return { at, text, kind: 'number', value: floating(text, at) };
  text = take(WHOLE);
  if (text !== null) return { at, text, kind: 'number', value: whole(text, at) };
  text = take(NAME);
  if (text !== null) {
    const word = KEYWORDS.find((keyword) => keyword === text?.toUpperCase());
    return word === undefined ? { at, text, kind: 'name' } : { at, text, kind: 'keyword', word };
  }
  text = take(SIGN);
  if (text !== null) return { at, text, kind: 'sign', sign: text as Sign };
  const found = String.fromCodePoint(expression.codePointAt(at - 1) ?? 0);
  if (found === "'")
    return refuseFilter(told("has a text without its closing '"), at, "'text'", expression.slice(at - 1));
  return refuseFilter(
    told('has a character that means nothing'),
    at,
    told('names, numbers, texts and operators'),
    found,
  );
}

function whole(text: string, at: number): JavaNumber {
  const number = wholeConstant(text.replace(/[lL]$/, ''));
  return number ?? refuseFilter(told('has a whole number that is too large'), at, '9223372036854775807', text);
}

function floating(text: string, at: number): JavaNumber {
  const value = Number(text);
  if (value === Number.POSITIVE_INFINITY)
    refuseFilter(told('has a number that is too large'), at, Number.MAX_VALUE, text);
  if (value === 0 && /[1-9]/.test(text.replace(/[eE].*$/, '')))
    refuseFilter(told('has a number that is too close to 0'), at, Number.MIN_VALUE, text);
  return { type: 'double', value };
}
