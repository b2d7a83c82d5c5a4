import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { createTestBroker, PATIENT } from '../../testing/broker';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { readLevels } from './read-levels';
import { removeLimit } from './remove-limit';
import { setLimit } from './set-limit';

const stage = brokerStage({ atFirstSegment: true });
const given = { version: 0, reason: 'test', actor: systemActor('test') } as const;
const ELEVEN_MINUTES_MS = 11 * 60_000;

test('a send that the full queue refused uses up nothing of a rate', async () => {
  const broker = await createTestBroker({ protection: { ...PATIENT, sendQueueItems: 1 } });
  try {
    const at = await Scene.open(broker);
    // So slow that nothing comes back within the test.
    const rate = { kind: 'send-rate', scope: 'topic', subject: at.topic, hard: 0.01, burstMs: 600_000 } as const;
    await setLimit(broker.ctx, { ...given, ...rate });
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => at.send()));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { field: 'send-queue' } });
    for (let left = refused.length; left > 0; left -= 1) await at.send();
    await expect(at.send()).rejects.toMatchObject({ field: `send-rate of topic ${at.topic}` });
  } finally {
    await broker.close();
  }
});

test('of a batch, only what is old counts as read from an old position', async () => {
  const at = await Scene.open(stage.broker);
  await at.push();
  const cold = { kind: 'cold-read', scope: 'group', subject: at.group, hard: 1_000 } as const;
  await setLimit(stage.broker.ctx, { ...given, ...cold });
  await at.send({ body: Buffer.alloc(100) });
  stage.broker.clock.advance(ELEVEN_MINUTES_MS);
  await at.send({ body: Buffer.alloc(50_000) });
  expect(await at.push()).toHaveLength(2);
  expect(await at.push()).toEqual([]);
  await at.send({ body: Buffer.alloc(50_000) });
  stage.broker.clock.advance(ELEVEN_MINUTES_MS);
  expect(await at.push()).toHaveLength(1);
  await expect(at.push()).rejects.toMatchObject({ field: `cold-read of group ${at.group}` });
});

test('a backlog of bytes is one of properties, keys and tags too', async () => {
  const at = await Scene.open(stage.broker);
  await at.push();
  const backlog = { kind: 'backlog-bytes', scope: 'topic', subject: at.topic, hard: 5_012 } as const;
  await setLimit(stage.broker.ctx, { ...given, ...backlog });
  await at.send({ body: Buffer.from('x'), tag: 'ab', keys: ['k'], properties: { smuggled: 'y'.repeat(4_999) } });
  await readLevels(stage.broker.ctx);
  expect(stage.broker.ctx.throttle.levelOf(backlog)).toMatchObject({ value: 5_011 });
  await at.send({ body: Buffer.from('x') });
  await readLevels(stage.broker.ctx);
  await expect(at.send()).rejects.toMatchObject({ field: `backlog-bytes of topic ${at.topic}` });
});

test('many held receives of a limited group do not all get something at once: one does, and the rest when that is paid back', async () => {
  const at = await Scene.open(stage.broker);
  await at.push();
  const rate = { ...given, kind: 'receive-rate', scope: 'group', subject: at.group, hard: 1 } as const;
  await setLimit(stage.broker.ctx, rate);
  const leaving = new AbortController();
  setMaxListeners(20, leaving.signal);
  const how = { waitMs: 60_000, batchSize: 20, signal: leaving.signal };
  const held = Array.from({ length: 20 }, () => at.push(how));
  const served: number[] = [];
  for (const each of held) void each.then((messages) => served.push(messages.length));
  await expect.poll(() => stage.broker.ctx.deliveries.held).toBe(20);
  await at.sendMany(100);
  await expect.poll(() => served).toEqual([20]);
  await sleep(500);
  expect(served).toEqual([20]);
  await removeLimit(stage.broker.ctx, { ...rate, version: 1 });
  await expect.poll(() => served).toEqual([20, 20, 20, 20, 20]);
  expect(stage.broker.ctx.deliveries.held).toBe(15);
  leaving.abort();
  await Promise.all(held);
});
