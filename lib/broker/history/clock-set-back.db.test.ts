// @module-tag landing
import { expect, test } from 'vitest';

import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { groupHistory } from '../../store/queries/history/history-read';
import { rollUpHistory } from './roll-up';
import { sampleHistory } from './sample';

const stage = brokerStage();
const HOUR_MS = 3_600_000;

test('after a clock that was set back, levels are read and minutes made at once, not when that time has come again', async () => {
  const { ctx, clock, database } = stage.broker;
  const at = await Scene.open(stage.broker);
  await at.push();
  const ready = async (stepSeconds: 10 | 60): Promise<unknown[]> => {
    const until = new Date(clock.nowOrNull().getTime() + 1);
    const range = { stepSeconds, from: new Date(until.getTime() - 200_000), until };
    return (await groupHistory(database.store.console, (await ctx.groups.find(at.group)).groupId, range)).map(
      (step) => step.ready,
    );
  };
  for (let step = 0; step < 24; step += 1) {
    clock.advance(10_000);
    await sampleHistory(ctx);
  }
  await rollUpHistory(ctx);

  clock.advance(-120_000);
  await at.sendMany(2);
  // This very step was read before.
  expect(await sampleHistory(ctx)).toBe(false);
  clock.advance(10_000);
  expect(await sampleHistory(ctx)).toBe(true);
  expect((await ready(10)).at(-1)).toBe(2);

  clock.advance(-HOUR_MS);
  for (let step = 0; step < 18; step += 1) {
    clock.advance(10_000);
    expect(await sampleHistory(ctx)).toBe(true);
  }
  await rollUpHistory(ctx);
  expect((await ready(60)).length).toBeGreaterThan(0);
});
