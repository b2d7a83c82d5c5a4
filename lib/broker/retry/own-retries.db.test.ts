import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import { HOUR_MS } from '../../model/dead-letter/dead-letter-retention';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { reportFailure } from '../failure/report';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { listBlockedKeys } from './blocked-keys';
import { changeKey } from './change-key';
import { readAttempts, readDeathsDue } from './deaths-due';
import { readRetryTide } from './tide';

const actor = systemActor('test');
const INTERVAL_MS = 30_000;
let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

test('a head that its client retries by itself is lost when the key page says so, and never before that for less', async () => {
  const { ctx, clock } = broker;
  const now = (): Date => ctx.clock.nowOrNull() ?? new Date();
  const retryPolicy = { type: 'fixed', intervalMs: INTERVAL_MS } as const;
  await createGroup(ctx, { name: 'own', deliveryOrder: 'ordered', maxRetries: 4, retryPolicy, actor });
  await createTopic(ctx, { name: 'own', messageType: 'FIFO', queues: 1, actor });
  const { groupId } = await ctx.groups.find('own');
  const dues = async () => (await readDeathsDue(ctx, now(), HOUR_MS)).get(groupId) ?? 0;
  const tide = async () => await readRetryTide(ctx, { group: 'own', aheadMs: [HOUR_MS] });

  await send(ctx, {
    topic: 'own',
    messages: ['m1', 'm2'].map((messageId) => testMessage({ messageId, messageGroup: 'k' })),
  });
  await receiveNow(ctx, { group: 'own', topic: 'own', clientId: 'push', autoRenew: true });
  clock.advance(3_000);
  expect(await dues()).toBe(0);
  for (const attempt of [1, 2]) {
    await reportFailure(ctx, { group: 'own', messageId: 'm1', attempt, errorType: 'Timeout', message: 'm' });
    clock.advance(5_000);
  }
  // Attempt 2 failed 5 s ago: three more follow, and the last of them fails 90 s after it.
  const [key] = (await listBlockedKeys(ctx, { group: 'own', limit: 1 })).items;
  const freeAt = new Date(now().getTime() + 3 * INTERVAL_MS - 5_000);
  expect(key).toMatchObject({ key: 'k', clientAttempt: 2, freeAt: freeAt.toISOString() });
  expect(await dues()).toBe(1);
  expect(await readAttempts(ctx, now(), groupId)).toMatchObject([{ attempt: 2, leased: true, messages: 1 }]);
  const { bins, waiting, deathsInHour, binMs } = await tide();
  expect({ waiting, deathsInHour }).toEqual({ waiting: 0, deathsInHour: 1 });
  expect(bins.reduce((sum, { tries }) => sum + tries, 0)).toBe(3);
  const lost = bins.find(({ deaths }) => deaths > 0);
  expect(freeAt.getTime() - (lost?.fromMs ?? 0)).toBeLessThanOrEqual(binMs);

  // A client that hangs past all of its tries is as near to the end as can be; what is held is not lost.
  clock.advance(10 * INTERVAL_MS);
  expect(await dues()).toBe(1);
  await changeKey(ctx, 'hold', { group: 'own', topic: 'own', queueNo: 0, key: 'k', reason: 'look', actor });
  expect(await dues()).toBe(0);
});
