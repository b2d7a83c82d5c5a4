import { queryDatabase } from '../fixtures/database';
import { expect, test } from '../fixtures/test';

test('a page whose first reads get no answer says so part by part, shows nothing without a known session, and fills by itself', async ({
  page,
  product,
}) => {
  await queryDatabase(product, 'ALTER TABLE operator_session RENAME TO operator_session_away');
  try {
    for (const [path, title, part] of [
      ['/alarms', 'Alarms', 'Firing'],
      ['/groups/any-group', 'any-group', 'Backlog'],
      ['/throttling', 'Throttling', 'Limits'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('region', { name: part, exact: true })).toContainText('Could not load');
    }
    await expect(page.getByText('signed-in account unknown')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    // By keyboard, and in vain.
    await page.getByRole('button', { name: 'Try again: Limits' }).press('Enter');
    await expect(page.getByText('This page could not be loaded.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Live/ })).toHaveCount(0);
  } finally {
    await queryDatabase(product, 'ALTER TABLE operator_session_away RENAME TO operator_session');
  }
  await expect(page.getByRole('table', { name: 'Limits' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New limit…' })).not.toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByTitle(product.admin.email)).toBeVisible();
});

test('a part that cannot be read does not take the others with it, also at the first load @long', async ({
  page,
  product,
}) => {
  await queryDatabase(product, 'ALTER TABLE alarm_rule RENAME TO alarm_rule_away');
  try {
    await page.goto('/alarms');
    await expect(page.getByText('The rules are unknown.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again: Alarm rules' })).toBeVisible();
    // The page would find the rules by itself as soon as they are back, and take the button away.
    await page.keyboard.press('p');
    await expect(page.getByRole('button', { name: /^Paused/ })).toBeVisible();
    // What fires is read beside it; when nothing does, that is not the same as "nothing could".
    const firing = page.getByRole('table', { name: 'Firing alarms' });
    await expect(firing.or(page.getByText('The rules could not be loaded.'))).toBeVisible();
  } finally {
    await queryDatabase(product, 'ALTER TABLE alarm_rule_away RENAME TO alarm_rule');
  }
  await page.getByRole('button', { name: 'Try again: Alarm rules' }).click();
  await expect(page.getByRole('table', { name: 'Alarm rules' })).toBeVisible();
});
