import { folded, placeIn } from '../../../model/language/search';
import type { ManualSection } from './render';

/** What a search looks through: a section with the page that it is on. */
export interface SearchedSection extends ManualSection {
  readonly path: string;
  readonly page: string;
}

export interface ManualHit {
  readonly path: string;
  readonly page: string;
  readonly heading: string;
  readonly anchor: string;
  readonly excerpt: string;
}

const MOST_WORDS = 8;
const MOST_HITS = 30;
const EXCERPT = 200;

/** Finds sections that have each word, or its beginning, the most telling ones first. */
export function searchManual(sections: readonly SearchedSection[], query: string): readonly ManualHit[] {
  const words = folded(query).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_HITS)
    .map(({ section: { path, page, heading, anchor, text } }) => ({
      ...{ path, page, heading, anchor, excerpt: excerptOf(text, words) },
    }));
}

/** 0: a word is missing. A word in a heading says more than one in the text. */
function scoreOf({ page, heading, text }: SearchedSection, words: readonly string[]): number {
  const [inPage, inHeading, inText] = [page, heading, text].map((each) => folded(each)) as [string, string, string];
  const scores = words.map(
    (word) => Number(inPage.includes(word)) * 4 + Number(inHeading.includes(word)) * 3 + Number(inText.includes(word)),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function excerptOf(text: string, words: readonly string[]): string {
  const first = Math.min(...words.map((word) => placeIn(text, word)?.[0] ?? text.length));
  // At a space, where the language has them.
  const from = first === text.length || first < 60 ? 0 : Math.max(first - 100, text.lastIndexOf(' ', first - 60));
  const cut = text.slice(from, from + EXCERPT).trim();
  return `${from > 0 ? '… ' : ''}${cut}${from + EXCERPT < text.length ? ' …' : ''}`;
}
