import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import type { ChannelKind } from '../../model/alarm/channel';
import { DELIVERY, pruneAlarms, waitMs } from './deliver';
import { testAlarmChannel } from './test-channel';
import { SECRET, alarmChannelStage } from '../../testing/alarm-channels';

const { stage, outside, actor, options, deliver, deliverInVain, log, channel, mailChannel, fire } = alarmChannelStage();

test('a signed webhook: what fired and what is over, in this order, with the link to the evidence', async () => {
  await channel('webhook');
  const end = await fire();
  expect(await deliver()).toBe(1);
  await end();
  expect(await deliver()).toBe(1);
  expect(await deliver()).toBe(0);
  const [fired, over] = outside.http.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(fired).toMatchObject({ version: 1, kind: 'fired', value: 3, threshold: 1, severity: 'critical' });
  expect(fired?.['link']).toMatch(/^https:\/\/redrive\.example\.com\/alarms\/\d+$/);
  expect(over).toMatchObject({ kind: 'resolved', key: fired?.['key'], resolvedAt: expect.any(String) as string });
  const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = outside.http.received;
  const timestamp = String(headers['x-redrive-timestamp']);
  expect(Number(timestamp) * 1000).toBe(Math.floor((stage.broker.clock.nowOrNull().getTime() - 10_000) / 1000) * 1000);
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  expect(headers['x-redrive-signature']).toBe(`v1=${signature}`);
});

test.each<[ChannelKind, string, (fired: never, over: never) => void]>([
  [
    'slack',
    '/services/T/B/key',
    (fired: { text: string; blocks: unknown[] }) => {
      expect(fired.text).toMatch(/^Ready messages, group group-\d+: 3 messages \(rule: 1 message\)$/);
      expect(fired.blocks).toHaveLength(2);
    },
  ],
  [
    'teams',
    '/workflows/key',
    (fired: { attachments: { contentType: string; content: { type: string } }[] }) => {
      expect(fired.attachments[0]).toMatchObject({
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl' }] },
      });
    },
  ],
  [
    'pagerduty',
    '/v2/enqueue',
    (fired: { dedup_key: string; routing_key: string }, over: { dedup_key: string }) => {
      expect(fired).toMatchObject({ event_action: 'trigger', routing_key: SECRET, payload: { severity: 'critical' } });
      expect(over).toMatchObject({ event_action: 'resolve', dedup_key: fired.dedup_key });
    },
  ],
  [
    'opsgenie',
    '/v2/alerts',
    (fired: { alias: string }) => {
      expect(fired).toMatchObject({ priority: 'P1', source: 'redrive' });
      const [first, second] = outside.http.received;
      expect(first?.headers.authorization).toBe(`GenieKey ${SECRET}`);
      expect(second?.path).toBe(`/v2/alerts/${fired.alias}/close?identifierType=alias`);
    },
  ],
])('%s has its own format', async (kind, path, check) => {
  await channel(kind, path);
  const end = await fire();
  await deliver();
  await end();
  await deliver();
  const [fired, over] = outside.http.received.map(({ body }) => JSON.parse(body) as never);
  check(fired as never, over as never);
  expect(outside.http.received[0]?.path).toBe(path);
});

test('failures are tried again after 5 s, 10 s ..., the order is kept, and the log says why in our words', async () => {
  await channel('webhook');
  outside.http.failures.push(500, 'reset', 'hang', 302, 404);
  const end = await fire();
  const problems: (string | null)[] = [];
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await (attempt === 3 ? deliverInVain() : deliver())).toBe(1);
    expect(await deliver()).toBe(0);
    const row = (await log()).at(-1);
    problems.push(row?.problem ?? null);
    expect(row).toMatchObject({ state: 'pending', attempts: attempt });
    const wait = (row?.nextAt.getTime() ?? 0) - stage.broker.clock.nowOrNull().getTime();
    expect(wait).toBeGreaterThanOrEqual(4000 * 2 ** (attempt - 1));
    expect(wait).toBeLessThanOrEqual(6000 * 2 ** (attempt - 1));
    if (attempt === 3) {
      await end();
      expect(await log()).toHaveLength(2);
    }
    stage.broker.clock.advance(wait);
  }
  expect(problems).toEqual([
    'it responded with 500',
    'the connection was lost',
    'timed out',
    'it responded with a redirect, which is not followed',
    'it responded with 404',
  ]);
  expect(JSON.stringify(await log())).not.toContain('must stay secret');
  expect(await deliver()).toBe(1);
  expect(await deliver()).toBe(1);
  expect((await log()).map(({ kind, state }) => [kind, state])).toEqual([
    ['resolved', 'sent'],
    ['fired', 'sent'],
  ]);
  const ids = outside.http.received.map(({ headers }) => headers['x-redrive-delivery']);
  expect(new Set(ids).size).toBe(2);
});

test('given up after the last try; a process that dies with one in hand leaves it to the others', async () => {
  await channel('webhook');
  await fire();
  outside.http.failures.push(...Array.from({ length: DELIVERY.maxAttempts }, () => 503));
  for (let attempt = 1; attempt <= DELIVERY.maxAttempts; attempt += 1) {
    expect(await deliver()).toBe(1);
    stage.broker.clock.advance(DELIVERY.maxWaitMs * 1.2);
  }
  expect(await log()).toMatchObject([{ state: 'given-up', attempts: DELIVERY.maxAttempts, status: 503 }]);
  expect(await deliver()).toBe(0);
  await fire();
  await stage.broker.database.store.console.query(
    `UPDATE alarm_delivery SET attempts = 1, next_at = $1::timestamptz + interval '30 seconds' WHERE state = 'pending'`,
    [stage.broker.clock.nowOrNull()],
  );
  stage.broker.clock.advance(DELIVERY.leaseMs - 1);
  expect(await deliver()).toBe(0);
  stage.broker.clock.advance(1);
  expect(await deliver()).toBe(1);
});

test('two processes: each delivery once; a channel that fails holds up no other', async () => {
  await channel('webhook');
  await channel('slack', '/slack');
  await fire();
  await fire();
  const tried = await Promise.all([deliver(), deliver(), deliver()]);
  expect(tried.reduce((sum, n) => sum + n, 0)).toBe(4);
  expect(outside.http.received).toHaveLength(4);
});

test('e-mail: one letter with what people need; refusals, silence and missing encryption are failures that are tried again', async () => {
  await mailChannel();
  outside.mail.failures.push(451, 'silent');
  await fire();
  await deliver();
  expect(await log()).toMatchObject([{ state: 'pending', status: 451, problem: 'the mail server responded with 451' }]);
  stage.broker.clock.advance(60_000);
  await deliverInVain();
  expect(await log()).toMatchObject([{ state: 'pending', problem: 'timed out' }]);
  stage.broker.clock.advance(60_000);
  await deliver();
  expect(outside.mail.letters).toHaveLength(1);
  const [letter] = outside.mail.letters;
  expect(letter).toMatchObject({ from: 'redrive@example.com', to: ['on-call@example.com'], user: 'alarms' });
  expect(letter?.data).toContain('Subject: [Redrive] Ready messages, group');
  expect(letter?.data).toMatch(/https:\/\/redrive\.example\.com\/alarms\/\d+\r?\n/);
});

test('a channel has a language; what programs and the log read stays English', async () => {
  await channel('slack', '/services/T/B/key', SECRET, { language: 'zh-CN' });
  await channel('webhook');
  await mailChannel('none', 'ja');
  const end = await fire();
  await deliver();
  await end();
  await deliver();
  const posts = outside.http.received.map(({ path, body }) => ({ path, ...(JSON.parse(body) as object) }));
  const said = (path: string, field: string): unknown[] =>
    posts.filter((each) => each.path === path).map((each) => (each as Record<string, unknown>)[field]);
  expect(said('/services/T/B/key', 'text')).toEqual([
    expect.stringMatching(/^已就绪消息，分组 group-\d+：3 条消息（阈值：1 条消息）$/),
    expect.stringMatching(/^已恢复：已就绪消息，分组 group-\d+$/),
  ]);
  expect(said('/hook', 'title')).toEqual([
    expect.stringMatching(/^Ready messages, group group-\d+: 3 messages \(rule: 1 message\)$/),
    expect.stringMatching(/^Resolved: Ready messages, group group-\d+$/),
  ]);
  const [letter] = outside.mail.letters;
  const encoded = letter?.data.split(/\r?\n\r?\n/)[1] ?? '';
  expect(Buffer.from(encoded, 'base64').toString()).toMatch(/（グループgroup-\d+）：.*（しきい値：/);
  expect((await log()).filter(({ notice: { title } }) => title.startsWith('Ready messages, group'))).toHaveLength(3);
});

test.each(['starttls', 'tls'] as const)('e-mail with %s is not sent in the clear', async (security) => {
  const channelId = await mailChannel(security);
  const outcome = await testAlarmChannel(stage.broker.ctx, { channelId, actor }, options());
  expect(outcome.sent).toBe(false);
  expect(outside.mail.letters).toEqual([]);
});

test('old notifications of resolved alarms are deleted', async () => {
  await channel('webhook');
  const end = await fire();
  await deliver();
  await end();
  await deliver();
  await pruneAlarms(stage.broker.ctx);
  expect(await log()).toHaveLength(2);
  stage.broker.clock.advance(91 * 86_400_000);
  await pruneAlarms(stage.broker.ctx);
  expect(await log()).toEqual([]);
});

test('waits double to a quarter of an hour, each up to a fifth more or less', () => {
  expect([1, 2, 3, 9, 20].map((attempts) => waitMs(attempts, 0.5))).toEqual([5000, 10_000, 20_000, 900_000, 900_000]);
  expect([0, 1].map((jitter) => waitMs(1, jitter))).toEqual([4000, 6000]);
});
