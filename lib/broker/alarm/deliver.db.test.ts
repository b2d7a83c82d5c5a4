import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { systemActor } from '../../model/actor';
import type { ChannelKind } from '../../model/alarm/channel';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { type HttpReceiver, type MailReceiver, receiveHttp, receiveMail } from '../../testing/receivers';
import { Scene } from '../../testing/scene';
import { deliveryLog, type DeliveryLogRow } from '../../store/queries/alarm/alarm-delivery';
import { sampleHistory } from '../history/sample';
import { createBrokerContext } from '../context';
import { DELIVERY, deliverAlarms, pruneAlarms, waitMs } from './deliver';
import { createAlarmChannel, deleteAlarmChannel, listAlarmChannels, updateAlarmChannel } from './edit-channel';
import { createAlarmRule } from './edit-rule';
import { evaluateAlarms } from './evaluate';
import { testAlarmChannel } from './test-channel';

let broker: TestBroker;
let http: HttpReceiver;
let mail: MailReceiver;
let allow: Set<string>;
beforeAll(async () => {
  broker = await createTestBroker();
  http = await receiveHttp();
  mail = await receiveMail();
  allow = new Set([http.origin, `smtp://127.0.0.1:${mail.port}`]);
});
afterAll(async () => {
  await http.close();
  await mail.close();
  await broker.close();
});
beforeEach(async () => {
  await broker.database.store.console.query('TRUNCATE alarm_rule, alarm_incident, alarm_channel CASCADE');
  broker.clock.advance(3_600_000);
  http.received.length = 0;
  mail.letters.length = 0;
});

const actor = systemActor('test');
const SECRET = 'a-signing-secret-of-some-length';
const options = () => ({ allow, consoleUrl: 'https://redrive.example.com', timeoutMs: 400 });
const deliver = (): Promise<number> => deliverAlarms(broker.ctx, options());
const log = (): Promise<DeliveryLogRow[]> => deliveryLog(broker.database.store.console, null, 100);

async function channel(kind: ChannelKind, path = '/hook', secret: string = SECRET): Promise<number> {
  const url = `${http.origin}${path}`;
  const isChat = kind === 'slack' || kind === 'teams';
  const made = await createAlarmChannel(
    broker.ctx,
    { name: `${kind} channel`, kind, config: isChat ? {} : { url }, secret: isChat ? url : secret, enabled: true },
    { actor, allow },
  );
  return made.channelId;
}

async function mailChannel(security: 'none' | 'starttls' | 'tls' = 'none'): Promise<number> {
  const config = { host: '127.0.0.1', port: mail.port, security, user: 'alarms' };
  const made = await createAlarmChannel(
    broker.ctx,
    {
      name: 'mail',
      kind: 'email',
      config: { ...config, from: 'redrive@example.com', to: ['on-call@example.com'] },
      secret: 'a password',
      enabled: true,
    },
    { actor, allow },
  );
  return made.channelId;
}

/** A backlog alarm that fires at once. @returns ends it */
async function fire(): Promise<() => Promise<void>> {
  const at = await Scene.open(broker);
  await at.push();
  await createAlarmRule(
    broker.ctx,
    {
      ...{ watch: 'backlog', subject: at.group, threshold: 1, windowMs: 0, forMs: 0, clearBelow: 1, clearForMs: 0 },
      ...{ severity: 'critical', onUnknown: 'hold', unknownForMs: 0, repeatMs: 0, channelIds: null, enabled: true },
    },
    { reason: '', actor },
  );
  const look = async (): Promise<void> => {
    broker.clock.advance(10_000);
    await sampleHistory(broker.ctx);
    await evaluateAlarms(broker.ctx);
  };
  await at.sendMany(3);
  await look();
  return async () => {
    await at.ack(...(await at.push()));
    await look();
  };
}

test('a signed webhook: what fired and what is over, in this order, with the link to the evidence', async () => {
  await channel('webhook');
  const end = await fire();
  expect(await deliver()).toBe(1);
  await end();
  expect(await deliver()).toBe(1);
  expect(await deliver()).toBe(0);
  const [fired, over] = http.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(fired).toMatchObject({ version: 1, kind: 'fired', value: 3, threshold: 1, severity: 'critical' });
  expect(fired?.['link']).toMatch(/^https:\/\/redrive\.example\.com\/groups\/group-\d+$/);
  expect(over).toMatchObject({ kind: 'resolved', key: fired?.['key'], resolvedAt: expect.any(String) as string });
  const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = http.received;
  const timestamp = String(headers['x-redrive-timestamp']);
  expect(Number(timestamp) * 1000).toBe(Math.floor((broker.clock.nowOrNull().getTime() - 10_000) / 1000) * 1000);
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  expect(headers['x-redrive-signature']).toBe(`v1=${signature}`);
});

test.each<[ChannelKind, string, (fired: never, over: never) => void]>([
  [
    'slack',
    '/services/T/B/key',
    (fired: { text: string; blocks: unknown[] }) => {
      expect(fired.text).toMatch(/^Backlog, group group-\d+: 3 messages \(rule: 1\)$/);
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
      const [first, second] = http.received;
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
  const [fired, over] = http.received.map(({ body }) => JSON.parse(body) as never);
  check(fired as never, over as never);
  expect(http.received[0]?.path).toBe(path);
});

test('failures are tried again after 5 s, 10 s ..., the order is kept, and the log says why in our words', async () => {
  await channel('webhook');
  http.failures.push(500, 'reset', 'hang', 302, 'huge');
  const end = await fire();
  const problems: (string | null)[] = [];
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    const row = (await log()).at(-1);
    problems.push(row?.problem ?? null);
    expect(row).toMatchObject({ state: 'pending', attempts: attempt });
    const wait = (row?.nextAt.getTime() ?? 0) - broker.clock.nowOrNull().getTime();
    expect(wait).toBeGreaterThanOrEqual(4000 * 2 ** (attempt - 1));
    expect(wait).toBeLessThanOrEqual(6000 * 2 ** (attempt - 1));
    if (attempt === 3) {
      await end();
      expect(await log()).toHaveLength(2);
    }
    broker.clock.advance(wait);
  }
  expect(problems).toEqual([
    'it answered 500',
    'the connection broke',
    'no answer in time',
    'it answered with a redirect, which is not followed',
    'the answer has more than 65536 bytes',
  ]);
  expect(JSON.stringify(await log())).not.toContain('nobody should see');
  expect(await deliver()).toBe(1);
  expect(await deliver()).toBe(1);
  expect((await log()).map(({ kind, state }) => [kind, state])).toEqual([
    ['resolved', 'sent'],
    ['fired', 'sent'],
  ]);
  const ids = http.received.map(({ headers }) => headers['x-redrive-delivery']);
  expect(new Set(ids).size).toBe(2);
});

test('given up after the last try; a process that dies with one in hand leaves it to the others', async () => {
  await channel('webhook');
  await fire();
  http.failures.push(...Array.from({ length: DELIVERY.maxAttempts }, () => 503));
  for (let attempt = 1; attempt <= DELIVERY.maxAttempts; attempt += 1) {
    expect(await deliver()).toBe(1);
    broker.clock.advance(DELIVERY.maxWaitMs * 1.2);
  }
  expect(await log()).toMatchObject([{ state: 'given-up', attempts: DELIVERY.maxAttempts, status: 503 }]);
  expect(await deliver()).toBe(0);
  await fire();
  await broker.database.store.console.query(
    `UPDATE alarm_delivery SET attempts = 1, next_at = $1::timestamptz + interval '30 seconds' WHERE state = 'pending'`,
    [broker.clock.nowOrNull()],
  );
  broker.clock.advance(DELIVERY.leaseMs - 1);
  expect(await deliver()).toBe(0);
  broker.clock.advance(1);
  expect(await deliver()).toBe(1);
});

test('two processes: each delivery once; a channel that fails holds up no other', async () => {
  await channel('webhook');
  await channel('slack', '/slack');
  await fire();
  await fire();
  const tried = await Promise.all([deliver(), deliver(), deliver()]);
  expect(tried.reduce((sum, n) => sum + n, 0)).toBe(4);
  expect(http.received).toHaveLength(4);
});

test('e-mail: one letter with what people need; refusals, silence and missing encryption are failures that are tried again', async () => {
  await mailChannel();
  mail.failures.push(451, 'silent');
  await fire();
  await deliver();
  expect(await log()).toMatchObject([{ state: 'pending', status: 451, problem: 'the mail server answered 451' }]);
  broker.clock.advance(60_000);
  await deliver();
  expect(await log()).toMatchObject([{ state: 'pending', problem: 'no answer in time' }]);
  broker.clock.advance(60_000);
  await deliver();
  expect(mail.letters).toHaveLength(1);
  const [letter] = mail.letters;
  expect(letter).toMatchObject({ from: 'redrive@example.com', to: ['on-call@example.com'], user: 'alarms' });
  expect(letter?.data).toContain('Subject: [Redrive] Backlog, group');
  expect(letter?.data).toContain('https://redrive.example.com/groups/group-');
});

test.each(['starttls', 'tls'] as const)('e-mail with %s is not sent in the clear', async (security) => {
  const channelId = await mailChannel(security);
  const outcome = await testAlarmChannel(broker.ctx, { channelId, actor }, options());
  expect(outcome.sent).toBe(false);
  expect(mail.letters).toEqual([]);
});

test('the test button says what came of it, is in the log and the audit log, and is not tried again', async () => {
  const channelId = await channel('webhook');
  const input = { channelId, actor };
  expect(await testAlarmChannel(broker.ctx, input, options())).toEqual({ sent: true, status: 200, problem: null });
  http.failures.push(404);
  expect(await testAlarmChannel(broker.ctx, input, options())).toMatchObject({ sent: false, status: 404 });
  allow.delete(http.origin);
  const refused = await testAlarmChannel(broker.ctx, input, options());
  allow.add(http.origin);
  expect(refused).toMatchObject({ sent: false, status: null });
  broker.clock.advance(3_600_000);
  expect(await deliver()).toBe(0);
  expect((await log()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'test given-up',
    'test given-up',
    'test sent',
  ]);
  const { rows } = await broker.database.store.console.query(
    `SELECT 1 FROM audit WHERE action = 'alarm-channel.test' AND target = 'webhook channel'`,
  );
  expect(rows).toHaveLength(3);
});

test('a test of a paging service leaves no alert open', async () => {
  const input = { actor };
  await testAlarmChannel(broker.ctx, { ...input, channelId: await channel('pagerduty', '/v2/enqueue') }, options());
  await testAlarmChannel(broker.ctx, { ...input, channelId: await channel('opsgenie', '/v2/alerts') }, options());
  const told = http.received.map(({ path, body }) => [path, JSON.parse(body) as Record<string, unknown>] as const);
  expect(told[0]?.[1]).toMatchObject({ event_action: 'trigger' });
  expect(told[1]?.[1]).toEqual({ routing_key: SECRET, event_action: 'resolve', dedup_key: told[0]?.[1]['dedup_key'] });
  expect(told[3]?.[0]).toBe(`/v2/alerts/${String(told[2]?.[1]['alias'])}/close?identifierType=alias`);
});

test('secrets: sealed, never shown, kept by an edit, asked again when the address changes; unreadable with another key', async () => {
  const channelId = await channel('pagerduty', '/v2/enqueue');
  await channel('slack', '/services/secret-path');
  const shown = JSON.stringify(await listAlarmChannels(broker.ctx));
  expect(shown).not.toContain(SECRET);
  expect(shown).not.toContain('secret-path');
  const { rows } = await broker.database.store.console.query<{ all: string }>(
    `SELECT string_agg(c::text, '') || (SELECT string_agg(a::text, '') FROM audit a) AS all FROM alarm_channel c`,
  );
  expect(rows[0]?.all).not.toContain(SECRET);
  expect(rows[0]?.all).not.toContain('secret-path');
  const config = { url: `${http.origin}/v2/enqueue` };
  const edit = { name: 'pager', config, enabled: true };
  const by = { actor, allow, version: 1 };
  expect(await updateAlarmChannel(broker.ctx, channelId, edit, by)).toMatchObject({ hasSecret: true, version: 2 });
  const moved = { ...edit, config: { url: `${http.origin}/mine` } };
  await expect(updateAlarmChannel(broker.ctx, channelId, moved, { ...by, version: 2 })).rejects.toMatchObject({
    field: 'secret',
  });
  await expect(updateAlarmChannel(broker.ctx, channelId, edit, by)).rejects.toMatchObject({ code: 'conflict' });
  const other = await createBrokerContext({
    ...{ store: broker.database.store, log: broker.ctx.log, metrics: broker.ctx.metrics, clock: broker.clock },
    secretKey: 'another key that is long enough for it',
  });
  await broker.database.store.console.query('UPDATE alarm_channel SET secret = $1', [
    other.seal.seal('elsewhere', SECRET),
  ]);
  expect((await listAlarmChannels(broker.ctx)).map(({ readable }) => readable)).toEqual([false, false]);
  const outcome = await testAlarmChannel(broker.ctx, { channelId, actor }, options());
  expect(outcome.problem).toContain('enter it again');
});

test('a channel that rules name is not deleted; one that none names goes with its log', async () => {
  const channelId = await channel('webhook');
  const at = await Scene.open(broker);
  await createAlarmRule(
    broker.ctx,
    {
      ...{ watch: 'backlog', subject: at.group, threshold: 1, windowMs: 0, forMs: 0, clearBelow: 1, clearForMs: 0 },
      ...{ severity: 'info', onUnknown: 'hold', unknownForMs: 0, repeatMs: 0, enabled: true, channelIds: [channelId] },
    },
    { reason: '', actor },
  );
  const input = { actor, version: 1 };
  await expect(deleteAlarmChannel(broker.ctx, channelId, input)).rejects.toMatchObject({ code: 'conflict', value: 1 });
  await broker.database.store.console.query('TRUNCATE alarm_rule CASCADE');
  await deleteAlarmChannel(broker.ctx, channelId, input);
  expect(await listAlarmChannels(broker.ctx)).toEqual([]);
});

test('what was told and resolved long ago is forgotten', async () => {
  await channel('webhook');
  const end = await fire();
  await deliver();
  await end();
  await deliver();
  await pruneAlarms(broker.ctx);
  expect(await log()).toHaveLength(2);
  broker.clock.advance(91 * 86_400_000);
  await pruneAlarms(broker.ctx);
  expect(await log()).toEqual([]);
});

test('waits double to a quarter of an hour, each up to a fifth more or less', () => {
  expect([1, 2, 3, 9, 20].map((attempts) => waitMs(attempts, () => 0.5))).toEqual([
    5000, 10_000, 20_000, 900_000, 900_000,
  ]);
  expect([0, 1].map((random) => waitMs(1, () => random))).toEqual([4000, 6000]);
});
