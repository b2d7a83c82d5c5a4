import type { Locator, Page } from '@playwright/test';

import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('a form that is submitted before hydration is sent once, and never in the address', async ({
  page,
  product,
  startApplication,
}) => {
  const { group } = await seedDeadLetters(product, startApplication, { name: 'early', count: 1 });

  await test.step('settings of a group: typed, saved, and kept on the page', async () => {
    const path = `/groups/${group}/config`;
    const scripts = await holdScripts(page, path);
    await page.getByLabel('Max retries').fill('7');
    await page.getByLabel(/^Reason/).fill('typed early');
    await submitEarly(page, path, page.getByRole('button', { name: /^Save as v/ }));
    await scripts.release();
    await expect(page.getByText('Saved as v2')).toBeVisible();
    await expect(page.getByLabel('Max retries')).toHaveValue('7');
    expect(new URL(page.url()).search).toBe('');
    expect(await callApi(product, 'GET', `/groups/${group}`)).toMatchObject({ maxRetries: 7, version: 2 });
  });

  await test.step('a form that may not be sent is not sent afterwards either', async () => {
    const path = '/groups/new';
    const scripts = await holdScripts(page, path);
    await page.getByLabel('Name').fill('not a name');
    await submitEarly(page, path, page.getByLabel('Name'));
    await scripts.release();
    await expect(page.getByRole('button', { name: 'Create group' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByLabel('Name')).toHaveValue('not a name');
    expect(page.url()).toBe(`${product.url}${path}`);
  });

  await test.step('a search: the page puts the text into the address, not the browser', async () => {
    const path = '/messages';
    const scripts = await holdScripts(page, path);
    const find = page.getByRole('searchbox', { name: /^Message ID/ });
    await find.fill('no-such-key');
    await submitEarly(page, path, find);
    await scripts.release();
    await expect(page).toHaveURL(/\/messages\?q=no-such-key$/);
  });
});

/** Presses Enter until the page has kept it, which is possible as soon as the browser has read the page to its end. */
async function submitEarly(page: Page, path: string, place: Locator): Promise<void> {
  const kept = () =>
    page.evaluate(() => (document as { $$reactFormReplay?: unknown[] }).$$reactFormReplay?.length ?? 0);
  await expect(async () => {
    await place.press('Enter');
    expect(await kept()).toBeGreaterThan(0);
  }).toPass();
  const { pathname, search } = new URL(page.url());
  expect({ pathname, search }).toEqual({ pathname: path, search: '' });
}

/** Opens a page whose scripts do not arrive before they are released. */
async function holdScripts(page: Page, path: string): Promise<{ readonly release: () => Promise<void> }> {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/_next/static/**/*.js*', async (route) => {
    await arrived;
    await route.continue();
  });
  const opened = page.goto(path, { waitUntil: 'commit' });
  return {
    release: async () => {
      arrive();
      await opened;
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
