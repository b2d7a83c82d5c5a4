import type { Browser, BrowserContext, Request } from '@playwright/test';

import type { Product } from '../fixtures/product';
import { expect, signIn, test } from '../fixtures/test';
import { choose } from '../fixtures/steps';

const VIEWER = { email: 'viewer@redrive.example', password: 'only looks and never touches' };

async function signedIn(browser: Browser, product: Product, account: typeof VIEWER): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: product.url, storageState: { cookies: [], origins: [] } });
  await signIn(await context.newPage(), account);
  return context;
}

test('nobody signed in: every page leads to sign-in and back, every read is refused', async ({ stranger, product }) => {
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

test('a viewer sees the pages, is told why the buttons do nothing, and is refused by the actions themselves', async ({
  page,
  browser,
  product,
  stranger,
}) => {
  await page.goto('/settings/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.getByLabel('E-mail address').fill(VIEWER.email);
  await choose(dialog, 'Viewer');
  await dialog.getByRole('button', { name: 'Add and make link' }).click();
  const link = await page.locator('code').filter({ hasText: '/setup' }).textContent();
  await stranger.goto(link ?? '');
  await stranger.getByLabel('Password', { exact: true }).fill(VIEWER.password);
  await stranger.getByLabel('Password again').fill(VIEWER.password);
  await stranger.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(stranger.getByRole('navigation', { name: 'Main' })).toBeVisible();

  // The request of an administrator's button, to be sent again in the viewer's name.
  await page.goto('/topics');
  await page.getByRole('button', { name: 'New topic' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('made-by-admin');
  const isAction = (request: Request): boolean =>
    request.method() === 'POST' && request.headers()['next-action'] !== undefined;
  const [request] = await Promise.all([
    page.waitForRequest(isAction),
    page.getByRole('button', { name: 'Create topic' }).click(),
  ]);
  await expect(page.getByRole('cell', { name: 'made-by-admin' })).toBeVisible();

  const viewer = await signedIn(browser, product, VIEWER);
  const [view] = viewer.pages();
  if (view === undefined) throw new Error('the viewer has no page');
  await view.goto('/topics');
  await expect(view.getByRole('cell', { name: 'made-by-admin' })).toBeVisible();
  const newTopic = view.getByRole('button', { name: 'New topic' });
  await expect(newTopic).toHaveAttribute('aria-disabled', 'true');
  await expect(newTopic).toHaveAccessibleDescription(/needs topic:write/);
  await newTopic.click({ force: true });
  await expect(view.getByRole('dialog')).toBeHidden();
  await view.goto('/groups');
  await expect(view.getByRole('button', { name: 'New group' })).toHaveAccessibleDescription(/needs group:write/);

  await view.goto('/settings/practice');
  await expect(view.getByRole('button', { name: 'Start the practice incident' })).toHaveAccessibleDescription(
    /needs demo:run/,
  );

  const { cookie: _, ...headers } = await request.allHeaders();
  const replayed = await viewer.request.post(`${product.url}/topics`, {
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !name.startsWith(':') && name !== 'content-length'),
    ),
    data: (request.postData() ?? '').replace('made-by-admin', 'made-by-viewer'),
  });
  expect(await replayed.text()).toContain('needs topic:write');
  await view.goto('/topics');
  await expect(view.getByRole('cell', { name: 'made-by-admin' })).toBeVisible();
  await expect(view.getByText('made-by-viewer')).toHaveCount(0);

  for (const path of ['/audit', '/settings/users', '/settings/tokens', '/settings/access-keys']) {
    const answer = await view.goto(path);
    expect(answer?.status(), path).toBe(403);
  }
  await viewer.close();

  await page.goto('/audit?action=access.');
  await expect(page.getByRole('row').filter({ hasText: VIEWER.email }).first()).toBeVisible();
});
