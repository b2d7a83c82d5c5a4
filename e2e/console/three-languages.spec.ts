import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';

import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test.use({ ownContext: true });

const alarms = z.object({ items: z.array(z.object({ id: z.string(), subject: z.string(), state: z.string() })) });

const WORDS = {
  'zh-CN': { alarm: '新增死信', lead: '尚未处理', history: '历史', message: '死信', body: '消息体' },
  ja: { alarm: '新しいデッドレター', lead: '未対応', history: '履歴', message: 'デッドレター', body: '本文' },
} as const;

test('the pages of an alarm and of a message in Chinese and Japanese, and no English of their own @landing', async ({
  page,
  product,
  startApplication,
}) => {
  const { group, topic, messageIds } = await seedDeadLetters(product, startApplication, { name: 'spoken', count: 2 });
  const [messageId = ''] = messageIds;
  let alarm = '';
  await expect
    .poll(async () => {
      const { items } = alarms.parse(await callApi(product, 'GET', '/alarms'));
      alarm = items.find(({ subject, state }) => subject === group && state === 'firing')?.id ?? '';
      return alarm;
    })
    .not.toBe('');
  const message = `/messages/${messageId}?group=${group}`;

  for (const [language, words] of Object.entries(WORDS))
    await test.step(language, async () => {
      await speak(page, product.url, language);
      await page.goto(`/alarms/${alarm}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(words.alarm);
      await expect(page.locator('#main')).toContainText(words.lead);
      await expect(page.getByRole('table', { name: words.history })).toBeVisible();
      await page.goto(message);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('#main')).toContainText(words.message);
      await expect(page.getByRole('heading', { name: words.body, exact: true })).toBeVisible();
      expect(await page.title()).toContain('Redrive');
    });

  // In this language every text of the console is accented: what is not is no message, or data.
  await speak(page, product.url, 'en-XA');
  const data = [
    ...[group, topic, ...messageIds, product.admin.email, 'admin', 'Redrive', 'redrive'],
    ...['CardDeclined', 'issuer refused', 'order'],
  ];
  for (const path of [message, '/messages', '/messages?q=nothing-like-it', '/alarms', '/alarms/channels'])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => notAccented(page.locator('#main'), data)).toEqual([]);
    });
  await page.goto(`/alarms/${alarm}`);
  const own = page.locator('#main').locator('h1, [data-end], table');
  for (const part of await own.all()) await expect.poll(() => notAccented(part, data)).toEqual([]);
});

async function speak(page: Page, url: string, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'redrive-language', value: language, url }]);
}

/** Texts with a plain vowel: the pseudo-locale leaves none. Code, and what clients wrote, is not of the console. */
async function notAccented(root: Locator, data: readonly string[]): Promise<string[]> {
  const texts = await root.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest('code, pre, .mono, kbd, time, option, style, script') !== null) continue;
      found.push(node.textContent ?? '');
    }
    return found;
  });
  return texts
    .map((text) => data.reduce((rest, one) => rest.replaceAll(one, ''), text).trim())
    .filter((text) => /[a-z]*[aeiou][a-z]+/.test(text) && /[A-Za-z]{3}/.test(text));
}
