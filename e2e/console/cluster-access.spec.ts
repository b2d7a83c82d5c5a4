import { startAttachedFake } from '../../lib/testing/cluster/attached';
import { FakeAccess } from '../../lib/testing/cluster/fake-access';
import { expectAccessible } from '../fixtures/axe';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('users and rules of ACL 2: made, refused, repaired, deleted; and why a client is refused @landing', async ({
  page,
  product,
}) => {
  const fake = await startAttachedFake();
  const [a, b] = [new FakeAccess(), new FakeAccess()];
  Object.assign(fake.broker('broker-a'), { access: a });
  Object.assign(fake.broker('broker-b'), { access: b });
  for (const { config } of fake.brokers.values())
    Object.assign(config, { authenticationEnabled: 'true', authorizationEnabled: 'true' });
  for (const access of [a, b]) access.addUser('admin', 'admin-secret-1', 'Super');
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
  const credentials = { accessKey: 'admin', secretKey: 'admin-secret-1' };
  await callApi(product, 'PUT', '/clusters/guarded', { ...body, ...credentials });
  const dialog = page.getByRole('dialog');
  const users = page.getByRole('table', { name: 'Users' });
  const menu = async (label: string, entry: string) => {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  try {
    await page.goto('/c/guarded/access');
    await expect(users.getByRole('row').filter({ hasText: 'admin' })).toContainText('Redrive');
    await page.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByLabel('Name').fill('shop');
    await dialog.getByLabel('Password').fill('shop-secret-1');
    await dialog.getByLabel('Reason').fill('a new shop');
    await expect(dialog).toContainText('broker-b: user shop is created');
    await expectAccessible(page, 'the dialog of a new user');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await expect(dialog).toBeHidden();
    expect([a, b].map((access) => access.users.get('shop')?.password)).toEqual(['shop-secret-1', 'shop-secret-1']);

    await menu('Actions for user shop', 'Add rule…');
    await dialog.getByLabel('Resource').fill('Topic:ord*');
    await dialog.getByLabel('Reason').fill('it sends orders');
    await expect(dialog).toContainText('broker-a: new rule for Topic:ord*: allow Pub');
    await dialog.getByLabel('Reason').press('ControlOrMeta+Enter');
    await expect(page.getByRole('table', { name: 'Rules' })).toContainText('allow Pub');

    // For a client that was refused.
    const why = page.getByRole('region', { name: 'Why was this client refused?' });
    await why.getByLabel('User').fill('shop');
    await why.getByLabel('Topic').fill('mails');
    await why.getByLabel('Client address').fill('10.0.0.9');
    await why.getByRole('button', { name: 'Check access' }).click();
    await expect(why).toContainText('broker-a: refused');
    await expect(why).toContainText('Pub on Topic:mails: refused, no rule matches');
    await why.getByLabel('Topic').fill('orders');
    await why.getByLabel('Topic').press('Enter');
    await expect(why).toContainText('broker-b: allowed');
    await expect(why).toContainText('allowed by the rule for Topic:ord* (allow Pub)');
    await expectAccessible(page, 'the access page of a cluster');

    // A broker that differs, password included.
    b.addUser('shop', 'another-secret');
    await expect(users).toContainText('Passwords differ between brokers', { timeout: 15_000 });
    await menu('Actions for user shop', 'Make brokers equal…');
    await expect(dialog).toContainText('broker-a: no change');
    await dialog.getByRole('button', { name: 'Make brokers equal' }).click();
    await expect(dialog).toBeHidden();
    expect(b.users.get('shop')?.password).toBe('shop-secret-1');

    // The user of the console itself stays.
    await menu('Actions for user admin', 'Delete user…');
    await dialog.getByLabel('Type admin to confirm').fill('admin');
    await dialog.getByLabel('Reason').fill('not needed');
    await dialog.getByRole('button', { name: 'Delete user admin' }).click();
    await expect(dialog).toContainText('Redrive itself uses this user.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await menu('Actions for user shop', 'Delete user…');
    await expect(dialog).toContainText('broker-a: user shop and 1 rule are deleted');
    await dialog.getByLabel('Type shop to confirm').fill('shop');
    await dialog.getByLabel('Reason').fill('the shop closed');
    await dialog.getByRole('button', { name: 'Delete user shop' }).click();
    await expect(dialog).toBeHidden();
    expect([a, b].map((access) => access.users.has('shop'))).toEqual([false, false]);

    await page.goto('/c/guarded/audit');
    const audit = page.getByRole('table', { name: 'Audit' });
    await expect(audit.getByRole('row').filter({ hasText: 'the shop closed' })).toContainText('deleted cluster user');
    await expect(audit).toContainText('made brokers equal for cluster user');
  } finally {
    await fake.close();
  }
});
