import { pick, press, tabTo, type } from '../fixtures/keyboard';
import { callApi } from '../fixtures/seed';
import { headline } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

const HOUR_MS = 3_600_000;

test('every change of retries, keys, groups and topics by keyboard alone, with a real client @long', async ({
  page,
  product,
  startApplication,
}) => {
  const [topic, group] = ['tab-orders', 'tab-billing'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 1 });
  const retryPolicy = { type: 'customized', intervalsMs: [HOUR_MS] };
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 3, retryPolicy });
  const application = await startApplication({ topic, group });
  await application.fail();
  const id = await application.send('one');
  await application.saw('failed', 'one');
  const dialog = page.getByRole('dialog');
  const confirm = async (button: string, reason?: string): Promise<void> => {
    await expect(dialog).toBeVisible();
    if (reason !== undefined) await type(page, dialog.getByLabel(/^Reason/), reason);
    await press(page, dialog.getByRole('button', { name: button }));
    await expect(dialog).toHaveCount(0);
  };

  await test.step('a waiting message is held, released, and sent to the dead letters', async () => {
    const bar = page.getByRole('region', { name: 'Selection' });
    const row = page.getByRole('table', { name: 'Waiting to be retried' }).getByRole('row').nth(1);
    const mark = async (): Promise<void> => {
      await page.goto(`/groups/${group}/retries`);
      await expect(row).toBeVisible();
      await page.keyboard.press('j');
      await page.keyboard.press('x');
    };
    await mark();
    await press(page, bar.getByRole('button', { name: 'Hold…' }));
    await confirm('Hold 1');
    await expect(row).toContainText('held');
    await mark();
    await press(page, bar.getByRole('button', { name: 'Release…' }));
    await confirm('Release 1');
    await expect(row).not.toContainText('held');
    await mark();
    await press(page, bar.getByRole('button', { name: 'Move to the DLQ…' }));
    await confirm('Move 1 to the DLQ');
    await page.goto(`/messages/${id}`);
    await expect(headline(page, 'Dead letter since')).toBeVisible();
  });

  await test.step('Now: the problem is acknowledged with a note, given back, and handed over', async () => {
    const list = page.getByRole('region', { name: 'Open problems' });
    await page.goto('/');
    await expect(list.getByRole('listitem').filter({ hasText: group })).toBeVisible();
    await page.keyboard.press('e');
    await type(page, dialog.getByLabel('Note for other operators'), 'rolling back');
    await press(page, dialog.getByRole('button', { name: 'Acknowledge' }));
    const inHand = page.getByRole('region', { name: 'Acknowledged' });
    await expect(inHand).toContainText('rolling back');
    await press(page, page.getByRole('link', { name: 'Handover' }));
    await expect(page.getByRole('region', { name: 'Open now' })).toContainText('rolling back');
    await page.goBack();
    await press(page, inHand.getByRole('button', { name: /^Release/ }));
    await expect(list.getByRole('listitem').filter({ hasText: group })).toBeVisible();
  });

  await test.step('a group is paused, resumed, set back to the beginning, and reverted', async () => {
    await application.succeed();
    await application.send('two');
    await application.saw('succeeded', 'two');
    await page.goto(`/groups/${group}`);
    await press(page, page.getByRole('button', { name: 'Pause group…' }));
    await confirm('Pause group', 'gateway is down');
    await press(page, page.getByRole('button', { name: 'Resume group…' }));
    await confirm('Resume group');
    await pick(page, page.getByRole('button', { name: 'More actions of the group' }), 'Reset offset…');
    const time = dialog.getByRole('radio', { checked: true });
    await tabTo(page, time);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('radio', { name: 'Earliest kept' })).toBeChecked();
    await expect(dialog).toContainText('Delivers 1 message again.');
    await confirm('Repeat 1', 'a bug acknowledged too much');
    await expect.poll(() => application.succeededWith().filter((body) => body === 'two').length).toBe(2);
    await callApi(product, 'PUT', `/groups/${group}`, { version: 1, maxRetries: 5, reason: 'later' });
    await page.goto(`/groups/${group}/history`);
    await type(page, page.getByLabel(/^Reason/), 'too long');
    await press(page, page.getByRole('button', { name: 'Revert to v1, as v3' }));
    await expect(page.getByRole('button', { name: /v3.*Revert to v1: too long/ })).toBeVisible();
  });

  await test.step('a key is held and released while its client has the head', async () => {
    const [fifo, ordered] = ['tab-ledger', 'tab-postings'];
    await callApi(product, 'POST', '/topics', { name: fifo, type: 'FIFO', queues: 1 });
    await callApi(product, 'PUT', `/groups/${ordered}`, {
      deliveryOrder: 'ordered',
      maxRetries: 30,
      retryPolicy: { type: 'fixed', intervalMs: 60_000 },
    });
    const second = await startApplication({ topic: fifo, group: ordered });
    await second.failAndHold(['head']);
    await second.send('head', 'acct-1');
    await second.saw('delivered', 'head');
    await second.send('next', 'acct-1');
    const row = page.getByRole('table', { name: 'Blocked keys' }).getByRole('row').filter({ hasText: 'acct-1' });
    const todo = page.getByRole('region', { name: 'Actions for acct-1' });
    await page.goto(`/groups/${ordered}/keys`);
    await expect(row).toBeVisible();
    await press(page, todo.getByRole('button', { name: 'Hold key…' }));
    await confirm('Hold key');
    await expect(row).toContainText('Held');
    await press(page, todo.getByRole('button', { name: 'Release key…' }));
    await confirm('Release key');
    await expect(row).not.toContainText('Held');
  });

  await test.step('a topic gets a test message and more queues, and is deleted; so is its group', async () => {
    await page.goto(`/topics/${topic}`);
    await press(page, page.getByRole('button', { name: 'Send a test message…' }));
    await type(page, dialog.getByLabel('Body'), 'by hand');
    await press(page, dialog.getByRole('button', { name: 'Send 1 message' }));
    await expect(dialog.getByText(/Sent\. Stored in queue \d at offset \d/)).toBeVisible();
    await application.saw('succeeded', 'by hand');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    const more = page.getByRole('button', { name: `More actions of ${topic}` });
    await pick(page, more, 'More queues…');
    await type(page, dialog.getByLabel('Queues'), '3');
    await press(page, dialog.getByRole('button', { name: 'Add 2' }));
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Queues' }).getByRole('row')).toHaveCount(4);
    await pick(page, more, 'Delete topic…');
    await type(page, dialog.getByLabel(/^Type/), topic);
    await confirm(`Delete ${topic}`, 'the test is over');
    await expect(page).toHaveURL(/\/topics$/);
    await page.goto(`/groups/${group}`);
    await pick(page, page.getByRole('button', { name: 'More actions of the group' }), 'Delete group…');
    await expect(dialog).toContainText('dead letter');
    await type(page, dialog.getByLabel(/^Type/), group);
    await confirm('Delete group', 'the test is over');
    await expect(page).toHaveURL(/\/groups$/);
  });
});
