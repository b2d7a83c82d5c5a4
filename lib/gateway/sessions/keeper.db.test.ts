import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import {
  ack,
  type BrokerContext,
  createBrokerContext,
  createGroup,
  createTopic,
  expire,
  leave,
  send,
} from '../../broker';
import { systemActor } from '../../model/audit/actor';
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
  ({ sessions, keeper } = makeNode(broker.ctx));
});

interface Node {
  readonly sessions: SessionRegistry;
  readonly keeper: SessionKeeper;
}

function makeNode(ctx: BrokerContext): Node {
  const own = new SessionRegistry();
  const gate = new AccessGate(ctx, { required: false, windowMs: 0 });
  const services: GatewayServices = {
    ctx,
    sessions: own,
    open: new Set(),
    gate,
    held: new HeldCalls(gate),
    faults: new FaultLog(ctx.log),
    admission: new Admission({ metrics: ctx.metrics, maxRunningCalls: 100 }),
    pace: new RefusalPace(),
    traces: null,
    advertised: { host: undefined, port: undefined },
    longPollMs: 20_000,
    listeningPort: () => 8081,
    stopping: new AbortController().signal,
  };
  return { sessions: own, keeper: new SessionKeeper(services) };
}

afterAll(() => broker.close());

async function deliver(clientId: string): Promise<{ messageId: string; receiptHandle: string }> {
  const message = testMessage();
  await send(broker.ctx, { topic: TOPIC, messages: [message] });
  sessions.touch(clientId, '127.0.0.1:1').observe('push', GROUP);
  const [delivered] = await receiveNow(broker.ctx, { topic: TOPIC, group: GROUP, clientId });
  expect(delivered?.messageId).toBe(message.messageId);
  return { messageId: message.messageId, receiptHandle: delivered?.receiptHandle ?? '' };
}

const SILENT = (): number => performance.now() + LIVENESS.clientSilenceMs + 1;

/** It still counts as living, however busy the machine is: a millisecond before, for the rounding of the sum. */
function lastMomentOf(clientId: string): number {
  return (sessions.find(clientId)?.lastSeenMs ?? 0) + LIVENESS.clientSilenceMs - 1;
}

/** Done with it at once: the next test must not meet it. */
async function nextAttempt(): Promise<number | undefined> {
  const entries = await receiveNow(broker.ctx, { topic: TOPIC, group: GROUP, clientId: 'other' });
  if (entries.length > 0) await ack(broker.ctx, { group: GROUP, topic: TOPIC, entries });
  return entries[0]?.attempt;
}

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
    await keeper.dismissSilent(lastMomentOf('without-stream'));
    await keeper.renewOnce();
    await expire(broker.ctx);
  }
  expect(await nextAttempt()).toBeUndefined();
  const [outcome] = await ack(broker.ctx, { group: GROUP, topic: TOPIC, entries: [{ messageId, receiptHandle }] });
  expect(outcome?.error).toBeNull();
});

test('[case 17] a client silent for 120 s is gone: a second later others get what it held', async () => {
  await deliver('silent');
  await keeper.dismissSilent(lastMomentOf('silent'));
  expect(sessions.find('silent')).not.toBeNull();
  broker.clock.advance(1_500);
  await expire(broker.ctx);
  expect(await nextAttempt()).toBeUndefined();
  await keeper.dismissSilent(SILENT());
  expect(sessions.find('silent')).toBeNull();
  broker.clock.advance(1_500);
  await expire(broker.ctx);
  expect(await nextAttempt()).toBe(2);
});

/** The first node hears no more from it, the second one does. */
async function moveTo(other: Node, clientId: string): Promise<void> {
  other.sessions.touch(clientId, '127.0.0.1:3').observe('push', GROUP);
  await Promise.all([keeper.heartbeat(), other.keeper.heartbeat()]);
}

test.each([3_600_000, -3_600_000])(
  'the clock of this machine jumps by %s ms: no client counts as silent',
  async (jumpMs) => {
    const clientId = `over a jump of ${jumpMs}`;
    const { messageId, receiptHandle } = await deliver(clientId);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs, shouldAdvanceTime: true });
    try {
      // Longer than a lease lasts.
      for (let seconds = 0; seconds < 90; seconds += LIVENESS.renewMs / 1000) {
        broker.clock.advance(LIVENESS.renewMs);
        await keeper.dismissSilent(performance.now());
        await keeper.renewOnce();
        await expire(broker.ctx);
      }
    } finally {
      vi.useRealTimers();
    }
    expect(await nextAttempt()).toBeUndefined();
    const [outcome] = await ack(broker.ctx, { group: GROUP, topic: TOPIC, entries: [{ messageId, receiptHandle }] });
    expect(outcome?.error).toBeNull();
  },
);

test('a client that moved to another node keeps what it holds there when the first one hears no more from it', async () => {
  const secondCtx = await createBrokerContext({ ...broker.ctx, clock: broker.clock });
  const second = makeNode(secondCtx);
  const { messageId, receiptHandle } = await deliver('moved');
  await moveTo(second, 'moved');
  await keeper.dismissSilent(SILENT());
  expect(sessions.find('moved')).toBeNull();
  for (let seconds = 0; seconds < 90; seconds += 5) {
    broker.clock.advance(5_000);
    await Promise.all([keeper.heartbeat(), second.keeper.heartbeat()]);
    await second.keeper.renewOnce();
    await expire(broker.ctx);
  }
  expect(await nextAttempt()).toBeUndefined();
  const [outcome] = await ack(secondCtx, { group: GROUP, topic: TOPIC, entries: [{ messageId, receiptHandle }] });
  expect(outcome?.error).toBeNull();
  await leave(secondCtx);
});

test('a client that fell silent on both nodes at once is gone', async () => {
  const secondCtx = await createBrokerContext({ ...broker.ctx, clock: broker.clock });
  const second = makeNode(secondCtx);
  await deliver('gone');
  await moveTo(second, 'gone');
  await Promise.all([keeper.dismissSilent(SILENT()), second.keeper.dismissSilent(SILENT())]);
  broker.clock.advance(1_500);
  await expire(broker.ctx);
  expect(await nextAttempt()).toBe(2);
  await leave(secondCtx);
});

test.each(['was killed', 'stopped'])('the node that heard it last %s: the client is gone', async (how) => {
  const secondCtx = await createBrokerContext({ ...broker.ctx, clock: broker.clock });
  await deliver(how);
  await moveTo(makeNode(secondCtx), how);
  // It says nothing more; long before the first node forgets its client it counts as dead.
  if (how === 'was killed') broker.clock.advance(20_000);
  else await leave(secondCtx);
  await keeper.heartbeat();
  await keeper.dismissSilent(SILENT());
  broker.clock.advance(1_500);
  await expire(broker.ctx);
  expect(await nextAttempt()).toBe(2);
});

test('stopping waits for the pass under way: a node that has left does not say again that it lives', async () => {
  const ctx = await createBrokerContext({ ...broker.ctx, clock: broker.clock });
  const node = makeNode(ctx);
  const other = await broker.database.store.console.connect();
  await other.query('BEGIN; LOCK TABLE broker_node IN EXCLUSIVE MODE');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  node.keeper.start();
  vi.advanceTimersByTime(LIVENESS.heartbeatMs);
  let stopped = false;
  const stopping = node.keeper.stop().then(() => (stopped = true));
  vi.useRealTimers();
  await vi.waitUntil(async () => {
    const { rows } = await other.query(
      'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    );
    return rows.length > 0;
  }, 10_000);
  expect(stopped).toBe(false);
  await other.query('COMMIT');
  other.release();
  await stopping;
  const rows = async (): Promise<number> =>
    (await broker.database.store.console.query('SELECT 1 FROM broker_node WHERE node_id = $1', [ctx.nodeId])).rows
      .length;
  expect(await rows()).toBe(1);
  await leave(ctx);
  expect(await rows()).toBe(0);
});
