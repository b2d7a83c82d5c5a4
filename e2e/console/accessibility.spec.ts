import { expectAccessible } from '../fixtures/axe';
import { expect, test } from '../fixtures/test';
import { seedDeadLetters } from '../fixtures/seed';

test('axe finds nothing on the page of sign-in, light and dark', async ({ stranger }) => {
  await stranger.goto('/sign-in');
  await expectAccessible(stranger, '/sign-in');
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
  await expect(page.getByText('The message was consumed.')).toBeVisible();
});
