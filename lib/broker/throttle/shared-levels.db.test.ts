import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { levelSettle } from '../../store/queries/throttle/level-settle';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { readLevels } from './read-levels';
import { removeLimit } from './remove-limit';
import { setLimit, type SetLimitInput } from './set-limit';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');

/** Another process on the same database. */
async function startNode(): Promise<BrokerContext> {
  const { store, log } = broker.ctx;
  const metrics = { count: () => undefined, observe: () => undefined };
  return await createBrokerContext({ store, log, metrics, clock: broker.clock });
}

function backlogLimit(topic: string, fields: Partial<SetLimitInput> = {}): SetLimitInput {
  const kind = { kind: 'backlog-count', scope: 'topic', subject: topic } as const;
  return { ...kind, hard: 10, softShare: 0.5, version: 0, reason: 'test', actor, ...fields };
}

/** A topic with a limit of 10 messages that opens below 5, read by one group. */
async function openScene(): Promise<Scene> {
  const at = await Scene.open(broker);
  await at.push();
  await setLimit(broker.ctx, backlogLimit(at.topic));
  return at;
}

/** At ten messages this process sees the limit reached; then three are taken: at seven the limit is as it was. */
async function closeAndTakeThree(at: Scene): Promise<void> {
  await at.sendMany(10);
  await readLevels(broker.ctx);
  expect(refused(broker.ctx, at)).toContain('is 10, its limit 10 messages');
  expect(await at.push({ batchSize: 3 })).toHaveLength(3);
}

/** The text of the refusal; null: a send would be let through. */
function refused({ throttle }: BrokerContext, { topic }: Scene): string | null {
  try {
    throttle.checkSend({ topic });
    return null;
  } catch (error) {
    return String(error);
  }
}

/** The row as a write leaves it: another place or transaction after each. */
async function rowOf({ topic }: Scene): Promise<unknown> {
  const { rows } = await broker.database.store.console.query(
    `SELECT xmin::text, xmax::text, ctid::text, closed, version, updated_at AS "updatedAt" FROM throttle_limit WHERE subject = $1`,
    [topic],
  );
  return rows[0];
}

test('what one node saw closes the limit for all, nodes that start later too, until one reads it below the soft line', async () => {
  const at = await openScene();
  const second = await startNode();
  await closeAndTakeThree(at);
  await readLevels(second);
  expect(refused(second, at)).toContain('is 7, its limit 10 messages');
  const third = await startNode();
  expect(refused(third, at)).toContain('is 7, its limit 10 messages');
  while ((await at.push()).length > 0);
  await readLevels(third);
  expect(refused(third, at)).toBeNull();
  await broker.ctx.throttle.reload();
  await at.sendMany(7);
  for (const node of [broker.ctx, second]) {
    await readLevels(node);
    expect(refused(node, at)).toBeNull();
  }
  expect(refused(await startNode(), at)).toBeNull();
});

test('a node hears that a limit opened from the limits alone, before it has read the level itself', async () => {
  const at = await openScene();
  const second = await startNode();
  await closeAndTakeThree(at);
  await readLevels(second);
  while ((await at.push()).length > 0);
  await readLevels(broker.ctx);
  expect(refused(second, at)).toContain('is 7');
  await second.throttle.reload();
  expect(refused(second, at)).toBeNull();
});

test('is written when it changes, and at no other time; no edit, and nothing in the audit', async () => {
  const at = await openScene();
  const [second, third] = [await startNode(), await startNode()];
  const pass = async (): Promise<void> => {
    await Promise.all([broker.ctx, second, third].map((node) => readLevels(node)));
  };
  await at.sendMany(9);
  const open = await rowOf(at);
  await pass();
  await pass();
  expect(await rowOf(at)).toEqual(open);
  await at.send();
  await pass();
  const closed = await rowOf(at);
  expect(closed).toMatchObject({ closed: true, version: 1, updatedAt: broker.clock.nowOrNull() });
  broker.clock.advance(1_000);
  await pass();
  await at.push({ batchSize: 3 });
  await pass();
  expect(await rowOf(at)).toEqual(closed);
  const { rows } = await broker.database.store.console.query<{ action: string }>(
    'SELECT action FROM audit WHERE target = $1',
    [`backlog-count of topic ${at.topic}`],
  );
  expect(rows).toEqual([{ action: 'limit.create' }]);
  expect(await setLimit(broker.ctx, backlogLimit(at.topic, { hard: 11, version: 1 }))).toMatchObject({ version: 2 });
});

test('a raised limit opens with the edit, for the other nodes with the next look at the limits; a lowered one closes', async () => {
  const at = await openScene();
  const second = await startNode();
  await closeAndTakeThree(at);
  await readLevels(second);
  await setLimit(broker.ctx, backlogLimit(at.topic, { hard: 12, version: 1 }));
  expect(refused(broker.ctx, at)).toContain('its limit 12 messages');
  await setLimit(broker.ctx, backlogLimit(at.topic, { hard: 40, version: 2 }));
  expect(refused(broker.ctx, at)).toBeNull();
  await second.throttle.reload();
  expect(refused(second, at)).toBeNull();
  await setLimit(second, backlogLimit(at.topic, { hard: 7, version: 3 }));
  expect(refused(second, at)).toContain('is 7, its limit 7 messages');
  expect(refused(await startNode(), at)).toContain('is 7, its limit 7 messages');
});

test('removed and made again, or switched off and on, also by a node that knows of no closed limits: open', async () => {
  const at = await openScene();
  const limit = backlogLimit(at.topic);
  await closeAndTakeThree(at);
  await removeLimit(broker.ctx, { ...limit, version: 1 });
  await setLimit(broker.ctx, limit);
  await readLevels(broker.ctx);
  expect(refused(broker.ctx, at)).toBeNull();

  const closeAgain = async (): Promise<void> => {
    await at.sendMany(3);
    await readLevels(broker.ctx);
    expect(refused(broker.ctx, at)).not.toBeNull();
    await at.push({ batchSize: 3 });
  };
  await closeAgain();
  await setLimit(broker.ctx, { ...limit, enabled: false, version: 1 });
  await setLimit(broker.ctx, { ...limit, enabled: true, version: 2 });
  await readLevels(broker.ctx);
  expect(refused(broker.ctx, at)).toBeNull();

  await closeAgain();
  await broker.database.store.console.query(
    'UPDATE throttle_limit SET enabled = false, version = 4 WHERE subject = $1',
    [at.topic],
  );
  await setLimit(broker.ctx, { ...limit, enabled: true, version: 4 });
  await readLevels(broker.ctx);
  expect(refused(broker.ctx, at)).toBeNull();
});

test('a late reading changes nothing that a newer one settled, unless the clock was set back', async () => {
  const at = await openScene();
  const db = broker.database.store.console;
  const { limitId } = broker.ctx.throttle.levels().find(({ subject }) => subject === at.topic) ?? { limitId: 0 };
  const second = (count: number): Date => new Date(broker.clock.nowOrNull().getTime() + count * 1_000);
  const settle = async (now: Date, readAt: Date, value: number): Promise<boolean | undefined> =>
    (await levelSettle(db, now, readAt, [{ limitId, value }])).get(limitId);
  expect(await settle(second(10), second(10), 10)).toBe(true);
  expect(await settle(second(12), second(12), 4)).toBe(false);
  expect(await settle(second(13), second(11), 10)).toBe(false);
  expect(await settle(second(13), second(13), 10)).toBe(true);
  expect(await settle(second(13), second(12), 0)).toBe(true);
  expect(await settle(second(5), second(5), 0)).toBe(false);
});

test('many nodes settle many limits at once, in any order: none waits for ever, and all see the same in the end', async () => {
  const topics = await Promise.all(Array.from({ length: 12 }, () => openScene()));
  const db = broker.database.store.console;
  const limits = broker.ctx.throttle.levels().filter(({ subject }) => topics.some(({ topic }) => topic === subject));
  const now = broker.clock.nowOrNull();
  for (let round = 0; round < 20; round += 1) {
    const value = round % 2 === 0 ? 10 : 0;
    const readings = limits.map(({ limitId }) => ({ limitId, value }));
    const orders = [readings, readings.toReversed(), readings.toSorted(({ limitId }) => (limitId % 3) - 1)];
    const answers = await Promise.all(orders.map((order) => levelSettle(db, now, now, order)));
    for (const closed of answers) expect([...closed.values()]).toEqual(limits.map(() => value === 10));
  }
});
