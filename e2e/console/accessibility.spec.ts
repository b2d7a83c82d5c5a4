import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, test } from '../fixtures/test';
import { seedDeadLetters } from '../fixtures/seed';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A theme changes colours and nothing else: everything is judged in one, contrast in both. */
async function expectClean(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Without frames the legacy mode is the same and spares a second page per look.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(TAGS) : axe.withRules(['color-contrast'])
    ).analyze();
    const found = violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n    ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 200))
          .join('\n    ')}`,
    );
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

test('axe finds nothing on the main pages, light and dark', async ({ page, stranger, product, startApplication }) => {
  const { group, messageIds } = await seedDeadLetters(product, startApplication, { name: 'axe', count: 2 });
  await stranger.goto('/sign-in');
  await expectClean(stranger, '/sign-in');
  const [messageId = ''] = messageIds;
  const pages: readonly (readonly [string, RegExp])[] = [
    ['/groups', /^Groups$/],
    ['/groups/new', /^New group$/],
    [`/groups/${group}`, new RegExp(group)],
    [`/groups/${group}/config`, new RegExp(group)],
    [`/groups/${group}/retries`, new RegExp(group)],
    ['/topics', /^Topics$/],
    ['/messages', /Messages/],
    [`/messages/${messageId}`, /./],
    ['/dead-letters', /^Dead letters$/],
    ['/redrives', /^Re-drives$/],
    ['/audit', /^Audit/],
    ['/settings', /^Settings$/],
    ['/settings/users', /^Settings$/],
    ['/settings/tokens', /^Settings$/],
    ['/settings/practice', /^Settings$/],
  ];
  for (const [path, title] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await expectClean(page, path);
  }
});
