import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { findFlaws } from '../fixtures/layout';
import { LONG_CLUSTER, LONG_GROUP, LONG_ORDERED, LONG_TOPIC, type LongData, seedLongData } from '../fixtures/long-data';
import { expect, test } from '../fixtures/test';

const GROUP = `/groups/${LONG_GROUP}`;
const WIDTHS = [1440, 1024, 390];

/** Every page of the console; those of a cluster where they are not the same view. */
const pagesOf = (data: LongData): readonly string[] => [
  ...['/', '/groups', '/groups/new', '/retries', '/keys', '/topics', '/messages', '/dead-letters', '/redrives'],
  ...['/throttling', '/alarms', '/alarms/channels', '/audit', '/settings'],
  ...['', '/clients', '/config', '/history', '/retries'].map((part) => GROUP + part),
  ...['', '/keys', '/config'].map((part) => `/groups/${LONG_ORDERED}${part}`),
  ...['', '/messages', '/scheduled', '/connect'].map((part) => `/topics/${LONG_TOPIC}${part}`),
  `/messages?topic=${LONG_TOPIC}`,
  `/messages/${data.messageId}`,
  `/messages/${data.waitingId}`,
  `/dead-letters?group=${LONG_GROUP}`,
  `/dead-letters/causes/${data.fingerprint}?group=${LONG_GROUP}`,
  `/redrives/new?group=${LONG_GROUP}&all=1`,
  `/redrives/${data.stoppedId}`,
  `/alarms/${data.alarmId}`,
  ...settingsPages(),
  ...['', '/groups', GROUP, `${GROUP}/clients`, `${GROUP}/config`, '/topics', `/topics/${LONG_TOPIC}`].map(inCluster),
  ...[`/dead-letters?group=${LONG_GROUP}`, '/messages', '/redrives', '/throttling', '/move'].map(inCluster),
  inCluster(`/redrives/new?group=${LONG_GROUP}&all=1&assumed=5.x`),
];

/** As the table of the settings names them. */
function settingsPages(): string[] {
  const table = readFileSync('app/(console)/settings/pages.tsx', 'utf8');
  return [...table.matchAll(/\bslug: '([a-z-]+)'/g)].map(([, slug]) => `/settings/${slug}`);
}

function inCluster(path: string): string {
  return `/c/${LONG_CLUSTER}${path}`;
}

/** Rings that are drawn around a text field that has the focus: its own, and those of the boxes around it. */
const ringsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#main input:not([type=checkbox], [type=radio]), #main textarea')]
      .filter((field) => field.checkVisibility())
      .flatMap((field) => {
        field.focus();
        const around = [field, field.parentElement, field.parentElement?.parentElement].filter((each) => each != null);
        const rings = around.filter((each) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(each);
          return outlineStyle !== 'none' && outlineWidth !== '0px';
        });
        const name = field.getAttribute('aria-label') ?? field.getAttribute('name') ?? field.tagName;
        return rings.length === 1 ? [] : [`${name}: ${rings.length} rings`];
      }),
  );

test('every page, with long names and large numbers: one bar to scroll with, nothing cut @long', async ({
  page,
  product,
  startApplication,
}) => {
  test.setTimeout(420_000);
  const data = await seedLongData(product, startApplication);
  const flaws: string[] = [];
  for (const path of pagesOf(data)) {
    await page.goto(path);
    await expect(page.locator('#main h1').first(), path).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const found = await settledFlaws(page);
      flaws.push(...found.map((flaw) => `${path} at ${width}: ${flaw}`));
    }
    flaws.push(...(await ringsOf(page)).map((flaw) => `${path}: ${flaw}`));
  }
  await data.close();
  expect(flaws).toEqual([]);

  // a message beside the list: its heading is one line, and the way out stands at its end
  await page.goto(`${GROUP}/retries`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('table', { name: 'Waiting to be retried' }).getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const head = page
    .getByRole('complementary', { name: /^Message/ })
    .locator('header')
    .first();
  await expect(head.getByText('Waiting retry')).toBeVisible();
  expect((await head.boundingBox())?.height).toBeLessThan(48);
  const [whole, close] = [await head.boundingBox(), await head.getByRole('button', { name: /Close/ }).boundingBox()];
  expect((whole?.x ?? 0) + (whole?.width ?? 0) - ((close?.x ?? 0) + (close?.width ?? 0))).toBeLessThan(20);
});

/** Columns without room leave, and pictures are drawn, in the frames after: what stays is a flaw. */
async function settledFlaws(page: Page): Promise<string[]> {
  let last: string[] = [];
  for (let looks = 0; looks < 6; looks += 1) {
    last = await findFlaws(page);
    if (last.length === 0 && looks > 0) return [];
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 120)));
  }
  return last;
}
