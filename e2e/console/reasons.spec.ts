import { z } from 'zod';

import { putLetters } from '../fixtures/put-letters';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const started = z.object({ id: z.string() });
const listed = z.object({ items: z.array(z.unknown()) });

test('a plan that r opens suggests its reason, as dialogs do; a typed one counts, and Ctrl+Enter sends them', async ({
  page,
  product,
}) => {
  const [group, topic] = ['typed-billing', 'typed-orders'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 1 });
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 3 });
  // from 100 on a re-drive needs a reason
  await putLetters(product, { group, topic, count: 120, id: '02', key: 'order-', everyMs: 1 });
  await page.goto(`/dead-letters?group=${group}`);
  await expect(page.getByRole('table', { name: 'Dead letters' }).getByRole('row').nth(2)).toBeVisible();
  await page.keyboard.press('r');
  const reason = page.getByLabel('Reason, kept in the audit log');
  await expect(reason).toHaveValue(/^Re-drive 120 dead letters of typed-billing/);
  await expect(page.getByRole('button', { name: /^Start with 10 of 120/ })).toBeFocused();
  await reason.fill('');
  // "g a" leads to the alarms, "?" opens the keys, "p" pauses: not while a reason is to be typed
  await reason.evaluate((field: HTMLElement) => field.blur());
  await page.keyboard.type('gateway p? fixed');
  await expect(reason).toHaveValue('gateway p? fixed');
  await expect(page).toHaveURL(/\/redrives\/new/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // it is there: keys are keys again
  await reason.evaluate((field: HTMLElement) => field.blur());
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys on this page' })).toBeVisible();

  await page.goto(`/groups/${group}`);
  await page.getByRole('button', { name: 'Pause group…' }).click();
  const dialog = page.getByRole('dialog', { name: `Pause ${group}?` });
  await expect(dialog.getByLabel(/^Reason/)).toBeFocused();
  await expect(dialog.getByLabel(/^Reason/)).toHaveValue('Paused with 120 dead letters');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Resume group…' })).toBeVisible();
  // what is typed beside an empty field of a dialog is for that field too
  await page.getByRole('button', { name: 'Resume group…' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'Pause group…' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause group…' }).click();
  await dialog.getByLabel(/^Reason/).fill('');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.type('why');
  await expect(dialog.getByLabel(/^Reason/)).toHaveValue('why');
});

test('a run that one cause stopped: a plan without it, and no dead button when it is over @long', async ({
  page,
  product,
  startApplication,
}) => {
  const { group, application } = await seedDeadLetters(product, startApplication, { name: 'two-causes', count: 11 });
  // later than all of the other cause: the canary of 10 has none of these
  for (const body of ['refund 1', 'refund 2', 'refund 3']) {
    await application.send(body);
    await application.saw('failed', body);
  }
  await expect
    .poll(async () => listed.parse(await callApi(product, 'GET', `/dead-letters?group=${group}`)).items.length)
    .toBe(14);
  const { id } = started.parse(await callApi(product, 'POST', '/redrives', { group, all: true, reason: 'try' }));
  await page.goto(`/redrives/${id}`);
  await expect(page.getByRole('heading', { name: 'Leave this cause out' })).toBeVisible();
  await expect(page.getByText('3 of 4 messages that are not released have another cause.')).toBeVisible();
  await page.getByRole('button', { name: 'Plan 3 without this cause…' }).click();
  const dialog = page.getByRole('dialog', { name: `End RD-${id} and plan 3 without this cause?` });
  await expect(dialog).toContainText('issuer refused order {n}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/\/redrives\/new\?.*without=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Re-drive 3 dead letters to ${group}`);
  await expect(page.getByText(`in RD-${id}, without the failing cause`)).toBeVisible();
  await expect(page.getByText('issuer refused refund {n}')).toBeVisible();

  // over: nothing can be paused, cancelled or recalled any more, and the plan is still one step away
  await page.goto(`/redrives/${id}`);
  await expect(page.getByRole('link', { name: 'Plan 3 without this cause' })).toBeVisible();
  for (const gone of ['Pause', 'Resume', 'Cancel run…', /^Recall/])
    await expect(page.getByRole('button', { name: gone })).toHaveCount(0);
});
