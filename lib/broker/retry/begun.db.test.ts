import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { receiveNow, testMessage } from '../../testing/broker';
import { retryStage } from '../../testing/retry-stage';
import { abandon } from '../delivery/abandon';
import { ack } from '../delivery/ack';
import { changeInvisible } from '../delivery/change-invisible';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { deleteTopic } from '../topic/delete';
import { changeRetries } from './change-retries';

const actor = systemActor('test');
const MINUTE = 60_000;
const WAIT_MS = 7000;

const { stage, openPair } = retryStage('begun');

async function rows(text: string, messageId: string): Promise<string[]> {
  const { rows: found } = await stage.broker.database.store.console.query<{ line: string }>(text, [messageId]);
  return found.map(({ line }) => line);
}

/** What is stored, and what is read of it. */
const stored = (messageId: string): Promise<string[]> =>
  rows(
    `SELECT concat_ws(' ', e.state, e.attempt, e.cause) AS line FROM delivery_event e JOIN message m USING (queue_id, off)
      WHERE m.msg_id = $1 ORDER BY e.event_id`,
    messageId,
  );
const steps = (messageId: string): Promise<string[]> =>
  rows(
    `SELECT concat_ws(' ', e.state, e.attempt, e.cause, c.name, to_char(e.at, 'SS')) AS line
       FROM delivery_step e JOIN message m USING (queue_id, off) LEFT JOIN client c USING (client_id)
      WHERE m.msg_id = $1 ORDER BY e.event_id, e.step`,
    messageId,
  );

interface Scene {
  readonly name: string;
  readonly messageId: string;
  readonly delivered: DeliveredMessage;
  readonly input: Parameters<typeof fail>[1];
}

/** A message of which the first delivery failed, a second ago with client-2. The clock stands at second 9. */
async function again(maxRetries = 3): Promise<Scene> {
  stage.broker.clock.advance(MINUTE - (stage.broker.clock.nowOrNull().getTime() % MINUTE));
  const name = await openPair({ maxRetries, intervalMs: WAIT_MS });
  const message = testMessage();
  await send(stage.broker.ctx, { topic: name, messages: [message] });
  const names = { group: name, topic: name };
  const take = async (clientId: string): Promise<DeliveredMessage> => {
    const [found] = await receiveNow(stage.broker.ctx, { ...names, clientId, invisibleMs: MINUTE });
    if (found === undefined) throw new Error('nothing was delivered');
    return found;
  };
  const first = await take('client-1');
  stage.broker.clock.advance(1000);
  await fail(stage.broker.ctx, { ...names, ...first, clientId: 'client-1' });
  stage.broker.clock.advance(WAIT_MS);
  const delivered = await take('client-2');
  stage.broker.clock.advance(1000);
  const { messageId, receiptHandle } = delivered;
  return { name, messageId, delivered, input: { ...names, messageId, receiptHandle, clientId: 'client-2' } };
}

const FIRST = ['Inflight 1 delivered client-1 00', 'WaitingRetry 1 nack client-1 01'];
const SECOND = 'Inflight 2 delivered client-2 08';

test('a delivery of a message that failed takes one row, and is on record while a client has it', async () => {
  const { messageId, input } = await again();
  expect(await stored(messageId)).toEqual(['WaitingRetry 1 nack']);
  expect(await steps(messageId)).toEqual([...FIRST, SECOND]);
  const [timeline] = await readTimeline(stage.broker.ctx, { messageId });
  expect(timeline?.deliveries.at(-1)).toMatchObject({ attempt: 2, client: 'client-2' });
  await fail(stage.broker.ctx, input);
  expect(await stored(messageId)).toEqual(['WaitingRetry 1 nack', 'WaitingRetry 2 nack']);
  expect(await steps(messageId)).toEqual([...FIRST, SECOND, 'WaitingRetry 2 nack client-2 09']);
});

test.each<[string, (scene: Scene) => Promise<unknown>, string[], number?]>([
  [
    'acknowledged',
    ({ input }) => ack(stage.broker.ctx, { ...input, entries: [input] }),
    ['Commit 2 acked client-2 09'],
  ],
  ['its last one', ({ input }) => fail(stage.broker.ctx, input), ['DLQ 2 nack client-2 09'], 1],
  [
    'given up by its client',
    ({ input }) => forward(stage.broker.ctx, { ...input, deliveryAttempt: 2 }),
    ['DLQ 2 forwarded client-2 09'],
  ],
  [
    'its client died',
    async () => {
      stage.broker.clock.advance(MINUTE);
      await expire(stage.broker.ctx);
    },
    ['Ready 2 timeout client-2 09'],
  ],
  [
    'its reply was lost',
    ({ name, delivered }) => abandon(stage.broker.ctx, { group: name, topic: name, messages: [delivered] }),
    ['Ready 2 reply-lost client-2 09'],
  ],
  [
    'its time was changed twice, then over',
    async ({ input }) => {
      const changed = await changeInvisible(stage.broker.ctx, { ...input, invisibleMs: 20_000 });
      const once = await changeInvisible(stage.broker.ctx, { ...input, ...changed, invisibleMs: 20_000 });
      await fail(stage.broker.ctx, { ...input, ...once });
    },
    ['Inflight 2 extended client-2 09', 'Inflight 2 extended client-2 09', 'WaitingRetry 2 nack client-2 09'],
  ],
  [
    'an operator took it back',
    ({ name, messageId }) =>
      changeRetries(stage.broker.ctx, 'bury', {
        group: name,
        messageIds: [messageId],
        revoke: true,
        reason: 'INC-9',
        actor,
      }),
    ['Ready 2 revoked client-2 09', 'DLQ 2 buried client-2 09'],
  ],
  [
    'its topic was deleted',
    ({ name }) => deleteTopic(stage.broker.ctx, { topic: name, confirm: name, actor }),
    ['Dropped 2 topic-deleted client-2 09'],
  ],
])('a delivery that ended keeps its beginning: %s', async (_, end, expected, maxRetries) => {
  const scene = await again(maxRetries);
  await end(scene);
  expect(await steps(scene.messageId)).toEqual([...FIRST, SECOND, ...expected]);
});
