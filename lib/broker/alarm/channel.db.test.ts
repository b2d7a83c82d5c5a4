import { expect, test } from 'vitest';

import { createBrokerContext } from '../create-context';
import { deleteAlarmChannel, listAlarmChannels, updateAlarmChannel } from './edit-channel';
import { IMPATIENT } from '../../testing/impatient-rule';
import { createAlarmRule } from './edit-rule';
import { testAlarmChannel } from './test-channel';
import { SECRET, alarmChannelStage } from '../../testing/alarm-channels';
import { Scene } from '../../testing/scene';

const { stage, outside, actor, allow, options, deliver, log, channel } = alarmChannelStage();

test('the test button shows the result, is in the log and the audit log, and is not retried', async () => {
  const channelId = await channel('webhook');
  const input = { channelId, actor };
  expect(await testAlarmChannel(stage.broker.ctx, input, options())).toEqual({
    sent: true,
    status: 200,
    problem: null,
  });
  outside.http.failures.push(404);
  expect(await testAlarmChannel(stage.broker.ctx, input, options())).toMatchObject({ sent: false, status: 404 });
  allow.delete(outside.http.origin);
  const refused = await testAlarmChannel(stage.broker.ctx, input, options());
  allow.add(outside.http.origin);
  expect(refused).toMatchObject({ sent: false, status: null });
  stage.broker.clock.advance(3_600_000);
  expect(await deliver()).toBe(0);
  expect((await log()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'test given-up',
    'test given-up',
    'test sent',
  ]);
  const { rows } = await stage.broker.database.store.console.query(
    `SELECT 1 FROM audit WHERE action = 'alarm-channel.test' AND target = 'webhook channel'`,
  );
  expect(rows).toHaveLength(3);
});

test('a test of a paging service leaves no alert open', async () => {
  const { ctx } = stage.broker;
  await testAlarmChannel(ctx, { actor, channelId: await channel('pagerduty', '/v2/enqueue') }, options());
  await testAlarmChannel(ctx, { actor, channelId: await channel('opsgenie', '/v2/alerts') }, options());
  const sent = outside.http.received.map(
    ({ path, body }) => [path, JSON.parse(body) as Record<string, unknown>] as const,
  );
  expect(sent[0]?.[1]).toMatchObject({ event_action: 'trigger' });
  expect(sent[1]?.[1]).toEqual({ routing_key: SECRET, event_action: 'resolve', dedup_key: sent[0]?.[1]['dedup_key'] });
  expect(sent[3]?.[0]).toBe(`/v2/alerts/${String(sent[2]?.[1]['alias'])}/close?identifierType=alias`);
});

test('secrets: sealed, never shown, kept by an edit, required again when the address changes; unreadable with another key', async () => {
  const channelId = await channel('pagerduty', '/v2/enqueue');
  await channel('slack', '/services/secret-path');
  const shown = JSON.stringify(await listAlarmChannels(stage.broker.ctx));
  expect(shown).not.toContain(SECRET);
  expect(shown).not.toContain('secret-path');
  const { rows } = await stage.broker.database.store.console.query<{ all: string }>(
    `SELECT string_agg(c::text, '') || (SELECT string_agg(a::text, '') FROM audit a) AS all FROM alarm_channel c`,
  );
  expect(rows[0]?.all).not.toContain(SECRET);
  expect(rows[0]?.all).not.toContain('secret-path');
  const config = { url: `${outside.http.origin}/v2/enqueue` };
  const edit = { name: 'pager', config, enabled: true };
  const by = { actor, allow, version: 1 };
  expect(await updateAlarmChannel(stage.broker.ctx, channelId, edit, by)).toMatchObject({
    hasSecret: true,
    version: 2,
  });
  const moved = { ...edit, config: { url: `${outside.http.origin}/mine` } };
  await expect(updateAlarmChannel(stage.broker.ctx, channelId, moved, { ...by, version: 2 })).rejects.toMatchObject({
    field: 'secret',
  });
  await expect(updateAlarmChannel(stage.broker.ctx, channelId, edit, by)).rejects.toMatchObject({ code: 'conflict' });
  const other = await createBrokerContext({
    ...{
      store: stage.broker.database.store,
      log: stage.broker.ctx.log,
      metrics: stage.broker.ctx.metrics,
      clock: stage.broker.clock,
    },
    secretKey: 'another key that is long enough for it',
  });
  await stage.broker.database.store.console.query('UPDATE alarm_channel SET secret = $1', [
    other.seal.seal('elsewhere', SECRET),
  ]);
  expect((await listAlarmChannels(stage.broker.ctx)).map(({ readable }) => readable)).toEqual([false, false]);
  const outcome = await testAlarmChannel(stage.broker.ctx, { channelId, actor }, options());
  expect(outcome.problem).toContain('enter it again');
});

test('a channel that rules name is not deleted; one that none names goes with its log', async () => {
  const channelId = await channel('webhook');
  const at = await Scene.open(stage.broker);
  await createAlarmRule(
    stage.broker.ctx,
    {
      ...IMPATIENT,
      watch: 'backlog',
      subject: at.group,
      unknownForMs: 0,
      severity: 'info',
      channelIds: [channelId],
    },
    { reason: '', actor },
  );
  const input = { actor, version: 1 };
  await expect(deleteAlarmChannel(stage.broker.ctx, channelId, input)).rejects.toMatchObject({
    code: 'conflict',
    value: 1,
  });
  await stage.broker.database.store.console.query('TRUNCATE alarm_rule CASCADE');
  await deleteAlarmChannel(stage.broker.ctx, channelId, input);
  expect(await listAlarmChannels(stage.broker.ctx)).toEqual([]);
});
