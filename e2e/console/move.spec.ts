import { addClient, startAttachedFake } from '../../lib/testing/cluster/attached';
import { consumeCopies } from '../../lib/testing/cluster/fake-ways';
import { expectAccessible } from '../fixtures/axe';
import { callApi, deadLettersReach, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('topics of a cluster are made, edited and sent to; then this installation moves there @landing', async ({
  page,
  viewer,
  product,
  startApplication,
}) => {
  const fake = await startAttachedFake();
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
  await callApi(product, 'PUT', '/clusters/move-test', body);
  try {
    await test.step('topics', async () => {
      await page.goto('/c/move-test/topics');
      await page.getByRole('button', { name: 'New topic' }).first().click();
      // Notices are dialogs as well.
      const dialog = page.locator('[role=dialog]:not([aria-modal=false])');
      await dialog.getByLabel('Name').fill('mails');
      await dialog.getByLabel('Queues per broker').fill('2');
      await dialog.getByRole('button', { name: 'Create topic' }).click();
      await expect(dialog).toBeHidden();
      fake.broker('broker-b').deleteTopic('mails');
      await page.goto('/c/move-test/topics/mails');
      await expect(page.getByText('The topic is missing on broker-b')).toBeVisible();
      await expectAccessible(page, page.url());
      await page.getByRole('button', { name: 'Make equal…' }).click();
      await dialog.getByLabel(/Reason/).fill('both have it');
      await dialog.getByRole('button', { name: 'Save on all brokers' }).click();
      await expect(dialog).toBeHidden();
      expect(fake.broker('broker-b').topics.get('mails')).toHaveLength(2);
      await page.getByRole('button', { name: 'Send a test message…' }).click();
      await dialog.getByRole('button', { name: 'Send 1 message' }).click();
      await expect(dialog.getByText(/Stored on broker-a in queue/).first()).toBeVisible();
    });

    const seed = { name: 'moving', count: 2 };
    const { group, topic, application } = await seedDeadLetters(product, startApplication, seed);
    await test.step('the plan compares, and changes nothing', async () => {
      await page.goto('/c/move-test/move');
      const groups = page.getByRole('table', { name: 'Groups to move' });
      await expect(groups.getByRole('row').filter({ hasText: group })).toContainText('will be created');
      await expectAccessible(page, page.url());
      expect(fake.broker('broker-a').groups.has(group)).toBe(false);
      // Groups of other tests stay.
      const others = page
        .getByRole('row')
        .filter({ has: page.getByRole('checkbox') })
        .filter({ hasNotText: 'moving-' });
      for (const row of await others.all()) await row.getByRole('checkbox').first().uncheck();
      await expect(page.getByRole('button', { name: 'Start with 1 topic and 1 group' })).toBeVisible();
      await page.getByLabel(/^Reason/).fill('one machine is too small');
      await page.getByRole('button', { name: /^Start with/ }).click();
      await expect(page.getByRole('heading', { name: /^MV-\d+$/ })).toBeVisible();
    });
    await test.step('each step shows what came of it on each broker', async () => {
      await page.getByRole('button', { name: 'Create topics and groups' }).click();
      const settings = page.getByRole('region', { name: 'Topics and groups' });
      await expect(settings.getByRole('row').filter({ hasText: `group ${group}` })).toHaveCount(2);
      expect(fake.broker('broker-b').topics.has(topic)).toBe(true);
      // The step asks when a producer sent within the last minute, and the steps before may have taken longer.
      await application.send('order 3');
      await application.saw('failed', 'order 3');
      await deadLettersReach(product, group, 3);
      await page.getByLabel(/a producer sent/).check();
      await page.getByRole('button', { name: 'Producers are switched' }).click();
      await page.getByRole('button', { name: /^Pause and check/ }).click();
      const take = page.getByRole('button', { name: 'Take the messages' });
      await expect(take).toBeVisible();
      await take.click();
      await expect(
        page.getByText('0 waiting messages and 3 dead letters are now kept for move-test').first(),
      ).toBeVisible();
      await expectAccessible(page, page.url());
      for (const broker of fake.brokers.values()) addClient(broker, group, 'worker-1@1@0');
      await page.getByRole('button', { name: 'Send the waiting messages' }).click();
      await expect(page.getByText('The move to move-test is complete.')).toBeVisible();
      for (const broker of fake.brokers.values()) consumeCopies(broker, group, () => true);
    });
    await test.step('what was dead here is dead there, with the same id', async () => {
      await page.goto(`/c/move-test/dead-letters?group=${group}`);
      await expect(page.getByText(/\b3\b/).first()).toBeVisible();
      expect((await viewer.goto('/c/move-test/move'))?.status()).toBe(403);
    });
  } finally {
    await fake.close();
  }
});
