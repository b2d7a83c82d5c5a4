import { expect, test } from 'vitest';

import type { RuleFields } from '../../model/alarm/defaults';
import { alarmStage } from '../../testing/alarms';
import { previewRule } from './preview';

const { stage, tick, scene, BASE } = alarmStage();

test('previews are made one after the other; when too many wait, more are refused, and later ones are not', async () => {
  const at = await scene();
  await tick(3);
  const { ctx } = stage.broker;
  const fields: RuleFields = { ...BASE, subject: at.group };
  const order: number[] = [];
  const asked = Array.from({ length: 20 }, async (_, place) => {
    const preview = await previewRule(ctx, fields);
    order.push(place);
    return preview;
  });
  const failing = previewRule(ctx, { ...fields, subject: 'nobody' });
  await expect(failing).rejects.toMatchObject({ code: 'too-many-requests' });
  const results = await Promise.allSettled(asked);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    ...Array.from({ length: 9 }, () => true),
    ...Array.from({ length: 11 }, () => false),
  ]);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  await expect(previewRule(ctx, { ...fields, subject: 'nobody' })).rejects.toMatchObject({ code: 'group-not-found' });
  expect(await previewRule(ctx, fields)).toMatchObject({ firings: [] });
});
