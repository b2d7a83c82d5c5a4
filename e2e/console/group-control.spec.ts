import { expectAccessible } from '../fixtures/axe';
import { callApi } from '../fixtures/seed';
import { createTopic } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

test('a group is paused, resumed, turned back, reverted and deleted, with a real client @landing', async ({
  page,
  product,
  viewer,
  startApplication,
}) => {
  const [topic, group] = ['control-orders', 'control-billing'];
  await createTopic(page, topic, 'Normal');
  await callApi(product, 'PUT', `/groups/${group}`, {});
  const application = await startApplication({ topic, group });
  await application.succeed();
  await application.send('first');
  await application.saw('succeeded', 'first');

  await test.step('paused by mouse: nothing arrives, every page and the list say so', async () => {
    await page.goto(`/groups/${group}`);
    await page.getByRole('button', { name: 'Pause group…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('No client receives a message');
    await dialog.getByLabel(/^Reason/).fill('gateway is down');
    await expectAccessible(page, 'pause dialog');
    await dialog.getByRole('button', { name: 'Pause group' }).click();
    await expect(page.getByText(/Paused by/).first()).toBeVisible();
    await application.send('while paused');
    await page.getByRole('link', { name: 'Configuration' }).click();
    await expect(page.getByRole('status').getByText('“gateway is down”')).toBeVisible();
    await page.goto('/groups');
    await expect(page.getByRole('row').filter({ hasText: group })).toContainText('Paused');
    await viewer.goto(`/groups/${group}`);
    await expect(viewer.getByText('“gateway is down”').first()).toBeVisible();
    await expect(viewer.getByRole('button', { name: 'Resume group…' })).toHaveAttribute('aria-disabled', 'true');
    expect(application.events.some(({ body }) => body === 'while paused')).toBe(false);
  });

  await test.step('resumed by keyboard alone: it arrives', async () => {
    await page.goto(`/groups/${group}`);
    await page.getByRole('button', { name: 'Resume group…' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Clients receive messages again');
    await page.getByRole('dialog').getByRole('button', { name: 'Resume group' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await application.saw('succeeded', 'while paused');
    await expect(page.getByRole('button', { name: 'Pause group…' })).toBeVisible();
    // Both are in the list of changes, with letters of the charts.
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await expect(changes.filter({ hasText: 'Resumed by' })).toContainText(/^[A-I]/);
    await expect(changes.filter({ hasText: 'Paused by' })).toContainText('“gateway is down”');
  });

  await test.step('its client is in the list of all nodes, with what it is', async () => {
    await page.getByRole('link', { name: 'Clients' }).click();
    const clients = page.getByRole('table', { name: 'Clients' });
    await expect(clients.getByRole('row').nth(1)).toContainText(/Node \d/);
    await expect(clients.getByRole('row').nth(1)).toContainText(/v1: .*, in use/);
    await expectAccessible(page, 'clients');
  });

  await test.step('the position goes back to the earliest message, after a preview', async () => {
    await page.getByRole('button', { name: 'More actions of the group' }).click();
    await page.getByRole('menuitem', { name: 'Reset offset…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Earliest kept', { exact: true }).click();
    await expect(dialog).toContainText('Delivers 2 messages again.');
    await dialog.getByLabel(/^Reason/).fill('a bug acknowledged too much');
    await expectAccessible(page, 'reset dialog');
    await dialog.getByRole('button', { name: 'Repeat 2' }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => application.events.filter(({ event }) => event === 'succeeded').length).toBe(4);
  });

  await test.step('a version is compared and reverted', async () => {
    await callApi(product, 'PUT', `/groups/${group}`, { version: 1, maxRetries: 3, reason: 'hear sooner' });
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByRole('button', { name: /v2.*hear sooner/ })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'Max retries' });
    await expect(row.getByRole('deletion')).toHaveText('16');
    await expect(row.getByRole('insertion')).toHaveText('3');
    await expectAccessible(page, 'history');
    // The client was sent the new settings.
    await page.getByRole('link', { name: 'Clients' }).click();
    await expect(page.getByRole('table', { name: 'Clients' }).getByRole('row').nth(1)).toContainText(/v2: .*, in use/);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByLabel(/^Reason/).fill('too short');
    await page.getByRole('button', { name: 'Revert to v1, as v3' }).click();
    await expect(page.getByRole('button', { name: /v3.*Revert to v1: too short/ })).toBeVisible();
  });

  await test.step('deleted: empty, its client is named, and then it is gone', async () => {
    await page.getByRole('button', { name: 'More actions of the group' }).click();
    await page.getByRole('menuitem', { name: 'Delete group…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('The group has no messages in progress.');
    await expect(dialog).toContainText('1 client is connected');
    await dialog.getByLabel(/^Reason/).fill('not used');
    await expectAccessible(page, 'delete dialog');
    await dialog.getByRole('button', { name: 'Delete group' }).click();
    await expect(page).toHaveURL(/\/groups$/);
    await expect(page.getByRole('row').filter({ hasText: group })).toHaveCount(0);
  });
});
