import { seedDeadLetters } from '../fixtures/seed';
import { verdict } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

test('a message is edited in its plan, its consumer receives it edited, and the rest goes by a rule @long', async ({
  page,
  product,
  startApplication,
}) => {
  const { group, application, messageIds } = await seedDeadLetters(product, startApplication, {
    name: 'plan-edit',
    count: 3,
  });
  const [messageId = ''] = messageIds;
  await application.succeed();

  // One message: edited, what changes is shown, and the focused button starts it.
  await page.goto(`/redrives/new?group=${group}&message=${messageId}&edit=1`);
  await expect(page.getByRole('heading', { level: 1, name: `Re-drive 1 dead letter to ${group}` })).toBeVisible();
  await page.getByLabel('Body', { exact: true }).fill('order 1 repaired');
  await page.getByLabel('Tag', { exact: true }).fill('repaired');
  await expect(page.getByLabel('After')).toContainText('order 1 repaired');
  await expect(page.getByLabel('Before')).toContainText('order 1');
  await page.getByRole('button', { name: 'Start with 1, edited' }).click();
  await application.saw('succeeded', 'order 1 repaired');
  await expect(verdict(page, 'consumed')).toContainText(/^Consumed\s*1\s/);
  await page.goto(`/messages/${messageId}`);
  await expect(page.getByText('same id, edited by an operator')).toBeVisible();
  await expect(page.getByLabel('After')).toContainText('order 1 repaired');

  // All that is left: a rule needs a preview, the command is the same call, and the keyboard starts it.
  await page.goto(`/redrives/new?group=${group}&all=1`);
  await expect(page.getByRole('heading', { name: 'Is it safe?' })).toBeVisible();
  await expect(page.getByText('Side effects may repeat')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start with 2' })).toBeFocused();
  await page.getByText('repair by rule').click();
  await page.getByLabel('Set properties').fill('repaired=yes');
  await expect(page.getByRole('button', { name: 'Start with 2' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Preview the rule' }).click();
  await expect(page.getByRole('region', { name: 'Preview of the rule' })).toContainText('2 messages change');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/\/redrives\/\d+$/);
  await expect(verdict(page, 'consumed')).toContainText(/^Consumed\s*2\s/);
});
