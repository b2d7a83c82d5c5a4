import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { toText } from '../../model/problem/phrase';
import { filteredSince } from '../../store/queries/filter/filtered-counts';
import { historyAdd } from '../../store/queries/history/history-add';
import { nodeBeat } from '../../store/queries/throttle/broker-node';
import { nodeReport, type NodeSession } from '../../store/queries/throttle/node-report';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { signalReader } from '../signal/read-signals';
import { createGroup } from '../group/create';
import { sampleHistory } from '../history/sample';
import { createTopic } from '../topic/create';
import { readProblems } from './read-problems';

const actor = systemActor('test');
let broker: TestBroker;
const ids: Record<string, { groupId: number; topicId: number }> = {};

beforeAll(async () => {
  broker = await createTestBroker();
  for (const name of ['colours', 'steady', 'rolling', 'cast']) {
    const messageModel = name === 'cast' ? ('broadcasting' as const) : ('clustering' as const);
    const { groupId } = await createGroup(broker.ctx, { name, messageModel, actor });
    const { topicId } = await createTopic(broker.ctx, { name, messageType: 'NORMAL', queues: 1, actor });
    ids[name] = { groupId, topicId };
  }
});
afterAll(() => broker.close());

type Client = readonly [group: string, client: string, expression: string];

function sessionOf([group, clientId, expression]: Client): NodeSession {
  return {
    ...{ clientId, group, kind: 'simple', topics: [group], filters: [{ topic: group, kind: 'tags', expression }] },
    ...{ language: 'JAVA', version: '5.0.7', address: '10.0.0.1:1', accessKey: null, connectedMs: 1000, silentMs: 0 },
  };
}

/** The next step of 10 s, with the clients of each node. */
async function step(nodes: Readonly<Record<string, readonly Client[]>>, steps = 1): Promise<void> {
  const db = broker.ctx.store.console;
  for (let index = 0; index < steps; index += 1) {
    broker.clock.advance(10_000);
    for (const [node, clients] of Object.entries(nodes)) {
      const groups = Object.entries(ids).flatMap(([name, { groupId }]) => {
        const consumers = clients.filter(([group]) => group === name).length;
        return consumers === 0 ? [] : [{ groupId, consumers }];
      });
      await nodeBeat(db, broker.clock.nowOrNull(), node, groups, []);
      await nodeReport(db, broker.clock.nowOrNull(), node, clients.map(sessionOf), []);
    }
    expect(await sampleHistory(broker.ctx)).toBe(true);
  }
}

async function shown(): Promise<string[]> {
  const { items } = await readProblems(broker.ctx);
  return items
    .filter(({ kind }) => kind === 'subscriptions-differ')
    .map(({ subject, says, more }) => `${subject.name}: ${toText(says)} ${toText(more)}`);
}

async function seconds(group: string): Promise<number | null | undefined> {
  return (await signalReader(broker.ctx, broker.clock.nowOrNull())('subscriptions-differ', 0)).get(group);
}

const STEADY: readonly Client[] = [
  ['steady', 's1', 'red||blue'],
  ['steady', 's2', 'blue || red'],
  ['cast', 'c1', 'red'],
  ['cast', 'c2', 'blue'],
];

test('clients on two nodes: a problem after two minutes and its alarm, which end with the difference', async () => {
  await step({ a: STEADY, b: [] });
  expect([await shown(), await seconds('colours')]).toEqual([[], 0]);

  const nodes = { a: [...STEADY, ['colours', 'one', 'red'] as const], b: [['colours', 'two', 'blue'] as const] };
  await step(nodes);
  const since = broker.clock.nowOrNull();
  expect([await shown(), await seconds('colours')]).toEqual([[], 0]);
  await step(nodes, 11);
  expect([await shown(), await seconds('colours')]).toEqual([[], 110]);
  await historyAdd(broker.ctx.store.console, broker.clock.nowOrNull(), {
    ...{ groups: [], topics: [], refusals: [] },
    filtered: [{ ...ids['colours'], filtered: 30 } as { groupId: number; topicId: number; filtered: number }],
  });
  await step(nodes);
  expect(await shown()).toEqual([
    `colours: clients subscribe differently to colours since ${since?.toISOString().slice(0, 16).replace('T', ' ')} UTC. ` +
      'blue (1 client), red (1 client). A message received by a client whose filter does not match counts as ' +
      'consumed for the whole group.',
  ]);
  const { items } = await readProblems(broker.ctx);
  expect(items.find(({ kind }) => kind === 'subscriptions-differ')).toMatchObject({
    numbers: { filtered: { kind: 'value', value: 30 } },
    action: { path: '/groups/colours/clients' },
  });
  expect(await seconds('colours')).toBe(120);
  expect([await seconds('steady'), await seconds('cast')]).toEqual([0, 0]);
  const { groupId } = ids['colours'] ?? { groupId: 0 };
  expect(await filteredSince(broker.ctx.store.console, broker.clock.nowOrNull(), [groupId], 5_000)).toEqual(
    new Map([[groupId, 0]]),
  );

  // A client that reconnects does not begin it anew.
  await step({ a: STEADY, b: nodes.b }, 4);
  expect([await shown(), await seconds('colours')]).toEqual([[], 0]);
  await step(nodes);
  expect(await seconds('colours')).toBe(170);
  await step({ a: STEADY, b: nodes.b }, 14);
  await step(nodes);
  expect([await shown(), await seconds('colours')]).toEqual([[], 0]);
});

test('a rolling deployment is over before it is a problem; without a count of the clients it is unknown', async () => {
  await step({ a: STEADY, b: [] }, 4);
  const old = ['rolling', 'old', 'v1'] as const;
  const fresh = ['rolling', 'new', 'v1 || v2'] as const;
  await step({ a: [...STEADY, old], b: [fresh] }, 8);
  expect([await shown(), await seconds('rolling')]).toEqual([[], 70]);
  await step({ a: STEADY, b: [fresh] }, 4);
  expect([await shown(), await seconds('rolling')]).toEqual([[], 0]);
  broker.clock.advance(120_000);
  expect(await seconds('rolling')).toBeNull();
});

test('a node that stopped reporting says nothing of its clients any more', async () => {
  await step({ a: [['colours', 'one', 'red']], b: [['colours', 'two', 'blue']] }, 14);
  expect(await shown()).toHaveLength(1);
  await step({ a: [['colours', 'one', 'red']] }, 6);
  expect(await shown()).toEqual([]);
});
