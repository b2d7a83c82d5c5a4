import { z } from 'zod';

import { expectAccessible } from '../fixtures/axe';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { verdict } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

const started = z.object({ id: z.string() });
const run = z.object({ state: z.string(), phase: z.string(), counts: z.object({ consumed: z.number() }) });
const LETTERS = 14;

test('a broken consumer gets the canary and no more; a fixed one gets all, over a crash @long', async ({
  page,
  product,
  startApplication,
}) => {
  const { group, application } = await seedDeadLetters(product, startApplication, {
    name: 'careful',
    count: LETTERS,
  });
  const start = async (reason: string, ratePerSecond = 20): Promise<string> =>
    started.parse(
      await callApi(product, 'POST', '/redrives', { group, all: true, ratePerSecond, reason, requestId: reason }),
    ).id;

  // Still broken: the canary of 10, released at once, stops it. Nothing was said about a canary.
  const broken = await start('the status page says resolved', 1000);
  await page.goto(`/redrives/${broken}`);
  await expect(page.getByTestId('run-sentence')).toHaveText(
    'First deliveries failed: 10 of 10, same cause. Stopped by the rule. Nothing else was released.',
  );
  const recall = page.getByRole('button', { name: /^Recall 4 not fetched/ });
  await expect(recall).toBeFocused();
  await expect(verdict(page, 'died-again')).toContainText('10');
  await expect(verdict(page, 'not-yet-fetched')).toContainText('4 not released yet');
  await expect(page.locator('[data-rule="canary-failed"]')).toContainText('Stopped here');
  await expect(page.locator('[data-rule="not-fetched"]')).toContainText('OK');
  expect(application.events.filter(({ event }) => event === 'failed')).toHaveLength(LETTERS + 10);
  await expectAccessible(page, page.url());

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`RD-${broken}.csv`);

  // The download took the focus with it.
  await recall.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Recall 4/ });
  await dialog.getByRole('button', { name: 'Recall 4 not yet fetched' }).click();
  await expect(verdict(page, 'cancelled')).toContainText('4');
  await expect(page.getByRole('link', { name: 'Re-drive the 10 that failed again' })).toBeVisible();
  await page.goto('/redrives');
  await expect(page.getByRole('row').filter({ hasText: `RD-${broken}` })).toContainText('first deliveries failed');

  // Fixed: it passes the canary and goes faster by itself, also when the server is killed in the middle.
  await application.succeed();
  const fixed = await start('2.14.1 is out');
  const read = async (): Promise<z.infer<typeof run>> => run.parse(await callApi(product, 'GET', `/redrives/${fixed}`));
  await expect.poll(async () => (await read()).counts.consumed).toBeGreaterThan(0);
  await product.crash();
  await product.startAgain();
  await expect.poll(async () => (await read()).state).toBe('completed');
  await expect.poll(async () => (await read()).counts.consumed).toBe(LETTERS);
  await page.goto(`/redrives/${fixed}`);
  await expect(page.getByTestId('run-sentence')).toHaveText(`All ${LETTERS} messages were consumed.`);
  await expectAccessible(page, page.url());
});
