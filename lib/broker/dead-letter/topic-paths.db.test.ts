import { expect, test } from 'vitest';

import type { DeliveredMessage } from '../../model/message/message';
import { receiveNow, testMessage } from '../../testing/broker';
import { changeInvisible } from '../delivery/change-invisible';
import { endOverruns } from '../delivery/end-overruns';
import { expire } from '../delivery/expire';
import { forward } from '../delivery/forward';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { renew } from '../delivery/renew';
import type { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { send } from '../message/send';
import { browseDeadLetters } from './browse';
import { type DeadLetterScene, deadLetterStage } from '../../testing/dead-letter-topics';

const { stage, actor, scene, deliver, next, verdict, die, readIds, moves } = deadLetterStage();

const paths: readonly [
  string,
  (names: DeadLetterScene) => Promise<DeliveredMessage>,
  Partial<Parameters<typeof createGroup>[1]>,
][] = [
  [
    'a failure of the only delivery',
    async (names) => {
      const message = await deliver(names);
      await die(names, message);
      return message;
    },
    {},
  ],
  [
    'a failure of the last of two deliveries, reported twice',
    async (names) => {
      await die(names, await deliver(names));
      stage.broker.clock.advance(60_000);
      const message = await next(names);
      await Promise.allSettled([die(names, message), die(names, message)]);
      return message;
    },
    { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1000 } },
  ],
  [
    'the end of the only lease',
    async (names) => {
      const message = await deliver(names, {}, { autoRenew: false, invisibleMs: 10_000 });
      stage.broker.clock.advance(10_001);
      await expire(stage.broker.ctx);
      return message;
    },
    {},
  ],
  [
    'the end of the last lease of two',
    async (names) => {
      await deliver(names, {}, { autoRenew: false, invisibleMs: 10_000 });
      stage.broker.clock.advance(10_001);
      await expire(stage.broker.ctx);
      const message = await next(names, { autoRenew: false, invisibleMs: 10_000 });
      stage.broker.clock.advance(10_001);
      await expire(stage.broker.ctx);
      return message;
    },
    { maxRetries: 1 },
  ],
  [
    'the consumption timeout',
    async (names) => {
      const message = await deliver(names);
      stage.broker.clock.advance(50_000);
      await renew(stage.broker.ctx, { clientIds: ['client-1'] });
      stage.broker.clock.advance(11_000);
      await endOverruns(stage.broker.ctx);
      return message;
    },
    { consumptionTimeoutMs: 60_000 },
  ],
  [
    'a simple consumer that gives its last delivery back',
    async (names) => {
      const message = await deliver(names, {}, { autoRenew: false });
      await changeInvisible(stage.broker.ctx, { ...verdict(names, message), invisibleMs: 0 });
      return message;
    },
    {},
  ],
  [
    'a limit lowered while it waited',
    async (names) => {
      const message = await deliver(names);
      await die(names, message);
      const { version } = await stage.broker.ctx.groups.find(names.group);
      await updateGroup(stage.broker.ctx, { name: names.group, version, maxRetries: 0, actor });
      stage.broker.clock.advance(60_000);
      expect(await deadLetterExhausted(stage.broker.ctx)).toBe(1);
      return message;
    },
    { maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 1000 } },
  ],
  [
    'a forward, asked twice',
    async (names) => {
      const message = await deliver(names);
      await forward(stage.broker.ctx, { ...verdict(names, message), deliveryAttempt: 17 });
      await forward(stage.broker.ctx, { ...verdict(names, message), deliveryAttempt: 17 });
      return message;
    },
    { maxRetries: 16 },
  ],
  [
    'a forward of an ordered group',
    async (names) => {
      const message = await deliver(names, { messageGroup: 'key' });
      await forward(stage.broker.ctx, { ...verdict(names, message), deliveryAttempt: 17 });
      return message;
    },
    { deliveryOrder: 'ordered', maxRetries: 16 },
  ],
];

test.each(paths)('[case 53] %s is one copy and one count', async (_name, run, fields) => {
  const names = await scene(fields);
  const before = moves();
  const message = await run(names);
  expect(await readIds(names)).toEqual([message.messageId]);
  expect(moves() - before).toBe(1);
  expect((await browseDeadLetters(stage.broker.ctx, { group: names.group })).items).toHaveLength(1);
});

test('[case 53] several deaths of one lease and one batch are each counted', async () => {
  const names = await scene();
  await send(stage.broker.ctx, { topic: names.topic, messages: Array.from({ length: 5 }, () => testMessage()) });
  const batch = await receiveNow(stage.broker.ctx, names);
  const before = moves();
  await Promise.all(batch.slice(0, 3).map((message) => die(names, message)));
  stage.broker.clock.advance(61_000);
  await expire(stage.broker.ctx);
  expect(moves() - before).toBe(5);
  expect((await readIds(names)).toSorted()).toEqual(batch.map(({ messageId }) => messageId).toSorted());
});
