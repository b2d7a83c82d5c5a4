import { expect, test } from 'vitest';

import { receiveNow, testMessage } from '../../testing/broker';
import { abandon } from '../delivery/abandon';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { send } from '../message/send';
import { broadcastStage } from '../../testing/broadcasts';

const { stage, scene, enter, sendSome, fetchAll, idsOf, ackAll, events, leftOvers, another } = broadcastStage();

test('a reply that could not be written is handed out again, once more in full, and is not a failure', async () => {
  const names = await scene();
  await enter(names, 'a');
  const sent = await sendSome(names.topic, 3);
  const lost = await receiveNow(stage.broker.ctx, { ...names, clientId: 'a' });
  await abandon(stage.broker.ctx, { ...names, messages: lost });
  expect(await ackAll(names, lost.slice(0, 1))).toEqual(['invalid-receipt-handle']);
  const again = await fetchAll(names, 'a');
  expect(idsOf(again)).toEqual(sent.toSorted());
  expect(again.every(({ attempt }) => attempt === 1)).toBe(true);
  await abandon(stage.broker.ctx, { ...names, messages: again });
  const third = await fetchAll(names, 'a');
  expect(idsOf(third)).toEqual(sent.toSorted());
  expect(await ackAll(names, third.slice(1))).toEqual([null, null]);
  const [one] = third;
  if (one !== undefined) await fail(stage.broker.ctx, { ...names, ...one, clientId: 'a' });
  expect((await events(names.group)).filter((line) => line.includes('Dropped'))).toEqual(['a Dropped 1 nack']);
  expect(await fetchAll(names, 'a')).toEqual([]);
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
});

test.each(['concurrent', 'ordered'] as const)(
  'a process killed between commit and reply (%s): the repeated receive gets it, even when the lease is over by then',
  async (deliveryOrder) => {
    const names = await scene({ deliveryOrder });
    await enter(names, 'a');
    const ordered = deliveryOrder === 'ordered' ? { messageGroup: 'k' } : {};
    const messages = [testMessage(ordered), testMessage(ordered), testMessage(ordered)];
    await send(stage.broker.ctx, { topic: names.topic, messages });
    const lost = { ...names, clientId: 'a', attemptId: `lost-${deliveryOrder}` };
    expect(await receiveNow(stage.broker.ctx, lost)).toHaveLength(3);
    stage.broker.clock.advance(300_000);
    await expire(stage.broker.ctx);
    const after = await another();
    expect(await receiveNow(after, { ...lost, attemptId: 'another attempt' })).toEqual([]);
    const again = await receiveNow(await another(), lost);
    expect(again.map(({ messageId }) => messageId)).toEqual(messages.map(({ messageId }) => messageId));
    expect(await ackAll(names, again)).toEqual([null, null, null]);
    expect(await receiveNow(await another(), lost)).toEqual([]);
    expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
  },
);

test('a reply that got lost on its way comes again when the client repeats its receive at the same process', async () => {
  const names = await scene();
  await enter(names, 'a');
  const sent = await sendSome(names.topic, 2);
  const attempt = { ...names, clientId: 'a', attemptId: 'lost on the way', batchSize: 32 };
  const handed = await receiveNow(stage.broker.ctx, attempt);
  expect(idsOf(handed)).toEqual(sent.toSorted());
  expect(await receiveNow(stage.broker.ctx, { ...attempt, attemptId: 'the next one' })).toEqual([]);
  await ackAll(names, handed.slice(0, 1));
  const again = await receiveNow(stage.broker.ctx, attempt);
  expect(idsOf(again)).toEqual(idsOf(handed.slice(1)));
  expect(await ackAll(names, again)).toEqual([null]);
  expect(await receiveNow(stage.broker.ctx, attempt)).toEqual([]);
});

test('what a client decided itself does not come back with a repeated receive', async () => {
  const names = await scene();
  await enter(names, 'a');
  await sendSome(names.topic, 4);
  const attempt = { ...names, clientId: 'a', attemptId: 'got-it' };
  const got = [...(await receiveNow(stage.broker.ctx, attempt)), ...(await fetchAll(names, 'a'))];
  const [failed, acked, ...open] = got;
  if (failed === undefined || acked === undefined) throw new Error('four messages expected');
  await fail(stage.broker.ctx, { ...names, ...failed, clientId: 'a' });
  await ackAll(names, [acked]);
  const again = await receiveNow(await another(), attempt);
  expect(idsOf(again)).not.toContain(failed.messageId);
  expect(idsOf(again)).not.toContain(acked.messageId);
  expect(again.length).toBeLessThanOrEqual(open.length);
});

test('any interleaving of clients, failures, lost replies and restarts: each client gets each message until it is decided, never after', async () => {
  const names = await scene();
  const clients = ['w', 'x', 'y', 'z'];
  await enter(names, ...clients);
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const sent: string[] = [];
  const decided = new Map(clients.map((client) => [client, new Map<string, 'acked' | 'failed'>()]));
  let ctx = stage.broker.ctx;
  for (let step = 0; step < 300; step += 1) {
    if (step % 6 === 0 && sent.length < 40) sent.push(...(await sendSome(names.topic, 1)));
    if (random(25) === 0) ctx = await another();
    const clientId = clients[random(clients.length)] ?? 'w';
    const mine = decided.get(clientId) ?? new Map<string, string>();
    const batch = await receiveNow(ctx, { ...names, clientId, batchSize: 1 + random(5) });
    for (const message of batch) expect(mine.has(message.messageId), `${clientId} ${message.messageId}`).toBe(false);
    if (random(5) === 0) {
      await abandon(ctx, { ...names, messages: batch });
      continue;
    }
    for (const message of batch) {
      if (random(4) === 0) {
        await fail(ctx, { ...names, ...message, clientId });
        mine.set(message.messageId, 'failed');
      } else {
        expect(await ackAll(names, [message])).toEqual([null]);
        mine.set(message.messageId, 'acked');
      }
    }
  }
  for (const clientId of clients) {
    for (const message of await fetchAll(names, clientId)) {
      await ackAll(names, [message]);
      decided.get(clientId)?.set(message.messageId, 'acked');
    }
    expect([...(decided.get(clientId)?.keys() ?? [])].toSorted()).toEqual(sent.toSorted());
  }
  const failures = [...decided.values()].flatMap((mine) => [...mine.values()]).filter((end) => end === 'failed').length;
  expect((await events(names.group)).filter((line) => line.includes('Dropped'))).toHaveLength(failures);
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
});
