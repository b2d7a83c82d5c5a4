import { expect, test } from 'vitest';

import { SECRET, alarmChannelStage } from '../../testing/alarm-channels';
import { testMessage } from '../../testing/broker';
import { send } from '../message/send';
import { incidentOpenList, incidentResolvedList } from '../../store/queries/alarm/alarm-incident';
import { ruleList, type StoredRule } from '../../store/queries/alarm/alarm-rule';
import { DELIVERY, pruneAlarms } from './deliver';
import { createAlarmChannel, deleteAlarmChannel, listAlarmChannels, updateAlarmChannel } from './edit-channel';
import { deleteAlarmRule, updateAlarmRule } from './edit-rule';
import { acknowledgeAlarm, silenceAlarm } from './acknowledge';

const { stage, outside, actor, allow, deliver, log, channel, look, fire } = alarmChannelStage();
const why = { reason: 'test', actor };
const db = () => stage.broker.database.store.console;

async function theRule(): Promise<StoredRule> {
  const [rule, ...others] = await ruleList(db());
  if (rule === undefined || others.length > 0) throw new Error('one rule expected');
  return rule;
}

async function edit(fields: Partial<StoredRule>): Promise<void> {
  const { ruleId, version, reason: _r, updatedBy: _b, updatedAt: _a, ...rule } = await theRule();
  await updateAlarmRule(stage.broker.ctx, ruleId, { ...rule, ...fields }, { ...why, version });
}

async function theAlarm(): Promise<number> {
  const [incident] = await incidentOpenList(db());
  if (incident === undefined) throw new Error('nothing fires');
  return incident.incidentId;
}

/** Which channel got which notification, in this order. */
const sent = async (): Promise<string[]> =>
  (await log()).map(({ channelId, kind, state }) => `${channelId} ${kind} ${state}`).toReversed();

test.each<[string, (first: number, second: number) => Promise<void>]>([
  [
    'the rule is removed',
    async () => {
      const { ruleId, version } = await theRule();
      await deleteAlarmRule(stage.broker.ctx, ruleId, { ...why, version });
    },
  ],
  ['the rule is switched off', () => edit({ enabled: false })],
  [
    'the rule notifies another channel now',
    async (_, second) => {
      await edit({ channelIds: [second] });
      await edit({ enabled: false });
    },
  ],
])(
  '%s while it fires: the channels notified of its start are notified of its end, and no others',
  async (_, change) => {
    const first = await channel('webhook');
    const second = await channel('pagerduty', '/pager');
    await fire({ channelIds: [first] });
    await deliver();
    await change(first, second);
    await look();
    await deliver();
    expect(await sent()).toEqual([`${first} fired sent`, `${first} resolved sent`]);
    expect(await incidentResolvedList(db(), new Date(0), 10)).toMatchObject([{ resolvedWhy: 'rule-changed' }]);
  },
);

test('a rule that watches something else by now starts anew: two numbers are not one alarm', async () => {
  await channel('webhook');
  await fire({ threshold: 3 });
  await edit({ watch: 'oldest-age', threshold: 1, clearBelow: 1 });
  await look();
  expect(await incidentResolvedList(db(), new Date(0), 10)).toMatchObject([
    { watch: 'backlog', peak: 3, resolvedWhy: 'rule-changed' },
  ]);
  expect(await incidentOpenList(db())).toMatchObject([{ watch: 'oldest-age', threshold: 1 }]);
});

test('a channel that is switched off gets no waiting notification; on again, only new ones', async () => {
  const channelId = await channel('webhook');
  outside.http.failures.push(500);
  const end = await fire();
  await deliver();
  const edited = { name: 'webhook channel', config: { url: `${outside.http.origin}/hook` } };
  await updateAlarmChannel(stage.broker.ctx, channelId, { ...edited, enabled: false }, { actor, allow, version: 1 });
  stage.broker.clock.advance(60_000);
  expect(await deliver()).toBe(1);
  expect(await log()).toMatchObject([{ state: 'given-up', problem: 'the channel was switched off' }]);
  expect(outside.http.received).toHaveLength(1);
  await updateAlarmChannel(stage.broker.ctx, channelId, { ...edited, enabled: true }, { actor, allow, version: 2 });
  expect(await deliver()).toBe(0);
  await end();
  expect(await deliver()).toBe(1);
  expect(await sent()).toEqual([`${channelId} fired given-up`, `${channelId} resolved sent`]);
});

test('a channel that is removed while something waits for it takes it along', async () => {
  const channelId = await channel('webhook');
  outside.http.failures.push(500);
  await fire();
  await deliver();
  await deleteAlarmChannel(stage.broker.ctx, channelId, { actor, version: 1 });
  stage.broker.clock.advance(60_000);
  expect([await deliver(), await log(), await listAlarmChannels(stage.broker.ctx)]).toEqual([0, [], []]);
});

test('a new secret signs what waits', async () => {
  const channelId = await channel('pagerduty', '/pager');
  outside.http.failures.push(503);
  await fire();
  await deliver();
  const edited = { name: 'pager', config: { url: `${outside.http.origin}/pager` }, enabled: true };
  await updateAlarmChannel(
    stage.broker.ctx,
    channelId,
    { ...edited, secret: 'rotated-key' },
    { actor, allow, version: 1 },
  );
  stage.broker.clock.advance(60_000);
  await deliver();
  const keys = outside.http.received.map(({ body }) => (JSON.parse(body) as { routing_key: string }).routing_key);
  expect(keys).toEqual([SECRET, 'rotated-key']);
});

test.each<[string, string, number]>([
  ['ten minutes', '600', 600_000],
  ['less than the next wait', '1', 0],
  ['a week', '604800', DELIVERY.maxAskedWaitMs],
])('a receiver that asks for %s gets it, up to an hour', async (_, seconds, leastMs) => {
  await channel('webhook');
  outside.http.failures.push({ status: 429, headers: { 'retry-after': seconds } });
  await fire();
  await deliver();
  const [row] = await log();
  const waitMs = (row?.nextAt.getTime() ?? 0) - stage.broker.clock.nowOrNull().getTime();
  expect(row).toMatchObject({ state: 'pending', status: 429 });
  expect(waitMs).toBeGreaterThanOrEqual(Math.max(4_000, leastMs));
  expect(waitMs).toBeLessThanOrEqual(Math.max(6_000, leastMs));
});

test('a slow channel with many notifications does not delay the others', async () => {
  const slow = await channel('webhook', '/slow');
  const other = await channel('pagerduty', '/pager');
  await fire({ channelIds: [slow] });
  const incidentId = await theAlarm();
  await db().query(
    `INSERT INTO alarm_delivery (channel_id, kind, notice, state, attempts, created_at, next_at)
     SELECT $1, 'repeated', (SELECT notice FROM alarm_delivery WHERE incident_id = $2), 'pending', 0, $3, $3::timestamptz - interval '1 hour'
       FROM generate_series(1, 200)`,
    [slow, incidentId, stage.broker.clock.nowOrNull()],
  );
  await fire({ channelIds: [other] });
  expect(await deliver()).toBe(DELIVERY.perChannel + 1);
  expect(outside.http.received.filter(({ path }) => path === '/pager')).toHaveLength(1);
});

test('channels notified of the start are notified of the acknowledgement, before the end; others are not', async () => {
  const first = await channel('webhook');
  const second = await channel('pagerduty', '/pager');
  const end = await fire({ channelIds: [first, second] });
  await deliver();
  const third = await channel('slack', '/late');
  await acknowledgeAlarm(stage.broker.ctx, { ...why, incidentId: await theAlarm() });
  await end();
  await deliver();
  await deliver();
  expect((await sent()).filter((each) => each.startsWith(`${third} `))).toEqual([]);
  for (const channelId of [first, second])
    expect((await sent()).filter((each) => each.startsWith(`${channelId} `))).toEqual([
      `${channelId} fired sent`,
      `${channelId} acknowledged sent`,
      `${channelId} resolved sent`,
    ]);
  const bodies = outside.http.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(bodies.filter(({ kind }) => kind === 'acknowledged')).toMatchObject([
    { title: expect.stringMatching(/^Acknowledged: /), acknowledgedBy: actor.name },
  ]);
  const pager = bodies.filter((body) => 'event_action' in body);
  expect(pager.map((body) => body['event_action'])).toEqual(['trigger', 'acknowledge', 'resolve']);
  expect(new Set(pager.map((body) => body['dedup_key'])).size).toBe(1);
});

test('an alarm that was acknowledged while silenced notifies no channel when the silence ends', async () => {
  const channelId = await channel('webhook');
  const end = await fire();
  await deliver();
  await silenceAlarm(stage.broker.ctx, { ...why, incidentId: await theAlarm(), forMs: 3_600_000 });
  await end();
  await deliver();
  expect(await sent()).toEqual([`${channelId} fired sent`, `${channelId} resolved sent`]);
  const subject = (await theRule()).subject ?? '';
  await stage.broker.database.store.console.query('DELETE FROM alarm_delivery');
  await again(subject);
  await acknowledgeAlarm(stage.broker.ctx, { ...why, incidentId: await theAlarm() });
  stage.broker.clock.advance(3_600_000);
  await look();
  await look();
  expect(await sent()).toEqual([]);
});

/** The same group falls behind once more. */
async function again(group: string): Promise<void> {
  const { topic } = (
    await db().query<{ topic: string }>(
      `SELECT t.name AS topic FROM topic t JOIN queue q USING (topic_id) JOIN group_queue gq USING (queue_id)
         JOIN consumer_group g USING (group_id) WHERE g.name = $1 LIMIT 1`,
      [group],
    )
  ).rows[0] as { topic: string };
  await send(stage.broker.ctx, { topic, messages: [testMessage(), testMessage(), testMessage()] });
  await look();
}

test('notifications of an alarm are kept as long as it fires: its end goes to the same channels', async () => {
  const channelId = await channel('webhook');
  const end = await fire();
  await deliver();
  stage.broker.clock.advance(40 * 86_400_000);
  await pruneAlarms(stage.broker.ctx);
  await end();
  await deliver();
  expect(await sent()).toEqual([`${channelId} fired sent`, `${channelId} resolved sent`]);
});

test.each<[string, string]>([
  ['not ASCII', 'ключ-ключ-ключ-ключ'],
  ['a blank', 'a key of two words'],
  ['a zero', 'key\u0000key'],
  ['a line end', 'key\r\nx-injected: 1'],
])('a key that cannot stand in a header is refused: %s', async (_, secret) => {
  const given = { name: 'ops', kind: 'opsgenie', config: { url: `${outside.http.origin}/x` }, enabled: true } as const;
  await expect(createAlarmChannel(stage.broker.ctx, { ...given, secret }, { actor, allow })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'secret',
  });
});
