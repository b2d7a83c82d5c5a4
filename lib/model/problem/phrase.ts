/**
 * A sentence in parts. Times stay times until they are shown: each reader has a time zone. `strong` is what to read
 * first; `code` is a text of an application.
 */
export type Phrase = string | { readonly strong: string } | { readonly at: string } | { readonly code: string };

/** For readers without a page, in UTC. */
export function toText(phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => {
      if (typeof phrase === 'string') return phrase;
      if ('strong' in phrase) return phrase.strong;
      return 'at' in phrase ? `${phrase.at.slice(0, 16).replace('T', ' ')} UTC` : phrase.code;
    })
    .join('');
}
