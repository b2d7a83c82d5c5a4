import { createTopic, fillNewGroup, headline } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

test('an operator sees what waits for its time, recalls one message, and the other one comes when it is due @long', async ({
  page,
  startApplication,
  product,
}) => {
  const [topic, group] = ['reminders', 'reminding'];
  await createTopic(page, topic, 'Delay');
  await fillNewGroup(page, { name: group, retries: 2 });
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page).toHaveURL(new RegExp(`/groups/${group}$`));
  const application = await startApplication({ topic, group });
  await application.succeed();
  const wrongId = await application.sendLater('wrong price', 3_600_000);

  // Long names of other topics would leave no room for the column.
  await page.goto(`/topics?q=${topic}`);
  await page.getByRole('link', { name: '1 waiting' }).click();
  await expect(page).toHaveURL(new RegExp(`/topics/${topic}/scheduled$`));
  const rows = page.getByRole('table', { name: 'Scheduled messages' }).getByRole('row');
  const rightId = await application.sendLater('right price', 8000);
  // Next due first, without a reload.
  await expect(rows).toHaveText([/Message/, new RegExp(rightId), new RegExp(wrongId)]);

  await page.goto(`/messages/${rightId}`);
  await expect(headline(page, /^Scheduled for .*, in \d/)).toBeVisible();
  await application.saw('succeeded', 'right price');
  await expect(headline(page, 'Consumed by')).toBeVisible();

  await page.goto(`/topics/${topic}/scheduled`);
  await rows
    .filter({ hasText: wrongId })
    .getByRole('button', { name: /^Recall/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Recall this message?' });
  await dialog.getByLabel(/^Reason/).fill('the price was wrong');
  await dialog.getByRole('button', { name: 'Recall message' }).click();
  await expect(page.getByText('No message is scheduled')).toBeVisible();
  await page.goto(`/messages/${wrongId}`);
  await expect(headline(page, `Recalled by ${product.admin.email}`)).toBeVisible();
  expect(application.events.map(({ body }) => body)).not.toContain('wrong price');
});
