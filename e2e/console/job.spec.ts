import { Lags } from '../fixtures/lag';
import { createTopic, expectDelivery, fillNewGroup, headline, redriveSelected, verdict } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

test('an operator makes a topic and a group, follows a failing message to its death, re-drives it and sees it consumed', async ({
  page,
  startApplication,
}) => {
  const [topic, group, body] = ['job-orders', 'job-billing', 'order 7'];
  await createTopic(page, topic, 'Normal');
  // The page says that a delivery failed only until the next one begins: longer than a busy machine may need for it.
  await fillNewGroup(page, { name: group, retries: 2, steps: '4s 5s' });
  await expect(page.getByText('the message moves to the DLQ 9 s after the first failure')).toBeVisible();
  const schedule = page.getByRole('list', { name: 'Delivery schedule' }).getByRole('listitem');
  await expect(schedule).toHaveText([/^1\s*4 s\s*4 s$/, /^2\s*5 s\s*9 s$/]);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page).toHaveURL(new RegExp(`/groups/${group}$`));

  const application = await startApplication({ topic, group });
  await application.failAndHold();
  const messageId = await application.send(body);
  await application.saw('delivered', body);
  await page.goto(`/messages/${messageId}`);
  await expect(headline(page, 'Attempt 1 of 3 is running')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  const lags = new Lags(page);
  for (const attempt of [1, 2, 3]) {
    const { atMs } = await application.saw('delivered', body, attempt);
    if (attempt > 1) await lags.measure(`delivery ${attempt}`, `Attempt ${attempt} of 3 is running`, atMs);
    await expectDelivery(page, group, attempt, 'In flight');
    await application.failAndHold();
    const failed = await application.saw('failed', body, attempt);
    const outcome = attempt < 3 ? `Attempt ${attempt} of 3 failed. Next attempt at` : 'Dead letter since';
    await lags.measure(attempt < 3 ? `failure ${attempt}` : 'death', outcome, failed.atMs);
    await expectDelivery(page, group, attempt, 'CardDeclined, above');
    await expect(page.getByLabel('Error text')).toContainText('CardDeclined: issuer refused order 7');
  }
  lags.expectLive();
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);

  await page.goto(`/dead-letters?group=${group}`);
  const row = page
    .getByRole('row')
    .filter({ hasText: 'CardDeclined' })
    .filter({ has: page.getByRole('checkbox') });
  await expect(row).toHaveCount(1);
  await row.getByRole('checkbox').check({ force: true });
  await application.succeed();
  await redriveSelected(page);
  await expect(page.getByText('The message was consumed.')).toBeVisible();
  await expect(verdict(page, 'consumed')).toContainText(/^Consumed\s*1\s/);
  await expect(verdict(page, 'died-again')).toContainText(/^Failed again\s*0\s/);
  await application.saw('succeeded', body);

  await page.goto(`/messages/${messageId}`);
  await expect(headline(page, 'Consumed by')).toBeVisible();
  await page.goto(`/dead-letters?group=${group}`);
  await expect(row).toHaveCount(0);
});

test('ordered: the later message of the key is seen waiting behind the head and comes after it, whether that dies or succeeds @long', async ({
  page,
  startApplication,
}) => {
  const [topic, group] = ['job-ledger', 'job-booking'];
  await createTopic(page, topic, 'FIFO');
  await fillNewGroup(page, { name: group, retries: 2, interval: '1s' });
  await expect(page.getByRole('list', { name: 'Delivery schedule' }).getByRole('listitem')).toHaveText([
    /^1\s*1 s\s*1 s$/,
    /^2\s*1 s\s*2 s$/,
  ]);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page).toHaveURL(new RegExp(`/groups/${group}$`));

  const application = await startApplication({ topic, group });
  await application.failAndHold(['head']);
  const headId = await application.send('head', 'account-1');
  await application.saw('delivered', 'head');
  const nextId = await application.send('next', 'account-1');
  await application.send('other key', 'account-2');
  await application.saw('delivered', 'other key');

  // An unmodified ordered client tries again in itself; what it reports is on screen all the same.
  await page.goto(`/messages/${headId}`);
  await expect(headline(page, 'Attempt 1 of 3 is running')).toBeVisible();
  await application.failAndHold(['head']);
  await expect(headline(page, 'It reported that its attempt 1 failed')).toBeVisible();
  await expectDelivery(page, group, 1, 'CardDeclined: issuer refused head');

  await page.goto(`/messages/${nextId}`);
  await expect(headline(page, 'Waits behind')).toBeVisible();
  await expect(headline(page, 'Waits behind').getByRole('link', { name: headId })).toBeVisible();
  // The head fails three times and dies; only then is it the next one's turn.
  for (const attempt of [2, 3]) {
    await application.saw('delivered', 'head', attempt);
    expect(application.events.some(({ body }) => body === 'next')).toBe(false);
    await application.failAndHold(['head']);
    await application.saw('failed', 'head', attempt);
  }
  const lags = new Lags(page);
  const next = await application.saw('delivered', 'next');
  await lags.measure('delivery of the next one', 'Attempt 1 of 3 is running', next.atMs);
  await application.failAndHold(['head']);
  const consumed = await application.saw('succeeded', 'next');
  await lags.measure('its success', 'Consumed by', consumed.atMs);
  lags.expectLive();

  await page.goto(`/messages/${headId}`);
  await expect(headline(page, 'Dead letter since')).toBeVisible();
  await expectDelivery(page, group, 3, 'CardDeclined');

  // Re-driven, the head is consumed: late, and known to be out of its order.
  await page.goto(`/dead-letters?group=${group}`);
  await page.getByRole('row').filter({ hasText: 'CardDeclined' }).getByRole('checkbox').check({ force: true });
  await application.succeed();
  await redriveSelected(page);
  await expect(page.getByText('The message was consumed.')).toBeVisible();
  await expect(verdict(page, 'consumed')).toContainText(/^Consumed\s*1\s/);
  await expect(verdict(page, 'died-again')).toContainText(/^Failed again\s*0\s/);
  expect(application.succeededWith().filter((body) => body !== 'other key')).toEqual(['next', 'head']);
});
