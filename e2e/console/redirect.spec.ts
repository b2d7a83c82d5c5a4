import { expectAccessible } from '../fixtures/axe';
import { press, tabTo, type } from '../fixtures/keyboard';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('dead letters of a group go to another topic, and its consumer consumes them; by keyboard and by mouse @landing', async ({
  page,
  product,
  startApplication,
}) => {
  const { group, application } = await seedDeadLetters(product, startApplication, { name: 'redirected', count: 2 });
  const repair = { topic: 'redirected-repair', group: 'redirected-repairer' };
  await callApi(product, 'POST', '/topics', { name: repair.topic, type: 'NORMAL', queues: 1 });
  await callApi(product, 'PUT', `/groups/${repair.group}`, { maxRetries: 0 });
  const repairer = await startApplication(repair);
  await repairer.succeed();
  await repairer.send('warm');
  await repairer.saw('succeeded', 'warm');

  // What it would do is said before it is made; a topic that leads back is refused in words.
  await page.goto(`/dead-letters?group=${group}`);
  await press(page, page.getByRole('button', { name: 'Redirect automatically…' }));
  const dialog = page.getByRole('dialog', { name: `Redirect dead letters of ${group} automatically` });
  await dialog.getByLabel('Topic').selectOption('redirected-orders');
  await expect(dialog).toContainText(`${group} reads topic redirected-orders itself`);
  await tabTo(page, dialog.getByLabel('Topic'));
  await page.keyboard.type(repair.topic);
  await expect(dialog).toContainText('2 dead letters match now and stay');
  await expect(dialog).toContainText(`1 group of ${repair.topic} gets a copy of each: ${repair.group}.`);
  await type(page, dialog.getByLabel('Canary'), '1');
  await expectAccessible(page, page.url());
  await page.keyboard.press('Control+Enter');

  const row = page.getByRole('table', { name: 'Redirects' }).getByRole('row').filter({ hasText: group });
  await expect(row).toContainText('0 of 1 sent');
  await expectAccessible(page, page.url());

  // The first goes alone; the rest when it was consumed.
  for (const body of ['one', 'two', 'three']) await application.send(body);
  for (const body of ['one', 'two', 'three']) await repairer.saw('succeeded', body);
  await expect(row).toContainText(/Active(?!,)/);
  await page.goto(`/dead-letters?group=${group}`);
  await expect(page.getByRole('list', { name: `Redirects of ${group}` })).toContainText('Active, 3 sent');
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 dead letters');

  // It is ended with a reason, and what fails from then on stays.
  await page.goto('/redirects');
  await press(page, row.getByRole('button', { name: /^End / }));
  const end = page.getByRole('dialog');
  await type(page, end.getByLabel(/^Reason/), 'the consumer is fixed');
  await page.keyboard.press('Control+Enter');
  await expect(row).toContainText('Ended the consumer is fixed');

  // By mouse, from the page of the dead letters again.
  await page.goto(`/dead-letters?group=${group}`);
  await page.getByRole('button', { name: 'Redirect automatically…' }).click();
  await dialog.getByLabel('Topic').selectOption(repair.topic);
  await dialog.getByLabel('Canary').fill('1');
  await dialog.getByLabel(/^Reason/).fill('the consumer fails again');
  await dialog.getByRole('button', { name: `Redirect to ${repair.topic}` }).click();
  const again = page.getByRole('table', { name: 'Redirects' }).getByRole('row').filter({ hasText: '0 of 1 sent' });
  await expect(again).toContainText(group);
  await application.send('four');
  await repairer.saw('succeeded', 'four');
  await page.goto('/redirects');
  await page.getByRole('button', { name: /^End / }).click();
  await end.getByLabel(/^Reason/).fill('fixed for good');
  await end.getByRole('button', { name: /^End/ }).click();
  await expect(page.getByRole('table', { name: 'Redirects' })).toContainText('Ended fixed for good');
});
