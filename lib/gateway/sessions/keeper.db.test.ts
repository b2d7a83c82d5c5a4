import { afterAll, beforeAll, expect, test } from 'vitest';

import { ack, createGroup, createTopic, expire, send } from '../../broker';
import { systemActor } from '../../model/actor';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { Admission } from '../admission';
import { AccessGate } from '../access/gate';
import { HeldCalls } from '../access/held-calls';
import { RefusalPace } from '../refusal-pace';
import { FaultLog } from '../fault-log';
import { LIVENESS } from '../limits';
import type { GatewayServices } from '../services';
import { SessionKeeper } from './keeper';
import { SessionRegistry } from './registry';

const TOPIC = 'topic';
const GROUP = 'group';
const actor = systemActor('test');

let broker: TestBroker;
let sessions: SessionRegistry;
let keeper: SessionKeeper;
beforeAll(async () => {
  broker = await createTestBroker();
  await createTopic(broker.ctx, { name: TOPIC, messageType: 'NORMAL', queues: 1, actor });
  await createGroup(broker.ctx, { name: GROUP, actor });
  sessions = new SessionRegistry();
  const gate = new AccessGate(broker.ctx, false);
  const services: GatewayServices = {
    ctx: broker.ctx,
    sessions,
    open: new Set(),
    gate,
    held: new HeldCalls(gate),
    faults: new FaultLog(broker.ctx.log),
    admission: new Admission({ metrics: broker.ctx.metrics, maxRunningCalls: 100 }),
    pace: new RefusalPace(),
    advertised: { host: undefined, port: undefined },
    longPollMs: 20_000,
    listeningPort: () => 8081,
    stopping: new AbortController().signal,
  };
  keeper = new SessionKeeper(services);
});
afterAll(() => broker.close());

async function deliver(clientId: string): Promise<{ messageId: string; receiptHandle: string }> {
  const message = testMessage();
  await send(broker.ctx, { topic: TOPIC, messages: [message] });
  sessions.touch(clientId, '127.0.0.1:1').observe('push', GROUP);
  const [delivered] = await receiveNow(broker.ctx, { topic: TOPIC, group: GROUP, clientId });
  expect(delivered?.messageId).toBe(message.messageId);
  return { messageId: message.messageId, receiptHandle: delivered?.receiptHandle ?? '' };
}

const nextAttempt = async (): Promise<number | undefined> =>
  (await receiveNow(broker.ctx, { topic: TOPIC, group: GROUP, clientId: 'other' }))[0]?.attempt;

test('[case 16] a living push client keeps what it holds far beyond 60 s and acks with its first handle', async () => {
  const { messageId, receiptHandle } = await deliver('living');
  for (let seconds = 0; seconds < 150; seconds += LIVENESS.renewMs / 1000) {
    broker.clock.advance(LIVENESS.renewMs);
    await keeper.renewOnce();
    await expire(broker.ctx);
  }
  expect(await nextAttempt()).toBeUndefined();
  const [outcome] = await ack(broker.ctx, { group: GROUP, topic: TOPIC, entries: [{ messageId, receiptHandle }] });
  expect(outcome?.error).toBeNull();
});

test('[case 19] a client whose stream breaks but whose heartbeats go on keeps its leases', async () => {
  const { messageId, receiptHandle } = await deliver('without-stream');
  for (let seconds = 0; seconds < 110; seconds += 10) {
    broker.clock.advance(10_000);
    sessions.touch('without-stream', '127.0.0.1:2');
    await keeper.dismissSilent(Date.now() + LIVENESS.clientSilenceMs - 1_000);
    await keeper.renewOnce();
    await expire(broker.ctx);
  }
  expect(await nextAttempt()).toBeUndefined();
  const [outcome] = await ack(broker.ctx, { group: GROUP, topic: TOPIC, entries: [{ messageId, receiptHandle }] });
  expect(outcome?.error).toBeNull();
});

test('[case 17] a client silent for 120 s is gone: a second later others get what it held', async () => {
  await deliver('silent');
  await keeper.dismissSilent(Date.now() + LIVENESS.clientSilenceMs - 1_000);
  expect(sessions.find('silent')).not.toBeNull();
  broker.clock.advance(1_500);
  await expire(broker.ctx);
  expect(await nextAttempt()).toBeUndefined();
  await keeper.dismissSilent(Date.now() + LIVENESS.clientSilenceMs + 1_000);
  expect(sessions.find('silent')).toBeNull();
  broker.clock.advance(1_500);
  await expire(broker.ctx);
  expect(await nextAttempt()).toBe(2);
});
