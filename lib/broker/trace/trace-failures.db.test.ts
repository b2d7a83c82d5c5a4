import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { FailedDelivery } from '../../model/delivery/failed-delivery';
import type { MessageTraces } from '../../model/cluster/message-traces';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { traceFailures } from './trace-failures';

const TRACE = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const AT = { topic: 'orders', group: 'billing' };
const actor = systemActor('test');

let broker: TestBroker;
let seen: FailedDelivery[] = [];
const traces: MessageTraces = {
  sent: () => undefined,
  delivered: () => undefined,
  acked: () => undefined,
  failed: (deliveries) => void seen.push(...deliveries),
};

beforeAll(async () => {
  broker = await createTestBroker();
  await createGroup(broker.ctx, { name: AT.group, maxRetries: 1, actor });
  await createTopic(broker.ctx, { name: AT.topic, messageType: 'NORMAL', queues: 1, actor });
  // From here on it is traced.
  await traceFailures(broker.ctx, traces);
});
afterAll(() => broker.close());

/** What is traced after so long. */
async function after(ms: number): Promise<FailedDelivery[]> {
  broker.clock.advance(ms);
  seen = [];
  await traceFailures(broker.ctx, traces);
  return seen;
}
const sendTraced = async (messageId: string, traceContext: string | null = TRACE): Promise<void> =>
  void (await send(broker.ctx, { topic: AT.topic, messages: [testMessage({ messageId, traceContext })] }));
async function receiveOne() {
  const [message] = await receiveNow(broker.ctx, AT);
  if (message === undefined) throw new Error('nothing to receive');
  return { ...AT, receiptHandle: message.receiptHandle, messageId: message.messageId, clientId: 'client-1' };
}

test('a refused delivery, then a dead letter: each once, with who had it and what follows', async () => {
  await sendTraced('refused');
  await fail(broker.ctx, await receiveOne());
  expect(await after(0)).toEqual([]);
  expect(await after(3000)).toMatchObject([
    {
      ...AT,
      ...{ messageId: 'refused', traceContext: TRACE, cause: 'nack', attempt: 1, generation: 0, outcome: 'waits' },
      ...{ client: 'client-1', handedAs: 1, dueAt: expect.any(Date), handedAt: expect.any(Date) },
    },
  ]);
  expect(await after(10_000)).toEqual([]);
  await fail(broker.ctx, await receiveOne());
  expect(await after(3000)).toMatchObject([{ cause: 'nack', attempt: 2, handedAs: 2, outcome: 'dead', dueAt: null }]);
});

test('a delivery whose time is over, and one that its client gives up after tries of its own', async () => {
  await sendTraced('silent');
  await receiveOne();
  await after(3_600_000);
  await expire(broker.ctx);
  expect(await after(3000)).toMatchObject([{ messageId: 'silent', cause: 'timeout', attempt: 1, outcome: 'waits' }]);
  await forward(broker.ctx, { ...(await receiveOne()), deliveryAttempt: 7 });
  expect(await after(3000)).toMatchObject([{ cause: 'forwarded', attempt: 7, handedAs: 2, outcome: 'dead' }]);
});

test('messages without a trace are left out; one that an agent marked is not', async () => {
  await sendTraced('untraced', null);
  await fail(broker.ctx, await receiveOne());
  const marked = testMessage({ messageId: 'marked', properties: { traceparent: TRACE } });
  await send(broker.ctx, { topic: AT.topic, messages: [marked] });
  await fail(broker.ctx, await receiveOne());
  expect(await after(3000)).toMatchObject([{ messageId: 'marked', traceContext: TRACE }]);
});

test('processes that trace at once share the failures; what failed while no process traced is not traced', async () => {
  await sendTraced('shared');
  await fail(broker.ctx, await receiveOne());
  broker.clock.advance(3000);
  seen = [];
  await Promise.all(Array.from({ length: 4 }, () => traceFailures(broker.ctx, traces)));
  expect(seen.map(({ messageId }) => messageId)).toEqual(['shared']);

  await sendTraced('unseen');
  await fail(broker.ctx, await receiveOne());
  expect(await after(61_000)).toEqual([]);
});
