import { expect, test } from 'vitest';

import { receiveNow, testMessage } from '../../testing/broker';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { forward } from '../delivery/forward';
import { recallByProducer } from '../schedule/recall';
import { readTimeline } from './read-timeline';
import { send } from './send';

const stage = brokerStage();

test.each([
  '0001-01-01T00:00:00.000Z',
  '1000-01-01T00:00:00.000Z',
  '1714-08-06T00:00:00.001Z',
  '1969-12-31T23:59:59.999Z',
  '2286-01-01T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
])('a message that was born %s is stored, delivered and shown with that time', async (time) => {
  const at = await Scene.open(stage.broker, { maxRetries: 3 });
  const message = testMessage({ bornAt: new Date(time) });
  await send(stage.broker.ctx, { topic: at.topic, messages: [message] });
  const [received] = await receiveNow(stage.broker.ctx, { topic: at.topic, group: at.group });
  expect(received?.bornAt.toISOString()).toBe(time);
  const { rows } = await stage.broker.database.store.console.query(
    'SELECT born_at FROM any_message WHERE msg_id = $1 AND seg >= 0',
    [message.messageId],
  );
  expect(rows).toEqual([{ born_at: new Date(time) }]);
  expect(await readTimeline(stage.broker.ctx, { messageId: message.messageId })).toHaveLength(1);
});

test('numbers that the wire can carry and the store cannot are clamped, or refused by name', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 3 });
  await at.send();
  const held = await at.one(at.push());
  const names = { group: at.group, topic: at.topic, clientId: 'c' };
  const { receiptHandle, messageId } = held;
  await forward(stage.broker.ctx, { ...names, receiptHandle, messageId, deliveryAttempt: 2 ** 31 - 1 });
  const target = { topic: at.topic, messageId: 'unknown', deliverAt: new Date(999_999_999_999_999) };
  await expect(recallByProducer(stage.broker.ctx, target)).rejects.toMatchObject({ code: expect.any(String) });
});
