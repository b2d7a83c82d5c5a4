import { readFile } from 'node:fs/promises';

import { expectAccessible } from '../fixtures/axe';
import { pick, press, type } from '../fixtures/keyboard';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { headline } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';
import { expectNeeds } from '../fixtures/viewer';
import { unzipped } from '../../lib/testing/unzipped';

test('a letter is read beside the list by keyboard, discarded and restored, held, found, and exported', async ({
  page,
  product,
  startApplication,
}) => {
  // A number alone may also begin a part of an id.
  const bodyOf = (index: number): string => `order ${index} ${['first', 'second', 'third'][index - 1]}`;
  const { group, messageIds } = await seedDeadLetters(product, startApplication, { name: 'letters', count: 3, bodyOf });
  const table = page.getByRole('table', { name: 'Dead letters' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select \d/ }) });
  const beside = page.getByRole('complementary', { name: /^Dead letter / });
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.goto(`/dead-letters?group=${group}`);
  await expect(rows).toHaveCount(3);
  await expect(bar).toContainText('3 dead letters');

  // Enter reads it beside the list, j goes on to the next, a second Enter opens its page, Back closes what was opened.
  // The causes are the first list of the page. A key that is pressed before the page listens is pressed again.
  await expect(async () => {
    await page.keyboard.press('Shift+J');
    await expect(rows.first()).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(beside).toContainText('CardDeclined');
  await expect(page).toHaveURL(/peek=/);
  const first = await beside.getAttribute('aria-label');
  await page.keyboard.press('j');
  await expect(beside).not.toHaveAttribute('aria-label', first ?? '');
  await expect(beside).toContainText(/order [123]/);
  await expectAccessible(page, page.url());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/messages\//);
  await page.goBack();
  await expect(beside).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(beside).toHaveCount(0);

  // One is ticked and discarded; the page says for how long it can be restored, and does it.
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('x');
  await expect(bar).toContainText('1 selected');
  await bar.getByRole('button', { name: 'Discard…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 of 1 can be changed now');
  await dialog.getByLabel('Reason, kept in the audit log').fill('a test order');
  await dialog.getByRole('button', { name: 'Discard 1' }).click();
  await expect(rows).toHaveCount(2);
  const discarded = page.getByRole('region', { name: 'Discarded' });
  await expect(discarded).toContainText('a test order');
  await expect(discarded).toContainText(/permanently deleted in 6 d/);
  await discarded.getByRole('button', { name: 'Restore 1…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore 1' }).click();
  await expect(rows).toHaveCount(3);
  await expect(discarded).toHaveCount(0);

  // Everything that matches is held; the mark says so, and the filter finds them.
  await bar.getByRole('button', { name: 'Hold…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hold 3' }).click();
  await expect(rows.getByText('held')).toHaveCount(3);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'held' }).selectOption('no');
  await expect(page.getByText(/^None match/)).toBeVisible();
  await page.getByRole('combobox', { name: 'held' }).selectOption('yes');
  await expect(rows).toHaveCount(3);
  // A filter that is refused stays as it was typed, with the reason below it; the page stays as well.
  await page.getByLabel('JSON path').fill('$.a == b');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: /json is not a JSON path: .* \(at character \d\)/ }),
  ).toBeVisible();
  await expect(page.getByLabel('JSON path')).toHaveValue('$.a == b');
  await expect(page.getByLabel('JSON path')).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'held' })).toHaveValue('yes');
  await expect(bar).toHaveCount(0);
  await expectAccessible(page, page.url());
  await page.getByLabel('JSON path').fill('$.a');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^None match/)).toBeVisible();
  await page.goto('/dead-letters?group=no-such-group&json=%24.a&accepted=perhaps');
  await expect(page.getByText('The filter is not valid', { exact: true })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'accepted' })).toHaveValue('perhaps');
  await page.getByRole('region', { name: 'Dead letters' }).getByRole('button', { name: 'Remove filters' }).click();
  await expect(page).toHaveURL(/\/dead-letters$/);
  await expect(rows.first()).toBeVisible();
  await page.goto(`/dead-letters?group=${group}&q=order+second`);
  await expect(rows).toHaveCount(1);

  // What the filter shows is what the file has.
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'All matching, as CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trimEnd().split('\r\n').at(-1)).toBe('#complete,1');
  expect(messageIds.filter((id) => file.includes(id))).toHaveLength(1);
  const sheet = page.waitForEvent('download');
  await pick(page, bar.getByRole('button', { name: 'Export' }), 'All matching, as Excel');
  const cells = unzipped(await readFile(await (await sheet).path())).get('xl/worksheets/sheet1.xml') ?? '';
  expect(cells).toContain('#complete');
  expect(messageIds.filter((id) => cells.includes(id))).toHaveLength(1);
  const audit = JSON.stringify(await callApi(product, 'GET', `/dead-letters?group=${group}&held=true`));
  expect(messageIds.every((id) => audit.includes(id))).toBe(true);

  // A plan leaves held dead letters out, and its file names each with the reason.
  await page.goto(`/redrives/new?group=${group}&all=1`);
  await expect(page.getByRole('heading', { name: '3 left out' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(`New plan, ${group}`);
  await expectAccessible(page, page.url());
  const stays = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const list = await readFile(await (await stays).path(), 'utf8');
  expect(list.trimEnd().split('\r\n').at(-1)).toBe('#complete,3');
  expect(messageIds.every((id) => list.includes(id))).toBe(true);
  expect(list).toContain('an operator holds it');
});

test('a dead letter is discarded and restored on its own page by keyboard, and a viewer sees why not', async ({
  page,
  viewer,
  product,
  startApplication,
}) => {
  const seed = { name: 'own-page', count: 2 };
  const { group, messageIds } = await seedDeadLetters(product, startApplication, seed);
  const dialog = page.getByRole('dialog');
  const discard = page.getByRole('button', { name: 'Discard…' });
  const restore = page.getByRole('button', { name: 'Restore…' });
  await page.goto(`/messages/${messageIds[0]}`);
  await press(page, discard);
  await expect(dialog).toContainText(`Discard 1 of ${group}?`);
  await expect(dialog).toContainText('1 of 1 can be changed now');
  await expectAccessible(page, page.url());
  await type(page, dialog.getByLabel('Reason, kept in the audit log'), 'a test order');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 dead letter discarded.')).toBeVisible();
  await expect(headline(page, /^Discarded by .*; it can be restored until/)).toBeVisible();
  await expect(page.getByText('Reason: a test order.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Plan re-drive…' })).toHaveCount(0);
  expect(await callApi(product, 'GET', `/dead-letters?group=${group}`)).toMatchObject({
    items: [{ messageId: messageIds[1] }],
  });

  // The key that discarded it restores it: the focus has not moved.
  await expect(restore).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(`Restore 1 of ${group}?`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 dead letter restored.')).toBeVisible();
  await expect(headline(page, 'Dead letter since')).toBeVisible();
  await expect(discard).toBeFocused();

  await viewer.goto(`/messages/${messageIds[0]}`);
  await expectNeeds(viewer.getByRole('button', { name: 'Discard…' }), 'dead-letter:discard');

  // Someone else is faster: the dialog says that nothing was changed.
  await page.goto(`/messages/${messageIds[1]}`);
  await discard.click();
  await expect(dialog).toContainText('1 of 1 can be changed now');
  const messages = { group, messageIds: [messageIds[1]] };
  await callApi(product, 'POST', '/dead-letters/discard', { ...messages, reason: 'the same order' });
  await dialog.getByLabel('Reason, kept in the audit log').fill('sent twice');
  await dialog.getByRole('button', { name: 'Discard 1' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('No dead letter matches. Nothing was changed.');
});
