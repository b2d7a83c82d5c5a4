import type { Page } from '@playwright/test';

import { queryDatabase } from '../fixtures/database';
import type { Product } from '../fixtures/product';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const GROUP = 'crowded-billing';
const LETTERS = 400;
const LONG =
  'the payment gateway did not answer within 30 seconds while it captured the authorised amount of the order';

/** More causes than fit, each too long for its line. */
async function crowd(product: Product): Promise<void> {
  await callApi(product, 'POST', '/topics', { name: 'crowded-orders', type: 'NORMAL', queues: 1 });
  await callApi(product, 'PUT', `/groups/${GROUP}`, { maxRetries: 3 });
  await queryDatabase(
    product,
    `INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at, kind,
       keys, body_encoding, born_at, born_host, stored_at, body)
     SELECT g.group_id, q.queue_id, n, 0, 1, t.topic_id, '01' || lpad(to_hex(n), 30, '0'), 4, 'MaxRetries',
       now() - n * interval '3 seconds', 'NORMAL', ARRAY['order-' || n], 'IDENTITY', now(), '10.0.0.1:1', now(), 'hello'
     FROM generate_series(1, ${LETTERS}) n, consumer_group g, topic t JOIN queue q USING (topic_id)
     WHERE g.name = '${GROUP}' AND t.name = 'crowded-orders'`,
  );
  await queryDatabase(
    product,
    `INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, reported_at)
     SELECT group_id, queue_id, off, 0, 4, 'com.example.Timeout' || repeat(chr(97 + (off % 26)::int), 3), '${LONG}', now()
     FROM dead_letter JOIN consumer_group USING (group_id) WHERE name = '${GROUP}'`,
  );
}

/** What would scroll sideways or is cut without a way to read it. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#main table, #main [role=list], #main .panel')]
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((element) => element.className),
  );

test('many causes and letters: messages stay within reach, page 2 opens in view, and actions follow', async ({
  page,
  product,
}) => {
  await crowd(product);
  await page.goto(`/dead-letters?group=${GROUP}`);
  const causes = page.getByRole('list', { name: 'Causes' }).getByRole('listitem');
  await expect(causes).toHaveCount(10);
  for (const height of await causes.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height)))
    expect(height).toBeLessThan(38);
  await expect(page.getByRole('button', { name: /^and \d+ more causes \(\d+ letters\)$/ })).toBeVisible();
  const table = page.getByRole('table', { name: 'Dead letters' });
  await expect(table.getByRole('row').nth(2)).toBeInViewport();

  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(table.getByText('order-51', { exact: true })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Letters', exact: true })).toBeInViewport();

  await table
    .getByRole('checkbox', { name: /^Select / })
    .nth(3)
    .check({ force: true });
  const bar = page.getByRole('region', { name: 'Selection' });
  for (const to of ['End', 'Home']) {
    await page.locator('#main').evaluate((main, end) => main.scrollTo(0, end ? main.scrollHeight : 0), to === 'End');
    await expect(bar).toBeInViewport({ ratio: 1 });
  }
});

test('at 420 px every column and every error can be read', async ({ page, product }) => {
  await callApi(product, 'PUT', `/groups/narrow-one`, { maxRetries: 3 });
  await page.setViewportSize({ width: 420, height: 900 });
  for (const path of ['/dead-letters', '/groups', '/topics', '/alarms', '/throttling', '/audit', '/settings/users']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await overflowing(page), path).toEqual([]);
    if (path === '/dead-letters')
      expect(await page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  }
});

test('keys: the heading of the page that was gone to has the focus, and Ctrl is called so', async ({ page }) => {
  await page.goto('/groups');
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { level: 1, name: 'Alarms' })).toBeFocused();
  await page.goto('/groups/new');
  await expect(page.getByRole('button', { name: /^Create group/ })).toContainText('Ctrl ↵');
  await expect(page.getByRole('button', { name: /^Find id, key, group, cause/ })).toContainText('Ctrl K');
});

test('a group that is not subscribed is one line high', async ({ page, product }) => {
  await callApi(product, 'PUT', '/groups/a-fairly-long-group', { maxRetries: 3 });
  await page.goto('/groups?q=a-fairly-long-group');
  const row = page.getByRole('row').filter({ hasText: 'a-fairly-long-group' });
  await expect(row).toContainText('not subscribed');
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(37);
});

test('a range of time is read and picked as a date, in the zone of the page', async ({ page }) => {
  await page.goto('/dead-letters?from=2026-01-31T12:00:00.000Z');
  const from = page.getByLabel('Died from');
  await expect(from).toHaveValue('2026-01-31T12:00');
  await expect(page.getByText('from, UTC')).toBeVisible();
  await expect(page.getByText('2026-01-31T12')).toHaveCount(0);
  await page.getByLabel('Died before').fill('2026-02-01T00:00:00');
  await page.getByLabel('Died before').press('Enter');
  await expect(page).toHaveURL(/to=2026-02-01T00%3A00%3A00\.000Z/);
});

test('a name that is too long is refused with its limit, as the hint says it', async ({ page }) => {
  await page.goto('/topics');
  await page.getByRole('button', { name: 'New topic' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/up to 64\./)).toBeVisible();
  await dialog.getByLabel('Name').fill('x'.repeat(230));
  await expect(dialog.getByText('At most 64 characters; these are 230.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create topic' })).toHaveAttribute('aria-disabled', 'true');
});
