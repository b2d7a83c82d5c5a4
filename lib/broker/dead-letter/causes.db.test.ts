import { afterAll, beforeAll, expect, test } from 'vitest';

import { TIDE } from '../../model/dead-letter/cause';
import { systemActor } from '../../model/audit/actor';
import { areFewDeadLetters, deadLetterCensus } from '../../store/queries/dead-letter/dead-letter-census';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { letterStorm } from '../../testing/letter-storm';
import { brokerInTeam } from '../in-team';
import { createGroup } from '../group/create';
import { deleteGroup } from '../group/delete';
import { createTopic } from '../topic/create';
import { listDeadLetterCauses } from './causes';

const actor = systemActor('test');
const STORMS = [
  { group: 'bill-few', letters: 900, texts: 7, minutes: 200 },
  { group: 'bill-many', letters: 600, texts: 150, minutes: 60 },
  { group: 'ship-old', letters: 50, texts: 2, minutes: 10 },
];
const LETTERS = 1550;

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
  await createTopic(broker.ctx, { name: 'orders', messageType: 'NORMAL', queues: 1, actor });
  for (const { group } of STORMS) await createGroup(broker.ctx, { name: group, actor });
  await withAdmin(broker.database.url, async (db) => {
    for (const storm of STORMS) await letterStorm(db, { ...storm, topic: 'orders', named: true });
    // The newest of each group died at the time of the test clock; all of one group before the steps that are followed.
    await db.query(
      `UPDATE dead_letter d SET dead_at = d.dead_at - (n.at - $1::timestamptz)
         - CASE WHEN g.name = 'ship-old' THEN interval '1 day' ELSE interval '0' END
         FROM (SELECT group_id, max(dead_at) AS at FROM dead_letter GROUP BY group_id) n
         JOIN consumer_group g USING (group_id) WHERE n.group_id = d.group_id`,
      [broker.clock.nowOrNull()],
    );
  });
}, 120_000);
afterAll(() => broker.close());

/** A condition that every letter meets: it is counted in the general way. */
const ALL = { attemptsFrom: 0 };

test('counted in one pass, causes and their course are what the general count says', async () => {
  for (const filter of [{ group: 'bill-few' }, { group: 'ship-old' }, { group: 'bill-many' }, {}]) {
    const { countedAt: _at, ...once } = await listDeadLetterCauses(broker.ctx, filter);
    expect(await listDeadLetterCauses(broker.ctx, { ...filter, ...ALL })).toMatchObject(once);
  }
  const { items } = await listDeadLetterCauses(broker.ctx, { group: 'bill-few' });
  const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);
  expect(sumOf(items.map(({ count }) => count))).toBe(900);
  // Of 200 minutes the last 120 are followed.
  const followed = sumOf(items.map(({ tide }) => sumOf(tide)));
  expect(followed).toBeGreaterThan(530);
  expect(followed).toBeLessThan(550);
  expect(await listDeadLetterCauses(broker.ctx, { group: 'bill-few' }, 3)).toMatchObject({
    ...{ items: items.slice(0, 3), causes: 7, matching: 900 },
  });
});

test('one pass reads the index of causes alone, each letter once, and ends at too many causes', async () => {
  const db = broker.ctx.store.console;
  const { groupId } = await broker.ctx.groups.find('bill-few');
  const steps = { from: new Date(broker.clock.nowOrNull().getTime() - TIDE.steps * TIDE.stepMs), ...TIDE };
  const { text } = await explained(db, (spy) => deadLetterCensus(spy, groupId, 100, steps));
  expect(text).toContain('dead_letter_cause');
  // Each step begins behind the cause before it: with "=" it would begin at the first letter of the group.
  expect(text).toMatch(/ROW\(group_id, fingerprint\) > ROW\(\w+\.group_id, \w+\.fingerprint\)\) AND \(group_id <= /);
  expect(text).not.toMatch(/Seq Scan on dead_letter |dead_letter_(browse|pkey|recent)/);
  expect(await deadLetterCensus(db, groupId, 7, steps)).toHaveLength(7);
  expect(await deadLetterCensus(db, groupId, 6, steps)).toBeNull();
  // Then no letter is counted.
  const ended = await explained(db, (spy) => deadLetterCensus(spy, groupId, 6, steps));
  expect(ended.text).toMatch(/never executed/);
  expect(text).not.toMatch(/never executed/);
  expect(await areFewDeadLetters(db, LETTERS)).toBe(true);
  expect(await areFewDeadLetters(db, LETTERS - 1)).toBe(false);
});

test('letters of a group that is being deleted hide no other group, however many causes they have', async () => {
  const { groupId } = await broker.ctx.groups.find('bill-many');
  const move = (from: number, to: number, then: string): Promise<unknown> =>
    withAdmin(broker.database.url, async (db) => {
      await db.query('UPDATE dead_letter SET group_id = $2 WHERE group_id = $1', [from, to]);
      await db.query(then);
    });
  // A group that is gone, before all others in the index.
  await move(
    groupId,
    -1,
    `INSERT INTO deletion (kind, name, group_ids, started_by, started_at, counted)
     VALUES ('group', 'gone', '{-1}', 'test', now(), 600)`,
  );
  const left = { matching: 950, retained: 950, groups: 2, causes: 9, causeLetters: 950 };
  expect(await listDeadLetterCauses(broker.ctx, {})).toMatchObject(left);
  await move(-1, groupId, 'DELETE FROM deletion');
});

test('a team counts its own, and rows of a deleted group are not counted', async () => {
  expect(await listDeadLetterCauses(brokerInTeam(broker.ctx, ['ship-']), {})).toMatchObject({
    ...{ matching: 50, retained: 50, groups: 1, causes: 2, looked: null },
  });
  const reason = 'it has served';
  await deleteGroup(broker.ctx, { name: 'bill-many', confirm: 'bill-many', dryRun: false, actor, reason });
  const left = { matching: 950, retained: 950, groups: 2, causes: 9, causeLetters: 950, isRetainedFloor: false };
  expect(await listDeadLetterCauses(broker.ctx, {})).toMatchObject(left);
  expect(await listDeadLetterCauses(broker.ctx, ALL)).toMatchObject(left);
});
