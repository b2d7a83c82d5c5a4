import { startAttachedFake } from '../../lib/testing/cluster/attached';
import { storeLater } from '../../lib/testing/cluster/fake-schedule';
import { expectAccessible } from '../fixtures/axe';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('a scheduled message of a cluster is found by its id and recalled; Brokers has the timers @landing', async ({
  page,
  product,
}) => {
  const fake = await startAttachedFake();
  const [a, b] = [fake.broker('broker-a'), fake.broker('broker-b')];
  for (const broker of [a, b]) broker.addTopic('later', 1, 'DELAY');
  const dueMs = Date.now() + 3_600_000;
  storeLater(a, 'later', 'x', { properties: { UNIQ_KEY: 'M-1', TIMER_DELIVER_MS: String(dueMs) } });
  storeLater(b, 'later', 'x', { properties: { UNIQ_KEY: 'M-2', DELAY: '17' } });
  b.config['timerWheelEnable'] = 'false';
  a.figures['timerReadBehind'] = '40';
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
  await callApi(product, 'PUT', '/clusters/timed', body);
  try {
    await page.goto('/c/timed/topics/later');
    const panel = page.getByRole('region', { name: 'Scheduled messages' });
    await panel.getByLabel('Message ID').fill('M-2');
    await panel.getByLabel('Message ID').press('Enter');
    await expect(panel).toContainText('by a delay level, which cannot be recalled');
    await panel.getByLabel('Message ID').fill('M-1');
    await panel.getByRole('button', { name: 'Find scheduled message' }).click();
    await expect(panel).toContainText('broker-a: scheduled for');
    await expectAccessible(page, 'a scheduled message that was found');
    await panel.getByRole('button', { name: 'Recall…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Recall message' }).click();
    await expect(page.getByText('M-1 recalled')).toBeVisible();
    await panel.getByRole('button', { name: 'Find scheduled message' }).click();
    await expect(panel).toContainText('broker-a: recalled at');

    await page.goto('/c/timed/brokers');
    const timers = page.getByRole('table', { name: 'Timers' });
    await expect(timers.getByRole('row').filter({ hasText: 'broker-a' })).toContainText('40 s late');
    await expect(timers.getByRole('row').filter({ hasText: 'broker-a' })).toContainText('later');
    await expect(timers.getByRole('row').filter({ hasText: 'broker-b' })).toContainText('off');
    await page.goto('/c/timed/audit');
    await expect(page.getByRole('table', { name: 'Audit' })).toContainText('M-1');
  } finally {
    await fake.close();
  }
});
