import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { workAhead as read } from '../../store/queries/health/work-ahead';
import { testMessage } from '../../testing/broker';
import { brokerStage } from '../../testing/broker-stage';
import { explained } from '../../testing/explained';
import { Scene } from '../../testing/scene';
import { expire } from '../delivery/expire';
import { send } from '../message/send';
import { releaseDue } from '../schedule/release-due';
import { createTopic } from '../topic/create';
import { workAhead } from './work-ahead';

const SECOND = 1000;
const actor = systemActor('test');
const stage = brokerStage();

async function ahead(): Promise<Record<string, number>> {
  return Object.fromEntries((await workAhead(stage.broker.ctx)).map(({ loop, inMs }) => [loop, inMs]));
}

test('nothing is ahead of a broker without work', async () => {
  expect(await ahead()).toEqual({});
});

test('the next end of a lease is known to the millisecond, of first deliveries and of retries', async () => {
  const { ctx, clock } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: SECOND } });
  await at.send();
  await at.simple({ invisibleMs: 20 * SECOND });
  expect(await ahead()).toEqual({ expire: 20 * SECOND, 'end-overruns': 0 });
  clock.advance(20 * SECOND);
  expect(await ahead()).toMatchObject({ expire: 0 });
  await expire(ctx, null);
  expect(await ahead()).toEqual({});
  clock.advance(SECOND);
  await at.simple({ invisibleMs: 12 * SECOND });
  expect(await ahead()).toEqual({ expire: 12 * SECOND, 'end-overruns': 0 });
  clock.advance(12 * SECOND);
  await expire(ctx, null);
  // Dead: its words are not found yet, and no rules have named its cause.
  expect(await ahead()).toEqual({ 'index-dead-letters': 0, 'regroup-causes': 0 });
});

test('the next delayed message', async () => {
  const { ctx, clock } = stage.broker;
  await createTopic(ctx, { name: 'later', messageType: 'DELAY', queues: 4, actor });
  const deliverAt = new Date(clock.nowOrNull().getTime() + 90 * SECOND);
  await send(ctx, { topic: 'later', messages: [testMessage({ deliverAt })] });
  expect(await ahead()).toMatchObject({ 'release-scheduled': 90 * SECOND });
  clock.advance(90 * SECOND);
  await releaseDue(ctx);
  expect(await ahead()).not.toHaveProperty('release-scheduled');
});

test('a look ahead on fresh, unanalysed tables reads no table that grows', async () => {
  const { database, clock } = stage.broker;
  const { text } = await explained(database.store.console, (db) => read(db, clock.nowOrNull(), 1));
  for (const table of ['lease', 'retry', 'dead_letter', 'failure_report', 'scheduled_message', 'alarm_delivery'])
    expect(text).not.toMatch(new RegExp(`Seq Scan on (public\\.)?${table} `));
});
