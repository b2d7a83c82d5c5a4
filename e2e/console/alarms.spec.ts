import { madeChannel, noticesOf, pressNotification, setHidden, watchNotifications } from '../fixtures/alarms';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';
import { actionSentBy, callApiAs, expectNeeds, sendAgainAs } from '../fixtures/viewer';

const secret = 'a secret of sixteen';

// Notifications are watched by what is added to a context for good.
test.use({ ownContext: true });

test('dead letters fire a rule: hidden tabs notify once, a viewer looks on, a re-drive resolves it @long', async ({
  page,
  context,
  product,
  startApplication,
  viewer,
}) => {
  const config = { url: `${product.hook.origin}/alarms` };
  const hook = { name: 'on-call hook', kind: 'webhook', config, secret, enabled: true };
  const { id, version } = madeChannel.parse(await callApi(product, 'POST', '/alarm-channels', hook));
  const notifications = await watchNotifications(context);
  await page.goto('/alarms');
  expect(notifications.asked).toEqual([]);
  await page.getByRole('button', { name: 'Notify me' }).click();
  await expect(page.getByRole('button', { name: 'Notifications on' })).toBeVisible();
  expect(notifications.asked).toEqual([true]);
  const other = await context.newPage();
  await other.goto('/alarms');
  await expect(other.getByRole('button', { name: 'Notifications on' })).toBeVisible();
  // Both tabs are hidden: they stand still until they are visible again.
  for (const tab of [page, other]) {
    await setHidden(tab, true);
    await expect(tab.getByRole('button', { name: /^Paused, tab hidden/ })).toBeVisible();
  }

  const { group, application } = await seedDeadLetters(product, startApplication, { name: 'alarmed', count: 2 });
  const notices = () => noticesOf(product.hook, '/alarms', group, secret);
  const shown = () => notifications.shown.filter(({ title }) => title.includes(group));
  await expect.poll(() => shown().length).toBe(1);
  expect(shown()[0]?.title).toMatch(
    new RegExp(`^New dead letters, group ${group}: [12] messages? \\(rule: 1 message\\)$`),
  );
  for (const tab of [page, other]) {
    await setHidden(tab, false);
    await expect(
      tab.getByRole('table', { name: 'Firing alarms' }).getByRole('row').filter({ hasText: group }),
    ).toBeVisible();
  }
  const notified = shown()[0]?.page ?? page;
  await pressNotification(notified);
  await expect(notified).toHaveURL(/\/alarms\/\d+$/);
  await expect(notified.getByRole('heading', { name: 'New dead letters' })).toBeVisible();
  const incident = new URL(notified.url()).pathname;
  await other.close();

  await page.goto('/alarms');
  const row = page.getByRole('table', { name: 'Firing alarms' }).getByRole('row').filter({ hasText: group });
  await expect(row).toContainText('2 messages');
  await expect.poll(() => notices().map(({ kind }) => kind)).toEqual(['fired']);
  expect(notices()[0]).toMatchObject({ isSigned: true });

  await viewer.goto('/alarms');
  const seen = viewer.getByRole('table', { name: 'Firing alarms' }).getByRole('row').filter({ hasText: group });
  await expectNeeds(seen.getByRole('button', { name: 'Acknowledge' }), 'alarm:acknowledge');
  await expectNeeds(seen.getByRole('button', { name: 'Silence…' }), 'alarm:');
  await expectNeeds(viewer.getByRole('button', { name: 'New rule' }), 'alarm:write');
  await expect(viewer.getByRole('link', { name: 'Channels' })).toHaveCount(0);
  const silence = { reason: 'by a viewer', forMs: 3_600_000 };
  expect(await callApiAs(viewer, 'POST', `${incident}/acknowledge`, {})).toMatch(
    /^403 .*needs the permission alarm:acknowledge/,
  );
  expect(await callApiAs(viewer, 'POST', `${incident}/silence`, silence)).toMatch(
    /^403 .*needs the permission alarm:silence/,
  );

  await row.getByRole('button', { name: 'Acknowledge' }).click();
  const acknowledge = await actionSentBy(page, () =>
    page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click(),
  );
  await expect(row).toContainText('acknowledged by admin');
  expect(await sendAgainAs(viewer, acknowledge)).toContain('needs the permission alarm:acknowledge');

  const rules = page.getByRole('table', { name: 'Alarm rules' });
  await rules.getByRole('button', { name: 'New dead letters' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
    /Would have fired \d+ times? in the last \d/,
  );

  await row.getByRole('link', { name: 'Open dead letters' }).click();
  await expect(page).toHaveURL(new RegExp(`/dead-letters\\?group=${group}&from=20`));
  await expect(page.getByRole('table', { name: 'Dead letters' }).getByRole('row')).toHaveCount(3);

  await application.succeed();
  await callApi(product, 'POST', '/redrives', { group, all: true, reason: 'fixed' });
  await page.goto('/alarms');
  const resolved = page.getByRole('table', { name: 'Resolved alarms' }).getByRole('row').filter({ hasText: group });
  await expect(resolved).toContainText(/RD-\d+/);
  await expect(row).toHaveCount(0);
  await resolved.getByRole('link', { name: 'New dead letters' }).click();
  await expect(page.getByText('by a re-drive: every message was consumed').first()).toBeVisible();
  await expect.poll(() => notices().map(({ kind }) => kind)).toEqual(['fired', 'acknowledged', 'resolved']);
  expect(shown()).toHaveLength(1);
  await callApi(product, 'DELETE', `/alarm-channels/${id}`, { version });
});

test('a browser that allows no notifications is said so', async ({ page, context }) => {
  const notifications = await watchNotifications(context);
  notifications.answer = 'denied';
  await page.goto('/alarms');
  await page.getByRole('button', { name: 'Notify me' }).click();
  const blocked = page.getByRole('button', { name: 'Notifications blocked' });
  await expect(blocked).toHaveAccessibleDescription(/Notifications are blocked in this browser/);
  await page.reload();
  await expect(blocked).toBeVisible();
  expect(notifications.asked).toEqual([true]);
});
