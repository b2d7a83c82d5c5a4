import { firstJavaScript, MOST_FIRST_BYTES } from '../../lib/cli/first-javascript.mjs';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';

test('no page loads more JavaScript before it answers than its limit', () => {
  const pages = firstJavaScript();
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter(({ bytes }) => bytes > MOST_FIRST_BYTES)).toEqual([]);
});

test('a dialog whose program is not there yet opens by its key, and holds the keys meanwhile', async ({ page }) => {
  await openNeverIdle(page);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(CHUNKS, async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Opening' })).toBeAttached();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/groups$/);
  release();
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys on this page' })).toBeVisible();
});

test('a part that cannot be loaded says so, is left by Esc or Close, and opens when it can be loaded', async ({
  page,
}) => {
  await openNeverIdle(page);
  await page.route(CHUNKS, (route) => route.abort());
  const failed = page.getByRole('dialog', { name: 'Not loaded' });
  await page.keyboard.press('?');
  await expect(failed.getByRole('alert')).toHaveText('This part of the console could not be loaded.');
  await expect(page.getByRole('button', { name: /^Paused, dialog open/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(failed).toBeHidden();
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();

  const opener = page.getByRole('button', { name: /^Find id/ });
  await opener.press('Enter');
  await failed.getByRole('button', { name: 'Close' }).click();
  await expect(failed).toBeHidden();
  await expect(opener).toBeFocused();

  const views = page.getByRole('button', { name: /^View/ });
  await views.press('Enter');
  await expect(page.getByText('could not be loaded. Press again to try again.')).toBeVisible();

  await opener.press('Enter');
  await expect(failed).toBeVisible();
  await page.unroute(CHUNKS);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await views.press('Enter');
  await expect(page.getByText('Row height (px)')).toBeVisible();
});

const CHUNKS = '**/_next/static/chunks/*.js';

/** The browser is never idle, so nothing is loaded before it is wanted. */
async function openNeverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/groups');
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
}
