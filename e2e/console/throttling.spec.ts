import { AxeBuilder } from '@axe-core/playwright';

import { callApi } from '../fixtures/seed';
import { createTopic } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';
import { startProducer } from '../protocol/support/sdk';

test('an operator limits a topic, watches its producer throttled, raises the limit, and it recovers', async ({
  page,
  product,
}) => {
  const topic = 'throttling-spec';
  await createTopic(page, topic, 'Normal');
  const producer = await startProducer(product.grpcPort, topic);
  const bodies: string[] = [];
  const send = async (body: string): Promise<void> => {
    await producer.send({ topic, body: Buffer.from(body) });
    bodies.push(body);
  };
  await send('before');

  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/throttling/);
  await expect(page.getByText('Nothing is refused.')).toBeVisible();
  await page.getByRole('button', { name: 'New limit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^(New|Edit) limit/ });
  const endpoint = page.getByRole('dialog', { name: /^Where producers go/ });
  await dialog.getByLabel('Of', { exact: true }).selectOption('Topic');
  await dialog.getByLabel('Topic', { exact: true }).fill(topic);
  await dialog.getByLabel('Limit', { exact: true }).fill('0.02');
  await dialog.getByLabel('Burst').fill('0');
  await expect(dialog.getByText(/^Would have refused|^Nothing was recorded/)).toBeVisible();
  await dialog.getByLabel(/^Reason/).fill('incident 7');
  await dialog.getByRole('button', { name: 'Save limit' }).click();
  await expect(dialog).toBeHidden();
  const limits = page.getByRole('table', { name: 'Limits' });
  const row = limits.getByRole('row', { name: `Sends, topic ${topic}` });
  await expect(row.getByText('“incident 7”')).toBeVisible();

  await send('the one that passes');
  await expect(send('refused for good')).rejects.toThrow('TOO_MANY_REQUESTS');
  await expect(row.getByText('Refusing')).toBeVisible();
  await expect(row.getByRole('cell', { name: '3', exact: true })).toBeVisible();
  const refused = page.getByRole('table', { name: 'Who was refused' });
  await expect(refused.getByRole('row', { name: new RegExp(`${topic}.*Sends, topic ${topic}`) })).toBeVisible();
  await expect(page.getByText(/3 refused sends in 15 min: about .* of waiting in all/)).toBeVisible();

  await page.getByRole('button', { name: 'Set endpoint…' }).click();
  await endpoint.getByLabel('Topic', { exact: true }).fill(topic);
  await endpoint.getByLabel('Endpoint').fill('rocketmq-b.example.com:8081');
  await endpoint.getByLabel('Once throttled for').fill('1 s');
  await endpoint.getByLabel(/^Reason/).fill('b has room');
  await endpoint.getByRole('button', { name: 'Save endpoint' }).click();
  await expect(page.getByText(`its producers should use rocketmq-b.example.com:8081`)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200)}`)).toEqual([]);

  // Somebody else raises it meanwhile: this edit is refused, and can be put on top of theirs.
  await page.getByRole('button', { name: `Edit limit of ${topic}…` }).click();
  const key = { kind: 'send-rate', scope: 'topic', subject: topic };
  await callApi(product, 'PUT', '/limits', { ...key, hard: 0.01, version: 1, reason: 'even less' });
  await dialog.getByLabel('Limit', { exact: true }).fill('1,000');
  await dialog.getByLabel('Burst').fill('1');
  await dialog.getByLabel(/^Reason/).fill('incident 7 is over');
  await dialog.getByRole('button', { name: 'Save limit' }).click();
  await expect(dialog.getByText('“even less”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Put my change on top of v2' }).click();
  await dialog.getByRole('button', { name: 'Save limit' }).click();
  await expect(dialog).toBeHidden();
  await Promise.all(['after 1', 'after 2', 'after 3'].map(send));
  await expect(row.getByText('Rule v3')).toBeVisible();
  await expect(row.getByText('Room')).toBeVisible({ timeout: 30_000 });
  expect(bodies).toHaveLength(5);
  await producer.shutdown();

  await page.goto('/topics');
  await expect(page.getByRole('row', { name: topic }).getByText('rocketmq-b.example.com:8081')).toBeVisible();
  await page.goto('/audit?action=limit.');
  await expect(page.getByText('incident 7 is over')).toBeVisible();
  await page.goto('/throttling');
  await row.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByLabel(/^Reason/).fill('not needed any more');
  await dialog.getByRole('button', { name: 'Remove limit' }).click();
  await expect(row).toHaveCount(0);
});
