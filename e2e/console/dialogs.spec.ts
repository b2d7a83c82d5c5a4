import { expect, test } from '../fixtures/test';

test('a dialog with a form: Esc closes it while nothing was typed, asks once something was, and gives the focus back', async ({
  page,
}) => {
  await page.goto('/topics');
  const opener = page.getByRole('button', { name: 'New topic' }).first();
  const dialog = page.getByRole('dialog', { name: 'New topic' });
  const warning = dialog.getByText('What you typed is not saved');

  await opener.click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await dialog.getByLabel('Name').fill('half-typed');
  await page.keyboard.press('Escape');
  await expect(warning).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('half-typed');
  await dialog.getByLabel('Name').fill('typed-on');
  await expect(warning).toBeHidden();
  await page.mouse.click(5, 5);
  await expect(warning).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  // What was dropped is gone, and the dialog starts anew.
  await opener.click();
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await dialog.getByLabel('Name').fill('never mind');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});
