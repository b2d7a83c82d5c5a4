import { expect, test } from 'vitest';

import { alarmStage } from '../../testing/alarms';
import { silenceAlarm, unsilenceAlarm } from './acknowledge';

const { stage, why, open, tick, scene, only } = alarmStage();
const HOUR_MS = 3_600_000;

test('a silence outlives its alarm and can be ended then: the next alarm notifies', async () => {
  const { ctx } = stage.broker;
  const at = await scene();
  await only(at, { forMs: 0, clearForMs: 0 });
  await at.sendMany(3);
  await tick();
  const incidentId = (await open())[0]?.incidentId ?? 0;
  await silenceAlarm(ctx, { incidentId, forMs: 720 * HOUR_MS, ...why });
  await at.ack(...(await at.push()));
  await tick();
  expect(await open()).toEqual([]);

  await expect(silenceAlarm(ctx, { incidentId, forMs: HOUR_MS, ...why })).rejects.toMatchObject({ code: 'conflict' });
  await unsilenceAlarm(ctx, { incidentId, ...why });
  await at.sendMany(3);
  await tick();
  expect(await open()).toMatchObject([{ told: true }]);
});
