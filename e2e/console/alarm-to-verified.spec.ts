import type { Page } from '@playwright/test';
import { z } from 'zod';

import { LANGUAGES } from '../../lib/model/language/languages';
import { t } from '../../lib/model/language/t';
import { expectAccessible } from '../fixtures/axe';
import type { Product } from '../fixtures/product';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { inLanguage, speak } from '../fixtures/spoken';
import { expect, test } from '../fixtures/test';

test.use({ ownContext: true });

const alarms = z.object({
  items: z.array(z.object({ id: z.string(), subject: z.string(), state: z.string(), watch: z.string() })),
});
const ended = z.object({
  ...{ state: z.string(), resolvedWhy: z.string().nullable(), remaining: z.number().nullable() },
  ...{ became: z.object({ consumed: z.number() }).nullable(), redrives: z.array(z.string()) },
});

/** What a person does, one after the other; each press or click is one. */
interface Hands {
  readonly plan: (page: Page, words: Words) => Promise<void>;
  readonly start: (page: Page, words: Words) => Promise<void>;
}

const HANDS: Readonly<Record<'mouse' | 'keyboard', Hands>> = {
  mouse: {
    plan: (page, { plan }) => page.getByRole('link', { name: plan }).click(),
    start: (page, { start }) => page.getByRole('button', { name: start }).click(),
  },
  keyboard: {
    plan: (page) => page.keyboard.press('r'),
    start: (page) => page.keyboard.press('Control+Enter'),
  },
};

/** What the console says on the way, in the language of the page. */
type Words = ReturnType<typeof words>;
const words = () => ({
  open: t('Open until all are handled'),
  causes: t('{count, plural, one {# cause} other {# causes}}', { count: 1 }),
  plan: t('Re-drive {count, plural, one {# message} other {# messages, starting with 10}}', { count: LETTERS }),
  canary: t('Canary first'),
  start: t('Start with {first, number} of {inSet, number}{edited, select, yes {, edited} other {}}', {
    ...{ first: 10, inSet: LETTERS, edited: 'no' },
  }),
  verified: t('{selected, plural, one {The message was consumed.} other {All # messages were consumed.}}', {
    selected: LETTERS,
  }),
  redriven: t('All its dead letters were consumed in a re-drive.'),
});

const LETTERS = 12;
const RUNS = LANGUAGES.flatMap((language) =>
  (['mouse', 'keyboard'] as const)
    .filter((hand) => hand === 'mouse' || language === 'en')
    .map((hand) => ({ hand, language })),
);

for (const { hand, language } of RUNS)
  test(`from the link of an alarm to a verified re-drive in two interactions, by ${hand}, in ${language} @long`, async ({
    page,
    product,
    startApplication,
  }) => {
    const name = `by-${hand}-${language.toLowerCase()}`;
    const { group, application } = await seedDeadLetters(product, startApplication, { name, count: LETTERS });
    const id = await alarmOf(product, group);
    await application.succeed();
    const said = inLanguage(language, words);
    const interactions = await countInteractions(page);

    await speak(page, product.url, language);
    await page.goto(`/alarms/${id}`);
    interactions.start();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByText(said.open)).toBeVisible();
    await expect(page.getByRole('heading', { name: said.causes })).toBeVisible();
    await expect(page.getByRole('link', { name: said.plan })).toBeVisible();
    await expectAccessible(page, page.url());
    await HANDS[hand].plan(page, said);
    await expect(page).toHaveURL(new RegExp(`/redrives/new\\?.*group=${group}.*alarm=${id}`));
    await expect(page.getByText(said.canary)).toBeVisible();
    await expect(page.getByRole('button', { name: said.start })).not.toHaveAttribute('aria-disabled', 'true');
    await HANDS[hand].start(page, said);
    await expect(page).toHaveURL(/\/redrives\/(RD-)?\d+$/);
    // Without another interaction: the canary passes, the rest follows, every message has its verdict, and the alarm ends.
    await expect(page.locator('#main').getByText(said.verified).first()).toBeVisible({ timeout: 90_000 });
    await expect
      .poll(async () => ended.parse(await callApi(product, 'GET', `/alarms/${id}`)), { timeout: 90_000 })
      .toMatchObject({ state: 'resolved', resolvedWhy: 'redriven', remaining: 0, became: { consumed: LETTERS } });
    expect(ended.parse(await callApi(product, 'GET', `/alarms/${id}`)).redrives).toHaveLength(1);
    expect(interactions.made()).toBe(2);
    await page.goto(`/alarms/${id}`);
    await expect(page.getByText(said.redriven)).toBeVisible();
  });

/** What the browser saw: each key, whatever is held with it, and each click. */
async function countInteractions(page: Page) {
  let made = 0;
  await page.exposeFunction('tellInteraction', () => (made += 1));
  await page.addInitScript(() => {
    const tell = (event: Event) => {
      const isPart = event instanceof KeyboardEvent && ['Control', 'Meta', 'Shift', 'Alt'].includes(event.key);
      if (event.isTrusted && !isPart) (globalThis as unknown as { tellInteraction: () => void }).tellInteraction();
    };
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, tell, true);
  });
  return { start: () => (made = 0), made: () => made };
}

async function alarmOf(product: Product, group: string): Promise<string> {
  let id: string | undefined;
  await expect
    .poll(async () => {
      const { items } = alarms.parse(await callApi(product, 'GET', '/alarms'));
      id = items.find((alarm) => alarm.subject === group && alarm.state === 'firing')?.id;
      return id;
    })
    .toBeDefined();
  return id ?? '';
}
