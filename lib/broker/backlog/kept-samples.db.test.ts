import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { historyRecent } from '../../store/queries/history/history-recent';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { recentSteps, trendAt } from './kept-samples';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

const MINUTE_MS = 60_000;

test('steps that no longer change are read once, and what changes is read each time', async () => {
  const { groupId } = await broker.ctx.groups.find((await Scene.open(broker)).group);
  const db = broker.database.store.console;
  const write = async (at: Date, ready: number, stepSeconds = 10): Promise<void> =>
    void (await db.query(
      `INSERT INTO group_sample (group_id, step_s, at, ready) VALUES ($1, $2, $3, $4)
         ON CONFLICT (group_id, step_s, at) DO UPDATE SET ready = excluded.ready`,
      [groupId, stepSeconds, at, ready],
    ));
  const now = new Date();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const from = ago(5 * MINUTE_MS);
  for (const [index, ms] of [290_000, 120_000, 80_000, 20_000].entries()) await write(ago(ms), index);
  expect((await recentSteps(broker.ctx, now, from)).map(({ ready }) => ready)).toEqual([0, 1, 2, 3]);

  await write(ago(20_000), 30);
  await write(ago(10_000), 40);
  const asked = vi.spyOn(db, 'query');
  const later = new Date(now.getTime() + 15_000);
  const fromLater = new Date(from.getTime() + 15_000);
  const again = await recentSteps(broker.ctx, later, fromLater);
  expect(asked.mock.calls.map(([, values]) => values)).toEqual([[ago(90_000)]]);
  asked.mockRestore();
  expect(again).toEqual(await historyRecent(db, fromLater));
  expect(again.map(({ ready }) => ready)).toEqual([1, 2, 30, 40]);
  // After a pause longer than what is kept, all is read.
  const muchLater = new Date(now.getTime() + 60 * MINUTE_MS);
  expect(await recentSteps(broker.ctx, muchLater, new Date(muchLater.getTime() - 5 * MINUTE_MS))).toEqual([]);

  const minutes = [ago(10 * MINUTE_MS), ago(5 * MINUTE_MS)];
  await write(ago(10 * MINUTE_MS), 7, 60);
  expect(await trendAt(broker.ctx, minutes)).toMatchObject([{ backlog: 7 }]);
  await write(ago(5 * MINUTE_MS), 8, 60);
  expect(await trendAt(broker.ctx, minutes)).toMatchObject([{ backlog: 7 }, { backlog: 8 }]);
  const spied = vi.spyOn(db, 'query');
  expect(await trendAt(broker.ctx, minutes)).toHaveLength(2);
  expect(spied).not.toHaveBeenCalled();
  spied.mockRestore();
});
