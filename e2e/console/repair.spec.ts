import type { Page } from '@playwright/test';

import type { Application } from '../fixtures/application';
import { expectAccessible } from '../fixtures/axe';
import { REDRIVE_LIMITS } from '../../lib/model/redrive/redrive';
import { press, tabTo, type } from '../fixtures/keyboard';
import { putLetters } from '../fixtures/put-letters';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { choose, verdict } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

const change = (page: Page, number: number) => page.getByRole('group', { name: `Change ${number}` });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview of the rule' });
const received = (application: Application) =>
  application.succeededWith().map((body) => JSON.parse(body) as Record<string, unknown>);

test('many are repaired field by field from a sample, without a JSON patch, and consumed repaired @long', async ({
  page,
  product,
  startApplication,
}) => {
  const bodyOf = (index: number): string =>
    JSON.stringify({
      order: { id: index, currency: 'EURO' },
      // The last one has no number there: the rule leaves it as it is.
      ...{ amount: index === 4 ? 'unknown' : `${index}.50`, phone: '0301', debug: true },
    });
  const { group, application } = await seedDeadLetters(product, startApplication, { name: 'repair', count: 4, bodyOf });
  await application.succeed();

  await page.goto(`/dead-letters?group=${group}`);
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: /^Re-drive/ })
    .click();
  await page.getByText('repair by rule').click();
  // The fields of a message of the set are offered, with what it has there.
  await expect(page.getByText(/^The fields are those of \w+\.$/)).toBeVisible();
  const offered = page.locator('datalist option');
  expect(await offered.evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))).toEqual([
    ...['/order', '/order/id', '/order/currency', '/amount', '/phone', '/debug'],
  ]);
  await expect(offered.nth(2)).toHaveText('"EURO"');

  const add = page.getByRole('button', { name: 'Add a change' });
  await change(page, 1).getByLabel('Field').fill('/order/currency');
  await change(page, 1).getByLabel('Value').fill('EUR');
  await add.click();
  await change(page, 2).getByLabel('Field').fill('/amount');
  await change(page, 2).getByLabel('Change', { exact: true }).selectOption('convert to number');
  await add.click();
  await change(page, 3).getByLabel('Field').fill('/phone');
  await change(page, 3).getByLabel('Change', { exact: true }).selectOption('rename to');
  await change(page, 3).getByLabel('New name').fill('telephone');
  await add.click();
  await change(page, 4).getByLabel('Field').fill('/debug');
  await change(page, 4).getByLabel('Change', { exact: true }).selectOption('remove');
  await expect(page.getByRole('button', { name: /^Start with/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Preview the rule' }).click();

  // Three examples, each with what goes struck and what comes coloured; and what is left out, with its reason.
  await expect(preview(page)).toContainText('3 messages change. 1 message is left out:');
  await expect(preview(page).getByRole('listitem')).toContainText('/amount');
  await expect(preview(page).getByLabel('Before')).toHaveCount(3);
  const [before, after] = [preview(page).getByLabel('Before').first(), preview(page).getByLabel('After').first()];
  await expect(before.locator('del').filter({ hasText: '"EURO"' })).toHaveCSS('text-decoration-line', 'line-through');
  const added = after.locator('ins').filter({ hasText: '"EUR"' });
  expect(await added.evaluate((line) => getComputedStyle(line).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
  await expect(after.locator('ins').filter({ hasText: '"telephone"' })).toBeVisible();
  await expect(after).not.toContainText('"debug"');
  await expectAccessible(page, page.url());

  await page.getByRole('button', { name: /^Start with 3.*, edited/ }).click();
  await expect(page).toHaveURL(/\/redrives\/\d+$/);
  await expect.poll(() => received(application).length).toBe(3);
  expect(received(application).toSorted((one, other) => Number(one['amount']) - Number(other['amount']))).toEqual(
    [1, 2, 3].map((id) => ({ order: { id, currency: 'EUR' }, amount: id + 0.5, telephone: '0301' })),
  );
  await expect(verdict(page, 'consumed')).toContainText(/^Consumed\s*3\s/);
});

test('a rule of fields by keyboard alone, from the plan to the repaired message in its consumer @landing', async ({
  page,
  product,
  startApplication,
}) => {
  const bodyOf = (index: number): string => JSON.stringify({ id: index, currency: 'EURO', amount: `${index}` });
  const seed = { name: 'repair-keys', count: 2, bodyOf };
  const { group, application } = await seedDeadLetters(product, startApplication, seed);
  await application.succeed();

  await page.goto(`/redrives/new?group=${group}&all=1`);
  await expect(page.getByRole('button', { name: 'Start with 2' })).toBeFocused();
  await tabTo(page, page.getByRole('radio', { name: 'unchanged' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^The fields are those of \w+\.$/)).toBeVisible();
  await type(page, change(page, 1).getByLabel('Field'), '/currency');
  await type(page, change(page, 1).getByLabel('Value'), 'EUR');
  await press(page, page.getByRole('button', { name: 'Add a change' }));
  await type(page, change(page, 2).getByLabel('Field'), '/amount');
  const kind = change(page, 2).getByLabel('Change', { exact: true });
  await tabTo(page, kind);
  await page.keyboard.type('convert to n');
  await expect(kind).toHaveValue('number');
  await press(page, page.getByRole('button', { name: 'Preview the rule' }));
  await expect(preview(page)).toContainText('2 messages change. The rule applies to all of them.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/\/redrives\/\d+$/);
  await expect.poll(() => received(application).length).toBe(2);
  expect(received(application).map(({ currency, amount }) => [currency, typeof amount])).toEqual([
    ...[
      ['EUR', 'number'],
      ['EUR', 'number'],
    ],
  ]);
});

test('a set that is too large for a rule says so where the rule would be typed @long', async ({ page, product }) => {
  const [topic, group] = ['repair-many-orders', 'repair-many-billing'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 1 });
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 3 });
  const many = { group, topic, count: REDRIVE_LIMITS.repaired + 1, id: '01MANY', key: 'order-', everyMs: 10 };
  await putLetters(product, many);
  await page.goto(`/redrives/new?group=${group}&all=1`);
  await choose(page, 'repair by rule');
  await expect(page.getByRole('status').filter({ hasText: 'this set has' })).toHaveText(
    'A rule can change at most 20,000 messages in one run, and this set has 20,001. ' +
      'Select fewer messages, or send them unchanged.',
  );
});
