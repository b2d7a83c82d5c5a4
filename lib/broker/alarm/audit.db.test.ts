import { expect, test } from 'vitest';

import { incidentOpenList } from '../../store/queries/alarm/alarm-incident';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import { alarmChannelStage } from '../../testing/alarm-channels';
import { deleteAlarmChannel, updateAlarmChannel } from './edit-channel';
import { deleteAlarmRule } from './edit-rule';
import { acknowledgeAlarm, silenceAlarm, unsilenceAlarm } from './acknowledge';
import { testAlarmChannel } from './test-channel';

const { stage, outside, actor, allow, options, channel, fire } = alarmChannelStage();

test('whatever an operator does to alarms, rules and channels is in the audit log, once, with the reason', async () => {
  const { ctx } = stage.broker;
  const { console: db } = ctx.store;
  const audit = async (): Promise<string[]> =>
    (
      await db.query<{ line: string }>(
        `SELECT concat_ws(' ', actor, action, target, reason) AS line FROM audit WHERE action LIKE 'alarm%' ORDER BY audit_id`,
      )
    ).rows.map(({ line }) => line);
  const before = (await audit()).length;
  const channelId = await channel('webhook');
  await testAlarmChannel(ctx, { channelId, actor }, options());
  await fire();
  const [incident] = await incidentOpenList(db);
  const [rule] = await ruleList(db);
  if (incident === undefined || rule === undefined) throw new Error('nothing fires');
  const { incidentId, subject } = incident;
  await acknowledgeAlarm(ctx, { incidentId, reason: 'mine', actor });
  const until = await silenceAlarm(ctx, { incidentId, reason: 'known', forMs: 60_000, actor });
  await unsilenceAlarm(ctx, { incidentId, reason: 'over', actor });
  const config = { url: `${outside.http.origin}/hook` };
  await updateAlarmChannel(ctx, channelId, { name: 'hook', config, enabled: true }, { actor, allow, version: 1 });
  await deleteAlarmRule(ctx, rule.ruleId, { reason: 'noise', actor, version: 1 });
  await deleteAlarmChannel(ctx, channelId, { actor, version: 2 });
  const alarm = `backlog of ${subject} (alarm ${incidentId})`;
  expect((await audit()).slice(before)).toEqual([
    'test alarm-channel.create webhook channel',
    'test alarm-channel.test webhook channel',
    `test alarm-rule.create backlog of ${subject}`,
    `test alarm.acknowledge ${alarm} mine`,
    `test alarm.silence ${alarm} until ${until.toISOString()}: known`,
    `test alarm.unsilence ${alarm} over`,
    'test alarm-channel.update hook',
    `test alarm-rule.delete backlog of ${subject} noise`,
    'test alarm-channel.delete hook',
  ]);
});

test('a refused edit leaves no row', async () => {
  const { ctx } = stage.broker;
  const { console: db } = ctx.store;
  const count = async (): Promise<number> =>
    (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM audit WHERE action LIKE 'alarm%'`)).rows[0]?.n ?? -1;
  const channelId = await channel('webhook');
  const before = await count();
  const outcomes = await Promise.allSettled([
    deleteAlarmChannel(ctx, channelId, { actor, version: 7 }),
    acknowledgeAlarm(ctx, { incidentId: 999_999, reason: '', actor }),
    silenceAlarm(ctx, { incidentId: 999_999, reason: '', forMs: 60_000, actor }),
    testAlarmChannel(ctx, { channelId: 999_999, actor }, options()),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
  expect(await count()).toBe(before);
});
