import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { crashingStore } from '../../testing/crashing-store';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import type { MessageFilter } from './parse-filter';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');
const FILTERS: Record<string, MessageFilter> = {
  SQL: { type: 'SQL', expression: "TAGS = 'wanted'" },
  tag: { type: 'TAG', expression: 'wanted' },
};
const DAY_MS = 24 * 60 * 60 * 1000;
/** More than one receive needs. */
const MOST_STATEMENTS = 12;

async function crashAfter(n: number): Promise<{ readonly ctx: BrokerContext; readonly isDead: () => boolean }> {
  const { store, dieAfter, isDead } = crashingStore(broker.database.store);
  const ctx = await createBrokerContext({ ...broker.ctx, clock: broker.clock, store });
  dieAfter(n);
  return { ctx, isDead };
}

let scenes = 0;
async function scene(ordered: boolean, maxRetries: number): Promise<{ topic: string; group: string }> {
  scenes += 1;
  const names = { topic: `killed-${scenes}`, group: `killed-${scenes}` };
  await createGroup(broker.ctx, {
    name: names.group,
    deliveryOrder: ordered ? 'ordered' : 'concurrent',
    maxRetries,
    retryPolicy: { type: 'fixed', intervalMs: 1000 },
    actor,
  });
  await createTopic(broker.ctx, { name: names.topic, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 2, actor });
  const messages = Array.from({ length: 12 }, (_, index) =>
    testMessage({ tag: index % 4 === 0 ? 'wanted' : 'other', messageGroup: ordered ? `key-${index}` : null }),
  );
  await send(broker.ctx, { topic: names.topic, messages });
  return names;
}

/** Of the messages that match no filter: dead letters, and their deliveries that were counted as failed. */
async function harmDone({ group }: { group: string }): Promise<{ dead: number; failures: number }> {
  const { rows } = await broker.database.store.console.query<{ dead: number; failures: number }>(
    `SELECT (SELECT count(*) FROM dead_letter d WHERE d.group_id = g.group_id AND d.tag = 'other')::int AS dead,
            (SELECT count(*) FROM delivery_event e JOIN message m ON m.queue_id = e.queue_id AND m.off = e.off
              WHERE e.group_id = g.group_id AND m.tag = 'other' AND e.cause IN ('timeout', 'client-gone'))::int AS failures
       FROM consumer_group g WHERE g.name = $1`,
    [group],
  );
  return rows[0] ?? { dead: -1, failures: -1 };
}

const ways = [false, true].flatMap((ordered) => Object.keys(FILTERS).map((kind) => ({ ordered, kind })));
const statements = Array.from({ length: MOST_STATEMENTS }, (_, index) => index + 1);

for (const [index, { ordered, kind }] of ways.entries()) {
  const options = { tags: index === 0 ? [] : ['long'] };
  describe(`killed in the middle of a receive with a ${kind} filter, ordered: ${ordered}`, options, () => {
    const filter = FILTERS[kind] ?? { type: 'TAG', expression: '*' };
    const survived: boolean[] = [];

    test.each(statements)('after statement %s: what does not match is no failed delivery', async (n) => {
      const names = await scene(ordered, 0);
      const { ctx, isDead } = await crashAfter(n);
      await receiveNow(ctx, { ...names, filter }).catch(() => []);
      survived.push(!isDead());
      broker.clock.advance(DAY_MS);
      await expire(broker.ctx);
      expect(await harmDone(names)).toEqual({ dead: 0, failures: 0 });
      while ((await receiveNow(broker.ctx, { ...names, filter })).length > 0);
      broker.clock.advance(DAY_MS);
      await expire(broker.ctx);
      expect(await harmDone(names)).toEqual({ dead: 0, failures: 0 });
      expect(await receiveNow(broker.ctx, names)).toEqual([]);
    });

    test.each(statements)('after statement %s: of what failed before, too', async (n) => {
      const names = await scene(ordered, 1);
      for (const { receiptHandle } of await receiveNow(broker.ctx, names))
        await fail(broker.ctx, { ...names, receiptHandle, messageId: 'x', clientId: 'c' });
      broker.clock.advance(4000);
      const { ctx, isDead } = await crashAfter(n);
      await receiveNow(ctx, { ...names, filter }).catch(() => []);
      survived.push(!isDead());
      broker.clock.advance(DAY_MS);
      await expire(broker.ctx);
      expect(await harmDone(names)).toEqual({ dead: 0, failures: 0 });
    });

    test('every statement was the last one once', () => expect(survived).toContain(true));
  });
}
