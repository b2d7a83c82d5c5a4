import type { Page } from '@playwright/test';
import { Producer } from 'rocketmq-client-nodejs';

import { expect, test } from '../fixtures/test';

const silent = (): void => undefined;
const logger = { info: silent, warn: silent, error: silent, debug: silent };

async function act(page: Page, key: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${key}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('an access key is made, used by the SDK, rotated, disabled and deleted; its secret is shown once', async ({
  page,
  product,
}) => {
  for (const name of ['keyed-orders', 'other'])
    await page.request.post('/api/v1/topics', {
      headers: { authorization: `Bearer ${product.apiToken}` },
      data: { name },
    });
  const send = async (accessKey: string, accessSecret: string, topic = 'keyed-orders'): Promise<void> => {
    const endpoints = `127.0.0.1:${product.grpcPort}`;
    const sessionCredentials = { accessKey, accessSecret };
    const producer = new Producer({ endpoints, namespace: '', logger, topics: [], sessionCredentials });
    await producer.startup();
    try {
      await producer.send({ topic, body: Buffer.from('signed') });
    } finally {
      await producer.shutdown();
    }
  };
  // Another process of the broker knows of a change within a second.
  const sends = (...of: Parameters<typeof send>) => expect(() => send(...of)).toPass();
  const refuses = (reason: RegExp, ...of: Parameters<typeof send>) =>
    expect(() => expect(send(...of)).rejects.toThrow(reason)).toPass();

  await page.goto('/settings/access-keys');
  await expect(page.getByText('accepts every client')).toBeVisible();
  await page.getByRole('button', { name: 'Create access key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('keyed service');
  await dialog.getByLabel('Name or prefix of permission 1').fill('keyed*x');
  await dialog.getByRole('button', { name: 'Create access key' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Line 1 must be a topic name');
  await dialog.getByLabel('Name or prefix of permission 1').fill('keyed*');
  await dialog.getByRole('button', { name: 'Create access key' }).click();
  await expect(dialog.getByText('Copy the secret now. It cannot be shown again.')).toBeVisible();
  const [accessKey = '', secret = ''] = await dialog.locator('code').allTextContents();
  await expect(dialog.getByLabel('Code')).toContainText(`accessSecret: '${secret}'`);
  await dialog.getByText('Java').click();
  await expect(dialog.getByLabel('Code')).toContainText(`"${accessKey}", "${secret}"`);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByRole('cell', { name: 'publish to keyed*' })).toBeVisible();
  const html = await (await page.request.get('/settings/access-keys')).text();
  expect(html).toContain(accessKey);
  expect(html).not.toContain(secret);

  await sends(accessKey, secret);
  await refuses(/may not publish/, accessKey, secret, 'other');
  await refuses(/not accepted/, accessKey, `${secret}x`);

  await act(page, 'keyed service', 'New secret…');
  await dialog.getByLabel('The old secret stays valid for').selectOption('1');
  await dialog.getByRole('button', { name: 'Create new secret' }).click();
  await expect(dialog.getByText('Copy the secret now. It cannot be shown again.')).toBeVisible();
  const [, newSecret = ''] = await dialog.locator('code').allTextContents();
  expect(newSecret).not.toBe(secret);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByText('old secret expires').filter({ visible: true })).toBeVisible();
  await sends(accessKey, secret);
  await sends(accessKey, newSecret);

  await act(page, 'keyed service', 'Disable…');
  await dialog.getByRole('button', { name: 'Disable keyed service' }).click();
  await expect(page.getByRole('cell', { name: 'disabled' })).toBeVisible();
  await refuses(/not accepted/, accessKey, newSecret);
  await act(page, 'keyed service', 'Enable');
  await expect(page.getByRole('cell', { name: 'active' })).toBeVisible();
  await sends(accessKey, newSecret);

  await act(page, 'keyed service', 'Delete…');
  await dialog.getByLabel('Type keyed service to confirm').fill('keyed service');
  await dialog.getByRole('button', { name: 'Delete keyed service' }).click();
  await expect(page.getByText('No access keys yet.')).toBeVisible();

  await page.goto('/audit?action=access-key.');
  for (const action of ['created', 'rotated secret of', 'disabled', 'enabled', 'deleted'])
    await expect(page.getByRole('cell', { name: `${action} access key`, exact: true })).toBeVisible();
});
