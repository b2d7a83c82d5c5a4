import { expectAccessible } from '../fixtures/axe';
import { queryDatabase } from '../fixtures/database';
import type { Product } from '../fixtures/product';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const GROUP = 'northpay-billing';
const BIGGEST = 'PaymentGatewayTimeout: northpay did not answer within {n} ms for order {n}';

/**
 * Twelve causes, as an older release left them: the worker names them. Five letters have no reason. All in one
 * transaction: the worker may come at any moment.
 */
async function seed(product: Product): Promise<void> {
  await callApi(product, 'POST', '/topics', { name: 'northpay-orders', type: 'NORMAL', queues: 1 });
  await callApi(product, 'PUT', `/groups/${GROUP}`, { maxRetries: 3 });
  await queryDatabase(
    product,
    `INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at,
       kind, keys, body_encoding, born_at, born_host, stored_at, body)
     SELECT g.group_id, q.queue_id, n, 0, 1, t.topic_id, 'CAUSE-' || n, 4, 'nack',
       date_trunc('minute', now()) - interval '10 minutes' + n * interval '10 ms', 'NORMAL', ARRAY['order-' || n],
       'IDENTITY', now(), '10.0.0.1:1', now(), convert_to('{"tenant":"acme","order":' || n || '}', 'UTF8')
     FROM generate_series(1, 60) n, consumer_group g, topic t JOIN queue q USING (topic_id)
     WHERE g.name = '${GROUP}' AND t.name = 'northpay-orders';
     INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, stack, app_version,
       reported_at)
     SELECT group_id, queue_id, off, 0, 4, r.type, r.message,
       r.type || ': ' || r.message || E'\\n    at charge (/srv/billing/northpay/client.js:' || off || ':13)', '2.14.0',
       dead_at
     FROM dead_letter JOIN consumer_group USING (group_id)
     CROSS JOIN LATERAL (SELECT
       CASE WHEN off <= 40 THEN 'PaymentGatewayTimeout' ELSE 'Fault' || chr(97 + (off % 11)::int) END AS type,
       CASE WHEN off <= 40 THEN 'northpay did not answer within ' || 2000 + off || ' ms for order ' || off
         ELSE 'the account is frozen' END AS message) r
     WHERE name = '${GROUP}' AND off <= 55;
     UPDATE dead_letter SET app_version = '2.14.0' WHERE msg_id LIKE 'CAUSE-%' AND off <= 55`,
  );
}

test('from the list of causes to one cause, what is known about it, and its plan: by keyboard @landing', async ({
  page,
  product,
}) => {
  await seed(product);
  // The page of the group leads with the same causes, and its one action is a key.
  await page.goto(`/groups/${GROUP}`);
  const lead = page.getByRole('region', { name: 'What failed' });
  await expect(lead).toContainText(/60 dead letters since .*67 % have one cause\./);
  await expect(lead).toContainText("we can't tell yet whether it's fixed");
  await expect(lead).toContainText('8 more causes with 9 dead letters · 5 dead letters have no reported error');
  await expect(lead.getByRole('row').nth(1)).toContainText(/PaymentGatewayTimeout.*40.*66\.7 %.*2\.14\.0/);
  await page.keyboard.press('r');
  await expect(page).toHaveURL(`/redrives/new?group=${GROUP}&all=1`);

  await page.goto(`/dead-letters?group=${GROUP}`);
  const causes = page.getByRole('list', { name: 'Causes' }).getByRole('listitem');
  await expect(causes.first()).toContainText(BIGGEST);
  await expect(causes.first()).toContainText('40');
  await expect(causes.filter({ hasText: 'Cause not reported. Probably, for 5: PaymentGatewayTimeout' })).toHaveCount(1);
  await expect(causes).toHaveCount(10);
  await page.getByRole('button', { name: 'and 3 more causes (3 dead letters)' }).click();
  await expect(causes).toHaveCount(13);
  for (const height of await causes.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height)))
    expect(height).toBeLessThan(38);

  await page.getByLabel('Group by').selectOption('version');
  await expect(page).toHaveURL(/groupBy=version/);
  const versions = page.getByRole('list', { name: 'Dead letters by client version' }).getByRole('listitem');
  await expect(versions.first()).toContainText('2.14.0');
  const bar = page.getByRole('region', { name: 'Selection' });
  await versions.getByRole('link', { name: '2.14.0' }).click();
  await expect(bar).toContainText('55 dead letters');
  await page.getByRole('textbox', { name: 'client version' }).fill('not reported');
  await page.keyboard.press('Enter');
  await expect(bar).toContainText(/^5 dead letters/);
  await page.goto(`/dead-letters?group=${GROUP}&groupBy=topic`);
  await page.getByRole('link', { name: 'northpay-orders' }).click();
  await expect(page).toHaveURL(/topic=northpay-orders/);
  await expect(bar).toContainText('60 dead letters');
  await page.goto(`/dead-letters?group=${GROUP}`);

  await page.getByRole('link', { name: new RegExp(`^Open the cause PaymentGatewayTimeout`) }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(BIGGEST);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs).toContainText('PaymentGatewayTimeout');
  await expect(crumbs).not.toContainText('Causes');
  await expect(page.getByLabel('Error text')).toContainText('northpay did not answer within 2040 ms');
  await expect(page.getByRole('table').filter({ hasText: 'acme' })).toContainText('100 %');
  await page.getByText('Probably 5', { exact: true }).click();
  await expect(page).toHaveURL(/letters=probably/);
  await expect(page.getByRole('table', { name: 'Dead letters of this cause' })).toContainText('CAUSE-60');

  await page.keyboard.press('e');
  await page.getByLabel('Owner', { exact: true }).fill('p.okafor');
  await page.getByLabel('Note', { exact: true }).fill('Old address of northpay. INC-5120.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Old address of northpay. INC-5120.')).toBeVisible();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();

  await expectAccessible(page, 'cause');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press('r');
  await expect(page).toHaveURL(new RegExp(`/redrives/new\\?group=${GROUP}&cause=[0-9a-f]{16}(&|$)`));
});
