import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { NodeSession } from '../../store/queries/throttle/node-report';
import { createTestBroker, type TestBroker, testMessage } from '../../testing/broker';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { listSessionsElsewhere, readUsesElsewhere } from './elsewhere';
import { heartbeat, leave } from './heartbeat';
import { setLimit } from './set-limit';

const actor = systemActor('test');
let broker: TestBroker;
let here: BrokerContext;
let there: BrokerContext;
beforeAll(async () => {
  broker = await createTestBroker();
  here = broker.ctx;
  there = await createBrokerContext({ store: here.store, log: here.log, metrics: here.metrics, clock: broker.clock });
  await createTopic(here, { name: 'orders', messageType: 'NORMAL', actor });
});
afterAll(() => broker.close());

const client = (clientId: string, more: Partial<NodeSession> = {}): NodeSession => ({
  ...{ clientId, kind: 'push', group: 'billing', topics: ['orders'], language: 'JAVA', version: '5.2.1' },
  filters: [{ topic: 'orders', kind: 'tags', expression: 'paid || late' }],
  ...{ address: '10.0.0.1:5000', accessKey: 'shop', connectedMs: 60_000, silentMs: 1_000 },
  ...more,
});
const beat = (ctx: BrokerContext, sessions: readonly NodeSession[]): Promise<void> =>
  heartbeat(ctx, { consumersByGroup: new Map(), pushClients: [], sessions });
const seenFromHere = async (): Promise<readonly NodeSession[]> => await listSessionsElsewhere(here, [here.nodeId]);

test('clients of another node are seen as it knows them, until they leave, it is silent, or it stops', async () => {
  const producer = client('producer', { kind: 'producer', group: null, filters: [], accessKey: null });
  const told = vi.fn<() => void>();
  there.changes.subscribe(told);
  await beat(here, [client('own')]);
  await beat(there, [client('one'), producer]);
  await expect.poll(() => told.mock.calls).toEqual([[{ kind: 'client' }]]);
  expect(await seenFromHere()).toEqual([client('one'), producer]);
  expect(await listSessionsElsewhere(there, [there.nodeId])).toEqual([client('own')]);

  // Nothing of it changed: it is written again when it was heard of again, and at most every nine seconds.
  broker.clock.advance(5_000);
  await beat(there, [client('one', { silentMs: 0, connectedMs: 65_000 }), client('two', { version: '5.3.0' })]);
  expect(await seenFromHere()).toEqual([
    client('one', { silentMs: 6_000, connectedMs: 65_000 }),
    client('two', { version: '5.3.0' }),
  ]);
  broker.clock.advance(5_000);
  await beat(there, [client('one', { silentMs: 0, connectedMs: 70_000 }), client('two', { version: '5.3.1' })]);
  expect(await seenFromHere()).toEqual([
    client('one', { silentMs: 0, connectedMs: 70_000 }),
    client('two', { version: '5.3.1' }),
  ]);

  await new Promise((resolve) => setTimeout(resolve, 150));
  // One came and one left meanwhile; nothing is sent for versions and times.
  expect(told).toHaveBeenCalledTimes(2);
  broker.clock.advance(20_000);
  expect(await seenFromHere()).toEqual([]);
  await beat(there, [client('one')]);
  expect(await seenFromHere()).toHaveLength(1);
  await leave(there);
  expect(await seenFromHere()).toEqual([]);
  // A heartbeat that was under way when it left stores nothing.
  await expect(
    broker.ctx.store.console.query('SELECT * FROM node_session WHERE node_id = $1', [there.nodeId]),
  ).resolves.toMatchObject({ rows: [] });
});

test('a client that says a NUL of itself costs no heartbeat: it is seen with a replacement character', async () => {
  await beat(there, [client('odd\u0000', { topics: ['no\u0000name'] }), client('even')]);
  expect(await seenFromHere()).toEqual([client('even'), client('odd\uFFFD', { topics: ['no\uFFFDname'] })]);
  await leave(there);
});

test('how much of a rate goes through another node is seen here, with the age of its report', async () => {
  const limit = { kind: 'send-rate', scope: 'topic', subject: 'orders', hard: 1000, version: 0 } as const;
  await setLimit(here, { ...limit, reason: 'test', actor });
  await there.throttle.reload();
  await send(there, { topic: 'orders', messages: [testMessage(), testMessage()] });
  await beat(here, []);
  await beat(there, []);
  broker.clock.advance(2_000);
  const [uses] = await readUsesElsewhere(here, [here.nodeId]);
  expect(uses).toMatchObject([
    { limit: { kind: 'send-rate', subject: 'orders', updatedAt: expect.any(Date) }, nodes: 2 },
  ]);
  expect(uses?.[0]?.value).toBeGreaterThan(0);
  expect(uses?.[0]?.ageMs).toBeGreaterThanOrEqual(2_000);
});
