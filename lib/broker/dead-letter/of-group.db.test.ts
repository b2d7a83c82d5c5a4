import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { causeOutcomes } from '../../store/queries/cause/cause-figures';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { suspend } from '../delivery/suspend';
import { reportFailure } from '../failure/report';
import { changeRetries } from '../retry/change-retries';
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

/** One message that failed, with a reported error, and is due again. */
async function failedOnce(deliveryOrder: 'ordered' | 'concurrent') {
  const { ctx, clock } = stage.broker;
  const retryPolicy = { type: 'fixed', intervalMs: 10_000 } as const;
  const at = await Scene.open(stage.broker, { maxRetries: 5, deliveryOrder, retryPolicy });
  const messageId = await at.send(deliveryOrder === 'ordered' ? { messageType: 'FIFO', messageGroup: 'one' } : {});
  const first = await at.one(at.push());
  await reportFailure(ctx, { group: at.group, messageId, attempt: 1, errorType: 'E', message: 'not ready' });
  const { groupId } = await ctx.groups.find(at.group);
  const { rows } = await ctx.store.console.query<{ fingerprint: string }>(
    `SELECT fingerprint FROM failure_report WHERE group_id = ${groupId}`,
  );
  const since = clock.nowOrNull() ?? new Date();
  const causes = rows.map(({ fingerprint }) => ({ fingerprint, since }));
  await at.fail(first);
  clock.advance(10_000);
  return { at, messageId, judged: () => causeOutcomes(ctx.store.console, groupId, causes, 10) };
}

test('a delivery that its client suspends is no failed retry of a cause', async () => {
  const { ctx, clock } = stage.broker;
  const { at, judged } = await failedOnce('ordered');
  const second = await at.one(at.push());
  await suspend(ctx, { ...second, group: at.group, clientId: 'client-1', invisibleMs: 500 });
  expect(await judged()).toMatchObject({ succeeded: 0, failed: 0 });
  clock.advance(500);
  await at.ack(await at.one(at.push()));
  expect(await judged()).toMatchObject({ succeeded: 1, failed: 0 });
});

test('what an operator holds and releases is no failed retry of a cause', async () => {
  const { at, messageId, judged } = await failedOnce('concurrent');
  await at.fail(await at.one(at.push()));
  expect(await judged()).toMatchObject({ succeeded: 0, failed: 1 });
  const change = { group: at.group, messageIds: [messageId], reason: 'INC-7', actor: systemActor('test') };
  for (const verb of ['hold', 'release'] as const)
    expect(await changeRetries(stage.broker.ctx, verb, change)).toMatchObject({ changed: 1 });
  expect(await judged()).toMatchObject({ succeeded: 0, failed: 1 });
});
