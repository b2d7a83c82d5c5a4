import { expect, test } from 'vitest';

import { receiveNow } from '../../testing/broker';
import { ack } from '../delivery/ack';
import { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { createTopic } from '../topic/create';
import { browseDeadLetters } from './browse';
import { deadLetterStage } from '../../testing/dead-letter-topics';

const { stage, actor, scene, deliver, next, die, read } = deadLetterStage();

test('who reads a dead-letter topic has retries and dead letters of its own', async () => {
  const names = await scene();
  const { version } = await stage.broker.ctx.groups.find(names.reader);
  const policy = { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1000 } as const };
  await updateGroup(stage.broker.ctx, { name: names.reader, version, ...policy, actor });
  await die(names, await deliver(names));
  const reader = { topic: names.dlq, group: names.reader };
  const first = await next(reader);
  expect(first.attempt).toBe(1);
  await die(reader, first);
  stage.broker.clock.advance(1000);
  const second = await next(reader);
  expect(second).toMatchObject({ messageId: first.messageId, attempt: 2 });
  const last = { ...names, dlq: `%DLQ%${names.reader}`, reader: names.group };
  await stage.broker.ctx.topics.find(last.dlq);
  await die(reader, second);
  const letters = (await browseDeadLetters(stage.broker.ctx, { group: names.reader })).items;
  expect(letters.map(({ topic, messageId }) => [topic, messageId])).toEqual([[names.dlq, first.messageId]]);
  const [copy] = await read(last);
  // the origin stays the first one: that is where it can be sent again
  expect(copy).toMatchObject({ messageId: first.messageId, properties: { DLQ_ORIGIN_TOPIC: names.topic } });
});

test('an ordered group reads the dead letters of one message group one after the other', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  const ordered = { topic: names.dlq, group: `ordered-${names.reader}` };
  await createGroup(stage.broker.ctx, { name: ordered.group, deliveryOrder: 'ordered', actor });
  const ids: string[] = [];
  for (const messageGroup of ['a', 'a', 'b']) {
    const message = await deliver(names, { messageGroup });
    await die(names, message);
    ids.push(message.messageId);
  }
  const first = await next(ordered, { batchSize: 1 });
  expect(first).toMatchObject({ messageId: ids[0], messageGroup: 'a', messageType: 'FIFO' });
  // its head is held: only the other message group goes on
  expect((await receiveNow(stage.broker.ctx, ordered)).map(({ messageId }) => messageId)).toEqual([ids[2]]);
  await ack(stage.broker.ctx, { ...ordered, entries: [first] });
  expect((await receiveNow(stage.broker.ctx, ordered)).map(({ messageId }) => messageId)).toEqual([ids[1]]);
});

test('groups that read each other: a message passes each dead-letter topic once', async () => {
  const names = await scene();
  const { version } = await stage.broker.ctx.groups.find(names.reader);
  await updateGroup(stage.broker.ctx, { name: names.reader, version, maxRetries: 0, actor });
  await stage.broker.ctx.topics.find(`%DLQ%${names.reader}`);
  await die(names, await deliver(names));
  const own = { topic: names.dlq, group: names.group };
  await die(own, await next(own));
  expect(await receiveNow(stage.broker.ctx, own)).toEqual([]);
  const other = { topic: names.dlq, group: names.reader };
  await die(other, await next(other));
  const back = { topic: `%DLQ%${names.reader}`, group: names.group };
  await die(back, await next(back));
  expect(await receiveNow(stage.broker.ctx, other)).toEqual([]);
  expect((await browseDeadLetters(stage.broker.ctx, { group: names.group })).items).toHaveLength(3);
});

test('names: only a group that exists has a dead-letter topic, however deep the name', async () => {
  const names = await scene({}, { opened: false });
  const code = (name: string): Promise<unknown> =>
    stage.broker.ctx.topics.find(name).catch((error: unknown) => (error as { code: string }).code);
  expect(await code('%DLQ%nobody')).toBe('topic-not-found');
  expect(await code(`%DLQ%${names.dlq}`)).toBe('topic-not-found');
  expect(await code('%DLQ%')).toBe('illegal-topic');
  expect(await code('%DLQ%a b')).toBe('illegal-topic');
  expect(await code(`%DLQ%${'g'.repeat(121)}`)).toBe('illegal-topic');
  expect(await code(`%RETRY%${names.group}`)).toBe('illegal-topic');
  await expect(createTopic(stage.broker.ctx, { name: names.dlq, messageType: 'NORMAL', actor })).rejects.toMatchObject({
    code: 'illegal-topic',
  });
  // a group may be called so: then it has one like any other
  await createGroup(stage.broker.ctx, { name: names.dlq, actor });
  expect(await stage.broker.ctx.topics.find(`%DLQ%${names.dlq}`)).toMatchObject({ name: `%DLQ%${names.dlq}` });
});
