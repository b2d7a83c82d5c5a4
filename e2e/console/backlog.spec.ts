import { z } from 'zod';

import { expect, test } from '../fixtures/test';
import { callApi } from '../fixtures/seed';

const inFlight = z.object({ counts: z.object({ inFlight: z.object({ value: z.number() }) }) });

test('a backlog is seen to grow with its age, rates and direction, and to be gone after a consumer starts @long', async ({
  page,
  product,
  startApplication,
}) => {
  // A rate needs samples, and there is one each 10 s.
  const topic = 'backlog-orders';
  const group = 'backlog-billing';
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 2 });
  for (const name of [group, 'backlog-other']) await callApi(product, 'PUT', `/groups/${name}`, { maxRetries: 3 });
  const gone = await startApplication({ topic, group });
  const producer = await startApplication({ topic, group: 'backlog-other' });
  await producer.succeed();
  await gone.succeed();
  await gone.send('hello');
  await gone.saw('succeeded', 'hello');
  // Its listener has succeeded; the client still has to say so.
  await expect
    .poll(async () => inFlight.parse(await callApi(product, 'GET', `/groups/${group}`)).counts.inFlight.value)
    .toBe(0);
  gone.stop();

  await page.goto(`/groups/${group}`);
  const backlog = page.getByRole('region', { name: 'Backlog', exact: true });
  const sendSome = async (): Promise<void> => {
    for (let index = 0; index < 10; index += 1) await producer.send(`order ${index}`);
  };
  for (let round = 0; round < 6; round += 1) {
    await sendSome();
    await page.waitForTimeout(5_000);
  }
  await expect(backlog).toContainText('Backlog 60');
  await expect(backlog).toContainText(/Oldest ready message [1-9].*s/);
  await expect(backlog).toContainText(/In (about )?\d+(\.\d+)?\/s/);
  await expect(backlog).toContainText(/Time to drain growing by/);
  const chart = page.getByRole('heading', { name: 'Dead letters and backlog' }).locator('..');
  await expect(chart).toContainText('at most 60');
  await page.getByText('Show queues').click();
  await expect(
    page
      .getByRole('table', { name: 'Backlog per queue' })
      .getByText(/growing by/)
      .first(),
  ).toBeVisible();

  await page.goto('/groups?sort=-drain');
  const first = page.getByRole('table', { name: 'Consumer groups' }).getByRole('row').nth(1);
  await expect(first).toContainText(group);
  await expect(first).toContainText('growing by');

  await page.goto(`/topics/${topic}`);
  const reader = page.getByRole('table', { name: 'Subscribed groups' }).getByRole('row').filter({ hasText: group });
  await expect(reader).toContainText('60');
  await expect(reader).toContainText('growing by');
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText(/Stored per second(about )?\d/);

  const metrics = await (await page.request.get('/api/metrics')).text();
  const ready = `rocketmq_consumer_ready_messages{consumer_group="${group}",topic="${topic}",is_retry="false"`;
  expect(metrics).toMatch(new RegExp(`${ready.replaceAll(/[{}]/g, '\\$&')}.*} 60$`, 'm'));
  expect(metrics).toMatch(new RegExp(`redrive_time_to_drain_seconds\\{consumer_group="${group}".*\\} \\+Inf`));

  await page.goto(`/groups/${group}`);
  const consumer = await startApplication({ topic, group });
  await consumer.succeed();
  await expect(backlog).toContainText(/Backlog 0/);
  await expect(backlog).toContainText('none ready');
  await expect(backlog).toContainText(/Out (about )?\d+(\.\d+)?\/s/);
  await expect(backlog).toContainText('Time to drain —');
});
