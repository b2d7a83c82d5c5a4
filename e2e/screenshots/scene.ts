import type { Page } from '@playwright/test';

/** Where a picture is taken; null: nothing like that is there in this scene. */
type Path<Found> = (found: Found) => string | null;
/** What is done before the picture is taken, such as opening a dialog. */
export type Act = (page: Page) => Promise<void>;

export interface Scene<Found> {
  readonly path: Path<Found>;
  readonly act?: Act;
}

/** Pages by the name of their pictures. */
export type Scenes<Found> = Readonly<Record<string, Path<Found> | Scene<Found>>>;

export const of = (value: string | null, path: (encoded: string) => string | null): string | null =>
  value === null ? null : path(encodeURIComponent(value));

/** Clicks a button, or an entry of the menu beside it; where there is none, the picture shows that. */
export const click =
  (button: string | RegExp, entry?: string): Act =>
  async (page) => {
    const timeout = 2_000;
    try {
      await page.getByRole('button', { name: button }).first().click({ timeout });
      if (entry !== undefined) await page.getByRole('menuitem', { name: entry }).click({ timeout });
    } catch {
      return;
    }
  };

export const press =
  (...keys: readonly string[]): Act =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** What a person chooses by its text, such as a part of a segmented control. */
export const choose =
  (text: string): Act =>
  async (page) => {
    await page
      .getByText(text, { exact: true })
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  };

export const fill =
  (label: string, text: string): Act =>
  async (page) => {
    await page
      .getByLabel(label, { exact: true })
      .first()
      .fill(text, { timeout: 2_000 })
      .catch(() => undefined);
  };

/** One after the other. */
export const all =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };
