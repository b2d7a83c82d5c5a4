import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import { compile } from './compile';
import { PSEUDO } from './languages';
import { inEnglish, keyOf, speech } from './speech';

type Values<M extends string, Argument> = GetICUArgs<M, { ICUArgument: Argument; ICUNumberArgument: number }>;
/** Its parameters, where it has any. */
export type Given<M extends string, Argument> = keyof Values<M, Argument> extends never
  ? []
  : [values: Values<M, Argument>];

/**
 * A text of the interface in the language of its reader. The English message is both what the code says and what a
 * translation is found by; its parameters and their types follow from it.
 *
 *     t('{count, plural, one {# group} other {# groups}} checked.', { count })
 *
 * A list of names is said with the marks of the language: "a, b"; a、b.
 */
export function t<const M extends string>(message: M, ...given: Given<M, string | number | readonly string[]>): string {
  return textOf(run(message, given[0] as FormatValues));
}

const TOLD: unique symbol = Symbol.for('redrive.told') as typeof TOLD;

/**
 * A text that is not in a language yet: of an error, which is English where it is stored and translated where it is
 * shown, or of a reading that readers of several languages share.
 */
export interface Told {
  readonly [TOLD]: true;
  readonly message: string;
  readonly values: Readonly<Record<string, string | number | Told | readonly Reason[]>>;
}

/** A text is that of another program, or in the language of its reader already. */
export type Reason = string | Told;

export function told<const M extends string>(
  message: M,
  ...given: Given<M, string | number | Told | readonly Reason[]>
): Told {
  return toldOf(message, (given[0] ?? {}) as Told['values']);
}

/** The mark is seen by isTold alone: what JSON or a comparison sees of it is the message and its values. */
export function toldOf(message: string, values: Told['values']): Told {
  return Object.defineProperty({ message, values }, TOLD, { value: true }) as Told;
}

export function isTold(value: object): value is Told {
  return TOLD in value;
}

/** "no answer within 5 s; permission denied". */
export function joined(reasons: readonly Reason[]): Reason {
  const [first = '', ...rest] = reasons;
  return rest.reduce<Reason>((before, next) => told('{before}; {next}', { before, next }), first);
}

/** In the language of its reader. */
export function tell(given: Reason | readonly Reason[]): string {
  if (typeof given === 'string') return given;
  if (isList(given)) return given.map((one) => tell(one)).join(between('、'));
  const texts = Object.entries(given.values).map(([name, value]) => [
    name,
    typeof value === 'object' ? tell(value) : value,
  ]);
  return textOf(run(given.message, Object.fromEntries(texts) as FormatValues));
}

/** A message that was read from JSON has no mark, so what it is not is asked. */
function isList(given: Told | readonly Reason[]): given is readonly Reason[] {
  return Array.isArray(given);
}

/** As logs, programs and what is stored have it. */
export function english(reason: Reason | readonly Reason[]): string {
  return inEnglish(() => tell(reason));
}

/** What stays what it is in a sentence: a moment, a link, a piece of code. */
export type Tagged<Part> = { readonly tag: string; readonly parts: readonly Piece<Part>[] };
export type Piece<Part> = string | Part | Tagged<Part>;

/**
 * A sentence in pieces, for parameters that are not text: each comes back as it was given. <b>…</b> and the other TAGS
 * come back as what is in them.
 */
export function pieces<const M extends string, Part extends object>(
  message: M,
  ...given: Given<M, string | number | Part>
): readonly Piece<Part>[] {
  const parts: Part[] = [];
  const values: FormatValues = { ...TAGGED };
  for (const [name, value] of Object.entries((given[0] ?? {}) as Record<string, string | number | Part>))
    values[name] = typeof value === 'object' ? `${MARK}${parts.push(value) - 1}${MARK}` : value;
  const split = (piece: unknown): Piece<Part>[] => {
    if (typeof piece !== 'string') {
      const { tag, parts: inside } = piece as Tagged<Part>;
      return [{ tag, parts: inside.flatMap(split) }];
    }
    return textOf(piece)
      .split(MARK)
      .map((text, index) => (index % 2 === 0 ? text : (parts[Number(text)] ?? text)))
      .filter((part) => part !== '');
  };
  const found = run(message, values);
  return (Array.isArray(found) ? found : [found]).flatMap(split);
}

/** In English, in Chinese and in Japanese. */
const BETWEEN = {
  '': [' ', '', ''],
  ',': [', ', '，', '、'],
  '、': [', ', '、', '、'],
  ';': ['; ', '；', '；'],
  ':': [': ', '：', '：'],
} as const;

/**
 * What stands between two texts that are not of one message: two sentences, without a mark; parts of a line; entries of
 * a list (、); parts with commas of their own; a name and what is said of it.
 */
export function between(mark: keyof typeof BETWEEN = ''): string {
  const { language } = speech();
  return BETWEEN[mark][language === 'zh-CN' ? 1 : language === 'ja' ? 2 : 0];
}

/** What a person wrote, in the quotation marks of the reader. */
export function quoted(text: string): string {
  return t('“{text}”', { text });
}

/** Marks a message that is translated where it is shown: a label in a table of them. Programs get it as it is. */
export function msg<const M extends string>(message: M): M {
  return inOneLine(message) as M;
}

/** Of private use: no text that people write has it. */
const MARK = '\uE000';
const END = '\uE00F';
const GAPS = /(?<=\p{sc=Han}) \uE00F|\uE00F (?=\p{sc=Han})|\uE00F/gu;
const TAGS = ['b', 'code'] as const;
const TAGGED = Object.fromEntries(TAGS.map((tag) => [tag, (parts: unknown[]) => ({ tag, parts })]));

type FormatValues = Parameters<typeof format<unknown>>[2] & {};

/** A long message may be written over several lines, between backquotes. */
export function inOneLine(message: string): string {
  return message.includes('\n') ? message.replace(/\s*\n\s*/g, ' ') : message;
}

const compiled = new Map<string, CompiledMessage>();

function run(message: string, values: FormatValues | undefined): unknown {
  const { language, messages } = speech();
  const english = inOneLine(message);
  const text = (language === 'en' ? undefined : messages[keyOf(english)]) ?? english;
  let found = compiled.get(text);
  if (found === undefined) compiled.set(text, (found = compile(text)));
  const given = values === undefined ? values : said(values, language === 'zh-CN');
  return format(found, language === PSEUDO ? 'en' : language, given, OPTIONS);
}

/** Texts and lists as the language of the reader has them. Outside Chinese, values without a list are not copied. */
function said(values: FormatValues, isChinese: boolean): FormatValues {
  if (!isChinese && !Object.values(values).some(Array.isArray)) return values;
  const written = Object.entries(values).map(([name, value]) => {
    // Values that the message does not name may be lists of anything.
    const text: unknown = Array.isArray(value) ? value.join(between('、')) : value;
    return [name, isChinese && typeof text === 'string' ? endMarked(text) : text];
  });
  return Object.fromEntries(written) as FormatValues;
}

/**
 * Chinese puts a space beside Latin letters and digits, and none between two of its own. Which of them a parameter
 * begins and ends with is known only here: "超过 {duration} 的故障" with "35 秒", and with "35s".
 */
function endMarked(text: string): string {
  return text.replace(/^(?=\p{sc=Han})|(?<=\p{sc=Han})$/gu, END);
}

const textOf = (found: unknown): string => String(found).replace(GAPS, '');

const kept = new Map<string, Intl.NumberFormat | Intl.PluralRules>();

function keep<T extends Intl.NumberFormat | Intl.PluralRules>(name: string, make: () => T): T {
  let found = kept.get(name);
  if (found === undefined) kept.set(name, (found = make()));
  return found as T;
}

const OPTIONS: FormatOptions = {
  formatters: {
    getNumberFormat: (locale) =>
      keep(`number ${String(locale)}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })),
    getPluralRules: (locale) => keep(`plural ${String(locale)}`, () => new Intl.PluralRules(locale)),
    // Moments are pieces: each reader has a time zone.
    getDateTimeFormat: (locale, options) => new Intl.DateTimeFormat(locale, options),
  },
};
