import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('a retention is seen before it is set; then each dead letter says how long it has, and an alarm warns @long', async ({
  page,
  product,
  startApplication,
}) => {
  const { group } = await seedDeadLetters(product, startApplication, { name: 'expiring', count: 2 });
  const mine = `/dead-letters?group=${group}`;
  await page.goto(mine);
  await expect(page.getByText('Kept until they are re-driven')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Expires' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Kept until they are re-driven' }).click();
  const would = page.getByRole('region', { name: 'Effect of this setting' });
  await page.getByText('Removed after a set time').click();
  await page.getByLabel('Retention', { exact: true }).fill('90 m');
  await expect(page.getByText('Enter whole hours from 1 h to 3,650 d, such as “30 d” or “36 h”.')).toBeVisible();
  await page.getByLabel('Retention', { exact: true }).fill('24 h');
  await expect(would).toContainText('removed 1 d after their move to the DLQ');
  await expect(would).toContainText(/Would remove none of \d+ dead letters now, \d+ within 24 h\./);
  await expect(would).toContainText('Shorter than a weekend');
  const row = would.getByRole('row').filter({ has: page.getByRole('rowheader', { name: group, exact: true }) });
  await expect(row.getByRole('cell')).toHaveText(['0', '2']);
  const save = page.getByRole('button', { name: /^Save as v/ });
  await expect(save).toBeDisabled();
  await page.getByLabel('Reason, kept in the history').fill('the disk is small');
  await save.click();
  await expect(page.getByText(/^Saved as v/)).toBeVisible();
  await expect(page.getByText('the disk is small')).toBeVisible();

  await page.goto(mine);
  await expect(page.getByText('Kept for 1 d')).toBeVisible();
  await page.getByRole('link', { name: '2 dead letters expire within 24 h' }).click();
  await expect(page).toHaveURL(/expires=24h/);
  const letters = page.getByRole('table', { name: 'Dead letters' });
  await expect(letters.getByRole('row')).toHaveCount(3);
  await expect(letters.getByRole('row').nth(1)).toContainText(/in (24|23) h/);
  await page.getByLabel('expires').selectOption('1h');
  await expect(page.getByText('match these 2 filters')).toBeVisible();
  await page.getByLabel('expires').selectOption('24h');
  await letters.getByRole('row').nth(1).click();
  await expect(page.getByText('unless you re-drive it before')).toBeVisible();
  await expect(page.getByText('Lost in')).toBeVisible();

  await page.goto('/alarms');
  const firing = page.getByRole('table', { name: 'Firing alarms' }).getByRole('row').filter({ hasText: group });
  const warning = firing.filter({ hasText: 'Dead letters expire' });
  await expect(warning).toContainText('2 messages');
  await warning.getByRole('link', { name: 'Open dead letters' }).click();
  await expect(page).toHaveURL(new RegExp(`${group}&expires=24h`));
  await expect(letters.getByRole('row')).toHaveCount(3);

  const setting = await page.request.get('/api/v1/settings/dead-letter-retention', {
    headers: { authorization: `Bearer ${product.apiToken}` },
  });
  const { version } = (await setting.json()) as { version: number };
  const kept = { keepHours: null, version, reason: 'a bigger disk' };
  await callApi(product, 'PUT', '/settings/dead-letter-retention', kept);
  await page.goto(mine);
  await expect(page.getByText('Kept until they are re-driven')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Expires' })).toHaveCount(0);
});
