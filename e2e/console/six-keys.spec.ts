import { seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const MOST_KEYS = 6;
/** From 100 on, a re-drive needs a reason. */
const LETTERS = 100;

test('from Now to a verified re-drive takes six keys at most, the reason included @long', async ({
  page,
  product,
  startApplication,
}) => {
  const { group, application } = await seedDeadLetters(product, startApplication, { name: 'six-keys', count: LETTERS });
  await application.succeed();
  await page.goto('/');
  const cause = page.getByRole('region', { name: 'Open problems' }).getByRole('link', { name: `Open cause: ${group}` });
  await expect(cause).toBeVisible();
  const keys: string[] = [];
  const press = async (key: string): Promise<void> => {
    keys.push(key);
    await page.keyboard.press(key);
  };
  const hasFocus = () => cause.evaluate((node) => node === document.activeElement);
  while (keys.length < MOST_KEYS && !(await hasFocus())) await press('j');
  await press('Enter');
  await expect(page).toHaveURL(new RegExp(`/dead-letters/causes/.*group=${group}`));
  await press('r');
  await expect(page).toHaveURL(/\/redrives\/new/);
  await expect(page.getByLabel('Reason, kept in the audit log')).toHaveValue(
    `Re-drive ${LETTERS} dead letters of ${group}: CardDeclined`,
  );
  await press('Control+Enter');
  await expect(page.getByText(`All ${LETTERS} messages were consumed.`)).toBeVisible();
  expect(keys.length, keys.join(' ')).toBeLessThanOrEqual(MOST_KEYS);
});
