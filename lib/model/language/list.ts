import { PSEUDO } from './languages';
import { speech } from './speech';
import { between, tell } from './t';

/** "a, b and c"; a、b和c; a、b、c. */
export function listOf(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  const locale = localeOf();
  // British English has no comma before "and".
  return new Intl.ListFormat(locale === 'en-US' ? 'en-GB' : locale, {
    type: word === 'and' ? 'conjunction' : 'disjunction',
  }).format(names);
}

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
