import { z } from 'zod';

import { expectAccessible } from '../fixtures/axe';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { press } from '../fixtures/keyboard';
import { expect, test } from '../fixtures/test';

const past = z.object({ groups: z.object({ items: z.array(z.object({ dead: z.number().nullable() })) }) });

test('a night with a failing client is handed over: what happened and why, as text, as a link, as it was', async ({
  page,
  product,
  startApplication,
}) => {
  const { group } = await seedDeadLetters(product, startApplication, { name: 'night', count: 2 });
  let sampled = '';
  await expect
    .poll(async () => {
      sampled = new Date().toISOString();
      const answer = await callApi(product, 'GET', `/history/groups?asOf=${sampled}&group=${group}`);
      return past.parse(answer).groups.items[0]?.dead;
    })
    .toBe(2);
  await callApi(product, 'POST', '/redrives', { group, all: true, reason: 'fixed in 2.14' });
  await callApi(product, 'POST', `/groups/${group}/pause`, { reason: 'the night gateway is down' });
  const happened = page.getByRole('region', { name: 'Events' });
  const lines = happened.getByRole('listitem');

  await page.goto(`/groups/${group}`);
  await page.getByRole('button', { name: 'More actions of the group' }).click();
  await page.getByRole('menuitem', { name: 'Handover' }).click();
  await expect(page).toHaveURL(`/handover?group=${group}`);
  await expect(lines.filter({ hasText: `paused group ${group}` })).toContainText('the night gateway is down');
  await expect(lines.filter({ hasText: /started RD-\d+ of/ })).toContainText('fixed in 2.14');
  await expect(page.getByRole('region', { name: 'Re-drives' })).toContainText(/RD-\d+/);
  await expectAccessible(page, page.url());

  const copied = await page.evaluateHandle(() => {
    const texts: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void texts.push(text)) },
    });
    return texts;
  });
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await press(page, page.getByRole('button', { name: 'Copy link' }));
  await expect.poll(async () => (await copied.jsonValue()).length).toBe(2);
  const [text = '', link = ''] = await copied.jsonValue();
  expect(text).toContain(`paused group ${group}. “the night gateway is down”`);

  // The link has both ends: what comes later is not in it.
  await callApi(product, 'POST', `/groups/${group}/resume`, { reason: 'the night gateway is back' });
  await page.goto(link);
  await expect(lines.filter({ hasText: 'the night gateway is down' })).toBeVisible();
  await expect(lines.filter({ hasText: 'the night gateway is back' })).toHaveCount(0);
  await page.getByRole('link', { name: 'All groups' }).click();
  await expect(page).not.toHaveURL(/group=/);
  await page.getByRole('link', { name: 'Last 12 h' }).click();
  await expect(lines.filter({ hasText: 'the night gateway is back' })).toBeVisible();

  // On paper there is what happened, and nothing to press.
  await page.emulateMedia({ media: 'print' });
  await expect(happened).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy as text' })).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.goto('/handover?from=-1h&to=-2h');
  await expect(page.getByText(/from must be before to/)).toBeVisible();

  // The past: by mouse from a line of the handover, and back to now by keyboard. Nothing there acts.
  const act = page.locator('#main').getByRole('button');
  const was = page.getByRole('table', { name: 'Groups at that moment' });
  await page.goto(`/handover?group=${group}`);
  await lines.filter({ hasText: 'the night gateway is down' }).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/groups/${group}\\?asOf=`));
  await expect(page.getByText('This page shows')).toBeVisible();
  await expect(page.getByRole('button', { name: /Showing the past/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Events of the 12 h before' })).not.toContainText(
    'the night gateway is back',
  );
  for (const path of [`/groups/${group}`, '/groups', '/']) {
    await page.goto(`${path}?asOf=${sampled}`);
    await expect(
      was.getByRole('row').filter({ hasText: group }).getByRole('cell', { name: '2', exact: true }),
    ).toBeVisible();
    await expect(act).toHaveCount(0);
    await expectAccessible(page, page.url());
  }
  await page.goto(`/groups/${group}?asOf=${sampled}`);
  await press(page, page.getByRole('link', { name: 'Back to now' }));
  await expect(page).toHaveURL(`/groups/${group}`);
  await expect(page.getByRole('button', { name: 'Pause group…' })).toBeVisible();
  await page.goto('/?asOf=-15d');
  await expect(page.getByText(/at most 14 days ago/)).toBeVisible();
});
