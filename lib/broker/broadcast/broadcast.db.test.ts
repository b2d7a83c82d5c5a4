import { expect, test } from 'vitest';

import { receiveNow, testMessage } from '../../testing/broker';
import { changeInvisible } from '../delivery/change-invisible';
import { endOverruns } from '../delivery/end-overruns';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { release } from '../delivery/release';
import { renew } from '../delivery/renew';
import { send } from '../message/send';
import { join } from './join';
import { broadcastStage } from '../../testing/broadcasts';

const { stage, scene, enter, sendSome, fetchAll, idsOf, ackAll, events, leftOvers, another } = broadcastStage();

test('every client gets every message, and acks only its own', async () => {
  const names = await scene();
  await enter(names, 'a', 'b', 'c');
  const sent = await sendSome(names.topic, 40);
  const [a, b, c] = [await fetchAll(names, 'a'), await fetchAll(names, 'b'), await fetchAll(names, 'c')];
  for (const got of [a, b, c]) expect(idsOf(got)).toEqual(sent.toSorted());
  expect(new Set([...a, ...b, ...c].map(({ receiptHandle }) => receiptHandle)).size).toBe(120);
  expect(await ackAll(names, a)).toEqual(a.map(() => null));
  expect(await ackAll(names, a)).toEqual(a.map(() => null));
  expect(await ackAll(names, [...b, ...c])).toEqual([...b, ...c].map(() => null));
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
  expect(await fetchAll(names, 'a')).toEqual([]);
});

test('a failure is on record and never tried again; the others are not touched by it', async () => {
  const names = await scene({ maxRetries: 16 });
  await enter(names, 'a', 'b');
  await sendSome(names.topic, 1);
  const [mine] = await fetchAll(names, 'a');
  const [theirs] = await fetchAll(names, 'b');
  if (mine === undefined || theirs === undefined) throw new Error('a message for each expected');
  const before = stage.broker.counted.get('rocketmq_send_to_dlq_messages_total') ?? 0;
  await fail(stage.broker.ctx, { ...names, ...mine, clientId: 'a' });
  stage.broker.clock.advance(3 * 3_600_000);
  await deadLetterExhausted(stage.broker.ctx);
  expect(await fetchAll(names, 'a')).toEqual([]);
  expect(await ackAll(names, [mine])).toEqual(['invalid-receipt-handle']);
  await expect(fail(stage.broker.ctx, { ...names, ...mine, clientId: 'a' })).rejects.toMatchObject({
    code: 'invalid-receipt-handle',
  });
  await expire(stage.broker.ctx);
  expect(await events(names.group)).toEqual(['a Dropped 1 nack', 'b Dropped 1 timeout']);
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
  expect(stage.broker.counted.get('rocketmq_send_to_dlq_messages_total') ?? 0).toBe(before);
  expect(stage.broker.counted.get('redrive_broadcast_failures_total')).toBe(2);
});

test('a lease that runs out, a consumption that takes too long and a client that leaves are failures', async () => {
  const names = await scene({ consumptionTimeoutMs: 100_000 });
  await enter(names, 'slow', 'silent', 'leaver');
  await sendSome(names.topic, 1);
  for (const clientId of ['slow', 'silent', 'leaver']) expect(await fetchAll(names, clientId)).toHaveLength(1);
  await release(stage.broker.ctx, { group: names.group, clientId: 'leaver' });
  stage.broker.clock.advance(1000);
  await expire(stage.broker.ctx);
  stage.broker.clock.advance(40_000);
  await renew(stage.broker.ctx, { clientIds: ['slow'] });
  stage.broker.clock.advance(20_000);
  await expire(stage.broker.ctx);
  stage.broker.clock.advance(10_000);
  await renew(stage.broker.ctx, { clientIds: ['slow'] });
  stage.broker.clock.advance(30_000);
  expect(await endOverruns(stage.broker.ctx)).toBe(1);
  expect(await events(names.group)).toEqual([
    'leaver Dropped 1 client-gone',
    'silent Dropped 1 timeout',
    'slow Dropped 1 consumption-timeout',
  ]);
  for (const clientId of ['slow', 'silent', 'leaver']) expect(await fetchAll(names, clientId)).toEqual([]);
});

test('forwarding to the dead letters is answered OK, twice too, and recorded as dropped', async () => {
  const names = await scene();
  await enter(names, 'a');
  await sendSome(names.topic, 1);
  const [message] = await fetchAll(names, 'a');
  if (message === undefined) throw new Error('one message expected');
  for (let time = 0; time < 2; time += 1)
    await forward(stage.broker.ctx, { ...names, ...message, clientId: 'a', deliveryAttempt: 1 });
  expect(await events(names.group)).toEqual(['a Dropped 1 forwarded']);
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
});

test('a new client starts at what is sent from its introduction on; one that comes back goes on where it was', async () => {
  const names = await scene();
  await sendSome(names.topic, 3);
  stage.broker.clock.advance(1000);
  await enter(names, 'first');
  stage.broker.clock.advance(1000);
  const early = await sendSome(names.topic, 2);
  expect(idsOf(await fetchAll(names, 'first'))).toEqual(early.toSorted());
  stage.broker.clock.advance(1000);
  const later = await sendSome(names.topic, 4);
  const restarted = await another();
  stage.broker.clock.advance(1000);
  expect(await fetchAll(names, 'second')).toEqual([]);
  expect(idsOf(await fetchAll(names, 'first', restarted))).toEqual(later.toSorted());
});

test('two processes that meet a new client at once make one member', async () => {
  const names = await scene();
  const contexts = [stage.broker.ctx, await another(), await another()];
  await Promise.all(contexts.map((ctx) => join(ctx, { group: names.group, clientId: 'racer' })));
  await sendSome(names.topic, 1);
  const got = await Promise.all(contexts.map((ctx) => receiveNow(ctx, { ...names, clientId: 'racer' })));
  expect(got.flat()).toHaveLength(1);
  const { rows } = await stage.broker.database.store.console.query(
    'SELECT 1 FROM consumer_group m JOIN consumer_group g ON g.group_id = m.broadcast_of WHERE g.name = $1',
    [names.group],
  );
  expect(rows).toHaveLength(1);
});

test('simple consumers are members too: more time is no failure, giving up is one', async () => {
  const names = await scene();
  await enter(names, 's1', 's2');
  await sendSome(names.topic, 1);
  const simple = { ...names, autoRenew: false, invisibleMs: 10_000 };
  const [first] = await receiveNow(stage.broker.ctx, { ...simple, clientId: 's1' });
  const [second] = await receiveNow(stage.broker.ctx, { ...simple, clientId: 's2' });
  if (first === undefined || second === undefined) throw new Error('a message for each expected');
  const longer = await changeInvisible(stage.broker.ctx, { ...names, ...first, clientId: 's1', invisibleMs: 60_000 });
  await changeInvisible(stage.broker.ctx, { ...names, ...second, clientId: 's2', invisibleMs: 0 });
  stage.broker.clock.advance(30_000);
  await expire(stage.broker.ctx);
  expect(await receiveNow(stage.broker.ctx, { ...simple, clientId: 's2' })).toEqual([]);
  expect(await ackAll(names, [{ ...first, ...longer }])).toEqual([null]);
  await sendSome(names.topic, 1);
  const [third] = await receiveNow(stage.broker.ctx, { ...simple, clientId: 's1' });
  if (third === undefined) throw new Error('one message expected');
  await changeInvisible(stage.broker.ctx, { ...names, ...third, clientId: 's1', invisibleMs: 20_000 });
  stage.broker.clock.advance(20_000);
  await expire(stage.broker.ctx);
  expect(await receiveNow(stage.broker.ctx, { ...simple, clientId: 's1' })).toEqual([]);
  expect((await events(names.group)).filter((line) => line.includes('Dropped'))).toEqual([
    's2 Dropped 1 released',
    's1 Dropped 1 timeout',
  ]);
});

test('an ordered broadcast group: each client gets each key in order; a failed message is dropped and the next goes on', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  await enter(names, 'a', 'b');
  const messages = ['k', 'k', 'other', 'k'].map((messageGroup) => testMessage({ messageGroup }));
  for (const message of messages) await send(stage.broker.ctx, { topic: names.topic, messages: [message] });
  const inOrder = messages.filter(({ messageGroup }) => messageGroup === 'k').map(({ messageId }) => messageId);
  const seen: string[] = [];
  for (;;) {
    const [next] = await receiveNow(stage.broker.ctx, { ...names, clientId: 'a', batchSize: 1 });
    if (next === undefined) break;
    if (next.messageGroup === 'k') seen.push(next.messageId);
    if (next.messageId === inOrder[0])
      await forward(stage.broker.ctx, { ...names, ...next, clientId: 'a', deliveryAttempt: 1 });
    else expect(await ackAll(names, [next])).toEqual([null]);
  }
  expect(seen).toEqual(inOrder);
  const others = await fetchAll(names, 'b');
  expect(others.filter(({ messageGroup }) => messageGroup === 'k').map(({ messageId }) => messageId)).toEqual(inOrder);
  expect(await events(names.group)).toEqual(['a Dropped 1 forwarded']);
});

test('handles stay within their group, and a member has no name that a client can use', async () => {
  const names = await scene();
  const other = await scene();
  await enter(names, 'a');
  await sendSome(names.topic, 1);
  const [message] = await fetchAll(names, 'a');
  if (message === undefined) throw new Error('one message expected');
  expect(await ackAll({ ...names, group: other.group }, [message])).toEqual(['invalid-receipt-handle']);
  const { rows } = await stage.broker.database.store.console.query<{ name: string }>(
    'SELECT name FROM consumer_group WHERE broadcast_of IS NOT NULL',
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { name } of rows)
    await expect(stage.broker.ctx.groups.find(name)).rejects.toMatchObject({ code: /group/ });
  expect(await ackAll(names, [message])).toEqual([null]);
});
