import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('what git manages is changed in the console with a reason, in one step', async ({ page, product }) => {
  const name = 'managed-by-git';
  const source = 'https://git.example/ops/redrive.yaml';
  await callApi(product, 'PUT', `/groups/${name}`, { maxRetries: 5, managedBy: source });
  await page.goto(`/groups/${name}/config`);
  await expect(page.getByText('Managed by git:')).toBeVisible();
  await expect(page.getByText(source)).toBeVisible();

  await page.getByLabel('Max retries').fill('7');
  await page.getByLabel('Reason').fill('the consumer is stuck');
  await page.getByRole('button', { name: /^Save/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Managed by git' });
  await expect(dialog.getByLabel('Reason')).toHaveValue('the consumer is stuck');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Managed by git, and nothing was changed here.')).toBeVisible();

  await page.getByRole('button', { name: 'Change here anyway' }).click();
  await dialog.getByRole('button', { name: 'Change here anyway' }).click();
  await expect(page.getByText('Saved as v2')).toBeVisible();
  await expect(page.getByText(/Changed here by/)).toBeVisible();
  const { items } = (await callApi(product, 'GET', '/managed')) as {
    readonly items: readonly { readonly name: string; readonly override: { readonly reason: string } | null }[];
  };
  expect(items.find((each) => each.name === name)?.override?.reason).toBe('the consumer is stuck');
});
