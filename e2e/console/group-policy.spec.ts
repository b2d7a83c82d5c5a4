import type { Page } from '@playwright/test';
import { press } from '../fixtures/keyboard';
import { callApi } from '../fixtures/seed';
import type { Application } from '../fixtures/application';
import type { Product } from '../fixtures/product';
import { choose } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

const SLOW = { type: 'exponential', initialMs: 600_000, maxMs: 7_200_000, multiplier: 2 };
const reason = 'must keep order per customer';

type StartApplication = (names: { readonly topic: string; readonly group: string }) => Promise<Application>;

/** A group whose messages failed once and wait for ten minutes. */
async function scene(product: Product, start: StartApplication, group: string, messages: number): Promise<void> {
  await callApi(product, 'PUT', `/groups/${group}`, { retryPolicy: SLOW });
  await callApi(product, 'POST', '/topics', { name: group, type: 'NORMAL', queues: 1 });
  const application = await start({ topic: group, group });
  await application.fail();
  for (let index = 0; index < messages; index += 1) {
    await application.send(`order ${index}`);
    await application.saw('failed', `order ${index}`);
  }
  const counts = async () => (await callApi(product, 'GET', `/groups/${group}`)) as { counts: unknown };
  await expect
    .poll(async () => (await counts()).counts)
    .toMatchObject({
      ...{ waitingRetry: { value: messages }, inFlight: { value: 0 } },
    });
}

const panel = (page: Page) => page.getByRole('region', { name: 'Effect of this change' });
const save = (page: Page) => page.getByRole('button', { name: /^Save as v/ });

test('a change that moves waiting messages to the DLQ sooner is the first thing on the page', async ({
  page,
  product,
  startApplication,
}) => {
  await scene(product, startApplication, 'policy-sooner', 3);
  await page.goto('/groups/policy-sooner/config');
  await expect(panel(page)).toBeHidden();
  await choose(page, 'Fixed');
  await page.getByLabel('Interval', { exact: true }).fill('3 s');
  await expect(panel(page)).toContainText(
    '3 messages would move to the DLQ within an hour if every attempt fails, instead of 0.',
  );
  await expect(panel(page)).toContainText('48 s instead of');
  // It is announced, it stands above the form, and no check calls the change fine.
  await expect(page.getByRole('status').filter({ hasText: '3 messages would move to the DLQ' })).toHaveCount(1);
  const [above, form] = await Promise.all([panel(page).boundingBox(), page.getByLabel('Max retries').boundingBox()]);
  expect(above?.y ?? 0).toBeLessThan(form?.y ?? 0);
  await expect(page.getByText(/of \d+ needs? attention/)).toBeVisible();
  await expect(page.getByRole('row', { name: /^Move to the DLQ within 1 h/ })).toContainText('3');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(panel(page)).toBeHidden();

  // The same for a revert.
  await callApi(product, 'PUT', '/groups/policy-sooner', {
    retryPolicy: { type: 'fixed', intervalMs: 3000 },
    version: 1,
  });
  await callApi(product, 'PUT', '/groups/policy-sooner', { retryPolicy: SLOW, version: 2 });
  await page.goto('/groups/policy-sooner/history?version=2');
  await expect(panel(page)).toContainText('3 messages would move to the DLQ within an hour');
});

test('the failures of the last 24 h are replayed with the proposed policy, by keyboard and by mouse', async ({
  page,
  product,
  startApplication,
}) => {
  const group = 'policy-replay';
  await callApi(product, 'PUT', `/groups/${group}`, {
    ...{ maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 4000 } },
  });
  await callApi(product, 'POST', '/topics', { name: group, type: 'NORMAL', queues: 1 });
  const application = await startApplication({ topic: group, group });
  await application.fail();
  await application.send('order 1');
  const dead = async () => {
    const { counts } = (await callApi(product, 'GET', `/groups/${group}`)) as { counts: { dead: unknown } };
    return counts.dead;
  };
  await expect.poll(dead).toMatchObject({ value: 1 });
  await application.send('order 2');
  await application.saw('failed', 'order 2');
  await application.succeed();
  await application.saw('succeeded', 'order 2', 2);

  await page.goto(`/groups/${group}/config`);
  const replay = page.getByRole('button', { name: 'Replay with this policy' });
  await expect(replay).toHaveAccessibleDescription('Change max retries or the retry interval first.');
  await page.getByLabel('Max retries').fill('0');
  await press(page, replay);
  await expect(
    page.getByRole('status').filter({ hasText: 'of 2 messages that failed in the last 24 h' }),
  ).toContainText(
    'With v2, of 2 messages that failed in the last 24 h: 1 consumed message would be a dead letter, ' +
      '1 message would have moved to the DLQ sooner.',
  );
  await expect(
    page.getByRole('row', { name: /^Consumed messages that would be dead letters/ }).getByRole('cell'),
  ).toHaveText([...['0', '1']]);
  // Another draft has no outcome yet; with many retries the dead letter meets the listener that works again.
  await page.getByLabel('Max retries').fill('900');
  await page.getByLabel('Interval', { exact: true }).fill('1 s');
  await expect(page.getByText('The policy has changed since the last replay.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Consumed messages that would be dead letters/ })).toHaveCount(0);
  await replay.click();
  await expect(
    page.getByRole('row', { name: /^Would have been consumed, of 1 dead letter/ }).getByRole('cell'),
  ).toHaveText(['0', '1']);
  await expect(page.getByRole('row', { name: /^Retries in the busiest second/ })).toBeVisible();
});

test('what the server would refuse is said at its field, with ways out, and Save says why it cannot', async ({
  page,
  product,
  startApplication,
}) => {
  await scene(product, startApplication, 'policy-refused', 2);
  await page.goto('/groups/policy-refused/config');
  await choose(page, 'Ordered by message group');
  await page.getByLabel(/^Reason/).fill(reason);
  const words = "Ordering can't be changed while messages are in progress (2 waiting).";
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect(panel(page)).toContainText(words);
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(save(page)).toHaveAccessibleDescription(words);
  await expect(page.getByRole('link', { name: 'Show what to drain' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create group: Ordered' })).toHaveAttribute(
    'href',
    /\/groups\/new\?order=ordered$/,
  );
  // By keyboard: the way out that keeps the rest of the change.
  await page.getByRole('button', { name: 'Keep: Unordered' }).press('Enter');
  await expect(page.getByText(words)).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Fixed' })).toBeChecked();
  await expect(save(page)).not.toHaveAttribute('aria-disabled', 'true');
  await page.goto('/groups/new?order=ordered');
  await expect(page.getByRole('radio', { name: 'Ordered by message group' })).toBeChecked();
});

test('another save is announced when it happens, with both values, and nothing typed is lost @landing', async ({
  page,
  product,
  openContext,
}) => {
  const group = 'policy-conflict';
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 16 });
  await page.goto(`/groups/${group}/config`);
  await page.getByLabel('Max retries').fill('9');
  await page.getByLabel('Description').fill('Mine');
  await page.getByLabel(/^Reason/).fill(reason);

  const other = await openContext('other', await page.context().storageState());
  const tab = await other.newPage();
  await tab.goto(`/groups/${group}/config`);
  await tab.getByLabel('Max retries').fill('5');
  await tab.getByLabel('Consumption timeout').fill('5 m');
  await tab.getByLabel(/^Reason/).fill('fewer');
  await save(tab).click();
  await expect(tab.getByText('Saved as v2')).toBeVisible();

  // Without a save here.
  await expect(page.getByRole('status').filter({ hasText: 'saved version 2 a moment ago.' })).toHaveCount(1);
  const conflict = page.getByRole('region', { name: 'Someone else saved this first' });
  const retries = conflict.getByRole('row', { name: /^Max retries/ });
  await expect(retries).toContainText('You both changed it. It was 16.');
  await expect(retries.getByRole('cell')).toHaveText(['5', '9']);
  await expect(conflict.getByRole('row', { name: /^Description/ })).toContainText('Mine');
  await expect(conflict.getByRole('row', { name: /^Consumption timeout/ })).toContainText('5 m');
  await expect(page.getByLabel('Max retries')).toHaveValue('9');
  await expect(page.getByLabel(/^Reason/)).toHaveValue(reason);
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('button', { name: 'Review' }).press('Enter');
  await expect(conflict).toBeFocused();
  const apply = conflict.getByRole('button', { name: 'Apply my change to v2' });
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await choose(conflict, 'Take theirs');
  await apply.click();
  await expect(conflict).toBeHidden();
  await expect(page.getByLabel('Max retries')).toHaveValue('5');
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
  await expect(page.getByLabel('Consumption timeout')).toHaveValue('5 m');
  await save(page).click();
  await expect(page.getByText('Saved as v3')).toBeVisible();
  const now = await callApi(product, 'GET', `/groups/${group}`);
  expect(now).toMatchObject({ version: 3, maxRetries: 5, description: 'Mine', consumptionTimeoutMs: 300_000 });
});
