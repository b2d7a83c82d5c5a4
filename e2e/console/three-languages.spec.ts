import type { Page } from '@playwright/test';
import { z } from 'zod';

import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test.use({ ownContext: true });

const alarms = z.object({ items: z.array(z.object({ id: z.string(), subject: z.string(), state: z.string() })) });

const WORDS = {
  'zh-CN': { alarm: '新增死信', lead: '尚未处理', history: '历史', message: '死信', body: '消息体' },
  ja: { alarm: '新しいデッドレター', lead: '未対応', history: '履歴', message: 'デッドレター', body: '本文' },
} as const;

test('the pages of an alarm and of a message in Chinese and Japanese @landing', async ({
  page,
  product,
  startApplication,
}) => {
  const { group, messageIds } = await seedDeadLetters(product, startApplication, { name: 'spoken', count: 2 });
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
});

async function speak(page: Page, url: string, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'redrive-language', value: language, url }]);
}
