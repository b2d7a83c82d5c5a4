import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { z } from 'zod';

import { expect, test } from '../fixtures/test';
import { callApi, seedDeadLetters } from '../fixtures/seed';

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
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

interface Seeded {
  readonly group: string;
  readonly topic: string;
  readonly messageId: string;
  readonly redriveId: string;
}

type Look = readonly [path: string, title: RegExp];

/** By what they are about; each takes whole pages, and is a test of its own. */
const LOOKS: Readonly<Record<string, (seeded: Seeded) => readonly Look[]>> = {
  groups: ({ group }) => [
    ['/groups', /^Groups$/],
    ['/groups/new', /^New group$/],
    [`/groups/${group}`, new RegExp(group)],
    [`/groups/${group}/config`, new RegExp(group)],
    [`/groups/${group}/retries`, new RegExp(group)],
  ],
  'topics and messages': ({ topic, messageId }) => [
    ['/topics', /^Topics$/],
    [`/topics/${topic}`, new RegExp(topic)],
    ['/messages', /Messages/],
    [`/messages/${messageId}`, /./],
  ],
  'dead letters': ({ group, redriveId }) => [
    ['/dead-letters', /^Dead letters$/],
    [`/redrives/new?group=${group}&all=1`, /./],
    ['/redrives', /^Re-drives$/],
    [`/redrives/${redriveId}`, /./],
  ],
  'throttling and alarms': ({ topic }) => [
    ['/throttling', /^Throttling$/],
    [`/throttling?topic=${topic}&range=15m&until=2026-01-01T00:00Z`, /^Throttling$/],
    ['/alarms', /^Alarms$/],
    ['/alarms?rules=off', /^Alarms$/],
    ['/alarms/channels', /^Alarm channels$/],
    ['/audit', /^Audit/],
  ],
  settings: () => [
    ['/settings', /^Settings$/],
    ['/settings/users', /^Settings$/],
    ['/settings/tokens', /^Settings$/],
    ['/settings/access-keys', /^Settings$/],
    ['/settings/sending-retry', /^Settings$/],
    ['/settings/dead-letters', /^Settings$/],
    ['/settings/practice', /^Settings$/],
  ],
};

test('axe finds nothing on the page of sign-in, light and dark', async ({ stranger }) => {
  await stranger.goto('/sign-in');
  await expectClean(stranger, '/sign-in');
});

for (const [about, looks] of Object.entries(LOOKS)) {
  test(`axe finds nothing on the pages of ${about}, light and dark`, async ({ page, product, startApplication }) => {
    test.setTimeout(180_000);
    const name = `axe-${about.replaceAll(' ', '-')}`;
    const { group, topic, messageIds } = await seedDeadLetters(product, startApplication, { name, count: 2 });
    const [messageId = '', redriven = ''] = messageIds;
    const { id: redriveId } = z
      .object({ id: z.string() })
      .parse(await callApi(product, 'POST', '/redrives', { group, messageIds: [redriven], reason: 'axe' }));
    for (const [path, title] of looks({ group, topic, messageId, redriveId })) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      await expectClean(page, path);
    }
  });
}

test('from anywhere to a re-driven message with the keyboard alone', async ({ page, product, startApplication }) => {
  const { application } = await seedDeadLetters(product, startApplication, { name: 'keys', count: 1 });
  await application.succeed();
  await page.goto('/groups');
  await expect(page.getByRole('table', { name: 'Consumer groups' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/dead-letters/);
  // Newest first: the one that was just made. The list of causes above it narrows to its group.
  await expect(page.getByRole('table', { name: 'Dead letters' }).getByText('CardDeclined').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Selection' }).getByText('1 selected')).toBeVisible();
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/redrives\/new/);
  const reason = page.getByLabel(/^Reason/);
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if (await reason.evaluate((field) => field === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(reason).toBeFocused();
  await page.keyboard.type('fixed, by keyboard');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/redrives\/(RD-)?\d+/);
  await expect(page.getByText('All 1 were consumed.')).toBeVisible();
});
