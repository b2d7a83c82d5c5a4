import type { Page } from '@playwright/test';

import { PAGES } from '../screenshots/pages';
import { expectAccessible } from '../fixtures/axe';
import { pagesOf, routesWithout } from '../fixtures/every-page';
import { settledFlaws } from '../fixtures/layout';
import { LONG_GROUP, LONG_ORDERED, LONG_TOPIC, seedLongData } from '../fixtures/long-data';
import { followLink } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

const GROUP = `/groups/${LONG_GROUP}`;
/** 720 px wide and half as high: a usual window at a zoom of 200 %. */
const SIZES = [
  { width: 390, height: 900 },
  { width: 720, height: 450 },
  { width: 1024, height: 900 },
  { width: 1440, height: 900 },
] as const;

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

test('every page and dialog, with long names and large numbers: nothing cut, nothing that axe finds, light and dark @long', async ({
  page,
  product,
  startApplication,
}) => {
  const data = await seedLongData(product, startApplication);
  const paths = pagesOf(data);
  expect(routesWithout(paths), 'pages that nothing visits').toEqual([]);
  const flaws: string[] = [];
  await page.goto('/');
  for (const path of paths) {
    await followLink(page, path);
    await expect(page.locator('#main h1').first(), path).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const found = await settledFlaws(page);
      flaws.push(...found.map((flaw) => `${path} at ${size.width}: ${flaw}`));
    }
    flaws.push(...(await ringsOf(page)).map((flaw) => `${path}: ${flaw}`));
    await expectAccessible(page, path);
  }
  const found = { group: LONG_GROUP, orderedGroup: LONG_ORDERED, topic: LONG_TOPIC, messageId: data.messageId };
  const none = { payments: null, givenUpId: null, lite: null, states: null };
  const more = { fingerprint: data.fingerprint, redriveId: data.stoppedId, alarmId: data.alarmId };
  for (const [name, scene] of Object.entries(PAGES)) {
    const path = typeof scene === 'function' ? null : scene.path({ ...found, ...more, ...none });
    if (path === null || typeof scene === 'function') continue;
    await page.goto(path);
    await expect(page.locator('#main h1').first(), name).toBeVisible();
    // Data of another scene: there may be nothing to act on, and the page is judged as it is.
    await scene.act?.(page, { language: 'en', miss: () => undefined });
    await expectAccessible(page, `${name}, ${path}`);
  }
  await data.close();
  expect.soft(flaws).toEqual([]);

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
