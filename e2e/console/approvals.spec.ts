import { expectAccessible } from '../fixtures/axe';
import { press, type } from '../fixtures/keyboard';
import { putLetters } from '../fixtures/put-letters';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';
import { z } from 'zod';

const setting = z.object({ items: z.array(z.object({ id: z.string(), state: z.string() })) });

test('a re-drive of too many waits for a second person, who approves it with its plan in view', async ({
  page,
  product,
  startApplication,
}) => {
  const { group, application } = await seedDeadLetters(product, startApplication, { name: 'approved', count: 3 });
  await application.succeed();

  // An administrator says from how many messages on.
  await page.goto('/settings/approvals');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const rule = page.getByRole('group', { name: 'Rule 1' });
  await rule.getByLabel('Groups').fill('approved-*');
  await rule.getByLabel('Minimum number of messages').fill('3');
  await page.getByLabel(/^Reason/).fill('two pairs of eyes for billing');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText(/1 rule, v1/)).toBeVisible();
  await expectAccessible(page, page.url());

  // A script asks; nothing is done.
  const body = { group, all: true, reason: 'the gateway is back' };
  await expect(callApi(product, 'POST', '/redrives', body)).rejects.toThrow(/409/);
  const { items } = setting.parse(await callApi(product, 'GET', '/approvals'));
  expect(items.map(({ state }) => state)).toEqual(['open']);

  // Another person sees what it would do now, and approves.
  await page.goto('/approvals');
  const request = page.getByRole('region', { name: items[0]?.id ?? '' });
  await expect(request).toContainText('Re-drive: 3 messages of approved-billing');
  await expect(request).toContainText('the gateway is back');
  await expect(request).toContainText('CausesCardDeclined');
  await expectAccessible(page, page.url());
  expect(application.succeededWith()).toEqual([]);
  await press(page, request.getByRole('button', { name: 'Approve: Re-drive' }));
  await expect(page.getByText(/is done: RD-\d+/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Requests' })).toContainText(/Approved and done RD-\d+/);
  await expect.poll(() => application.succeededWith().toSorted()).toEqual(['order 1', 'order 2', 'order 3']);

  // Another one is refused with a reason, by keyboard as well.
  const refused = { group: 'approved-invoices', topic: 'approved-bills' };
  await callApi(product, 'POST', '/topics', { name: refused.topic, type: 'NORMAL', queues: 1 });
  await callApi(product, 'PUT', `/groups/${refused.group}`, { maxRetries: 3 });
  await putLetters(product, { ...refused, count: 4, id: '07', key: 'bill-', everyMs: 1 });
  const asked = callApi(product, 'POST', '/redrives', { ...body, group: refused.group });
  await expect(asked).rejects.toThrow(/409/);
  await page.goto('/approvals');
  await press(page, page.getByRole('button', { name: 'Reject…' }));
  const refusal = page.getByRole('dialog', { name: /^Reject/ });
  await type(page, refusal.getByLabel(/^Reason/), 'invoices were sent by hand');
  await press(page, refusal.getByRole('button', { name: 'Reject' }));
  await expect(page.getByRole('table', { name: 'Requests' })).toContainText('Rejected: nothing was changed');

  // By mouse: the same people ask again, and now it is approved.
  await expect(callApi(product, 'POST', '/redrives', { ...body, group: refused.group })).rejects.toThrow(/409/);
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Approve: Re-drive' }).click();
  await expect(page.getByText(/is done: RD-\d+/)).toBeVisible();

  // One's own, asked for by keyboard, waits for another person; the dialog leads there.
  const late = { group: 'approved-ledger', topic: 'approved-entries' };
  await callApi(product, 'POST', '/topics', { name: late.topic, type: 'NORMAL', queues: 1 });
  await callApi(product, 'PUT', `/groups/${late.group}`, { maxRetries: 3 });
  await putLetters(product, { ...late, count: 14, id: '08', key: 'late-', everyMs: 1 });
  await page.goto(`/dead-letters?group=${late.group}`);
  await press(page, page.getByRole('button', { name: 'Discard…' }).first());
  const dialog = page.getByRole('dialog');
  await type(page, dialog.getByLabel(/^Reason/), 'test orders');
  await press(page, dialog.getByRole('button', { name: /^Discard \d+/ }));
  await expect(dialog).toContainText('the approval of a second person');
  await press(page, dialog.getByRole('link', { name: 'Open approvals' }));
  await expect(page.getByRole('button', { name: 'Approve: Discard' })).toBeDisabled();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('table', { name: 'Requests' })).toContainText('Withdrawn: nothing was changed');
});
