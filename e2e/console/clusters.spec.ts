import { addBacklog, addClient, addDeadLetters, startAttachedFake } from '../../lib/testing/cluster/attached';
import { expectAccessible } from '../fixtures/axe';
import { expectLinksStay } from '../fixtures/links';
import { expect, test } from '../fixtures/test';

test('a cluster is attached, its groups compared, repaired, edited and paused; a broker goes away; a viewer changes nothing @landing', async ({
  page,
  viewer,
}) => {
  const fake = await startAttachedFake();
  const [a, b] = [fake.broker('broker-a'), fake.broker('broker-b')];
  for (const broker of [a, b]) {
    broker.addGroup('mails', { retryMaxTimes: 3 });
    broker.addGroup('payments');
    addBacklog(broker, 'payments', 'orders', { stored: 120, taken: 100 });
  }
  b.addGroup('payments', { retryMaxTimes: 5 });
  b.groups.delete('mails');
  addClient(a, 'payments', 'worker-1@1@0');
  addDeadLetters(a, 'payments', 7);
  try {
    // Attach, after a look at what is there. The first try leads nowhere.
    await page.goto('/settings/clusters');
    await page.getByRole('button', { name: 'Attach a cluster' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('eu-test');
    await dialog.getByLabel('Name servers', { exact: true }).fill('127.0.0.1:1');
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(dialog.getByText(/No name server responded/)).toBeVisible();
    await dialog.getByLabel('Name servers', { exact: true }).fill(fake.address);
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(dialog.getByText('2 of 2 brokers responded. This cluster can be attached.')).toBeVisible();
    await expect(dialog.getByRole('table', { name: 'Brokers' })).toContainText('5.3.3');
    await dialog.getByLabel('Environment').selectOption('staging');
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await expect(dialog).toBeHidden();

    // It is a workspace, read-only until an administrator says otherwise.
    await page.getByRole('table', { name: 'Attached clusters' }).getByRole('link', { name: 'eu-test' }).click();
    await page.waitForURL('/c/eu-test/groups');
    const switcher = page.getByRole('button', { name: 'Workspace eu-test' });
    await expect(switcher).toContainText('staging');
    const groups = page.getByRole('table', { name: 'Consumer groups' });
    const payments = groups.getByRole('row').filter({ hasText: 'payments' });
    await expect(payments).toContainText('broker-a: 16, broker-b: 5');
    await expect(payments).toContainText('40');
    await expect(groups.getByRole('row').filter({ hasText: 'mails' })).toContainText('missing on broker-b');
    await expect(page.getByRole('heading', { name: 'Not reported by this cluster' })).toBeVisible();
    await groups.getByRole('link', { name: 'payments' }).click();
    const pause = page.getByRole('button', { name: 'Pause group…' });
    await expect(pause).toBeDisabled();

    await page.goto('/settings/clusters');
    const ours = page.getByRole('table', { name: 'Attached clusters' }).getByRole('row').filter({ hasText: 'eu-test' });
    await ours.getByRole('button', { name: 'Edit…' }).click();
    await dialog.getByLabel(/Allow changes/).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    // Make equal, then an edit with its schedule.
    await page.goto('/c/eu-test/groups/payments/config');
    await page.getByRole('button', { name: 'Make equal…' }).click();
    await dialog.getByLabel('Copy the settings of').selectOption('broker-b');
    await dialog.getByLabel(/Reason/).fill('agreed on five');
    await dialog.getByRole('button', { name: 'Copy from broker-b' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Settings on the brokers' })).toBeVisible();
    expect(a.groups.get('payments')?.['retryMaxTimes']).toBe(5);
    await page.getByLabel('Max retries').fill('2');
    await expect(page.getByText('2 retries mean 3 deliveries.')).toBeVisible();
    await page.getByLabel(/Reason/).fill('fail sooner');
    await page.getByRole('button', { name: /Save/ }).click();
    await expect.poll(() => [a, b].map(({ groups: of }) => of.get('payments')?.['retryMaxTimes'])).toEqual([2, 2]);
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByText(/fail sooner/).first()).toBeVisible();

    // Pause with a banner; clients and topics.
    await pause.click();
    await dialog.getByLabel(/Reason/).fill('the database is full');
    await dialog.getByRole('button', { name: 'Pause group' }).click();
    const banner = page.getByRole('status').filter({ hasText: /Paused by admin@redrive.example/ });
    await expect(banner).toContainText('the database is full');
    expect(a.groups.get('payments')).toMatchObject({ consumeEnable: false });
    // A client that was silent for a minute is gone.
    addClient(a, 'payments', 'worker-1@1@0');
    await page.getByRole('link', { name: /Clients/ }).click();
    await expect(page.getByRole('table', { name: 'Clients of payments' })).toContainText('worker-1');
    await page.getByRole('link', { name: /^Topics/ }).click();
    await expect(page.getByRole('table', { name: 'Topics' })).toContainText('orders');

    // With Ctrl K what this cluster has; a message by its id, whose copies its page shows at once.
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Find in eu-test' });
    await page.keyboard.type('paym');
    await expect(palette.getByRole('option', { selected: true })).toContainText('payments');
    await page.keyboard.press('Enter');
    await page.waitForURL('/c/eu-test/groups/payments');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.waitForURL('/c/eu-test/messages');
    await page.getByLabel('topic').selectOption('orders');
    await page.keyboard.press('/');
    await page.keyboard.type('orders-7');
    await page.keyboard.press('Enter');
    const messages = page.getByRole('table', { name: 'Messages found' });
    await expect(messages.getByRole('row').filter({ hasText: 'orders-7' })).toContainText('original');
    await expectAccessible(page, 'messages of a cluster');
    await messages.getByRole('link', { name: 'orders-7' }).click();
    await expect(page.getByText(/sent orders, broker-a, queue 0 @7/)).toBeVisible();
    await page.getByRole('link', { name: /^Audit/ }).click();
    await page.waitForURL('/c/eu-test/audit');
    await expect(page.getByRole('table', { name: 'Audit' })).toContainText('agreed on five');

    // A broker goes away: nothing becomes 0.
    await b.peer.stop();
    await page.goto('/c/eu-test/groups');
    // What was read a moment ago is kept for a few seconds.
    await expect(page.getByText('1 of 2 brokers responded.')).toBeVisible();
    await expect(payments).toContainText('at least');
    await page.goto('/c/eu-test/throttling');
    await expect(page).toHaveTitle('Throttling · eu-test · Redrive');
    await expect(page.getByRole('heading', { name: 'Throttling', level: 1 })).toBeVisible();
    await page.goto('/c/eu-test/retries');
    await expect(page.getByText('This page is not available for an attached cluster')).toBeVisible();
    const pages = [
      '',
      '/groups',
      '/groups/payments',
      '/topics',
      '/messages',
      '/dead-letters',
      '/alarms',
      '/throttling',
    ];
    for (const path of [...pages, '/audit']) {
      await page.goto(`/c/eu-test${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectLinksStay(page);
    }
    await page.goto('/c/eu-test/dead-letters');
    await expect(page.getByRole('heading', { name: 'Dead letters', level: 1 })).toBeVisible();
    // A broker without dead letters has its turn when the topics are listed: every 30 s, and it may take 5 s to fail.
    await expect(page.getByText(/broker-b is not responding/).first()).toBeVisible();

    // A viewer sees it and changes nothing; a cluster of no name is not found.
    await viewer.goto('/c/eu-test/groups/payments');
    await expect(viewer.getByRole('button', { name: 'Resume group…' })).toBeDisabled();
    expect((await viewer.goto('/settings/clusters'))?.status()).toBe(403);
    expect((await page.goto('/c/nowhere/groups'))?.status()).toBe(404);
  } finally {
    await fake.close();
  }
});
