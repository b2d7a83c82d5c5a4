import { expect, test } from 'vitest';

import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { browseDeadLetters } from './browse';

const stage = brokerStage();

test('pages of letters that died at the same moment have each letter once, newest first', async () => {
  const { ctx } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  const sent = await at.sendMany(7);
  for (const held of await at.push({ batchSize: 7 })) await at.fail(held);
  const { rows } = await ctx.store.console.query('SELECT DISTINCT dead_at FROM dead_letter');
  expect(rows).toHaveLength(1);
  for (const limit of [1, 2, 3]) {
    const found: { messageId: string; id: number }[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 10 && (page === 0 || cursor !== null); page += 1) {
      const { items, nextCursor } = await browseDeadLetters(ctx, {
        group: at.group,
        limit,
        ...(cursor === null ? {} : { cursor }),
      });
      found.push(...items);
      cursor = nextCursor;
    }
    expect(cursor).toBeNull();
    expect(found.map(({ messageId }) => messageId).toSorted()).toEqual(sent.toSorted());
    const ids = found.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  }
  const from = stage.broker.clock.nowOrNull();
  await expect(browseDeadLetters(ctx, { from, to: from })).rejects.toMatchObject({ field: 'from' });
});
