import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { Scene } from '../../../testing/scene';
import { historyAdd } from '../history/history-add';
import { refusedByLimit, retryLoad, sampledSteps, sendSteps, throttledTopics } from './throttle-history';
import { backlogSteps, deliveryFlow, sendFlow, storageSteps } from './what-if-steps';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const START = Date.parse('2026-02-01T10:00:00.000Z');
const at = (second: number): Date => new Date(START + second * 1000);
const range = { stepSeconds: 10, from: at(0), until: at(3_600) } as const;

interface Step {
  readonly accepted?: number;
  readonly peak?: number;
  readonly refused?: number;
  readonly group?: string;
}

async function write(scene: Scene, second: number, { accepted = 0, peak = 0, refused = 0, group = '' }: Step) {
  const { topicId: id } = await broker.ctx.topics.find(scene.topic);
  const flow = { id, messagesIn: accepted, bytesIn: accepted * 100, refused };
  await historyAdd(broker.database.store.broker, at(second), {
    groups: [],
    topics: [{ ...flow, peakMessagesPerSecond: peak, peakBytesPerSecond: peak * 100 }],
    refusals:
      refused === 0
        ? []
        : [
            {
              limit: `send-rate of topic ${scene.topic}`,
              topic: scene.topic,
              group,
              client: 'c1',
              accessKey: '',
              refused,
            },
          ],
  });
}

test('sends by step: what was accepted and refused; refused receives are not sends', async () => {
  const scene = await Scene.open(broker);
  await write(scene, 3, { accepted: 50, peak: 9, refused: 4 });
  await write(scene, 7, { accepted: 5, peak: 20 });
  await write(scene, 12, { refused: 3 });
  await write(scene, 25, { refused: 99, group: 'billing' });
  const db = broker.database.store.console;
  expect(await sendSteps(db, scene.topic, range)).toEqual([
    { at: at(0), accepted: 55, refused: 4 },
    { at: at(10), accepted: 0, refused: 3 },
    { at: at(20), accepted: 0, refused: 0 },
  ]);
  expect(await sendFlow(db, scene.topic, 'messages', range)).toEqual([
    { accepted: 55, peakPerSecond: 20, refused: 4 },
    { accepted: 0, peakPerSecond: 0, refused: 3 },
    { accepted: 0, peakPerSecond: 0, refused: 0 },
  ]);
  const [bytes] = await sendFlow(db, scene.topic, 'bytes', range);
  expect(bytes).toEqual({ accepted: 5_500, peakPerSecond: 2_000, refused: null });
  const mine = (await refusedByLimit(db, range)).find(({ limit }) => limit.endsWith(scene.topic));
  expect(mine).toMatchObject({ refused: 106, lastAt: at(25) });
});

test('how long a topic is throttled: the latest row of refusals, pauses of up to a minute included', async () => {
  const scene = await Scene.open(broker);
  for (const second of [100, 110, 300, 350, 360]) await write(scene, second, { refused: 2 });
  await write(scene, 500, { refused: 9, group: 'billing' });
  const rows = await throttledTopics(broker.database.store.console, at(400));
  expect(rows.find(({ topic }) => topic === scene.topic)).toEqual({
    topic: scene.topic,
    refused: 6,
    since: at(300),
    lastAt: at(360),
  });
  expect(await throttledTopics(broker.database.store.console, at(421))).toEqual([]);
});

test('levels of the worst group of a topic, with what came in; deliveries and retries of a group', async () => {
  const fast = await Scene.open(broker);
  const slow = await fast.beside();
  await Promise.all([fast.push(), slow.push()]);
  const [fastId, slowId] = await Promise.all(
    [fast, slow].map(async ({ group }) => (await broker.ctx.groups.find(group)).groupId),
  );
  const db = broker.database.store.broker;
  await db.query(
    `INSERT INTO group_sample (group_id, step_s, at, ready, in_flight, oldest_ready_at, delivered, redelivered) VALUES
       ($1, 10, $3, 5, 0, $3::timestamptz - interval '2 s', 40, 10),
         ($2, 10, $3, 70, 1, $3::timestamptz - interval '90 s', 10, 0),
       ($1, 10, $4, NULL, NULL, NULL, 4, 0)`,
    [fastId, slowId, at(1_000), at(1_010)],
  );
  await write(fast, 1_000, { accepted: 12 });
  expect(await backlogSteps(db, 'topic', fast.topic, 'count', range)).toEqual([
    { level: 70, accepted: 12 },
    { level: null, accepted: 0 },
  ]);
  expect(await backlogSteps(db, 'group', fast.group, 'age', range)).toMatchObject([{ level: 2 }, { level: null }]);
  expect(await deliveryFlow(db, fast.group, range)).toMatchObject([{ accepted: 40 }, { accepted: 4 }]);
  expect(await retryLoad(db, range, 1)).toEqual([{ group: fast.group, delivered: 44, redelivered: 10 }]);
  await db.query('INSERT INTO broker_sample (step_s, at, database_bytes) VALUES (10, $1, 7000)', [at(1_000)]);
  expect(await storageSteps(db, range)).toEqual([{ level: 7_000, accepted: 12 }]);
});

test('steps that a broker sampled are known, sends or not', async () => {
  const db = broker.database.store.console;
  await db.query('INSERT INTO broker_sample (step_s, at) VALUES (10, $1), (10, $2), (60, $3)', [at(10), at(30), at(0)]);
  const steps = await sampledSteps(db, range);
  expect(steps.toSorted((a, b) => a.getTime() - b.getTime())).toEqual(expect.arrayContaining([at(10), at(30)]));
  expect(steps).not.toContainEqual(at(20));
});
