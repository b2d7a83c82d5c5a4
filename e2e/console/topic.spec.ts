import { expect, test } from '../fixtures/test';
import { callApi, seedDeadLetters } from '../fixtures/seed';

test('a topic shows what is in it and who reads it; names of Apache RocketMQ lead to what they stand for @long', async ({
  page,
  product,
  startApplication,
}) => {
  const { topic, group } = await seedDeadLetters(product, startApplication, { name: 'named', count: 2 });
  await page.goto('/topics');
  await page.getByRole('link', { name: topic }).click();
  await expect(page.getByRole('heading', { name: topic })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Messages kept2');
  await expect(page.getByRole('table', { name: 'Subscribed groups' }).getByText(group)).toBeVisible();

  // typed where a message id goes
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(`%DLQ%${group}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/dead-letters\\?group=${group}`));
  await expect(page.getByText('Apache RocketMQ keeps the dead letters of a group in this topic')).toBeVisible();
  await expect(page.getByText('is not read by any consumer group')).toBeVisible();

  // a consumer of another group subscribes to it
  const reader = 'named-reader';
  await callApi(product, 'PUT', `/groups/${reader}`, {});
  await startApplication({ topic: `%DLQ%${group}`, group: reader });
  await expect(page.getByText(`is read by ${reader} (`)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Dead letters' }).getByRole('row')).toHaveCount(3);

  // typed as an address
  await page.goto(`/topics/${encodeURIComponent(`%RETRY%${group}_${topic}`)}`);
  await expect(page).toHaveURL(new RegExp(`/groups/${group}/retries`));
  await expect(page.getByText('moves failed messages of a group to this topic')).toBeVisible();
  await page.goto(`/topics/${encodeURIComponent('%DLQ%nobody')}`);
  await expect(page.getByText('Not found')).toBeVisible();
  await page.goto(`/groups/${group}`);
  await expect(page.getByText(`%DLQ%${group}`).first()).toBeVisible();
});
