import { expectAccessible } from '../fixtures/axe';
import { confirmedMinutesAgo, expect, signIn, test, VIEWER } from '../fixtures/test';
import { actionSentBy, expectNeeds, sendAgainAs } from '../fixtures/viewer';

test('without a session: every page leads to sign-in and back, every read is refused', async ({
  stranger,
  product,
}) => {
  for (const path of [
    '/',
    '/groups',
    '/groups/new',
    '/topics',
    '/messages',
    '/dead-letters',
    '/redrives',
    '/audit',
    '/settings/users',
    '/settings/access-keys',
    '/settings/security',
  ]) {
    await stranger.goto(path);
    await expect(stranger.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }
  for (const path of [
    '/api/console/groups',
    '/api/console/practice',
    '/api/console/access-keys',
    '/api/live',
    '/api/v1/groups',
  ]) {
    expect((await stranger.request.get(path)).status(), path).toBe(401);
  }
  await stranger.goto('/topics');
  await stranger.getByLabel('E-mail address').fill(product.admin.email);
  await stranger.getByLabel('Password').fill('wrong wrong wrong');
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  await expect(stranger.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await stranger.getByLabel('Password').fill(product.admin.password);
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  await expect(stranger).toHaveURL(/\/topics$/);
  await stranger.getByRole('button', { name: 'Sign out' }).click();
  await expect(stranger).toHaveURL(/sign-in/);
  await stranger.goto('/groups');
  await expect(stranger).toHaveURL(/sign-in/);
});

test('a viewer sees the pages and why the buttons are disabled, and is refused by the actions themselves @long', async ({
  page,
  viewer,
}) => {
  // The request of an administrator's button, to be sent again in the viewer's name.
  await page.goto('/topics');
  await page.getByRole('button', { name: 'New topic' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('made-by-admin');
  const request = await actionSentBy(page, () => page.getByRole('button', { name: 'Create topic' }).click());
  await expect(page).toHaveURL(/\/topics\/made-by-admin\/connect$/);

  await viewer.goto('/topics');
  await expect(viewer.getByRole('cell', { name: 'made-by-admin' })).toBeVisible();
  const newTopic = viewer.getByRole('button', { name: 'New topic' });
  await expectNeeds(newTopic, 'topic:write');
  await newTopic.click({ force: true });
  await expect(viewer.getByRole('dialog')).toBeHidden();
  await viewer.goto('/groups');
  await expectNeeds(viewer.getByRole('button', { name: 'New group' }), 'group:write');
  await viewer.goto('/settings/practice');
  await expectNeeds(viewer.getByRole('button', { name: 'Start the practice incident' }), 'demo:run');

  const answer = await sendAgainAs(viewer, request, (body) => body.replace('made-by-admin', 'made-by-viewer'));
  expect(answer).toContain('needs the permission topic:write');
  await viewer.goto('/topics');
  await expect(viewer.getByRole('cell', { name: 'made-by-admin' })).toBeVisible();
  await expect(viewer.getByText('made-by-viewer')).toHaveCount(0);

  for (const path of [
    '/audit',
    '/settings/users',
    '/settings/tokens',
    '/settings/access-keys',
    '/settings/security',
    '/alarms/channels',
  ]) {
    const refused = await viewer.goto(path);
    expect(refused?.status(), path).toBe(403);
  }

  await page.goto('/audit?action=access.');
  await expect(page.getByRole('row').filter({ hasText: VIEWER.email }).first()).toBeVisible();
});

test('what opens doors asks who is there: in place, the form is kept, and it goes on by itself', async ({
  stranger: page,
  product,
}) => {
  // A session of its own: to confirm ends it, and opens another one.
  await signIn(page, product.admin);
  await page.goto('/settings/tokens');
  await confirmedMinutesAgo(product, 11);
  await page.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('dialog', { name: 'Create API token' });
  await form.getByLabel('Name').fill('deploys');
  await form.getByLabel('Rights').selectOption('groups');
  await form.getByRole('button', { name: 'Create token' }).click();
  const asks = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(asks.getByLabel('E-mail address')).toHaveValue(product.admin.email);
  await expectAccessible(page, 'confirm');
  await page.keyboard.press('Escape');
  await expect(asks).toBeHidden();
  await expect(form.getByText('You did not confirm that it is you')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('deploys');

  await form.getByRole('button', { name: 'Create token' }).click();
  await asks.getByLabel('Password').fill('not my password');
  await asks.getByRole('button', { name: 'Confirm' }).click();
  await expect(asks.getByText('E-mail address or password is wrong.')).toBeVisible();
  await asks.getByLabel('Password').fill(product.admin.password);
  await asks.getByRole('button', { name: 'Confirm' }).click();
  const made = page.getByRole('dialog', { name: 'Secret created' });
  await expect(made).toBeVisible();
  await page.keyboard.press('Escape');
  // For some minutes nothing more is asked.
  const row = page.getByRole('row').filter({ hasText: 'deploys' });
  await row.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'Create new secret' }).click();
  await expect(made).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/settings/security');
  await expect(page.getByText('“redrive_console” owns nothing')).toBeVisible();
  await expectAccessible(page, 'security');
  await page.goto('/audit?action=token.');
  await expect(page.getByText('rotated secret of API token')).toBeVisible();
  await expect(page.getByText(/the chain that began/)).toBeVisible();
});
