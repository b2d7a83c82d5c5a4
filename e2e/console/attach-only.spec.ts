import { startAttachedFake } from '../../lib/testing/cluster/attached';
import { probePort } from '../../lib/runtime/postgres/free-port';
import { expectAccessible } from '../fixtures/axe';
import { openHydrated } from '../fixtures/hydrated';
import { startProduct } from '../fixtures/product';
import { expect, signIn, test } from '../fixtures/test';

/** It has a product with other settings. */
test('a console without the embedded broker asks for a cluster, and then is about that cluster @landing', async ({
  browser,
}) => {
  const product = await startProduct({ REDRIVE_EMBEDDED_BROKER: 'false' });
  const fake = await startAttachedFake();
  for (const broker of fake.brokers.values()) broker.addGroup('payments');
  const api = async (method: string, path: string, data?: object) => {
    const answer = await fetch(`${product.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${product.apiToken}`, 'content-type': 'application/json' },
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    });
    return { status: answer.status, body: (await answer.json()) as object };
  };
  try {
    // Nothing listens there.
    expect(await probePort('127.0.0.1', product.grpcPort)).toBeUndefined();
    const parts = { gateway: 'off: REDRIVE_EMBEDDED_BROKER is false', workers: 'ready', processes: 'ready' };
    expect(await api('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ready', parts } });
    expect(await api('PUT', '/v1/groups/own', { maxRetries: 3 })).toMatchObject({
      status: 501,
      body: { error: { code: 'unsupported', field: 'workspace' } },
    });

    const page = await openHydrated(await browser.newContext({ baseURL: product.url })).newPage();
    await page.goto('/sign-in');
    await signIn(page, product.admin);
    await expect(page.getByRole('heading', { name: 'Attach a cluster' })).toBeVisible();
    const main = page.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link', { name: /^Groups/ })).toHaveCount(0);
    await expectAccessible(page, 'the first page without a cluster');
    await page.goto('/groups');
    await expect(page.getByRole('heading', { name: 'Attach a cluster' })).toBeVisible();
    await page.getByRole('link', { name: 'Attach a cluster' }).click();
    await expect(page.getByRole('link', { name: 'Access keys' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Attach a cluster' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('eu-only');
    await dialog.getByLabel('Name servers', { exact: true }).fill(fake.address);
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await expect(dialog).toBeHidden();

    await page.goto('/');
    await page.waitForURL('/c/eu-only');
    await main.getByRole('link', { name: /^Groups/ }).click();
    await expect(page.getByRole('table', { name: 'Consumer groups' })).toContainText('payments');
    await page.getByRole('button', { name: 'Workspace eu-only' }).click();
    await expect(page.getByRole('menuitem', { name: /eu-only/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /this installation/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.goto('/settings/clusters');
    await expect(page.getByRole('button', { name: 'Workspace choose a cluster' })).toBeVisible();
    await page.context().close();
  } finally {
    await product.stop();
    await fake.close();
  }
});
