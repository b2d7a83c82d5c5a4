import { z } from 'zod';

import { LANGUAGES } from '../../lib/model/language/languages';
import { t } from '../../lib/model/language/t';
import { pagesOf } from '../fixtures/every-page';
import { settledFlaws } from '../fixtures/layout';
import { seedLongData } from '../fixtures/long-data';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { inLanguage, notAccented, speak } from '../fixtures/spoken';
import { followLink } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

test.use({ ownContext: true });

const alarms = z.object({ items: z.array(z.object({ id: z.string(), subject: z.string(), state: z.string() })) });

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

  for (const language of LANGUAGES.filter((each) => each !== 'en'))
    await test.step(language, async () => {
      const words = inLanguage(language, () => ({
        ...{ alarm: t('New dead letters'), lead: t('Open until all are handled'), history: t('History') },
        ...{ message: t('Dead letter'), body: t('Body') },
      }));
      await speak(page, product.url, language);
      await page.goto(`/alarms/${alarm}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(words.alarm);
      await expect(page.locator('#main')).toContainText(words.lead);
      await expect(page.getByRole('table', { name: words.history })).toBeVisible();
      await page.goto(`/messages/${messageId}?group=${group}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('#main')).toContainText(words.message);
      await expect(page.getByRole('heading', { name: words.body, exact: true })).toBeVisible();
      expect(await page.title()).toContain('Redrive');
    });
});

const WIDTHS = [390, 1440] as const;
/** What people, clients and records gave, and words that are the same in every language. */
const DATA: readonly (string | RegExp)[] = [
  // Errors, titles and reasons that are stored, in the words of their time.
  'Example ID',
  /Alarm “[^”]*” of [^”]*?UTC/g,
  'send-rate of topic',
  /504 after .*?(?:in use\)|$)/g,
  /(?:CardDeclined: |: |)issuer refused (?:one|\S+ \S+)/g,
  /(?:Resolved: )?New dead letters, group .*?(?:\)|consumed \d+)/g,
  'Charges the orders of every country, and tells the ledger of each warehouse.',
  // Names of what was made, addresses, ids, codes of states: one word with dashes, dots, colons or digits in it.
  /\S*[a-z0-9][-_.:/@$*…][a-z0-9*]\S*/gi,
  /\b[A-Za-z][a-z]+(?:[A-Z][a-z]+)+\b/g,
  /\b[A-Z]{2,}\b/g,
  /\p{L}*\d\p{L}*/gu,
  /\b(?:Redrive|Java|Go|Python|Rust|Node|Chrome|Linux|Pub, Sub, Create, Update, Delete)\b/g,
  // Values of records of the audit log and of settings of brokers, and who wrote them.
  /\b(?:running|stopped|clustering|concurrent|ordered|customized|fixed|canary|ramp|production|password|true|false)\b/g,
  /\b(?:stop rule|start|admin|filter|all|through id)\b/g,
];

test('every page in the pseudo-locale: nothing is cut, and nothing is said that is no message @long', async ({
  page,
  product,
  startApplication,
}) => {
  const data = await seedLongData(product, startApplication);
  await speak(page, product.url, 'en-XA');
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  const flaws: string[] = [];
  const english = new Map<string, string>();
  for (const path of pagesOf(data)) {
    await followLink(page, path);
    await expect(page.locator('#main h1').first(), path).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^Lóádíñg/ })).toHaveCount(0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      flaws.push(...(await settledFlaws(page)).map((flaw) => `${path} at ${width}: ${flaw}`));
    }
    for (const text of await notAccented(page, DATA)) if (!english.has(text)) english.set(text, path);
  }
  await data.close();
  expect.soft(flaws).toEqual([]);
  expect([...english].map(([text, path]) => `${path}: ${text}`)).toEqual([]);
});
