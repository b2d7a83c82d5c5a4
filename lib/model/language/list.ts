import { PSEUDO } from './languages';
import { speech } from './speech';
import { between, tell } from './t';

/** "a, b and c"; a、b 和 c; a、b、c. */
export function listOf(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  const locale = localeOf();
  // British English has no comma before "and".
  const format = new Intl.ListFormat(locale === 'en-US' ? 'en-GB' : locale, {
    type: word === 'and' ? 'conjunction' : 'disjunction',
  });
  return format
    .formatToParts(names)
    .map(({ type, value }, at, parts) => (type === 'literal' ? spaced(value, parts[at - 1], parts[at + 1]) : value))
    .join('');
}

/** Chinese has a space between a Han character and a Latin one. */
function spaced(word: string, before: Named | undefined, after: Named | undefined): string {
  if (!/^\p{Script=Han}+$/u.test(word)) return word;
  return `${/[!-~]$/.test(before?.value ?? '') ? ' ' : ''}${word}${/^[!-~]/.test(after?.value ?? '') ? ' ' : ''}`;
}

type Named = Readonly<Record<'value', string>>;

/** "a, b, c", without a word before the last one: for what is counted or named beside something. */
export function enumerated(names: readonly string[]): string {
  return tell(names);
}

/** "a; b; c": for what has commas in it. */
export function itemized(names: readonly string[]): string {
  return names.join(between(';'));
}

/** Whole sentences, one after the other; empty ones are left out. */
export function sentences(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(between());
}

/** A label within a sentence. Only English begins it with a small letter; names in it stay as they are. */
export function inSentence(label: string): string {
  return localeOf() === 'en-US' ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** What Intl calls the language of the reader. */
export function localeOf(): string {
  const { language } = speech();
  return language === 'en' || language === PSEUDO ? 'en-US' : language;
}
