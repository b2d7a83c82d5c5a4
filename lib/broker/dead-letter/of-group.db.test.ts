import { expect, test } from 'vitest';

import { causeOutcomes } from '../../store/queries/cause/cause-figures';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { reportFailure } from '../failure/report';
import { readGroupDeadLetters } from './of-group';

const stage = brokerStage();

test('dead letters of a group by cause, with the versions that failed and what retries since say', async () => {
  const { ctx, clock } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1_000 } });
  expect(await readGroupDeadLetters(ctx, at.group)).toMatchObject({
    ...{ total: 0, firstAt: null, lastAt: null, causes: [], unreported: 0, outcomes: { succeeded: 0, failed: 0 } },
  });
  const failOnce = async (message: string | null, appVersion?: string) => {
    const messageId = await at.send();
    for (const attempt of [1, 2]) {
      const held = await at.one(at.push());
      if (message !== null)
        await reportFailure(ctx, { group: at.group, messageId, attempt, errorType: 'E', message, appVersion });
      await at.fail(held);
      clock.advance(1_000);
    }
  };
  const firstAt = clock.nowOrNull();
  await failOnce('gateway timeout', '2.14.0');
  await failOnce('gateway timeout', '2.14.1');
  await failOnce('no stock');
  await failOnce(null);
  const found = await readGroupDeadLetters(ctx, at.group);
  expect(found).toMatchObject({ total: 4, isFloor: false, unreported: 1, outcomes: { succeeded: 0, failed: 0 } });
  expect(found.causes.map(({ text, count, versions }) => [text, count, versions])).toEqual([
    ['gateway timeout', 2, ['2.14.1', '2.14.0']],
    ['no stock', 1, []],
  ]);
  expect(found.firstAt?.getTime()).toBeGreaterThanOrEqual(firstAt.getTime());
  expect(found.lastAt?.getTime()).toBeGreaterThan(found.firstAt?.getTime() ?? 0);

  // The first failure of a message of the same cause, then a retry that succeeds: evidence of a fix.
  const messageId = await at.send();
  const held = await at.one(at.push());
  await reportFailure(ctx, { group: at.group, messageId, attempt: 1, errorType: 'E', message: 'gateway timeout' });
  await at.fail(held);
  clock.advance(1_000);
  await at.ack(await at.one(at.push()));
  expect((await readGroupDeadLetters(ctx, at.group)).outcomes).toEqual({ succeeded: 1, failed: 0, isFloor: false });

  // Causes are judged together, each since its own last death, and what was not read is said.
  const { groupId } = await ctx.groups.find(at.group);
  const causes = found.causes.map(({ key: fingerprint, lastAt: since }) => ({ fingerprint, since }));
  const judged = (reports: number) => causeOutcomes(ctx.store.console, groupId, causes, reports);
  expect(await judged(10)).toMatchObject({ succeeded: 1, failed: 0, since: expect.any(Date), isFloor: false });
  expect(await judged(5)).toMatchObject({ succeeded: 1, failed: 0, isFloor: true });
  expect(await causeOutcomes(ctx.store.console, groupId, [], 5)).toMatchObject({ succeeded: 0, isFloor: false });
});
