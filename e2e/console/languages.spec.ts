import type { Page } from '@playwright/test';
import { expect, NOBODY, test, VIEWER } from '../fixtures/test';

const JAPANESE = { 'accept-language': 'ja,en;q=0.5' };
const CHINESE = { 'accept-language': 'zh-CN,zh;q=0.9' };

test('a stranger is answered in the language of the browser', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url, storageState: NOBODY, locale: 'ja' });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page).toHaveTitle('サインイン · Redrive');
  await expect(page.getByLabel('メールアドレス')).toBeVisible();
  await expect(page.getByRole('button', { name: 'サインイン', exact: true })).toBeVisible();
  await context.close();
});

test('an account is answered in its language everywhere, and choosing one loads no page anew', async ({
  viewer: page,
  browser,
  product,
}) => {
  await page.goto('/settings');
  await page.evaluate(() => document.querySelector('#main')?.setAttribute('data-kept', 'yes'));
  const language = page.getByRole('combobox', { name: 'Language of the console' });
  await language.focus();
  await language.selectOption('简体中文');
  const navigation = page.getByRole('navigation', { name: '主导航' });
  await expect(navigation.getByRole('link', { name: /^死信/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('#main')).toHaveAttribute('data-kept', 'yes');
  await expect(page.getByRole('combobox', { name: '控制台语言' })).toBeFocused();
  await navigation.getByRole('link', { name: /^概览/ }).click();
  await expect(page.getByRole('heading', { name: '概览' })).toBeVisible();
  await expect(page).toHaveTitle('概览 · Redrive');

  const elsewhere = await browser.newContext({ baseURL: product.url, storageState: NOBODY, locale: 'ja' });
  const other = await elsewhere.newPage();
  await signInInJapanese(other);
  await expect(other.getByRole('heading', { name: '概览' })).toBeVisible();
  await elsewhere.close();

  await page.goto('/settings');
  await page.getByRole('combobox', { name: '控制台语言' }).selectOption('');
  await expect(page.getByRole('heading', { name: 'Language', exact: true })).toBeVisible();
});

async function signInInJapanese(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('メールアドレス').fill(VIEWER.email);
  await page.getByLabel('パスワード').fill(VIEWER.password);
  await page.getByRole('button', { name: 'サインイン', exact: true }).click();
  await page.waitForURL('/');
}

test('requests at the same time are each answered in their own language', async ({ page }) => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const headers = [JAPANESE, CHINESE, { 'accept-language': 'en' }][index % 3] ?? {};
      return (await page.request.get('/', { headers })).text();
    }),
  );
  const words = [
    ['lang="ja"', 'デッドレター', '本文へ移動'],
    ['lang="zh-CN"', '死信', '跳到正文'],
    ['lang="en"', 'Dead letters', 'Skip to content'],
  ];
  for (const [index, answer] of answers.entries()) {
    for (const [other, its] of words.entries())
      for (const word of its) {
        // The page of another language may carry names that are English.
        if (other === index % 3) expect(answer).toContain(word);
        else if (other !== 2) expect(answer).not.toContain(word);
      }
  }
});

test('programs are answered in English', async ({ page, product }) => {
  const answer = await page.request.get('/api/v1/groups/there-is-none', {
    headers: { ...CHINESE, authorization: `Bearer ${product.apiToken}` },
  });
  expect(answer.status()).toBe(404);
  expect(await answer.text()).not.toMatch(/\p{Script=Han}/u);
  const problems = await page.request.get('/api/v1/problems', {
    headers: { ...CHINESE, authorization: `Bearer ${product.apiToken}` },
  });
  expect(problems.ok()).toBe(true);
  expect(await problems.text()).not.toMatch(/\p{Script=Han}/u);
});
