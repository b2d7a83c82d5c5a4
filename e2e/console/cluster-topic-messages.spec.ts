import { startAttachedFake } from '../../lib/testing/cluster/attached';
import { expectAccessible } from '../fixtures/axe';
import { expectLinksStay } from '../fixtures/links';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('messages of a topic of a cluster, by queue, read beside the list by keyboard; a broker away @landing', async ({
  page,
  product,
}) => {
  const fake = await startAttachedFake();
  const startMs = Date.now() - 600_000;
  for (const [at, broker] of [...fake.brokers.values()].entries()) {
    broker.addGroup('billing');
    broker.addTopic('orders', 2);
    for (let index = 0; index < 40; index += 1)
      broker.store('orders', JSON.stringify({ order: `${broker.name}-${index}` }), {
        ...{ queueId: index % 2, storeTimestamp: startMs + 10_000 * index + at },
        properties: { UNIQ_KEY: `${broker.name}-${index}`, KEYS: `order-${index}`, TAGS: 'paid', tenant: 'acme' },
      });
    for (const queueNo of [0, 1]) broker.setOffset('billing', 'orders', queueNo, { consumer: 12, pull: 12 });
  }
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: false };
  await callApi(product, 'PUT', '/clusters/browsed', body);
  try {
    await page.goto('/c/browsed/topics/orders');
    await page.getByRole('link', { name: 'Messages', exact: true }).last().click();
    await page.waitForURL('/c/browsed/topics/orders/messages');
    const table = page.getByRole('table', { name: 'Messages of orders' });
    await expect(table.getByRole('row')).toHaveCount(51);
    await expect(table.getByRole('row').nth(1)).toContainText('order-39');
    await expect(table.getByRole('row').nth(1)).toContainText('ready for billing');
    await expect(page.getByText('50 of 80 messages checked.')).toBeVisible();
    await expectAccessible(page, 'the messages of a topic of a cluster');
    await expectLinksStay(page);

    // One queue of one broker, from an offset back.
    await page.getByRole('combobox', { name: 'queue' }).selectOption('broker-b 1');
    await expect(table.getByRole('row')).toHaveCount(21);
    await page.getByLabel('from offset').fill('3');
    await page.getByLabel('from offset').press('Enter');
    await expect(table.getByRole('row')).toHaveCount(5);
    await expect(table.getByRole('row').nth(1)).toContainText('past in billing, result not recorded');

    // One is read beside the list, by keyboard.
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'orders' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('complementary', { name: 'Message broker-b-7' });
    await expect(drawer).toContainText('"broker-b-7"');
    await expect(drawer).toContainText('tenant=acme');
    await expectAccessible(page, 'a message of a cluster beside its list');
    await drawer.getByRole('button', { name: 'Search the brokers' }).click();
    await expect(drawer).toContainText('orders, broker-b, queue 1 @3');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();

    // What is missing is said.
    await page.goto('/c/browsed/topics/orders/messages?property=tenant%3Dother');
    await expect(page.getByText('No checked message of orders has the property tenant=other.')).toBeVisible();
    await fake.broker('broker-b').peer.stop();
    await page.goto('/c/browsed/topics/orders/messages');
    await expect(page.getByText('1 of 2 brokers responded.')).toBeVisible();
    await expect(table.getByRole('row').nth(1)).toContainText('broker-a');
  } finally {
    await fake.close();
  }
});
