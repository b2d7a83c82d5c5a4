import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { MessageType } from '../../model/topic/topic';
import { createTestBroker, type TestBroker, testMessage } from '../../testing/broker';
import { createTopic } from '../topic/create';
import { batchesOf, MAX_BATCH } from '../process/send/batches-of';
import { send } from './send';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker({ protection: { sendQueueItems: 2, sendHeadWaitMs: 15_000 } });
});
afterAll(() => broker.close());

const call = (type: MessageType, count: number) =>
  Array.from({ length: count }, () =>
    testMessage(
      type === 'DELAY'
        ? { deliverAt: new Date(broker.clock.nowOrNull().getTime() + 60_000) }
        : type === 'TRANSACTION'
          ? { messageType: 'TRANSACTION' }
          : {},
    ),
  );

const TABLES = { NORMAL: 'message', DELAY: 'scheduled_message', TRANSACTION: 'half_message' } as const;

test.each(Object.keys(TABLES) as (keyof typeof TABLES)[])(
  '%s: the queue counts calls, and a call that is refused stores none of its messages',
  async (type) => {
    const topic = `whole-${type}`;
    await createTopic(broker.ctx, {
      name: topic,
      messageType: type,
      queues: 1,
      actor: systemActor('test'),
    });
    const { console: db } = broker.database.store;
    const stored = async (): Promise<string[]> =>
      (await db.query<{ id: string }>(`SELECT msg_id AS id FROM ${TABLES[type]} ORDER BY msg_id`)).rows.map(
        ({ id }) => id,
      );
    const before = await stored();
    const lanes = type === 'TRANSACTION' ? broker.ctx.halves : broker.ctx.sends;
    const blocked = async (): Promise<number | undefined> =>
      (
        await db.query<{ n: number }>(
          'SELECT count(*)::int AS n FROM pg_locks JOIN pg_database d ON d.oid = database WHERE NOT granted AND datname = current_database()',
        )
      ).rows[0]?.n;
    const calls = [3, 4, 5, 6].map((count) => call(type, count));
    const holder = await db.connect();
    await holder.query('BEGIN');
    await holder.query(`LOCK TABLE ${TABLES[type]} IN EXCLUSIVE MODE`);
    const sends: Promise<unknown>[] = [];
    const refusals: unknown[] = [];
    for (const [index, messages] of calls.entries()) {
      sends.push(send(broker.ctx, { topic, messages }).catch((error: unknown) => refusals.push(error)));
      // The first call runs before the others come, one after the other.
      if (index === 0) await expect.poll(blocked).toBe(1);
      else await expect.poll(() => lanes.pressure.waiting + refusals.length).toBe(index);
    }
    await sends[3];
    await holder.query('COMMIT');
    holder.release();
    await Promise.all(sends);
    expect(refusals).toMatchObject([{ code: 'too-many-requests', field: 'send-queue', value: '2 requests' }]);
    const ids = calls.slice(0, 3).flatMap((messages) => messages.map(({ messageId }) => messageId));
    expect((await stored()).filter((id) => !before.includes(id))).toEqual(ids.toSorted());
  },
);

test('a call that is larger than a batch is cut where a batch is full', () => {
  const small = call('NORMAL', MAX_BATCH.messages + 1);
  expect(batchesOf(small).map(({ length }) => length)).toEqual([MAX_BATCH.messages, 1]);
  const large = [1, 2, 3].map(() => testMessage({ body: Buffer.alloc(MAX_BATCH.bytes / 2) }));
  expect(batchesOf(large).map(({ length }) => length)).toEqual([2, 1]);
  expect(batchesOf([])).toEqual([]);
});
