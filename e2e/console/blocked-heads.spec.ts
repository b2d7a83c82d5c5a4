import { expectAccessible } from '../fixtures/axe';
import { press } from '../fixtures/keyboard';
import { callApi } from '../fixtures/seed';
import { headline } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

test('one cause blocks several keys: their heads move to the DLQ, and the next of each key is delivered', async ({
  page,
  product,
  startApplication,
}) => {
  const [topic, group] = ['heads-ledger', 'heads-postings'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'FIFO', queues: 1 });
  const retryPolicy = { type: 'fixed', intervalMs: 60_000 };
  await callApi(product, 'PUT', `/groups/${group}`, { deliveryOrder: 'ordered', maxRetries: 30, retryPolicy });
  const application = await startApplication({ topic, group });
  const heads = { 'acct-1': 'head 1', 'acct-2': 'head 2', 'acct-3': 'odd one' };
  await application.fail(Object.values(heads));
  const ids: string[] = [];
  for (const [key, body] of Object.entries(heads)) {
    ids.push(await application.send(body, key));
    await application.saw('failed', body);
    await application.send(`next of ${key}`, key);
  }

  const rows = page.getByRole('table', { name: 'Blocked keys' }).getByRole('row');
  const todo = page.getByRole('region', { name: 'Actions for acct-1' });
  const open = todo.getByRole('button', { name: 'Move 2 head messages to the DLQ…' });
  const dialog = page.getByRole('dialog');
  await page.goto(`/groups/${group}/keys`);
  await expect(rows.filter({ hasText: 'CardDeclined' })).toHaveCount(3);
  await rows.filter({ hasText: 'acct-1' }).click();

  await test.step('by mouse: the plan says what moves and what does not, and a cancel changes nothing', async () => {
    await open.click();
    await expect(dialog).toContainText(`Move 2 head messages of ${group} to the DLQ?`);
    await expect(dialog).toContainText('may still be processing them.');
    await expect(dialog).toContainText('2 messages behind them are delivered at once, in the order of each key.');
    await expect(dialog).toContainText('Not included: with another cause (1).');
    await expect(dialog.getByRole('textbox')).toHaveValue('CardDeclined blocks 2 keys; 2 messages are waiting behind');
    await expectAccessible(page, 'dialog of all heads');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rows.filter({ hasText: 'CardDeclined' })).toHaveCount(3);
  });

  await test.step('by keyboard: both heads are dead letters, the other key stays blocked', async () => {
    await press(page, open);
    await expect(dialog.getByRole('button', { name: 'Move 2 to the DLQ' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`2 head messages are dead letters of ${group} now.`)).toBeVisible();
    await application.saw('succeeded', 'next of acct-1');
    await application.saw('succeeded', 'next of acct-2');
    await expect(rows.filter({ hasText: 'acct-3' })).toHaveCount(1);
    await expect(rows.filter({ hasText: /acct-[12]/ })).toHaveCount(0);
    expect(application.succeededWith()).not.toContain('next of acct-3');
  });

  await page.goto(`/messages/${ids[0]}`);
  await expect(headline(page, 'Dead letter since')).toBeVisible();
});
