import { expectAccessible } from '../fixtures/axe';
import { press } from '../fixtures/keyboard';
import { callApi } from '../fixtures/seed';
import { headline } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

const HOUR_MS = 3_600_000;

test('waiting messages: seen with the hour of their death, retried now, held, released and sent to the dead letters @landing', async ({
  page,
  product,
  startApplication,
}) => {
  const [topic, group] = ['retry-orders', 'retry-billing'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 1 });
  const retryPolicy = { type: 'customized', intervalsMs: [HOUR_MS] };
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 3, retryPolicy });
  const application = await startApplication({ topic, group });
  await application.fail();
  const ids: string[] = [];
  for (const body of ['one', 'two', 'three', 'four']) {
    ids.push(await application.send(body));
    await application.saw('failed', body);
  }

  // The list says when each is tried next and when it dies; the tide says so of all.
  const rows = page.getByRole('table', { name: 'Waiting to be retried' }).getByRole('row');
  const row = (index: number) => rows.filter({ has: page.getByRole('link', { name: short(ids[index]) }) });
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.goto(`/groups/${group}/retries`);
  await expect(rows).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Retry forecast' })).toContainText(
    '4 messages waiting. None moves to the DLQ within the next hour.',
  );
  await expect(row(0)).toContainText('1 of 4');
  await expectAccessible(page, page.url());

  // A bar of the tide lists what is due in it, and the select beside it says which one it is.
  const tide = page.getByRole('region', { name: 'Retry forecast' });
  const nextTry = tide.getByRole('combobox', { name: 'next attempt' });
  await tide.locator('.recharts-bar-rectangle path').first().click();
  await expect(page).toHaveURL(/dueTo=/);
  const inBar = Number(/, (\d)$/.exec(await nextTry.locator('option:checked').innerText())?.[1]);
  expect(inBar).toBeGreaterThan(0);
  await expect(rows).toHaveCount(1 + inBar);
  await nextTry.selectOption('any time');
  await expect(page).not.toHaveURL(/dueTo=/);
  await expect(rows).toHaveCount(5);

  // By mouse: one is retried now, and the SDK's listener gets it.
  await row(0).getByRole('checkbox').check({ force: true });
  await bar.getByRole('button', { name: 'Retry now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry 1 now' }).click();
  await application.saw('failed', 'one', 2);
  await expect(bar).toHaveCount(0);
  await expect(row(0)).toContainText('2 of 4');

  // Held: it says so, and neither page promises a next try.
  await row(1).getByRole('checkbox').check({ force: true });
  await bar.getByRole('button', { name: 'Hold…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hold 1' }).click();
  await expect(row(1)).toContainText('held');
  await page.goto(`/messages/${ids[1] ?? ''}`);
  await expect(headline(page, 'not delivered, and not moved to the DLQ, until it is released')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Decisions' })).toContainText('an operator held it');
  await expectAccessible(page, page.url());
  await page.getByRole('button', { name: 'Release…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release 1' }).click();
  await expect(headline(page, 'Attempt 1 of 4 failed. Next attempt at')).toBeVisible();

  // From its own page to the dead letters.
  await page.getByRole('button', { name: 'Move to the DLQ…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move 1 to the DLQ' }).click();
  await expect(headline(page, 'Dead letter since')).toBeVisible();

  // By keyboard alone, from the list: mark, retry now, and the fix works.
  await application.succeed();
  await page.goto(`/groups/${group}/retries`);
  await expect(rows).toHaveCount(4);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar).toContainText('2 selected');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 of 2 can be changed now');
  const confirm = dialog.getByRole('button', { name: 'Retry 2 now' });
  for (let tabs = 0; tabs < 8 && !(await confirm.evaluate((node) => node === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await application.saw('succeeded', 'three', 2);
  await application.saw('succeeded', 'four', 2);
  await expect(rows).toHaveCount(2);

  // Across groups, with a filter that finds nothing.
  await page.goto('/retries?key=nobody');
  await expect(page.getByText('No message matches')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filters' }).click();
  await expect(rows.filter({ hasText: group })).toHaveCount(1);
});

test('a blocked key: held, released, its head retried now and sent to the dead letters, so that the next goes on @long', async ({
  page,
  product,
  startApplication,
}) => {
  const [topic, group, key] = ['retry-ledger', 'retry-postings', 'acct-1'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'FIFO', queues: 1 });
  const retryPolicy = { type: 'fixed', intervalMs: 60_000 };
  const settings = { deliveryOrder: 'ordered', maxRetries: 30, retryPolicy, consumptionTimeoutMs: 25_000 };
  await callApi(product, 'PUT', `/groups/${group}`, settings);
  const application = await startApplication({ topic, group });
  await application.failAndHold(['head']);
  const headId = await application.send('head', key);
  await application.saw('delivered', 'head');
  await application.send('next', key);

  // A client has the head: what it does is its own affair, and what can be done says what it means.
  const row = page.getByRole('table', { name: 'Blocked keys' }).getByRole('row').filter({ hasText: key });
  const todo = page.getByRole('region', { name: `Actions for ${key}` });
  await page.goto(`/groups/${group}/keys`);
  await expect(row).toContainText('1 of 31');
  await expect(row).toContainText('decided by the client');
  await expect(todo).toContainText('may still be processing it. Its answer will be refused');
  await expectAccessible(page, page.url());

  // Held: other keys flow, nothing more of this one.
  await todo.getByRole('button', { name: 'Hold key…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hold key' }).click();
  await expect(row).toContainText('Held');
  await expect(row).toContainText('none while held');
  await expect(row).toContainText('when released');
  await application.send('other', 'acct-2');
  await application.saw('delivered', 'other');
  await todo.getByRole('button', { name: 'Release key…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release key' }).click();
  await expect(row).not.toContainText('Held');

  // The client is gone, its time is over, and the head waits with the broker: now it can be decided.
  application.stop();
  const bury = todo.getByRole('button', { name: 'Move head to the DLQ…' });
  const now = todo.getByRole('button', { name: 'Retry head now…' });
  await expect(now).not.toHaveAttribute('aria-disabled', 'true');
  await now.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry now' }).click();
  await expect(now).toHaveAttribute('aria-disabled', 'true');
  await expect(todo).toContainText('already due: a client receives it with its next fetch');
  await bury.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move head to the DLQ' }).click();
  await page.goto(`/messages/${headId}`);
  await expect(headline(page, 'Dead letter since')).toBeVisible();
  const second = await startApplication({ topic, group });
  await second.saw('delivered', 'next');
  await page.goto(`/groups/${group}/keys`);
  await expect(page.getByText('No key is blocked', { exact: true })).toBeVisible();
});

test('a head that its client keeps is taken away by keyboard; the late answer is on the timeline', async ({
  page,
  product,
  startApplication,
}) => {
  const [topic, group, key] = ['revoke-ledger', 'revoke-postings', 'acct-1'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'FIFO', queues: 1 });
  const retryPolicy = { type: 'fixed', intervalMs: 60_000 };
  await callApi(product, 'PUT', `/groups/${group}`, { deliveryOrder: 'ordered', maxRetries: 30, retryPolicy });
  const application = await startApplication({ topic, group });
  await application.failAndHold(['head']);
  const headId = await application.send('head', key);
  await application.saw('delivered', 'head');
  await application.send('next', key);

  const todo = page.getByRole('region', { name: `Actions for ${key}` });
  const dialog = page.getByRole('dialog');
  await page.goto(`/groups/${group}/keys`);
  await expect(page.getByText(`${key} has been blocked for`)).toContainText('renews the lease');
  await press(page, todo.getByRole('button', { name: 'Move head to the DLQ…' }));
  await expect(dialog).toContainText('may still be processing it. Its answer will be refused');
  await expect(dialog).toContainText('1 message behind it is delivered at once, in order.');
  await expect(dialog).toContainText(`leased to`);
  const reason = dialog.getByRole('textbox');
  await expect(reason).toHaveValue(/has not reported a result for/);
  await expectAccessible(page, page.url());
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`The head message of ${key} is a dead letter now.`)).toBeVisible();
  await application.saw('delivered', 'next');

  // The client comes to its end with it: refused, and people see what it did.
  await application.succeed();
  await page.goto(`/messages/${headId}`);
  await expect(headline(page, 'Dead letter since')).toBeVisible();
  await expect(page.getByText('after it was taken back')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Decisions' })).toContainText(
    'an operator took it back from its client',
  );
  await expectAccessible(page, page.url());
});

test('a message in flight is taken back from its page @long', async ({ page, product, startApplication }) => {
  const [topic, group] = ['revoke-orders', 'revoke-billing'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 1 });
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 3 });
  const application = await startApplication({ topic, group });
  await application.failAndHold(['stuck']);
  const id = await application.send('stuck');
  await application.saw('delivered', 'stuck');
  await page.goto(`/messages/${id}`);
  await press(page, page.getByRole('button', { name: 'Take back and retry…' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('It may be processed twice.');
  await expect(dialog.getByRole('textbox')).toHaveValue(/has not reported a result for/);
  await page.keyboard.press('Control+Enter');
  await application.saw('delivered', 'stuck', 2);
  await expect(headline(page, 'Attempt 2 of 4 is running')).toBeVisible();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible();
});

/** As the list shortens an id. */
function short(id = ''): RegExp {
  return new RegExp(id.slice(-10));
}
