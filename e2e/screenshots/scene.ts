import type { Page } from '@playwright/test';

import type { Language } from '../../lib/model/language/languages';
import { tell, toldOf } from '../../lib/model/language/t';
import { inLanguage } from '../fixtures/spoken';

/** Where a picture is taken; null: nothing like that is there in this scene. */
type Path<Found> = (found: Found) => string | null;
/** Who looks at the pages, and what an act reports to that finds nothing to act on. */
export interface Reader {
  readonly language: Language;
  readonly miss: (words: string) => void;
}
/** What is done before the picture is taken, such as opening a dialog. Its words are English messages. */
export type Act = (page: Page, reader: Reader) => Promise<void>;

export interface Scene<Found> {
  readonly path: Path<Found>;
  readonly act?: Act;
}

/** Pages by the name of their pictures. */
export type Scenes<Found> = Readonly<Record<string, Path<Found> | Scene<Found>>>;

export const of = (value: string | null, path: (encoded: string) => string | null): string | null =>
  value === null ? null : path(encodeURIComponent(value));

const TIMEOUT = { timeout: 10_000 };

/** What a message begins with in the language of the reader; a parameter of it stands for any text. */
function begins(message: string, { language }: Reader): RegExp {
  const values = Object.fromEntries([...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ANYTHING]));
  const text = inLanguage(language, () => tell(toldOf(message, values)));
  return new RegExp(`^${text.split(ANYTHING).map(escaped).join('.*')}`);
}
const ANYTHING = '\uE001';

/** The same, and nothing after it. */
const whole = (message: string, reader: Reader): RegExp => new RegExp(`${begins(message, reader).source}$`);

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Where there is nothing to act on, the picture shows that. */
async function attempt(words: string, { miss }: Reader, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch {
    miss(words);
  }
}

/** Clicks a button, or an entry of the menu beside it. */
export const click =
  (button: string, entry?: string): Act =>
  (page, reader) =>
    attempt(entry === undefined ? button : `${button} > ${entry}`, reader, async () => {
      await page
        .getByRole('button', { name: begins(button, reader) })
        .first()
        .click(TIMEOUT);
      if (entry !== undefined) await page.getByRole('menuitem', { name: begins(entry, reader) }).click(TIMEOUT);
    });

export const press =
  (...keys: readonly string[]): Act =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** What a person chooses by its text, such as a part of a segmented control. */
export const choose =
  (text: string): Act =>
  (page, reader) =>
    attempt(text, reader, () => page.getByText(whole(text, reader)).first().click(TIMEOUT));

export const fill =
  (label: string, text: string): Act =>
  (page, reader) =>
    attempt(label, reader, () => page.getByLabel(whole(label, reader)).first().fill(text, TIMEOUT));

export const check =
  (label: string): Act =>
  (page, reader) =>
    attempt(label, reader, () => page.getByLabel(begins(label, reader)).first().check(TIMEOUT));

/** One after the other. */
export const all =
  (...acts: readonly Act[]): Act =>
  async (page, reader) => {
    for (const act of acts) await act(page, reader);
  };
