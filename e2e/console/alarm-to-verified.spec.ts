import type { Page } from '@playwright/test';
import { z } from 'zod';

import { expectAccessible } from '../fixtures/axe';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const alarms = z.object({
  items: z.array(z.object({ id: z.string(), subject: z.string(), state: z.string(), watch: z.string() })),
});
const ended = z.object({
  ...{ state: z.string(), resolvedWhy: z.string().nullable(), remaining: z.number().nullable() },
  ...{ became: z.object({ consumed: z.number() }).nullable(), redrives: z.array(z.string()) },
});

/** What a person does, one after the other; each press or click is one. */
interface Hands {
  readonly plan: (page: Page) => Promise<void>;
  readonly start: (page: Page) => Promise<void>;
}

const HANDS: Readonly<Record<string, Hands>> = {
  mouse: {
    plan: (page) => page.getByRole('link', { name: /^Re-drive 12 messages, starting with 10/ }).click(),
    start: (page) => page.getByRole('button', { name: /^Start/ }).click(),
  },
  keyboard: {
    plan: (page) => page.keyboard.press('r'),
    start: (page) => page.keyboard.press('Control+Enter'),
  },
};

test('from the link of an alarm to a verified re-drive in two interactions, by mouse and by keyboard @long', async ({
  page,
  product,
  startApplication,
}) => {
  const seeded = await Promise.all(
    Object.keys(HANDS).map((hand) => seedDeadLetters(product, startApplication, { name: `by-${hand}`, count: 12 })),
  );
  for (const [index, [hand, { plan, start }]] of Object.entries(HANDS).entries()) {
    const scene = seeded[index];
    if (scene === undefined) throw new Error('nothing was seeded');
    const { group, application } = scene;
    const id = await alarmOf(group);
    await application.succeed();
    let interactions = 0;
    const act = async (what: Promise<void>): Promise<void> => {
      interactions += 1;
      await what;
    };

    await page.goto(`/alarms/${id}`);
    await expect(page.getByText('Open until all are dealt with')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Re-drive 12 messages, starting with 10/ })).toBeVisible();
    if (index === 0) await expectAccessible(page, page.url());
    await act(plan(page));
    await expect(page).toHaveURL(new RegExp(`/redrives/new\\?.*group=${group}.*alarm=${id}`));
    await expect(page.getByRole('button', { name: /^Start/ })).not.toHaveAttribute('aria-disabled', 'true');
    await act(start(page));
    await expect(page).toHaveURL(/\/redrives\/(RD-)?\d+$/);
    // Without another interaction: the canary passes, the rest follows, every message has its verdict, and the alarm ends by it.
    await expect
      .poll(async () => ended.parse(await callApi(product, 'GET', `/alarms/${id}`)), { timeout: 90_000 })
      .toMatchObject({ state: 'resolved', resolvedWhy: 'redriven', remaining: 0, became: { consumed: 12 } });
    expect(ended.parse(await callApi(product, 'GET', `/alarms/${id}`)).redrives, hand).toHaveLength(1);
    expect(interactions, hand).toBe(2);
    await page.goto(`/alarms/${id}`);
    await expect(page.getByText('All its dead letters were consumed in a re-drive.')).toBeVisible();
  }

  async function alarmOf(group: string): Promise<string> {
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
});
