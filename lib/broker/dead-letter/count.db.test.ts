import { afterAll, beforeAll, expect, test } from 'vitest';

import { deadLetterCountFold, deadLetterCountMend } from '../../store/queries/dead-letter/dead-letter-count';
import { deliveryCounts } from '../../store/queries/group-stats/delivery-counts';
import { undecidedLetters } from '../../store/queries/problem/undecided-letters';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { letterStorm } from '../../testing/letter-storm';
import { Scene } from '../../testing/scene';
import { mendDeadLetterCounts } from './count';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const query = async <T>(text: string): Promise<T[]> => (await broker.database.store.console.query(text)).rows as T[];

async function die(at: Scene, messages: number): Promise<number> {
  await at.sendMany(messages);
  for (const message of await at.push({ batchSize: messages })) await at.fail(message);
  return (await broker.ctx.groups.find(at.group)).groupId;
}

async function deadOf(groupId: number): Promise<number | undefined> {
  const [row] = await deliveryCounts(broker.database.store.console, broker.clock.nowOrNull(), groupId);
  return row?.dead;
}

test('folds beside each other and beside new deaths leave the count as it is, in one row', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  let deaths = 0;
  let groupId = 0;
  for (let round = 0; round < 5; round += 1) {
    const folding = [1, 2, 3].map(() => deadLetterCountFold(broker.database.store.broker, 3));
    groupId = await die(at, 4);
    deaths += 4;
    await Promise.all(folding);
    expect(await deadOf(groupId)).toBe(deaths);
  }
  while ((await deadLetterCountFold(broker.database.store.broker, 5000)) > 0);
  expect(await query(`SELECT letters FROM dead_letter_count WHERE group_id = ${groupId}`)).toEqual([
    { letters: deaths },
  ]);
  await query(`DELETE FROM dead_letter WHERE group_id = ${groupId}`);
  expect(await deadOf(groupId)).toBe(0);
  while ((await deadLetterCountFold(broker.database.store.broker, 5000)) > 0);
  expect(await query(`SELECT 1 FROM dead_letter_count WHERE group_id = ${groupId}`)).toEqual([]);
});

test('a rolled back death is not counted', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const groupId = await die(at, 2);
  const client = await broker.database.store.console.connect();
  try {
    await client.query('BEGIN');
    await client.query(`DELETE FROM dead_letter WHERE group_id = ${groupId}`);
    await client.query('ROLLBACK');
  } finally {
    client.release();
  }
  expect(await deadOf(groupId)).toBe(2);
});

test('a wrong count is corrected, and said', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const groupId = await die(at, 3);
  expect(await deadLetterCountMend(broker.database.store.console)).toBe(0);
  await query(`INSERT INTO dead_letter_count (group_id, letters) VALUES (${groupId}, 7), (${groupId + 1000}, 2)`);
  const said: unknown[] = [];
  await mendDeadLetterCounts({ ...broker.ctx, log: { ...broker.ctx.log, warn: (facts) => said.push(facts) } });
  expect(said).toEqual([{ groups: 2 }]);
  expect(await deadOf(groupId)).toBe(3);
  await query('TRUNCATE dead_letter CASCADE');
  expect(await query('SELECT 1 FROM dead_letter_count')).toEqual([]);
});

test('how many dead letters a group has is known without looking through them', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const db = broker.database.store.console;
  const groupId = await die(at, 1);
  await letterStorm(db, { group: at.group, topic: at.topic, letters: 5000, texts: 3 });
  expect(await deadOf(groupId)).toBe(5001);
  const counts = await explained(db, (spy) => deliveryCounts(spy, null, groupId));
  const undecided = await explained(db, (spy) => undecidedLetters(spy, [groupId]));
  for (const { text } of [counts, undecided]) expect(text).not.toMatch(/on dead_letter d[^\n]*actual rows=500[01]\b/);
});
