import { chromium, type Page } from '@playwright/test';

import { chromiumPath } from '../../e2e/fixtures/chromium';
import { createGroup, createTopic } from '../../lib/broker';
import { systemActor } from '../../lib/model/audit/actor';
import { withAdmin } from '../../lib/testing/admin-connection';
import { letterStorm } from '../../lib/testing/letter-storm';
import { retryStorm } from '../../lib/testing/retry-storm';
import type { Scenario } from '../scenario';
import { type ConsoleTarget, startConsole } from '../targets/console';

const LIMIT_MS = 100;
const ROWS = 1000;
const MOVES = 15;
const actor = systemActor('bench');

interface Place {
  readonly path: string;
  readonly act: (page: Page) => Promise<void>;
}

/** What an operator does in a list: goes through it by keys, sorts, selects, opens a row and closes it, filters. */
const PLACES: Readonly<Record<string, Place>> = {
  Groups: {
    path: '/groups',
    act: async (page) => {
      await move(page);
      await sort(page, 'Group');
      await typeInto(page, 'group-77');
    },
  },
  Topics: {
    path: '/topics',
    act: async (page) => {
      await move(page);
      await sort(page, 'Topic');
      await typeInto(page, 'topic-77');
    },
  },
  'dead letters': {
    path: '/dead-letters?group=group-0',
    act: async (page) => {
      await move(page);
      await selectAndPeek(page);
    },
  },
  retries: {
    path: '/groups/group-0/retries',
    act: async (page) => {
      await move(page);
      await selectAndPeek(page);
    },
  },
  'blocked keys': {
    path: '/groups/ledger/keys',
    act: async (page) => {
      await move(page);
      await page.keyboard.press('x');
    },
  },
};

export const interactions: Scenario = {
  name: 'Interactions',
  rows: Object.keys(PLACES).map((place) => ({
    work: `list "${place}": the slowest answer to a key or a click`,
    figure: 'ms',
    unit: 'ms',
    better: 'lower' as const,
    redrive: place,
    against: { limit: LIMIT_MS },
    goal: 1,
  })),
  measure: async (bench, samples) => {
    const target = await startConsole();
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
    try {
      await fillLists(target);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const [name = '', value = ''] = (await target.signIn()).split('=');
      await context.addCookies([{ name, value, url: target.url }]);
      const page = await context.newPage();
      await page.addInitScript(observe);
      for (let round = -1; round < bench.options.rounds; round += 1)
        for (const [place, { path, act }] of Object.entries(PLACES)) {
          await page.goto(`${target.url}${path}`);
          await page.locator('#main tbody tr').nth(20).waitFor();
          // Programs that come when the browser is idle.
          await page.waitForTimeout(1500);
          await page.evaluate(() => void (window.slowest = []));
          await act(page);
          await page.waitForTimeout(500);
          const seen = await page.evaluate(() => window.slowest);
          if (seen.length === 0) throw new Error(`${path}: no key or click was seen`);
          // The first visit of a page compiles its program.
          const [worst] = seen.toSorted((one, other) => other.ms - one.ms);
          bench.say(`  ${place}: ${seen.length} answers, the slowest ${worst?.ms} ms (${worst?.step})`);
          if (round >= 0) samples.add(place, { ms: worst?.ms ?? 0 });
        }
    } finally {
      await browser.close();
      await target.close();
    }
  },
};

declare global {
  interface Window {
    slowest: { readonly ms: number; readonly type: string; readonly step: string }[];
    step: string;
  }
}

/** From a key or a click to the next picture, as browsers measure it, in steps of 8 ms. */
function observe(): void {
  window.slowest = [];
  new PerformanceObserver((list) => {
    for (const { duration, name } of list.getEntries())
      window.slowest.push({ ms: duration, type: name, step: window.step });
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

async function begin(page: Page, step: string): Promise<void> {
  // Answers of the step before are reported with the next picture.
  await page.waitForTimeout(300);
  await page.evaluate((name) => void (window.step = name), step);
}

async function move(page: Page): Promise<void> {
  await begin(page, 'move');
  for (let at = 0; at < MOVES; at += 1) await page.keyboard.press('j');
}

async function sort(page: Page, column: string): Promise<void> {
  await begin(page, 'sort');
  const head = page.locator('#main thead').getByRole('button', { name: column, exact: true });
  for (const _ of [1, 2]) await head.click();
}

async function typeInto(page: Page, words: string): Promise<void> {
  await begin(page, 'filter');
  await page.locator('#main input[type=search]').first().click();
  await page.keyboard.type(words);
}

async function selectAndPeek(page: Page): Promise<void> {
  await begin(page, 'select');
  await page.getByRole('checkbox', { name: /^Select all/ }).click();
  await page.keyboard.press('Escape');
  await begin(page, 'open');
  await page.locator('#main tr[data-row]').last().click();
  await page.getByRole('complementary').first().waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('Escape');
}

async function fillLists({ ctx, databaseUrl }: ConsoleTarget): Promise<void> {
  for (let at = 0; at < ROWS; at += 1) {
    await createGroup(ctx, { name: `group-${at}`, actor });
    await createTopic(ctx, { name: `topic-${at}`, messageType: 'NORMAL', queues: 1, actor });
  }
  await createTopic(ctx, { name: 'ledger', messageType: 'FIFO', queues: 1, actor });
  await createGroup(ctx, { name: 'ledger', deliveryOrder: 'ordered', actor });
  await withAdmin(databaseUrl, async (db) => {
    await letterStorm(db, { group: 'group-0', topic: 'topic-0', letters: 100_000, texts: 50, named: true });
    await retryStorm(db, { group: 'group-0', topic: 'topic-0', messages: 100_000 });
    await retryStorm(db, { group: 'ledger', topic: 'ledger', messages: 100_000, keys: ROWS });
  });
}
