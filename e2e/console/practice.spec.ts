import { expect, test } from '../fixtures/test';

test('the practice incident starts from the empty console, fails, is fixed and is removed again @long', async ({
  page,
}) => {
  await page.goto('/groups');
  await expect(page.getByText('No consumer group yet')).toBeVisible();
  const practice = page.getByRole('region', { name: 'Practice incident' });
  await expect(practice.getByText('Not running.')).toBeVisible();

  await practice.getByRole('button', { name: 'Start the practice incident' }).click();
  await expect(practice.getByText('Consumers fail for three causes')).toBeVisible();
  const groups = page.getByRole('table', { name: 'Consumer groups' });
  await expect(groups.getByText('practice-billing')).toBeVisible();
  await expect(groups.getByText('practice-ledger')).toBeVisible();
  // The listeners' own counts, growing without a reload.
  await expect(practice.getByText('Failed with PaymentGatewayTimeout')).toBeVisible();
  await expect(practice.locator('dt:has-text("Failed with PaymentGatewayTimeout") + dd')).not.toHaveText('0');

  // The clients' own token may report failures, and does.
  await expect
    .poll(async () => (await page.request.get('/api/metrics')).text())
    .toMatch(/^redrive_failure_reports_total\{.*practice-billing.*\} [1-9]/m);

  await practice.getByRole('button', { name: 'Deploy the fix' }).click();
  await expect(practice.getByText('The fix is deployed')).toBeVisible();
  await practice.getByRole('button', { name: 'Break it again' }).click();
  await expect(practice.getByText('Consumers fail for three causes')).toBeVisible();

  await practice.getByRole('button', { name: 'Stop and reset' }).click();
  await expect(page.getByText('No consumer group yet')).toBeVisible();
  await expect(practice.getByText('Not running.')).toBeVisible();

  await page.goto('/audit');
  for (const action of [
    'started the practice incident',
    'deployed the fix of the practice incident',
    'removed the fix of the practice incident',
    'reset the practice incident',
  ])
    await expect(page.getByRole('cell', { name: action, exact: true })).toBeVisible();
});
