import { expect, type Page } from '@playwright/test';

/**
 * With very many dead letters everything has its place on the screen: the causes and the first letters without
 * scrolling, the bar at the foot, the next page from its first letter on, and the plan with its button. Prints how long each took
 * to be seen: times depend on the machine, places do not.
 */
export async function proveMany(page: Page, group: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const causes = page.getByRole('list', { name: 'Causes' }).getByRole('listitem');
  const rows = page
    .getByRole('table', { name: 'Dead letters' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  const bar = page.getByRole('region', { name: 'Selection' });
  await seen('causes and first letters', async () => {
    await page.goto(`/dead-letters?group=${group}`);
    await expect(causes.first()).toBeInViewport({ ratio: 1 });
    await expect(rows.first()).toBeInViewport({ ratio: 1 });
  });
  await expect(bar).toBeInViewport({ ratio: 1 });
  const heights = await rows.evaluateAll((all) => [...new Set(all.map((row) => row.getBoundingClientRect().height))]);
  expect(heights).toHaveLength(1);

  const next = page.getByRole('link', { name: /^Next/ });
  await next.scrollIntoViewIfNeeded();
  const before = await rows.first().textContent();
  await seen('next page', async () => {
    await next.click();
    await expect(rows.first()).not.toHaveText(before ?? '');
  });
  // It is read from its first letter on.
  await expect(rows.first()).toBeInViewport({ ratio: 1 });
  await expect(bar).toBeInViewport({ ratio: 1 });

  await seen('plan of all of them', async () => {
    await page.goto(`/redrives/new?group=${group}&all=1`);
    await expect(page.getByRole('heading', { name: 'Is it safe?' })).toBeInViewport({ ratio: 1 });
  });
  await expect(page.getByRole('button', { name: /^Start with 10 of/ })).toBeInViewport({ ratio: 1 });
}

async function seen(what: string, look: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await look();
  process.stdout.write(`${what}: seen after ${Math.round(performance.now() - from)} ms\n`);
}
