import { DEFAULT_PRODUCER_RETRY } from '../../lib/model/delivery/producer-retry';
import type { Product } from '../fixtures/product';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('sending retry: the waits follow the form, saving needs a reason, and another save meanwhile is a choice', async ({
  page,
  product,
}) => {
  const documented = await restoreDocumented(product);
  const v = (saves: number) => `v${documented + saves}`;
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Sending retry' }).click();
  await expect(page.getByRole('heading', { name: 'Sending retry' })).toBeVisible();
  const second = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '3', exact: true }) });
  await expect(second).toContainText('1.6 s ± 0.32 s');

  const save = page.getByRole('button', { name: `Save as ${v(1)}` });
  await expect(save).toBeDisabled();
  await page.getByLabel('First retry interval').fill('5ms');
  await expect(page.getByText('From 10 ms to 1 m.')).toBeVisible();
  await page.getByLabel('First retry interval').fill('2 s');
  await expect(second).toContainText('3.2 s ± 0.64 s');
  await page.getByLabel('Reason, kept in the history').fill('the disk is slow today');
  await save.click();
  await expect(page.getByText(`Saved as ${v(1)}`)).toBeVisible();

  await page.getByLabel('Multiplier').fill('2');
  await page.getByLabel('Reason, kept in the history').fill('twice as long');
  const elsewhere = await page.request.put('/api/v1/settings/producer-retry', {
    headers: { authorization: `Bearer ${product.apiToken}` },
    data: { version: documented + 1, maxWaitMs: 60_000, reason: 'from elsewhere' },
  });
  expect(elsewhere.status()).toBe(200);
  // It is announced without a save.
  const conflict = page.getByRole('region', { name: 'Someone else saved this first' });
  await expect(conflict).toContainText(`saved version ${documented + 2}`);
  await expect(page.getByText('“from elsewhere”')).toBeVisible();
  await page.getByRole('button', { name: `Apply my change to ${v(2)}` }).click();
  await page.getByRole('button', { name: `Save as ${v(3)}` }).click();
  await expect(page.getByText(`Saved as ${v(3)}`)).toBeVisible();
  const now = await page.request.get('/api/v1/settings/producer-retry', {
    headers: { authorization: `Bearer ${product.apiToken}` },
  });
  expect(await now.json()).toMatchObject({
    firstWaitMs: 2000,
    multiplier: 2,
    maxWaitMs: 60_000,
    version: documented + 3,
  });

  await page.goto('/audit?action=setting');
  await expect(page.getByText('twice as long')).toBeVisible();

  // Producers of the tests after this one wait as documented.
  await restoreDocumented(product);
});

/** @returns the version that says so */
async function restoreDocumented(product: Product): Promise<number> {
  const { version } = (await callApi(product, 'GET', '/settings/producer-retry')) as { readonly version: number };
  if (version === 0) return 0;
  const { firstWaitMs, multiplier, maxWaitMs } = DEFAULT_PRODUCER_RETRY;
  const values = { firstWaitMs, multiplier, maxWaitMs, version, reason: 'as documented' };
  await callApi(product, 'PUT', '/settings/producer-retry', values);
  return version + 1;
}
