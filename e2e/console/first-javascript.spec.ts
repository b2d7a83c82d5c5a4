import { firstJavaScript } from '../../lib/cli/first-javascript.mjs';
import { expect, test } from '../fixtures/test';

test('no page loads more JavaScript before it answers than its limit', () => {
  const pages = firstJavaScript();
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter(({ bytes, most }) => bytes > most)).toEqual([]);
});

test('a dialog whose program is not there yet opens by its key, and holds the keys meanwhile', async ({ page }) => {
  // The browser is never idle, so nothing is loaded before it is wanted.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/groups');
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/chunks/*.js', async (route) => {
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
