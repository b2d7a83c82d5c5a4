import { expect, test } from 'vitest';

import { deliveryLog } from '../../store/queries/alarm/alarm-delivery';
import { alarmChannelStage } from '../../testing/alarm-channels';
import { IMPATIENT } from '../../testing/impatient-rule';
import { Scene } from '../../testing/scene';
import { createAlarmRule } from './edit-rule';

const { stage, outside, actor, deliver, channel, mailChannel, look } = alarmChannelStage();
const GROUPS = 25;

/** One rule for every group fires for all of them in one pass. @returns ends it */
async function storm(groups: number): Promise<() => Promise<void>> {
  const scenes: Scene[] = [];
  for (let made = 0; made < groups; made += 1) {
    const at = await Scene.open(stage.broker);
    await at.push();
    scenes.push(at);
  }
  await createAlarmRule(
    stage.broker.ctx,
    {
      ...IMPATIENT,
      watch: 'backlog',
      subject: null,
      unknownForMs: 0,
    },
    { reason: '', actor },
  );
  for (const at of scenes) await at.send();
  await look();
  return async () => {
    for (const at of scenes) await at.ack(...(await at.push()));
    await look();
  };
}

test(
  'many alarms at once: one message to people, one each to receivers that match by key',
  { tags: ['long'] },
  async () => {
    await channel('slack', '/slack');
    await channel('webhook', '/hook');
    await mailChannel();
    const end = await storm(GROUPS);
    // Notifications that are matched by key go ten at a time.
    while ((await deliver()) > 0);
    const posts = (path: string): { text: string }[] =>
      outside.http.received
        .filter((each) => each.path === path)
        .map(({ body }) => JSON.parse(body) as { text: string });
    expect(posts('/slack').map(({ text }) => text)).toEqual([`${GROUPS} alarms: ${GROUPS} fired`]);
    expect(posts('/hook')).toHaveLength(GROUPS);
    expect(outside.mail.letters).toHaveLength(1);
    expect(outside.mail.letters[0]?.data).toContain(`Subject: [Redrive] ${GROUPS} alarms: ${GROUPS} fired`);
    expect(outside.mail.letters[0]?.data).toContain('and 5 more');
    await end();
    while ((await deliver()) > 0);
    expect(posts('/slack').at(-1)?.text).toBe(`${GROUPS} alarms: ${GROUPS} resolved`);
    expect(outside.mail.letters).toHaveLength(2);
    const log = await deliveryLog(stage.broker.database.store.console, null, 1_000);
    expect(log).toHaveLength(GROUPS * 3 * 2);
    expect(new Set(log.map(({ state }) => state))).toEqual(new Set(['sent']));
  },
);

test('a message of many that fails is one message again at the next try', async () => {
  await channel('slack', '/slack');
  await storm(GROUPS);
  outside.http.failures.push(500);
  expect(await deliver()).toBe(GROUPS);
  const failed = await deliveryLog(stage.broker.database.store.console, null, 1_000);
  expect(failed).toHaveLength(GROUPS);
  expect(failed.every(({ state, problem }) => state === 'pending' && problem === 'it responded with 500')).toBe(true);
  expect(await deliver()).toBe(0);
  stage.broker.clock.advance(6_000);
  expect(await deliver()).toBe(GROUPS);
  expect(outside.http.received).toHaveLength(2);
  expect(await deliver()).toBe(0);
});
