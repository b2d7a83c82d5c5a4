import { callApi } from '../fixtures/seed';
import { choose } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

test('a group says what it is for: in the form, on its page, in the list, and in a conflict of two edits @long', async ({
  page,
  product,
}) => {
  const [group, first, theirs] = ['described', 'Takes the money. Team payments.', 'Takes the money. Team billing.'];
  await page.goto('/groups/new');
  await page.getByLabel('Name').fill(group);
  await page.getByLabel('Description').fill(first);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page).toHaveURL(new RegExp(`/groups/${group}$`));
  await expect(page.getByRole('main').getByText(first).first()).toBeVisible();
  await page.goto('/groups');
  await expect(page.getByTitle(first)).toHaveText(group);

  // The page is read and typed into while its programs are still on their way.
  let sendPrograms = (): void => undefined;
  const typed = new Promise<void>((resolve) => (sendPrograms = resolve));
  await page.route('**/_next/static/**/*.js*', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(`/groups/${group}/config`, { waitUntil: 'commit' });
  await expect(page.getByLabel('Description')).toHaveValue(first);
  await page.getByLabel('Description').fill('Mine');
  await page.getByLabel(/^Reason/).fill('Says who to call');
  sendPrograms();
  // It was taken as typed: the page holds still for an edit.
  await expect(page.getByRole('button', { name: /Paused while editing/ })).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
  await expect(page.getByLabel(/^Reason/)).toHaveValue('Says who to call');
  await callApi(product, 'PUT', `/groups/${group}`, { version: 1, description: theirs, reason: 'Moved' });
  const changed = page.getByRole('row').filter({ hasText: theirs });
  await expect(changed).toContainText('Description');
  await expect(changed).toContainText(first);
  await expect(changed).toContainText('Mine');
  await choose(changed, 'Keep mine');
  await page.getByRole('button', { name: /^Apply my change to/ }).click();
  await page.getByRole('button', { name: /^Save as v3/ }).click();
  await expect(page.getByText('Saved as v3')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
});
