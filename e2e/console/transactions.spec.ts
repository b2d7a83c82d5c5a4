import { createTopic } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';
import { startProducer } from '../protocol/support/sdk';

test('an operator finds a half message, reads it, rolls it back, and its producer gets the outcome @long', async ({
  page,
  product,
}) => {
  const topic = 'transactions-spec';
  await createTopic(page, topic, 'Transaction');
  const producer = await startProducer(product.grpcPort, topic, { checker: { check: async () => 0 } });
  const transaction = producer.beginTransaction();
  const { messageId } = await producer.send(
    { topic, keys: ['pay-7'], body: Buffer.from('{"paid":true}') },
    transaction,
  );

  await page.goto('/topics');
  await page.getByRole('row', { name: topic }).getByRole('link', { name: '1 waiting' }).click();
  const waiting = page.getByRole('table', { name: 'Waiting half messages' });
  await expect(waiting.getByRole('cell', { name: '0 of 15' })).toBeVisible();
  await waiting.getByRole('link').first().click();
  await expect(page.getByTestId('headline')).toContainText('Half message, waiting for its producer: check 1 of 15 in');
  await expect(page.getByText('"paid"')).toBeVisible();

  await page.getByRole('button', { name: 'Roll back…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back this transaction?' });
  await dialog.getByLabel('Reason').fill('the payment was cancelled by hand');
  await dialog.getByRole('button', { name: 'Roll back and remove the message' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('headline')).toContainText(`Rolled back by ${product.admin.email}`);
  await expect(transaction.commit()).rejects.toThrow(/was rolled back at .*; it cannot be committed any more/);
  await producer.shutdown();

  await page.goto(`/topics/${topic}/transactions?state=resolved`);
  await expect(page.getByRole('table', { name: 'Resolved half messages' }).getByText('Rolled back by')).toBeVisible();
  await page.goto('/audit?action=transaction.');
  await expect(page.getByText('the payment was cancelled by hand')).toBeVisible();
  await expect(page.getByText(messageId).first()).toBeVisible();
});
