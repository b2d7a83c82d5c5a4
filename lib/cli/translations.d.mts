export interface TranslatedPage {
  readonly file: string;
  /** The page that stands where it should. */
  readonly of: string;
  /** What its first line names; null: it names nothing. */
  readonly named: { readonly of: string; readonly version: string; readonly hash: string } | null;
  /** Of that page now; null: there is none. */
  readonly hash: string | null;
}

export function translatedPages(): readonly TranslatedPage[];
/** A sentence for each page whose English page was changed since. */
export function pagesBehind(): readonly string[];
