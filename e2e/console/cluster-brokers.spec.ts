import { startAttachedFake } from '../../lib/testing/cluster/attached';
import { expectAccessible } from '../fixtures/axe';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const CHANGE = 25;

test('a setting of the brokers is changed by mouse and keyboard, refused, and reverted @landing', async ({
  page,
  product,
}) => {
  const fake = await startAttachedFake();
  const [a, b] = [fake.broker('broker-a'), fake.broker('broker-b')];
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
  await callApi(product, 'PUT', '/clusters/tuned', body);
  const has = (setting: string) => [a, b].map(({ config }) => config[setting]);
  const dialog = page.getByRole('dialog');
  const row = (setting: string) =>
    page.getByRole('table', { name: 'Settings' }).getByRole('row').filter({ hasText: setting });
  try {
    await page.goto('/c/tuned/brokers');
    await expect(row('maxMessageSize').getByRole('button')).toHaveCount(0);
    await page.getByRole('button', { name: 'Change fileReservedTime' }).click();
    await expect(dialog).toContainText('How long messages are kept. Default: 72 hours.');
    await expect(dialog).toContainText('including unread ones');
    await expectAccessible(page, 'the change of a setting of the brokers');
    const submit = dialog.getByRole('button', { name: 'Change fileReservedTime' });
    await dialog.getByLabel('Reason').fill('the disk is small');
    for (const value of ['8761', '0', '48h']) {
      await dialog.getByLabel('New value').fill(value);
      await expect(dialog.getByText('Must be a whole number from 1 to 8,760.').first()).toBeVisible();
      await expect(submit).toBeDisabled();
    }
    await dialog.getByLabel('New value').fill('48');
    await expect(dialog).toContainText('broker-a: 72 hours → 48 hours');

    // Another tool was faster: nothing is sent.
    b.config['fileReservedTime'] = '96';
    await submit.click();
    await expect(dialog).toContainText('fileReservedTime of broker-b is now 96, and you saw 72.');
    expect([a, b].map(({ peer }) => peer.count(CHANGE))).toEqual([0, 0]);

    // One broker refuses: it is named, and so is the one that has the new value.
    b.config['fileReservedTime'] = '72';
    b.peer.behave = ({ code }) => (code === CHANGE ? { code: 1, remark: 'disk full' } : null);
    await submit.click();
    await expect(dialog).toContainText('Changed on broker-a only');
    await expect(dialog).toContainText('disk full');
    b.peer.behave = () => null;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row('fileReservedTime')).toContainText('broker-a: 48 hours, broker-b: 72 hours');

    // One click gives each broker what it had.
    await page.getByRole('button', { name: 'Revert fileReservedTime' }).click();
    await expect(page.getByText('fileReservedTime changed on all brokers')).toBeVisible();
    await expect(row('fileReservedTime')).not.toContainText('broker-a:');
    expect(has('fileReservedTime')).toEqual(['72', '72']);

    // By keyboard alone.
    await page.getByRole('button', { name: 'Change slaveReadEnable' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('New value').focus();
    await page.keyboard.press('ArrowUp');
    await expect(dialog).toContainText('broker-b: false → true');
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.type('replicas are idle');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeHidden();
    await expect(row('slaveReadEnable')).toContainText('true');
    expect(has('slaveReadEnable')).toEqual(['true', 'true']);
    await page.getByRole('button', { name: 'Revert slaveReadEnable' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => has('slaveReadEnable')).toEqual(['false', 'false']);

    // A broker that is away: no setting is changed, and the page says so.
    await b.peer.stop();
    await expect(page.getByText('Settings can be changed when all brokers respond.')).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole('button', { name: 'Change fileReservedTime' })).toBeDisabled();
    await page.goto('/c/tuned/audit');
    const audit = page.getByRole('table', { name: 'Audit' });
    await expect(audit.getByRole('row').filter({ hasText: 'replicas are idle' })).toContainText(
      'changed broker setting',
    );
    await expect(audit).toContainText('changed broker setting on some brokers only');
  } finally {
    await fake.close();
  }
});
