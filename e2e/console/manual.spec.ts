import { expectAccessible } from '../fixtures/axe';
import { expect, test } from '../fixtures/test';

test('the manual opens without a session, is searched, and breaks no rule of the browser', async ({
  stranger,
  product,
}) => {
  const refused: string[] = [];
  stranger.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await stranger.goto('/help');
  await expect(stranger.getByRole('heading', { name: 'The Redrive manual' })).toBeVisible();
  await stranger.getByRole('searchbox').fill('recovery codes');
  await stranger.keyboard.press('Enter');
  await stranger.getByRole('link', { name: 'Sign-in: Second factor' }).click();
  await expect(stranger).toHaveURL(`${product.url}/help/operate/sign-in#second-factor`);
  await expect(stranger.getByRole('heading', { name: 'Second factor' })).toBeInViewport();
  await expectAccessible(stranger, 'the manual');
  expect(refused).toEqual([]);
  await stranger.goto('/help/reference/metrics');
  await stranger.getByRole('link', { name: 'grafana/redrive.json' }).click();
  await expect(stranger.getByText('"title": "Redrive"').first()).toBeVisible();
  expect((await stranger.goto('/help/no/such-page'))?.status()).toBe(404);
  expect((await stranger.goto('/help/file/..%2fpackage.json'))?.status()).toBe(404);
});

test('the ? of a page opens what the manual says about that page', async ({ page, context }) => {
  await page.goto('/dead-letters');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Manual: help for this page' }).click();
  const manual = await opened;
  await expect(manual.getByRole('heading', { name: 'Dead letters', level: 1 })).toBeVisible();
  await expect(manual.locator('[aria-current=page]')).toHaveText('Dead letters');
  await manual.close();
});
