import { tmpdir } from 'node:os';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { send } from '../message/send';
import { readDisk } from './read-disk';
import { readProtection } from './read-protection';
import { setLimit } from './set-limit';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

function onDisk(diskFreeBytes: number): Promise<BrokerContext> {
  const { store, log, metrics } = broker.ctx;
  return createBrokerContext({ store, log, metrics, dataDirectory: tmpdir(), protection: { diskFreeBytes } });
}

test('a disk without room refuses sends, and lets them through again at twice the room', async () => {
  const at = await Scene.open(broker);
  const full = await onDisk(Number.MAX_SAFE_INTEGER);
  await readDisk(full);
  const refused = { code: 'too-many-requests', field: 'disk-free', limit: `${Number.MAX_SAFE_INTEGER} bytes` };
  await expect(send(full, { topic: at.topic, messages: [testMessage()] })).rejects.toMatchObject(refused);
  const roomy = await onDisk(1);
  await readDisk(roomy);
  await send(roomy, { topic: at.topic, messages: [testMessage()] });
  roomy.throttle.setDiskFree(0);
  await expect(send(roomy, { topic: at.topic, messages: [testMessage()] })).rejects.toMatchObject({
    field: 'disk-free',
  });
  roomy.throttle.setDiskFree(1);
  await expect(send(roomy, { topic: at.topic, messages: [testMessage()] })).rejects.toMatchObject({
    field: 'disk-free',
  });
  roomy.throttle.setDiskFree(2);
  await send(roomy, { topic: at.topic, messages: [testMessage()] });
});

test('held receives and free disk space are shown; a disk on another machine is not', async () => {
  const at = await Scene.open(broker);
  const ctx = await onDisk(1);
  const leaving = new AbortController();
  const held = receiveNow(ctx, { topic: at.topic, group: at.group, waitMs: 60_000, signal: leaving.signal });
  await expect.poll(() => readProtection(ctx).find(({ name }) => name === 'held-receives')?.value).toBe(1);
  await readDisk(ctx);
  expect(readProtection(ctx).find(({ name }) => name === 'disk-free')?.value).toBeGreaterThan(1);
  expect(readProtection(broker.ctx).map(({ name }) => name)).toEqual(['send-head-wait', 'send-queue', 'held-receives']);
  leaving.abort();
  await held;
});

test('a refused send or receive reads nothing from the database', async () => {
  const at = await Scene.open(broker);
  const actor = systemActor('test');
  const tiny = { hard: 0.001, burstMs: 0, version: 0, reason: 'test', actor } as const;
  await setLimit(broker.ctx, { ...tiny, kind: 'send-rate', scope: 'topic', subject: at.topic });
  await setLimit(broker.ctx, { ...tiny, kind: 'receive-rate', scope: 'group', subject: at.group });
  await at.sendMany(2);
  await at.push();
  const statements: unknown[] = [];
  const { query } = broker.ctx.store.broker;
  const spy = (...given: unknown[]): unknown => {
    statements.push(given[0]);
    return Reflect.apply(query, broker.ctx.store.broker, given);
  };
  Object.assign(broker.ctx.store.broker, { query: spy, connect: spy });
  try {
    // What a directory knows is not read again, however old.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    for (let count = 0; count < 100; count += 1) {
      await expect(at.send()).rejects.toMatchObject({ code: 'too-many-requests' });
      await expect(at.push()).rejects.toMatchObject({ code: 'too-many-requests' });
    }
    expect(statements).toEqual([]);
  } finally {
    Reflect.deleteProperty(broker.ctx.store.broker, 'query');
    Reflect.deleteProperty(broker.ctx.store.broker, 'connect');
  }
});
