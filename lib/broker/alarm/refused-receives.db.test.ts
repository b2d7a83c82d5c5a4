import { expect, test } from 'vitest';

import { topicHistory } from '../../store/queries/history/history-read';
import { alarmStage } from '../../testing/alarms';
import { setLimit } from '../throttle/set-limit';

const { stage, why, open, tick, scene, only, db } = alarmStage();

test('receives that are refused are no refused sends: the alarm for senders stays quiet', async () => {
  const { ctx, clock } = stage.broker;
  const at = await scene();
  const rule = { watch: 'refused', subject: at.topic, threshold: 1, clearBelow: 1, windowMs: 60_000 } as const;
  await only(at, { ...rule, forMs: 0 });
  await setLimit(ctx, { kind: 'receive-rate', scope: 'group', subject: at.group, hard: 0.001, version: 0, ...why });
  await at.sendMany(2);
  expect(await at.push()).toHaveLength(2);
  for (let call = 0; call < 20; call += 1) await expect(at.push()).rejects.toMatchObject({ code: 'too-many-requests' });
  await tick();
  expect(await open()).toEqual([]);

  const range = { stepSeconds: 10, from: new Date(0), until: new Date(clock.nowOrNull().getTime() + 1) } as const;
  const steps = await topicHistory(db(), (await ctx.topics.find(at.topic)).topicId, range);
  expect(steps.reduce((sum, { refused }) => sum + refused, 0)).toBe(0);
});
