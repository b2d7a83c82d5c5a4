import type { Page } from '@playwright/test';

import { noticesOf } from '../fixtures/alarms';
import { expect, test } from '../fixtures/test';

const password = 'the password of the mail server';
const secret = 'a signing secret, long enough';

test('an e-mail channel: refused addresses, what came of a test, an edit that keeps the password, removal @long', async ({
  page,
  product: { mail, apiToken },
}) => {
  await page.goto('/alarms/channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('the desk');
  await dialog.getByLabel('Kind').selectOption('E-mail');
  const host = dialog.getByLabel('Mail server');
  await host.fill('169.254.169.254');
  await dialog.getByLabel('Sender', { exact: true }).fill('redrive@example.com');
  await dialog.getByLabel('Recipients', { exact: true }).fill('desk@example.com');
  await dialog.getByLabel('User name', { exact: true }).fill('alarms');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  await expect(host).toHaveAttribute('aria-invalid', 'true');
  await expect(host).toHaveAccessibleDescription(/must lead to the public internet/);
  await host.fill('127.0.0.1');
  await dialog.getByLabel('Port').fill(String(mail.port));
  await dialog.getByLabel('Encryption').selectOption('None');
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  const row = page.getByRole('table', { name: 'Alarm channels' }).getByRole('row').filter({ hasText: 'the desk' });
  await expect(row).toContainText('desk@example.com via 127.0.0.1');

  const press = row.getByRole('button', { name: 'Send a test' });
  const outcome = page.getByText(/test (was delivered )?to the desk|test reached the desk/);
  mail.failures.push(550);
  await press.click();
  await expect(outcome).toHaveText('The test to the desk failed: the mail server responded with 550.');
  const log = page.getByRole('table', { name: 'Delivery log' }).getByRole('row').filter({ hasText: 'the desk' });
  await expect(log.first()).toContainText('failed');
  expect(mail.letters).toEqual([]);

  // While the answer is on its way nothing is said of it, and what was said of the test before is gone.
  const answer = await holdAnswers(page);
  await press.click();
  await expect(press).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => mail.letters.length).toBe(1);
  await expect(outcome).toHaveCount(0);
  await answer.release();
  await expect(outcome).toHaveText('The test was delivered to the desk.');
  await expect(log.first()).toContainText('sent');
  expect(mail.letters[0]).toMatchObject({ from: 'redrive@example.com', to: ['desk@example.com'], user: 'alarms' });
  expect(mail.letters[0]?.data).toContain('Subject: [Redrive] Test from Redrive');

  await (await holdAnswers(page)).drop(() => press.click());
  await expect(outcome).toContainText('It is not known whether the test reached the desk');

  await row.getByRole('button', { name: 'Edit…' }).click();
  await expect(dialog.getByLabel('Password')).toHaveValue('');
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(/Leave empty to keep the current one/);
  await host.fill('mail.example.com');
  await dialog.getByLabel('Port').fill('587');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(/Enter the secret again/);
  await host.fill('127.0.0.1');
  await dialog.getByLabel('Port').fill(String(mail.port));
  await dialog.getByLabel('Recipients', { exact: true }).fill('desk@example.com, night@example.com');
  await dialog.getByLabel('Language of notifications').selectOption('日本語');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('desk@example.com, night@example.com');
  await expect(outcome).toHaveCount(0);
  await press.click();
  await expect(outcome).toHaveText('The test was delivered to the desk.');
  expect(mail.letters.at(-1)).toMatchObject({ to: ['desk@example.com', 'night@example.com'], user: 'alarms' });
  // In Japanese, and so encoded; the log speaks English to its reader.
  expect(mail.letters.at(-1)?.data).toMatch(/^Subject: =\?UTF-8\?/m);
  await expect(log.first()).toContainText('Test from Redrive: alarms reach this channel');
  await expectNowhere(page, apiToken, password);

  await row.getByRole('button', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove the desk' }).click();
  await expect(row).toHaveCount(0);
});

test('a webhook channel: addresses inside are refused at the field, tests are signed, the secret stays unseen', async ({
  page,
  product: { hook, apiToken },
}) => {
  await page.goto('/alarms/channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create channel' });
  const address = dialog.getByLabel('Address');
  await dialog.getByLabel('Name', { exact: true }).fill('the robot');
  await dialog.getByLabel('Signing secret').fill('too short');
  await create.click();
  await expect(dialog.getByLabel('Signing secret')).toHaveAccessibleDescription(/at least 16 characters/);
  await dialog.getByLabel('Signing secret').fill(secret);
  for (const [url, why] of [
    ['http://169.254.169.254', /must start with https:/],
    ['https://169.254.169.254/latest/meta-data/', /must lead to the public internet/],
    ['https://[::ffff:169.254.169.254]/', /must lead to the public internet/],
    ['http://127.0.0.1:1/', /must start with https:/],
  ] as const) {
    await address.fill(url);
    await create.click();
    await expect(address).toHaveAccessibleDescription(why);
    await expect(address).toHaveAttribute('aria-invalid', 'true');
  }
  await address.fill(`${hook.origin}/robot`);
  await create.click();
  const row = page.getByRole('table', { name: 'Alarm channels' }).getByRole('row').filter({ hasText: 'the robot' });
  const press = row.getByRole('button', { name: 'Send a test' });
  await press.click();
  await expect(page.getByText('The test was delivered to the robot.')).toBeVisible();
  expect(noticesOf(hook, '/robot', 'test', secret)).toMatchObject([{ kind: 'test', isSigned: true }]);
  hook.failures.push(503);
  await press.click();
  await expect(page.getByText('The test to the robot failed: it responded with 503.')).toBeVisible();
  await expectNowhere(page, apiToken, secret);

  await row.getByRole('button', { name: 'Edit…' }).click();
  await expect(dialog.getByLabel('Signing secret')).toHaveValue('');
  await dialog.getByLabel('Enabled', { exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('cell', { name: 'off', exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove the robot' }).click();
  await expect(row).toHaveCount(0);
  await page.goto('/audit?action=alarm-channel.');
  await expect(page.getByRole('row').filter({ hasText: 'the robot' })).not.toHaveCount(0);
  expect(await page.content()).not.toContain(secret);
});

/** Answers of this page's actions wait, or are lost. */
async function holdAnswers(page: Page): Promise<{
  release: () => Promise<void>;
  drop: (press: () => Promise<void>) => Promise<void>;
}> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isLost = false;
  const path = '**/alarms/channels';
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    const answer = await route.fetch();
    await released;
    return isLost ? await route.abort() : await route.fulfill({ response: answer });
  });
  return {
    release: async () => {
      release();
      await page.unrouteAll({ behavior: 'wait' });
    },
    drop: async (press) => {
      isLost = true;
      release();
      await Promise.all([page.waitForEvent('requestfailed'), press()]);
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}

/** Neither the page nor what it reads nor the HTTP API has the secret. */
async function expectNowhere(page: Page, apiToken: string, text: string): Promise<void> {
  const authorization = `Bearer ${apiToken}`;
  for (const path of ['/alarms/channels', '/api/console/alarm-channels', '/api/v1/alarm-channels', '/audit']) {
    const answer = await page.request.get(path, path.includes('v1') ? { headers: { authorization } } : {});
    expect(answer.status(), path).toBe(200);
    expect(await answer.text(), path).not.toContain(text);
  }
}
