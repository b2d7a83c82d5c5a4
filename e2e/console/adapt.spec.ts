import type { Page } from '@playwright/test';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const RUN = /^\/redrives\/(RD-)?\d+/;

test('on paper a run is the page alone: light, whole, without navigation and buttons @landing', async ({
  page,
  product,
  startApplication,
}) => {
  const { group } = await seedDeadLetters(product, startApplication, { name: 'paper', count: 2 });
  const run = (await callApi(product, 'POST', '/redrives', { group, all: true, reason: 'on paper' })) as { id: string };
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/redrives/${run.id}`);
  await expect(page).toHaveURL((url) => RUN.test(url.pathname));
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(navigation).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#main button:visible')).toHaveCount(await page.locator('#main th button:visible').count());
  // Nothing is left below an edge that paper cannot scroll.
  const hidden = await page.locator('#main').evaluate((main) => main.scrollHeight - main.clientHeight);
  expect(hidden).toBe(0);
  const background = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(background).toMatch(/^rgb\(2[45]\d, 2[45]\d, 2[45]\d\)$/);
});

test('in the colours of the system a chosen option and page differ from the others @landing', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/alarms');
  const backgroundOf = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const links = 'nav[aria-label="Main"] a';
  expect(await backgroundOf(`${links}[aria-current]`)).not.toBe(await backgroundOf(`${links}:not([aria-current])`));
  await page.goto('/topics?new=1');
  const option = '[role=dialog] label:has(input[type=radio]';
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await backgroundOf(`${option}:checked)`)).not.toBe(await backgroundOf(`${option}:not(:checked))`));
});

/** Elements that would move for longer than an instant, or pass from one look to another. */
const movingOn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const lasts = (durations: string): boolean =>
      durations.split(',').some((each) => Number.parseFloat(each) * (each.trim().endsWith('ms') ? 1 : 1000) > 1);
    return [...document.querySelectorAll('body, body *')].filter((element) =>
      [undefined, '::before', '::after'].some((part) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, part);
        return (animationName !== 'none' && lasts(animationDuration)) || lasts(transitionDuration);
      }),
    ).length;
  });

test('with reduced motion nothing moves, on pages, in a dialog and in the menu of a phone @landing', async ({
  page,
}) => {
  for (const path of ['/', '/groups', '/throttling', '/topics?new=1']) {
    await page.goto(path);
    await expect(page.locator('#main h1').first()).toBeVisible();
    expect(await movingOn(page), path).toBe(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await movingOn(page)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await movingOn(page)).toBeGreaterThan(0);
});
