import { z } from 'zod';

import { expectAccessible } from '../fixtures/axe';
import { followLink } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';
import { callApi, seedDeadLetters } from '../fixtures/seed';

interface Seeded {
  readonly group: string;
  readonly topic: string;
  readonly messageId: string;
  readonly redriveId: string;
}

type Look = readonly [path: string, title: RegExp];

/** By what they are about. */
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
    [`/topics/${topic}/messages`, new RegExp(topic)],
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
    ['/settings/teams', /^Settings$/],
    ['/settings/tokens', /^Settings$/],
    ['/settings/access-keys', /^Settings$/],
    ['/settings/sending-retry', /^Settings$/],
    ['/settings/dead-letters', /^Settings$/],
    ['/settings/practice', /^Settings$/],
  ],
};

test('axe finds nothing on the page of sign-in, light and dark', async ({ stranger }) => {
  await stranger.goto('/sign-in');
  await expectAccessible(stranger, '/sign-in');
});

// One test: every page of it finds the same messages, and a browser that has the console's code.
test('axe finds nothing on any page, light and dark @long', async ({ page, product, startApplication }) => {
  test.setTimeout(300_000);
  const { group, topic, messageIds } = await seedDeadLetters(product, startApplication, { name: 'axe', count: 2 });
  const [messageId = '', redriven = ''] = messageIds;
  const { id: redriveId } = z
    .object({ id: z.string() })
    .parse(await callApi(product, 'POST', '/redrives', { group, messageIds: [redriven], reason: 'axe' }));
  await page.goto('/');
  for (const [about, looks] of Object.entries(LOOKS))
    await test.step(about, async () => {
      for (const [path, title] of looks({ group, topic, messageId, redriveId })) {
        await followLink(page, path);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
        await expectAccessible(page, path);
      }
    });
});

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
  // A jump ends in the first list of the page, the causes; the letters are the next one.
  await expect(page.getByRole('list', { name: 'Causes' }).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Shift+J');
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
