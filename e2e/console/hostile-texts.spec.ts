import type { Page } from '@playwright/test';

import { callApi, seedDeadLetters } from '../fixtures/seed';
import { choose } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

/** Each would leave an element with this attribute, or run what sets the flag, if a text became part of a page. */
const PAYLOADS = [
  '<img src=x data-planted onerror="window.planted=1">',
  '"><svg data-planted onload="window.planted=1">',
  "'><script data-planted>window.planted=1</script>",
  '</pre></script><b data-planted>bold</b>',
  '{{constructor.constructor("window.planted=1")()}}<i data-planted>',
];
const [IMAGE = '', VECTOR = '', SCRIPT = '', CLOSED = '', TEMPLATE = ''] = PAYLOADS;

async function expectText(page: Page, path: string): Promise<void> {
  const problems: string[] = [];
  page.on('dialog', (dialog) => {
    problems.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(path);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  // whatever is loaded after the first paint
  await page.waitForLoadState('load');
  await page.waitForTimeout(300);
  const planted = await page.evaluate(() => ({
    elements: document.querySelectorAll('[data-planted]').length,
    flag: 'planted' in window,
    links: [...document.querySelectorAll('a')]
      .map(({ href }) => href)
      .filter((href) => /^(javascript|data):/i.test(href)),
  }));
  expect({ path, ...planted, problems }).toEqual({ path, elements: 0, flag: false, links: [], problems: [] });
}

test('whatever a producer or a consumer writes is text on every page: body, headers, keys, errors, stacks, reasons @landing', async ({
  page,
  product,
  startApplication,
}) => {
  const { topic, group } = await seedDeadLetters(product, startApplication, { name: 'hostile', count: 1 });
  const { messageId } = (await callApi(product, 'POST', '/messages', {
    ...{ topic, tag: 'planted', keys: [IMAGE, 'hostile-key'], reason: SCRIPT },
    body: JSON.stringify({ [VECTOR]: SCRIPT, markup: CLOSED, link: 'javascript:window.planted=1' }),
    properties: { note: SCRIPT, link: 'javascript:window.planted=1', template: TEMPLATE },
  })) as { readonly messageId: string };
  const letters = async () =>
    (await callApi(product, 'GET', `/dead-letters?group=${group}`)) as {
      items: { messageId: string; causeKey: string }[];
    };
  await expect.poll(async () => (await letters()).items.length).toBe(2);
  await callApi(product, 'POST', '/failures', {
    ...{ messageId, group, attempt: 1, errorType: IMAGE, message: `${SCRIPT} ${VECTOR}`, appVersion: CLOSED },
    stack: `Error: ${IMAGE}\n    at ${SCRIPT} (/app/${VECTOR}.js:1:1)`,
  });
  const { causeKey = '' } = (await letters()).items.find((letter) => letter.messageId === messageId) ?? {};
  const cause = `/dead-letters/causes/${encodeURIComponent(causeKey)}`;
  for (const path of [
    ...['/', '/groups', `/groups/${group}`, `/topics/${topic}`, '/dead-letters', `/dead-letters?group=${group}`],
    ...[cause, `${cause}?group=${group}`, `/messages/${messageId}`, '/audit', '/retries', '/redrives'],
    `/redrives/new?group=${group}&all=1`,
    ...[VECTOR, TEMPLATE].map((payload) => `/dead-letters?q=${encodeURIComponent(payload)}`),
    `/messages?q=${encodeURIComponent(CLOSED)}`,
  ])
    await expectText(page, path);

  // they are shown, and shown as they are
  await page.goto(`/messages/${messageId}`);
  await expect(page.getByText(SCRIPT).first()).toBeVisible();
  for (const form of ['Text', 'Bytes']) {
    await choose(page, form);
    expect(await page.evaluate(() => document.querySelectorAll('[data-planted]').length)).toBe(0);
  }
  await page.goto(`${cause}?group=${group}`);
  await expect(page.getByText(IMAGE).first()).toBeVisible();
});
