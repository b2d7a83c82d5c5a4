import { type Given, type Piece, pieces } from '../language/t';

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

type Part = Exclude<Phrase, string>;

/** A sentence in the language of its reader: <b>…</b> is what to read first, and a parameter may be a time or code. */
export function phrases<const M extends string>(
  message: M,
  ...given: Given<M, string | number | Part>
): readonly Phrase[] {
  return pieces<M, Part>(message, ...given).flatMap(phraseOf);
}

function phraseOf(piece: Piece<Part>): readonly Phrase[] {
  if (typeof piece === 'string' || !('tag' in piece)) return [piece];
  return piece.parts.flatMap(phraseOf).map((part) => (typeof part === 'string' ? { strong: part } : part));
}
