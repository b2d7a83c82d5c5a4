import { expectAccessible } from '../fixtures/axe';
import { seedDeadLetters } from '../fixtures/seed';
import { expect, NOBODY, signIn, test } from '../fixtures/test';

test('a problem is on the first page, its action leads to where it is mended, and then the page says so; by keyboard @long', async ({
  page,
  product,
  startApplication,
  openContext,
}) => {
  const { group, application } = await seedDeadLetters(product, startApplication, { name: 'now', count: 2 });
  const nav = page.getByRole('navigation', { name: 'Main' });
  const list = page.getByRole('region', { name: 'Open problems' });
  await test.step('who signs in lands on it', async () => {
    const own = await (await openContext('lands on Now', NOBODY)).newPage();
    await signIn(own, product.admin);
    await expect(own.getByRole('heading', { level: 1, name: 'Now' })).toBeVisible();
    await own.close();
  });

  await test.step('it is one sentence with its number, and the navigation counts it', async () => {
    await page.goto('/topics');
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await expect(page.locator('#main [data-row]').first()).toBeFocused();
    // Counted every 10 s.
    await expect(list.getByRole('listitem').first()).toContainText(`${group}: 2 dead letters since`);
    await expect(list.getByRole('listitem').first()).toContainText('CardDeclined');
    await expect(nav.getByRole('link', { name: /Dead letters 2 dead letters/ })).toBeVisible();
    await expect(nav.getByRole('link', { name: /^Now 1 open problem/ })).toBeVisible();
    await expectAccessible(page, 'Now with a problem');
  });

  await test.step('its action, by j and Enter, is the cause; from there it is re-driven', async () => {
    await application.succeed();
    await page.keyboard.press('Shift+K');
    await expect(list.getByRole('link', { name: `Open cause: ${group}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/dead-letters/causes/.*group=${group}`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('CardDeclined');
    await page.keyboard.press('r');
    await expect(page).toHaveURL(/\/redrives\/new/);
    await expect(page.getByRole('button', { name: /^Start/ })).not.toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('All 2 messages were consumed.')).toBeVisible();
  });

  await test.step('nothing needs an operator: it says what was checked, and when', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await expect(list.getByRole('heading', { name: 'No open problems' })).toBeVisible();
    await expect(list).toContainText(/checked \d\d:\d\d:\d\d, again every 10 s/);
    const checked = page.getByRole('region', { name: 'Checks' });
    await expect(checked.getByText('No dead letter waits for a decision')).toBeVisible();
    await expect(nav.getByRole('link', { name: /^Dead letters g d$/ })).toBeVisible();
    await expectAccessible(page, 'Now in green');
  });
});
