import { expectAccessible } from '../fixtures/axe';
import { queryDatabase } from '../fixtures/database';
import { press, type } from '../fixtures/keyboard';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';
import { startProducer } from '../protocol/support/sdk';

test('transactions rolled back after all checks: one is committed and consumed, one discarded @landing', async ({
  page,
  product,
  startApplication,
}) => {
  const [topic, group] = ['given-up-payments', 'given-up-ledger'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'TRANSACTION', queues: 1 });
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 3 });
  const asked = new Set<string>();
  const check = async ({ messageId }: { readonly messageId: string }): Promise<0> => {
    asked.add(messageId);
    return 0;
  };
  const producer = await startProducer(product.grpcPort, topic, { checker: { check } });
  const paid = producer.beginTransaction();
  const body = (order: number) => Buffer.from(JSON.stringify({ order }));
  const { messageId } = await producer.send({ topic, tag: 'given-up', keys: ['pay-1'], body: body(1) }, paid);
  await producer.send({ topic, tag: 'given-up', keys: ['pay-2'], body: body(2) }, producer.beginTransaction());

  // 14 checks and the wait after the last one take a quarter of an hour: their clock is put on, not what they do.
  const put = (set: string) =>
    queryDatabase(product, `UPDATE half_message SET ${set} WHERE state = 'pending' AND tag = 'given-up'`);
  await put('checks = 14, next_check_at = clock_timestamp()');
  await expect.poll(() => asked.size).toBe(2);
  await put('gives_up_at = clock_timestamp()');
  await expect
    .poll(async () => await callApi(product, 'GET', `/transactions?topic=${topic}&state=given-up`))
    .toMatchObject({ items: [{ checks: 15 }, { checks: 15 }] });
  const application = await startApplication({ topic, group });
  await application.succeed();

  // Nothing waits, and the page does not leave it at that.
  await page.goto('/topics');
  await page.getByRole('row', { name: topic }).getByRole('link', { name: '0 waiting' }).click();
  await expect(page.getByText('No open transactions')).toBeVisible();
  await page.getByRole('button', { name: 'Show given-up transactions' }).click();
  const rows = page.getByRole('table', { name: 'Resolved half messages' }).getByRole('row');
  await expect(rows.filter({ hasText: 'no answer to 15 checks' })).toHaveCount(2);
  await expectAccessible(page, page.url());

  // By keyboard: it is read, then committed with a reason, and its consumer gets it once.
  await press(page, rows.filter({ hasText: 'pay-1' }).getByRole('link').first());
  await expect(page.getByTestId('headline')).toContainText('Rolled back: no answer to 15 checks');
  await expect(page.getByText('"order"')).toBeVisible();
  await expectAccessible(page, page.url());
  await press(page, page.getByRole('button', { name: 'Commit…' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('the producer may have compensated for it since');
  await type(page, dialog.getByLabel(/^Reason/), 'the bank has booked it');
  expect(application.events).toEqual([]);
  await press(page, dialog.getByRole('button', { name: 'Commit and deliver the message' }));
  await expect(dialog).toHaveCount(0);
  expect(await application.saw('succeeded', '{"order":1}')).toMatchObject({ messageId, attempt: 1 });
  await expect(page.getByText(`Committed by ${product.admin.email} instead of its producer`)).toBeVisible();

  // By mouse, from the list: the other one is gone for good.
  await page.goto(`/topics/${topic}/transactions?state=given-up`);
  await expect(rows.filter({ hasText: 'pay-1' })).toHaveCount(0);
  await rows.filter({ hasText: 'pay-2' }).getByRole('button', { name: 'Discard…' }).click();
  await dialog.getByLabel(/^Reason/).fill('the customer has paid by card');
  await dialog.getByRole('button', { name: 'Discard the message' }).click();
  await expect(page.getByText('No transaction ended with this result within the retention.')).toBeVisible();
  await page.goto('/audit?action=transaction.');
  for (const reason of ['the bank has booked it', 'the customer has paid by card'])
    await expect(page.getByText(reason)).toBeVisible();
  expect(application.succeededWith()).toEqual(['{"order":1}']);
  await producer.shutdown();
});
