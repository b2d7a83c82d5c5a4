import { createTopic, headline } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

test('a broadcast group: made in the form, every client has its own end of a message, and nothing is retried or dies @long', async ({
  page,
  startApplication,
}) => {
  const [topic, group, body] = ['cast-prices', 'cast-caches', 'price 7'];
  await createTopic(page, topic, 'Normal');
  await page.goto('/groups/new');
  await page.getByLabel('Name').fill(group);
  await page.getByText('Every client', { exact: true }).click();
  await expect(page.getByText('There is no retry, no dead letter and no re-drive.')).toBeVisible();
  await expect(page.getByLabel('Max retries')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page).toHaveURL(new RegExp(`/groups/${group}$`));
  await expect(page.getByText('No client yet')).toBeVisible();

  const failing = await startApplication({ topic, group });
  const well = await startApplication({ topic, group });
  await well.succeed();
  await expect(page.getByTestId('broadcast-note')).toHaveText(
    'Broadcast: each of 2 connected clients gets every message; failures are not retried.',
  );
  const messageId = await failing.send(body);
  await failing.saw('failed', body);
  await well.saw('succeeded', body);
  const failures = page.getByRole('table', { name: 'Failed deliveries' });
  await expect(failures.getByRole('row').filter({ hasText: messageId })).toContainText('CardDeclined');
  const tabs = page.getByRole('navigation', { name: `Pages of ${group}` });
  await expect(tabs.getByRole('link', { name: 'Overview' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Retries' })).toHaveCount(0);

  await page.goto(`/messages/${messageId}`);
  await expect(headline(page, 'Broadcast to 2 clients: consumed by 1, failed at 1.')).toBeVisible();
  const clients = page.getByRole('table', { name: `Deliveries to the clients of ${group}` }).getByRole('row');
  await expect(clients).toHaveCount(3);
  await expect(clients.nth(1)).toContainText('failed, not retried');
  await expect(clients.nth(1)).toContainText('CardDeclined: issuer refused price 7');
  await expect(clients.nth(2)).toContainText('acknowledged');

  await page.goto(`/groups/${group}/retries`);
  await expect(page.getByText('A broadcast group has no retries')).toBeVisible();
  await page.goto(`/dead-letters?group=${group}`);
  await expect(page.getByText('A broadcast group has no dead letters')).toBeVisible();
  await page.goto('/groups');
  await expect(page.getByRole('row').filter({ hasText: group })).toContainText('broadcast');
  await expect(page.getByText('!', { exact: false }).filter({ hasText: '/' })).toHaveCount(0);
});
