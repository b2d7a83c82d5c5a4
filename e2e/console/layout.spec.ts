import type { Page } from '@playwright/test';

import { expectAccessible } from '../fixtures/axe';
import { findFlaws } from '../fixtures/layout';
import type { Product } from '../fixtures/product';
import { putLetters } from '../fixtures/put-letters';
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
  await putLetters(product, {
    ...{ group: GROUP, topic: 'crowded-orders', count: LETTERS, id: '01', key: 'order-', everyMs: 3_000 },
    errors: { type: 'com.example.Timeout', types: 26, message: LONG },
  });
}

let crowded: Promise<void> | undefined;
/** Once: the tests of this file share a product. */
const crowdOnce = (product: Product): Promise<void> => (crowded ??= crowd(product));

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
  await crowdOnce(product);
  await page.goto(`/dead-letters?group=${GROUP}`);
  const causes = page.getByRole('list', { name: 'Causes' }).getByRole('listitem');
  await expect(causes).toHaveCount(10);
  for (const height of await causes.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height)))
    expect(height).toBeLessThan(38);
  await expect(page.getByRole('button', { name: /^and \d+ more causes \(\d+ dead letters\)$/ })).toBeVisible();
  const table = page.getByRole('table', { name: 'Dead letters' });
  await expect(table.getByRole('row').nth(2)).toBeInViewport();

  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(table.getByText('order-51', { exact: true })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Dead letters', level: 2 })).toBeInViewport();

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

test('one bar to scroll with, and no number in two lines, where a page is longer than the window @landing', async ({
  page,
  product,
}) => {
  await crowdOnce(product);
  for (const path of [`/groups/${GROUP}/config`, `/groups/${GROUP}/history`, '/groups/new', '/dead-letters'])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => findFlaws(page), { message: `${path} at ${width}` }).toEqual([]);
    }
});

test('at 420 px every column and every error can be read @landing', async ({ page, product }) => {
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

interface Widths {
  readonly name: string;
  readonly heights: readonly number[];
  /** How far the last column reaches beyond the window, or out of its table's place. */
  readonly beyond: number;
}

const measureTables = (page: Page): Promise<Widths[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('#main table:has(caption)')].map((table) => {
      const rights = [...table.querySelectorAll('tr > :last-child')].map((cell) => cell.getBoundingClientRect().right);
      const place = table.parentElement?.getBoundingClientRect().right ?? 0;
      return {
        name: table.querySelector('caption')?.textContent ?? '',
        heights: [...table.querySelectorAll('tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height)),
        beyond: Math.max(...rights) - Math.min(place, document.documentElement.clientWidth),
      };
    }),
  );

/** Lists that the cursor comes to, from the first one on. */
async function reachedLists(page: Page): Promise<Set<string>> {
  const reached = new Set<string>();
  for (let last = ''; ;) {
    await page.keyboard.press('Shift+J');
    const list = await page.evaluate(() => {
      const row = document.activeElement?.closest('[data-row]');
      const place = row?.closest('table, ol, ul, [role=list], [data-list]');
      return place?.querySelector('caption')?.textContent ?? place?.getAttribute('aria-label') ?? '';
    });
    if (list === last) return reached;
    reached.add(list);
    last = list;
  }
}

test('every table: rows of one height, no column cut, and the keys reach it; at 1440, 1024 and 390 px @long', async ({
  page,
  product,
  startApplication,
}) => {
  const [topic, group] = ['tables-orders-of-every-country', 'tables-billing-of-every-country'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 3 });
  await callApi(product, 'PUT', `/groups/${group}`, {
    maxRetries: 5,
    retryPolicy: { type: 'fixed', intervalMs: 600_000 },
  });
  const application = await startApplication({ topic, group });
  for (const body of ['one', 'two', 'three']) await application.send(body);
  for (const body of ['one', 'two', 'three']) await application.saw('failed', body);
  await crowdOnce(product);
  const seen = new Map<string, number>();
  for (const path of [
    ...['/groups', '/topics', '/retries', '/messages', '/dead-letters', '/alarms', '/audit', '/throttling'],
    ...['/settings/users', `/messages?topic=${topic}`, `/topics/${topic}`],
    ...[`/topics/${topic}/messages`, `/groups/${group}`, `/groups/${group}/retries`, `/groups/${group}/clients`],
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.locator('#main table:has(caption) tbody tr').first(), path).toBeVisible();
    // What is folded is measured too, and the keys come to it when it is open.
    await page.evaluate(() =>
      document.querySelectorAll<HTMLDetailsElement>('#main details').forEach((fold) => (fold.open = true)),
    );
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const at = `${path} at ${width}`;
      // columns without room leave in the frame after
      await expect
        .poll(async () => (await measureTables(page)).filter(({ beyond }) => beyond > 1), { message: at })
        .toEqual([]);
      for (const { name, heights } of await measureTables(page)) {
        seen.set(name, heights.length);
        // one line, or two where a column says two things
        if (width > 560) expect(['36', '52'], `${at}: ${name}`).toContain([...new Set(heights)].join());
      }
    }
    const reached = await reachedLists(page);
    for (const { name } of await measureTables(page)) expect(reached, `${path}: ${name}`).toContain(name);
  }
  expect(seen.get('Dead letters')).toBeGreaterThan(10);
  expect(seen.get('Waiting to be retried')).toBeGreaterThan(2);
  expect(seen.size).toBeGreaterThan(12);
});

test('a view: columns and filters under a name, opened with the list, shared by its address, renamed, deleted @landing', async ({
  page,
}) => {
  await page.goto('/audit?action=topic.');
  const table = page.getByRole('table', { name: 'Audit' });
  const menu = page.getByRole('button', { name: /^View: / });
  const popup = page.getByRole('dialog', { name: 'View' });
  await menu.click();
  await popup.getByRole('checkbox', { name: 'Address' }).click();
  await expect(page).toHaveURL(/cols=/);
  await expect(table.getByRole('columnheader', { name: 'Address' })).toHaveCount(0);
  await popup.getByRole('button', { name: 'Save as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('Topics only');
  await dialog.getByRole('checkbox', { name: 'Open the list with this view' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/action=topic\..*view=Topics\+only/);

  // the list opens with it, by an address without a word; what removes its filter shows all
  await page.goto('/audit');
  await expect(page).toHaveURL(/action=topic\..*view=Topics\+only/);
  await expect(menu).toHaveAccessibleName('View: Topics only');
  await expect(table.getByRole('columnheader', { name: 'Address' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'action' }).selectOption('');
  await expect(page).not.toHaveURL(/action=/);
  await menu.click();
  await expect(popup.getByRole('button', { name: 'Save changes…' })).toBeVisible();
  await expectAccessible(page, 'the menu of views');
  await popup.getByRole('button', { name: 'Rename…' }).click();
  await page.getByRole('dialog', { name: 'Rename view' }).getByLabel('Name').fill('Changes of topics');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(menu).toHaveAccessibleName('View: Changes of topics');
  await menu.click();
  await popup.getByRole('button', { name: 'Delete' }).click();
  await expect(menu).toHaveAccessibleName('View: Standard');
  await page.goto('/audit');
  await expect(page).toHaveURL(/\/audit$/);
});

test('keys: a jump ends in the first list of the page, and Ctrl is called so', async ({ page }) => {
  await page.goto('/groups');
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible();
  // firing alarms come before the rules, when there are any
  await expect(page.locator('#main [data-row]').first()).toBeFocused();
  await expect(page.getByRole('table', { name: 'Alarm rules' })).toBeVisible();
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
  const from = page.getByLabel('Dead-lettered from');
  await expect(from).toHaveValue('2026-01-31T12:00');
  await expect(page.getByText('from, UTC')).toBeVisible();
  await expect(page.getByText('2026-01-31T12')).toHaveCount(0);
  await page.getByLabel('Dead-lettered before').fill('2026-02-01T00:00:00');
  await page.getByLabel('Dead-lettered before').press('Enter');
  await expect(page).toHaveURL(/to=2026-02-01T00%3A00%3A00\.000Z/);
});

test('a name that is too long is refused with its limit, as the hint says it', async ({ page }) => {
  await page.goto('/topics');
  await page.getByRole('button', { name: 'New topic' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/up to 64 characters\./)).toBeVisible();
  await dialog.getByLabel('Name').fill('x'.repeat(230));
  await expect(dialog.getByText('At most 64 characters (230 entered).')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create topic' })).toHaveAttribute('aria-disabled', 'true');
});
