import { addBacklog, addClient, startAttachedFake } from '../../lib/testing/cluster/attached';
import { expectAccessible } from '../fixtures/axe';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const DELETE_TOPIC = 215;

test('a topic and a group of a cluster are deleted, refused in use, and a broker that fails is named', async ({
  page,
  product,
}) => {
  const fake = await startAttachedFake();
  const [a, b] = [fake.broker('broker-a'), fake.broker('broker-b')];
  for (const broker of [a, b]) {
    broker.addGroup('billing');
    addBacklog(broker, 'billing', 'orders', { stored: 30, taken: 10 });
    broker.addTopic('%DLQ%billing');
  }
  addClient(a, 'billing', 'worker-1');
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
  await callApi(product, 'PUT', '/clusters/tidied', body);
  const dialog = page.getByRole('dialog');
  const deletes = () => [a, b].map(({ peer }) => peer.count(DELETE_TOPIC));
  try {
    // In use: what goes is shown, and why it cannot.
    await page.goto('/c/tidied/topics/orders');
    await page.getByRole('button', { name: 'More actions for orders' }).click();
    await page.getByRole('menuitem', { name: 'Delete topic…' }).click();
    await expect(dialog).toContainText('1 client subscribes to orders: worker-1 (billing).');
    await expect(dialog).toContainText('broker-a: settings, 1 offset, orders with 30 messages in 1 queue.');
    await expect(dialog).toContainText('Not delivered yet: billing (40).');
    await expectAccessible(page, 'the deletion of a topic of a cluster');
    const remove = dialog.getByRole('button', { name: 'Delete orders' });
    await expect(remove).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    // The client signs off. One broker refuses: it is named, and so is the one that is done.
    addClient(a, 'billing', 'worker-1', '*', 'UNREGISTER', Date.now() + 1);
    b.peer.behave = ({ code }) => (code === DELETE_TOPIC ? { code: 1, remark: 'disk full' } : null);
    await expect(async () => {
      await page.reload();
      await page.getByRole('button', { name: 'More actions for orders' }).click();
      await page.getByRole('menuitem', { name: 'Delete topic…' }).click();
      await expect(dialog).toContainText('orders with 30 messages');
      await expect(dialog).not.toContainText('worker-1', { timeout: 1_000 });
    }).toPass();
    await dialog.getByLabel('Reason').fill('replaced by purchases');
    await dialog.getByLabel('Type orders to confirm').fill('order');
    await expect(remove).toBeDisabled();
    await dialog.getByLabel('Type orders to confirm').fill('orders');
    await remove.click();
    await expect(dialog).toContainText('Deleted on broker-a only. broker-b:');
    await expect(dialog).toContainText('disk full');
    expect([a.topics.has('orders'), b.topics.has('orders')]).toEqual([false, true]);

    // The broker is well again: the same button deletes the rest.
    b.peer.behave = () => null;
    await remove.click();
    await page.waitForURL('/c/tidied/topics');
    expect(b.topics.has('orders')).toBe(false);
    await expect(page.getByText('Topic orders deleted.')).toBeVisible();
    expect(deletes()).toEqual([1, 2]);

    // The group, by keyboard alone.
    await page.goto('/c/tidied/groups/billing');
    await page.getByRole('button', { name: 'More actions of the group' }).focus();
    await page.keyboard.press('Enter');
    // A menu that is opened before the program of the page ran has the focus itself, and no entry of it.
    await expect(page.locator('[role="menu"]:focus-within')).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('broker-b: settings, 0 offsets, %DLQ%billing with 0 messages in 1 queue');
    const confirm = dialog.getByLabel('Type billing to confirm');
    await confirm.focus();
    await page.keyboard.type('billing');
    await page.keyboard.press('Enter');
    await page.waitForURL('/c/tidied/groups');
    for (const broker of [a, b]) expect([...broker.groups.keys()]).not.toContain('billing');
    await page.goto('/c/tidied/audit');
    const audit = page.getByRole('table', { name: 'Audit' });
    await expect(audit.getByRole('row').filter({ hasText: 'replaced by purchases' }).first()).toContainText('orders');
    await expect(audit).toContainText('deleted topic on some brokers only');
  } finally {
    await fake.close();
  }
});
