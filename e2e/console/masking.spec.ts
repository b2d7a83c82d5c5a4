import { expectAccessible } from '../fixtures/axe';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('a rule is tried, saved, hides a value on the page of a message, and lets it be shown with a reason @landing', async ({
  page,
  product,
}) => {
  await callApi(product, 'POST', '/topics', { name: 'hushed-payments', type: 'NORMAL', queues: 1 });
  const { messageId } = (await callApi(product, 'POST', '/messages', {
    ...{ topic: 'hushed-payments', properties: { phone: '0151-777', tenant: 'north' } },
    body: JSON.stringify({ order: 1, card: { number: '4111-1111', holder: 'Ada' } }),
  })) as { readonly messageId: string };

  await page.goto('/settings/masking');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const rule = page.getByRole('group', { name: 'Rule 1' });
  await rule.getByLabel('Name').fill('card data');
  await rule.getByLabel('Topics').fill('hushed-*');
  await rule.getByLabel('JSON paths').fill('$.card[');
  await expect(rule.getByText('$.card[: ')).toBeVisible();
  await rule.getByLabel('JSON paths').fill('$.card.number');
  await rule.getByLabel('Headers').fill('phone');
  await rule.getByLabel('Visible to').selectOption('nobody');
  await rule.getByLabel('Visible with a reason to').selectOption('admin');

  await page.getByLabel('Message ID').fill(messageId);
  await page.getByRole('button', { name: 'Try the rules' }).click();
  const tried = page.getByLabel('Body with the rules applied');
  await expect(tried).toContainText('[hidden by rule card data]');
  await expect(tried).not.toContainText('4111');
  await expectAccessible(page, 'the settings of masking');
  await page.getByLabel('Reason, kept in the history').fill('card numbers are not for operators');
  await page.getByRole('button', { name: /^Save as v/ }).click();
  await expect(page.getByText(/^Saved as v/)).toBeVisible();

  await page.goto(`/messages/${messageId}`);
  const body = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Body', exact: true }) });
  await expect(body).toContainText('1 value of the body is hidden by rule card data.');
  await expect(body).toContainText('Ada');
  await expect(page.getByText('4111')).toHaveCount(0);
  await expect(page.getByText('0151')).toHaveCount(0);
  await expectAccessible(page, 'masking');

  await body.getByRole('button', { name: 'Show hidden values…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show hidden values?' });
  await dialog.getByLabel('Reason').fill('ticket 7');
  await dialog.getByRole('button', { name: 'Show hidden values', exact: true }).click();
  await expect(body).toContainText('4111-1111');
  await expect(body).toContainText('0151-777');
  await page.reload();
  await expect(body).toContainText('1 value of the body is hidden by rule card data.');
  await expect(page.getByText('4111')).toHaveCount(0);

  await page.goto('/audit?action=message');
  await expect(page.getByText('ticket 7')).toBeVisible();
  const { version } = (await callApi(product, 'GET', '/settings/masking')) as { readonly version: number };
  await callApi(product, 'PUT', '/settings/masking', { rules: [], version, reason: 'the test is over' });
});
