import { expect, test } from '../fixtures/test';
import { callApi, seedDeadLetters } from '../fixtures/seed';

test('dead letters fire a rule, the webhook is told, the link opens them, a re-drive resolves it', async ({
  page,
  product,
  startApplication,
}) => {
  test.setTimeout(150_000);
  const { hook } = product;
  await page.goto('/alarms/channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByLabel('Name').fill('on-call hook');
  await page.getByLabel('Address').fill('http://127.0.0.1:1/');
  await page.getByLabel('Signing secret').fill('a secret of sixteen');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await expect(page.getByText('url must start with https://')).toBeVisible();
  await page.getByLabel('Address').fill(`${hook.origin}/alarms`);
  await page.getByRole('button', { name: 'Create channel' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('on-call hook took the test.')).toBeVisible();
  expect(hook.received).toHaveLength(1);

  const { group, application } = await seedDeadLetters(product, startApplication, { name: 'alarmed', count: 2 });
  await page.goto('/alarms');
  const firing = page.getByRole('table', { name: 'Firing alarms' });
  const row = firing.getByRole('row').filter({ hasText: group });
  await expect(row).toContainText('New dead letters', { timeout: 40_000 });
  await expect(row).toContainText('2 messages');
  await expect.poll(() => hook.received.length, { timeout: 15_000 }).toBeGreaterThan(1);
  const told = hook.received.map(({ body }) => JSON.parse(body) as { kind: string; subject: string });
  expect(told).toContainEqual(expect.objectContaining({ kind: 'fired', subject: group }));
  // Groups of other tests may fire beside it: the navigation counts what the table shows.
  await expect
    .poll(async () => {
      const rows = (await firing.getByRole('row').count()) - 1;
      return await page.getByRole('link', { name: `Alarms ${rows} firing` }).count();
    })
    .toBe(1);

  await row.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await expect(row).toContainText('acknowledged by admin');

  await page.getByRole('button', { name: 'New dead letters' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
    /Would have fired \d+ times? in the last \d/,
  );

  await row.getByRole('link', { name: 'Open dead letters' }).click();
  await expect(page).toHaveURL(new RegExp(`/dead-letters\\?group=${group}&from=20`));
  await expect(page.getByRole('table', { name: 'Dead letters' }).getByRole('row')).toHaveCount(3);

  await application.succeed();
  await callApi(product, 'POST', '/redrives', { group, all: true, reason: 'fixed' });
  await page.goto('/alarms');
  const resolved = page.getByRole('table', { name: 'Resolved alarms' });
  await expect(resolved.getByRole('row').filter({ hasText: group })).toContainText('re-drive', { timeout: 60_000 });
  await expect(row).toHaveCount(0);
  await resolved.getByRole('row').filter({ hasText: group }).getByRole('link', { name: 'New dead letters' }).click();
  await expect(page.getByText('by a re-drive: every message was consumed').first()).toBeVisible();
  await expect
    .poll(() => hook.received.map(({ body }) => (JSON.parse(body) as { kind: string }).kind), { timeout: 15_000 })
    .toContain('resolved');
});
