import { expectAccessible } from '../fixtures/axe';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('a night with a failing client is handed over: open problems, changes with their reasons, as text and as a link', async ({
  page,
  product,
  startApplication,
}) => {
  const { group } = await seedDeadLetters(product, startApplication, { name: 'night', count: 2 });
  await callApi(product, 'POST', `/groups/${group}/pause`, { reason: 'gateway is down' });
  await callApi(product, 'POST', '/redrives', { group, all: true, reason: 'fixed in 2.14' });
  const happened = page.getByRole('region', { name: 'What happened' });
  const lines = happened.getByRole('listitem');

  await page.goto(`/groups/${group}`);
  await page.getByRole('button', { name: 'More actions of the group' }).click();
  await page.getByRole('menuitem', { name: 'Handover' }).click();
  await expect(page).toHaveURL(`/handover?group=${group}`);
  await expect(lines.filter({ hasText: `paused group ${group}` })).toContainText('gateway is down');
  await expect(lines.filter({ hasText: /started RD-\d+ of/ })).toContainText('fixed in 2.14');
  await expect(page.getByRole('region', { name: 'Re-drives' })).toContainText('not yet fetched');
  await expectAccessible(page, page.url());

  const copied = await page.evaluateHandle(() => {
    const texts: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void texts.push(text)) },
    });
    return texts;
  });
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(async () => (await copied.jsonValue()).length).toBe(2);
  const [text = '', link = ''] = await copied.jsonValue();
  expect(text).toContain(`paused group ${group}. “gateway is down”`);

  // The link has both ends: what comes later is not in it.
  await callApi(product, 'POST', `/groups/${group}/resume`, { reason: 'gateway is back' });
  await page.goto(link);
  await expect(lines.filter({ hasText: 'gateway is down' })).toBeVisible();
  await expect(lines.filter({ hasText: 'gateway is back' })).toHaveCount(0);
  await page.getByRole('link', { name: 'All groups' }).click();
  await expect(page).not.toHaveURL(/group=/);
  await page.getByRole('link', { name: 'Last 12 h' }).click();
  await expect(lines.filter({ hasText: 'gateway is back' })).toBeVisible();

  // On paper there is what happened, and nothing to press.
  await page.emulateMedia({ media: 'print' });
  await expect(happened).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy as text' })).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.goto('/handover?from=-1h&to=-2h');
  await expect(page.getByText(/from must be before to/)).toBeVisible();
});
