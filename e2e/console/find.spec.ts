import { expectAccessible } from '../fixtures/axe';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('a message is found by key and by keyboard alone, tested, browsed, and its topic deleted @landing', async ({
  page,
  product,
  startApplication,
  viewer,
}) => {
  const { topic, group, application, messageIds } = await seedDeadLetters(product, startApplication, {
    name: 'found',
    count: 1,
  });
  const [deadId = ''] = messageIds;
  await application.succeed();

  // a test message, by mouse: refused first, and nothing that was typed is lost
  await page.goto(`/topics/${topic}`);
  await page.getByRole('button', { name: 'Send a test message…' }).click();
  const dialog = page.getByRole('dialog', { name: `Send a test message to ${topic}` });
  await dialog.getByLabel('Body').fill('{"order": 62}');
  await dialog.getByLabel('Keys').fill('order-62 customer-9');
  await dialog.getByLabel('Tag').fill('a|b');
  await dialog.getByRole('button', { name: 'Send 1 message' }).click();
  await expect(dialog.getByText(/tag must not contain/)).toBeVisible();
  await expect(dialog.getByLabel('Body')).toHaveValue('{"order": 62}');
  await dialog.getByLabel('Tag').fill('test');
  await expectAccessible(page, 'the dialog of a test message');
  await dialog.getByRole('button', { name: 'Send 1 message' }).click();
  await expect(dialog.getByText(/Sent\. Stored in queue \d at offset \d/)).toBeVisible();
  await application.saw('succeeded', '{"order": 62}');
  await dialog.getByRole('link', { name: 'Open its page' }).click();
  await expect(page).toHaveURL(/\/messages\/TEST/);
  const testId = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await expect(page.getByText('redrive-test').first()).toBeVisible();
  await expect(page.getByTestId('headline')).toContainText('Consumed');

  // the palette, by keyboard alone: the exact key, then names
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await expect(palette.getByRole('option', { selected: true })).toContainText(testId);
  await page.keyboard.type('order-62');
  await expect(palette.getByRole('option', { selected: true })).toContainText(`consumed in ${group}`);
  await expectAccessible(page, 'the palette');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/messages/${testId}\\?group=${group}`));
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(group);
  await expect(palette.getByRole('option', { name: new RegExp(`^${group}`) }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  // the list: by key, peeked and opened by keyboard; a miss leads on; what cannot be is no error of the server
  await page.goto('/messages');
  await page.keyboard.press('/');
  await page.keyboard.type('order-62');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: 'Messages found' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Consumed');
  await page.keyboard.press('Tab');
  await page.locator('main').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const peek = page.getByRole('complementary', { name: `Message ${testId}` });
  await expect(peek.getByText('"order"')).toBeVisible();
  await expectAccessible(page, 'found messages with one beside them');
  await page.keyboard.press('Escape');
  await expect(peek).toBeHidden();
  await page.getByLabel('state').selectOption('dead');
  await expect(page.getByText('No messages found')).toBeVisible();
  await page.getByRole('link', { name: 'In any state' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Message ID, key, or property=value').fill(deadId);
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toContainText(`dead in ${group}`);
  await page.getByLabel('Message ID, key, or property=value').fill('redrive-test=nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/topic is required/)).toBeVisible();
  await page.getByLabel('topic').selectOption(topic);
  await expect(page.getByText(/2 of 2 messages checked/)).toBeVisible();
  for (const path of ['/messages/%00', '/topics/%00', '/messages/%ED%A0%80'])
    expect((await page.request.get(path)).status(), path).toBe(404);

  // the log of the topic
  await page.goto(`/topics/${topic}/messages`);
  const log = page.getByRole('table', { name: `Messages of ${topic}` }).getByRole('row');
  await expect(log).toHaveCount(3);
  await expect(log.nth(1)).toContainText('order-62');
  await expectAccessible(page, 'the messages of a topic');

  // deleted: named again, with what goes and what stays; a viewer may not
  await viewer.goto(`/topics/${topic}`);
  await expect(viewer.getByRole('button', { name: 'Send a test message…' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: `More actions of ${topic}` }).click();
  await page.getByRole('menuitem', { name: 'Delete topic…' }).click();
  const confirm = page.getByRole('dialog', { name: `Delete topic ${topic}?` });
  await expect(confirm.getByText('2 messages in the log are no longer delivered to any group.')).toBeVisible();
  await expect(confirm.getByText(/1 dead letter stays/)).toBeVisible();
  await confirm.getByLabel(/^Reason/).fill('the test is over');
  await confirm.getByLabel(/^Type/).fill(topic);
  await confirm.getByRole('button', { name: `Delete ${topic}` }).click();
  await expect(page).toHaveURL(/\/topics$/);
  await expect(page.getByRole('link', { name: topic, exact: true })).toBeHidden();
  await expect(callApi(product, 'GET', `/topics/${topic}`)).rejects.toThrow('404');
  await expect(application.send('too late')).rejects.toThrow();
  await page.goto(`/messages/${deadId}`);
  await expect(page.getByTestId('headline')).toContainText('Dead');
});
