import { expectAccessible } from '../fixtures/axe';
import { createTopic } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

test('a new topic leads to programs to copy, and the page says how far their messages have come', async ({
  page,
  startApplication,
}) => {
  const [topic, group] = ['first-invoices', 'first-mailer'];
  await createTopic(page, topic, 'Normal');
  const status = page.getByRole('region', { name: 'Status' });
  const steps = status.getByRole('listitem');
  await expect(steps).toHaveText([/Next: Waiting for a producer…/, /Later: /, /Later: /, /Later: /]);
  await expect(page.getByRole('region', { name: 'Consumer' })).toContainText('No group chosen');

  // By keyboard: the group, then another language.
  await page.getByRole('button', { name: 'New group…' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Name').fill(group);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(new RegExp(`group=${group}`));
  await expect(page.getByRole('region', { name: 'consumer.mjs' })).toContainText(`consumerGroup: '${group}'`);
  await page.getByRole('radio', { name: 'Node.js' }).press('ArrowRight');
  const program = page.getByRole('region', { name: 'ReceiveMessages.java' });
  await expect(program).toContainText(`.setConsumerGroup("${group}")`);
  await expect(program).toContainText(/\.setEndpoints\("[^"]+:\d+"\)/);
  await expectAccessible(page, page.url());

  const application = await startApplication({ topic, group });
  await expect(steps.nth(2)).toContainText('Done: Consumer connected');
  await application.succeed();
  await application.send('invoice 1');
  await expect(steps).toHaveText([
    /Done: Producer connected/,
    /Done: First message received.*queue \d, offset 0/,
    /Done: Consumer connected/,
    /Done: Message committed/,
  ]);
  await steps.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/messages\//);
});
