import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';

import { madeChannel, noticesOf } from '../fixtures/alarms';
import type { Application } from '../fixtures/application';
import { expectAccessible } from '../fixtures/axe';
import { callApi } from '../fixtures/seed';
import { choose } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';
import { actionSentBy, callApiAs, expectNeeds, sendAgainAs } from '../fixtures/viewer';

const topic = 'story-orders';
const group = 'story-billing';
const hookPath = '/throttled';
const secret = 'the signing secret of the story';
const BEFORE = orders('before', 4);
const WAITING = orders('waiting', 4);
/** Enough that in the end most sends were taken. */
const AFTER = orders('after', 200);

const rules = z.object({
  items: z.array(z.object({ id: z.string(), version: z.number(), subject: z.string().nullable() })),
});
const stored = z.object({ topic: z.object({ stored: z.object({ value: z.number() }) }) });

test('a topic is limited, its producer throttled live, an alarm says why, the raised limit ends both @long', async ({
  page,
  product,
  startApplication,
  viewer,
}) => {
  // Room for every column of the limits.
  await page.setViewportSize({ width: 1680, height: 900 });
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 2 });
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 3 });
  const config = { url: `${product.hook.origin}${hookPath}` };
  const hook = { name: 'story hook', kind: 'webhook', config, secret, enabled: true };
  const channel = madeChannel.parse(await callApi(product, 'POST', '/alarm-channels', hook));
  const notices = () => noticesOf(product.hook, hookPath, topic, secret);
  const application = await startApplication({ topic, group });
  await application.succeed();
  for (const body of BEFORE) await application.send(body);
  await makeRule(page);

  // With the last hour in view, a limit far below it.
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/throttling/);
  await page.goto(`/throttling?topic=${topic}`);
  await expect(page.getByText(/At most 0\.[1-4] sends\/s were accepted/)).toBeVisible();
  const limits = page.getByRole('table', { name: 'Limits' });
  const row = limits.getByRole('row', { name: `Sends, topic ${topic}` });
  const dialog = page.getByRole('dialog', { name: /^(New|Edit) limit/ });
  await page.getByRole('button', { name: 'New limit…' }).click();
  await expect(dialog.getByLabel('Topic', { exact: true })).toHaveValue(topic);
  await dialog.getByLabel('Limit', { exact: true }).fill('0.02');
  await dialog.getByLabel('Burst').fill('0');
  await expect(
    dialog.getByText(/^Would have refused at least [\d.]+ % of the last hour: \d of \d messages/),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save limit' })).toHaveAccessibleDescription('Enter a reason');
  await dialog.getByLabel(/^Reason/).fill('incident 7');
  const setLimit = await actionSentBy(page, () => dialog.getByRole('button', { name: 'Save limit' }).click());
  await expect(row.getByText('“incident 7”')).toBeVisible();

  // The page follows what happens to the producer; it is never loaded again.
  await page.evaluate(() => document.body.setAttribute('data-loaded', 'once'));
  const refusals: string[] = [];
  const storing = Promise.allSettled(WAITING.map((body) => storeAtLast(application, body, refusals)));
  await expect(row.getByText('Refusing')).toBeVisible();
  await expect(row.getByText('Rule v1, admin@redrive.example')).toBeVisible();
  const refused = (): Promise<number> => figure(limits, row, 'Refused');
  await expect.poll(refused).toBeGreaterThan(5);
  const first = await refused();
  await expect.poll(refused).toBeGreaterThan(first + 5);
  const who = page.getByRole('table', { name: 'Refused producers' });
  await expect(who.getByRole('row', { name: topic })).toContainText(`Sends, topic ${topic}`);
  await page.getByText('Producers:', { exact: true }).click();
  await expect(page.getByText(/\d+ refused sends in 15 min: about .* of waiting in total/)).toBeVisible();
  await expect(page.getByText(new RegExp(`Refusing now: .*Sends, topic ${topic}`))).toBeVisible();
  await expectAccessible(page, '/throttling while senders are throttled');

  await viewer.goto(`/throttling?topic=${topic}`);
  await expect(viewer.getByText(new RegExp(`Refusing now: .*Sends, topic ${topic}`))).toBeVisible();
  for (const name of ['New limit…', `Edit limit of ${topic}…`, `Edit Sends, topic ${topic}`])
    await expectNeeds(viewer.getByRole('button', { name }), 'limit:write');
  await expectNeeds(viewer.getByRole('button', { name: 'Set endpoint…' }), 'topic:write');
  expect(await sendAgainAs(viewer, setLimit)).toContain('needs the permission limit:write');
  const key = { kind: 'send-rate', scope: 'topic', subject: topic };
  const raised = { ...key, hard: 1000, version: 1, reason: 'by a viewer' };
  expect(await callApiAs(viewer, 'PUT', '/limits', raised)).toMatch(/^403 .*needs the permission limit:write/);

  await adviseEndpoint(page);
  expect(await page.locator('body').getAttribute('data-loaded')).toBe('once');
  expect(refusals[0] ?? 'none yet').toMatch(
    /send-rate of topic story-orders.*0\.02 messages\/s \(530 TOO_MANY_REQUESTS\)/s,
  );

  // The alarm: in the navigation, on its page, at the webhook, whose link leads to its page.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Alarms/ })
    .click();
  const firing = page.getByRole('table', { name: 'Firing alarms' });
  const alarm = firing.getByRole('row').filter({ hasText: topic });
  await expect(alarm).toContainText(/Refused sends.* % · rule: 50 %/);
  await expect.poll(() => notices().map(({ kind }) => kind)).toEqual(['fired']);
  // Alarms of other tests may fire beside it: the navigation counts what the table shows.
  await expect
    .poll(async () => {
      const rows = (await firing.getByRole('row').count()) - 1;
      return await page.getByRole('link', { name: `Alarms ${rows} firing` }).count();
    })
    .toBe(1);
  await alarm.getByRole('link', { name: 'Open throttling' }).click();
  await expect(page).toHaveURL(new RegExp(`/throttling\\?topic=${topic}$`));
  await expect(page.getByRole('heading', { name: `Sends to topic ${topic}` })).toBeVisible();
  expect(notices()[0]).toMatchObject({ isSigned: true });
  expect(notices()[0]?.link).toMatch(new RegExp(`^${new URL(page.url()).origin}/alarms/\\d+$`));

  // Someone else changes it while the form is open: it is announced, and this edit can be put on top of theirs.
  await page.getByRole('button', { name: `Edit limit of ${topic}…` }).click();
  await callApi(product, 'PUT', '/limits', { ...key, hard: 0.01, version: 1, reason: 'even less' });
  await dialog.getByLabel('Limit', { exact: true }).fill('1,000');
  await dialog.getByLabel('Burst').fill('1');
  await dialog.getByLabel(/^Reason/).fill('incident 7 is over');
  await expect(dialog.getByText('“even less”')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save limit' })).toHaveAttribute('aria-disabled', 'true');
  await choose(dialog, 'Keep mine');
  await dialog.getByRole('button', { name: 'Apply my change to v2' }).click();
  await dialog.getByRole('button', { name: 'Save limit' }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByText('Rule v3')).toBeVisible();

  // The producer finishes: everything is stored, and stored once.
  expect((await storing).map(({ status }) => status)).toEqual(WAITING.map(() => 'fulfilled'));
  await Promise.all(AFTER.map((body) => application.send(body)));
  const all = [...BEFORE, ...WAITING, ...AFTER].toSorted();
  await expect.poll(() => application.succeededWith().toSorted()).toEqual(all);
  expect(stored.parse(await callApi(product, 'GET', `/topics/${topic}`)).topic.stored.value).toBe(all.length);
  await expect(row.getByText('Within limit')).toBeVisible();

  await page.getByRole('link', { name: /^Alarms/ }).click();
  const over = page.getByRole('table', { name: 'Resolved alarms' }).getByRole('row').filter({ hasText: topic });
  await expect(over).toHaveCount(1);
  await expect(alarm).toHaveCount(0);
  await expect.poll(() => notices().map(({ kind }) => kind)).toEqual(['fired', 'resolved']);
  expect(notices()[1]).toMatchObject({ isSigned: true });
  await over.getByRole('link', { name: 'Refused sends' }).click();
  const history = page.getByRole('table', { name: 'History' });
  await expect(history.getByRole('row').filter({ hasText: 'fired' })).toHaveCount(1);
  await expect(history.getByText('automatically: the value is back to normal')).toBeVisible();

  await page.goto('/topics');
  await expect(page.getByRole('row', { name: topic }).getByText('rocketmq-b.example.com:8081')).toBeVisible();
  await page.goto('/audit?action=limit.');
  await expect(page.getByText('incident 7 is over')).toBeVisible();
  await page.goto('/throttling');
  await row.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByLabel(/^Reason/).fill('not needed any more');
  await dialog.getByRole('button', { name: 'Remove limit' }).click();
  await expect(row).toHaveCount(0);
  await callApi(product, 'PUT', `/topics/${topic}/failover`, { endpoints: null, version: 1 });
  const rule = rules
    .parse(await callApi(product, 'GET', '/alarm-rules'))
    .items.find(({ subject }) => subject === topic);
  await callApi(product, 'DELETE', `/alarm-rules/${rule?.id}`, { version: rule?.version });
  await callApi(product, 'DELETE', `/alarm-channels/${channel.id}`, { version: channel.version });
});

function orders(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
}

/** As applications do: what is refused for good is sent again. */
async function storeAtLast(application: Application, body: string, refusals: string[]): Promise<void> {
  for (;;) {
    try {
      await application.send(body);
      return;
    } catch (error) {
      if (!String(error).includes('TOO_MANY_REQUESTS')) throw error;
      refusals.push(String(error));
    }
  }
}

/** Refused sends to the topic, seen quickly, sent to the one channel. */
async function makeRule(page: Page): Promise<void> {
  await page.goto('/alarms');
  await page.getByRole('button', { name: 'New rule' }).click();
  const editor = page.getByRole('region', { name: 'Alarm rule', exact: true });
  await editor.getByLabel('Watch').selectOption('Refused sends');
  await editor.getByLabel('Topic').selectOption(topic);
  await editor.getByLabel('At least').fill('50');
  await editor.getByLabel('Resolves below').fill('50');
  await editor.getByLabel('Within').fill('20 s');
  await editor.getByLabel('For', { exact: true }).fill('5 s');
  await editor.getByLabel('Resolves after').fill('0 s');
  await editor.getByLabel('every channel').uncheck();
  await editor.getByLabel('story hook').check();
  await editor.getByLabel('Reason').fill('notify at once');
  await editor.getByRole('button', { name: 'Create rule' }).click();
  const made = page.getByRole('table', { name: 'Alarm rules' }).getByRole('row').filter({ hasText: topic });
  await expect(made).toContainText('≥ 50 % in 20 s for 5 s');
  await expect(made).toContainText('story hook');
}

async function adviseEndpoint(page: Page): Promise<void> {
  const endpoint = page.getByRole('dialog', { name: 'Failover endpoint' });
  await page.getByRole('button', { name: 'Set endpoint…' }).click();
  await endpoint.getByLabel('Topic', { exact: true }).fill(topic);
  await endpoint.getByLabel('Endpoint').fill('rocketmq-b.example.com:8081');
  await endpoint.getByLabel('Once throttled for').fill('1 s');
  await endpoint.getByLabel(/^Reason/).fill('b has room');
  await endpoint.getByRole('button', { name: 'Save endpoint' }).click();
  await expect(page.getByText(`its producers should use rocketmq-b.example.com:8081`)).toBeVisible();
}

/** A number by the head of its column. */
async function figure(table: Locator, row: Locator, head: string): Promise<number> {
  const heads = await table.getByRole('columnheader').allTextContents();
  const text = await row
    .getByRole('cell')
    .nth(heads.findIndex((each) => each.startsWith(head)))
    .textContent();
  return Number((text ?? '').replaceAll(',', ''));
}
