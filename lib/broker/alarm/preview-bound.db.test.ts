import { expect, test } from 'vitest';

import { alarmStage } from '../../testing/alarms';
import { previewRule } from './preview';

const { stage, tick, scene, BASE } = alarmStage();

test('a rule that would have fired every other minute: all times are counted, the newest 500 listed', async () => {
  const at = await scene();
  await tick();
  // Of the last day steps of 10 s are read; these are minutes before it.
  const { ctx } = stage.broker;
  const { console: db } = ctx.store;
  const now = stage.broker.clock.nowOrNull();
  await db.query(
    `INSERT INTO group_sample (group_id, step_s, at, ready, in_flight, waiting, dead)
     SELECT (SELECT group_id FROM consumer_group WHERE name = $1), 60,
            date_bin('1 minute', $2::timestamptz, 'epoch') - n * interval '1 minute', (n % 2) * 100, 0, 0, 0
       FROM generate_series(1501, 3500) n`,
    [at.group, now],
  );
  await db.query(
    `INSERT INTO broker_sample (step_s, at) SELECT 60, date_bin('1 minute', $1::timestamptz, 'epoch') - n * interval '1 minute'
       FROM generate_series(1501, 3500) n ON CONFLICT DO NOTHING`,
    [now],
  );
  const rule = { watch: 'backlog', threshold: 50, clearBelow: 1, forMs: 0, clearForMs: 0 } as const;
  const { firings, times } = await previewRule(ctx, { ...BASE, ...rule, subject: at.group });
  expect(times).toBe(1_000);
  expect(firings).toHaveLength(500);
  const minutesAgo = firings?.map(({ fromMs }) => Math.round((now.getTime() - fromMs) / 60_000)) ?? [];
  expect(minutesAgo).toEqual(minutesAgo.toSorted((a, b) => b - a));
  expect(minutesAgo.at(-1)).toBeLessThan(1_510);
  expect(minutesAgo[0]).toBeLessThan(2_510);
});
