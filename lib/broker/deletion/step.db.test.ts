import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import { deadLetterCount, deadLetterRetained } from '../../store/queries/dead-letter/dead-letter-causes';
import type { Queryable } from '../../store/queryable';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { inFull } from '../../testing/full';
import { letterStorm } from '../../testing/letter-storm';
import { retryStorm } from '../../testing/retry-storm';
import { createBrokerContext } from '../create-context';
import { browseDeadLetters } from '../dead-letter/browse';
import { createGroup } from '../group/create';
import { deleteGroup } from '../group/delete';
import { createTopic } from '../topic/create';
import { deleteTopic } from '../topic/delete';
import { listDeletions, stepDeletions } from './step';

const actor = systemActor('test');
const MANY = inFull(9_000, 1_000_000);
/** The longest that another statement waits behind the locks of one step. */
const STEP_LIMIT_MS = 1_000;

let broker: TestBroker;
let db: Queryable;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  db = broker.ctx.store.console;
});
afterAll(() => broker.close());

async function make(name: string): Promise<number> {
  await createTopic(broker.ctx, { name, messageType: 'NORMAL', queues: 1, actor });
  return (await createGroup(broker.ctx, { name, actor })).groupId;
}

async function count(table: string, where: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`);
  return rows[0]?.n ?? 0;
}

/** Until nothing is left, as loops of two processes do. */
async function stepAll(): Promise<number> {
  const second = await createBrokerContext({ ...broker.ctx, clock: broker.clock });
  let slowestMs = 0;
  for (;;) {
    const from = performance.now();
    const more = await Promise.all([stepDeletions(broker.ctx), stepDeletions(second)]);
    slowestMs = Math.max(slowestMs, performance.now() - from);
    if (!more.includes(true) && (await listDeletions(broker.ctx)).length === 0) return slowestMs;
  }
}

test(
  `a group with ${MANY} dead letters: its name is free at once, its rows go in short steps`,
  async () => {
    const groupId = await make('large');
    const beside = await make('beside');
    await withAdmin(broker.database.url, async (client) => {
      await letterStorm(client, { group: 'large', topic: 'large', letters: MANY, texts: 50, named: true });
      await letterStorm(client, { group: 'beside', topic: 'beside', letters: 100, texts: 5, named: true });
    });
    const from = performance.now();
    const deleted = await deleteGroup(broker.ctx, {
      ...{ name: 'large', confirm: 'large', dryRun: false, actor, reason: 'it has served' },
    });
    expect(performance.now() - from).toBeLessThan(10_000);
    expect(deleted).toMatchObject({ deleted: true, contents: { dead: MANY } });

    // Another may have the name, and has nothing of the one before.
    await expect(broker.ctx.groups.find('large')).rejects.toMatchObject({ code: 'group-not-found' });
    await createGroup(broker.ctx, { name: 'large', actor });
    expect((await browseDeadLetters(broker.ctx, { group: 'large' })).items).toEqual([]);
    expect((await browseDeadLetters(broker.ctx, {})).items.map(({ group }) => group)).not.toContain('large');
    expect(await deadLetterRetained(db)).toBe(100);
    expect(await deadLetterCount(db, {})).toMatchObject({ matching: 100 });

    // It is under way, and says how far.
    const left = await count('dead_letter', `group_id = ${groupId}`);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(MANY);
    expect(await listDeletions(broker.ctx)).toMatchObject([
      { kind: 'group', name: 'large', startedBy: actor.name, counted: MANY, removed: MANY - left },
    ]);

    // Each step is a transaction of its own: the next process goes on from here after a crash.
    expect(await stepAll()).toBeLessThan(STEP_LIMIT_MS);
    for (const table of ['dead_letter', 'failure_report', 'failure_cause', 'delivery_event'])
      expect([table, await count(table, `group_id = ${groupId}`)]).toEqual([table, 0]);
    expect(
      await count(
        'letter_text t',
        'NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.dead_letter_id = t.dead_letter_id)',
      ),
    ).toBe(0);
    expect(await count('dead_letter', `group_id = ${beside}`)).toBe(100);
    // Dead letters and reports, each counted once by whichever process removed it.
    expect(await count('deletion', `name = 'large' AND finished_at IS NOT NULL AND removed = ${2 * MANY}`)).toBe(1);
    expect(await count('audit', "action = 'group.delete' AND target = 'large'")).toBe(1);
  },
  inFull(60_000, 600_000),
);

test(
  `a topic with ${MANY} messages waiting: each ends and says so, in short steps`,
  { tags: ['long'], timeout: inFull(60_000, 600_000) },
  async () => {
    const groupId = await make('waited');
    await make('stays');
    await withAdmin(broker.database.url, async (client) => {
      await retryStorm(client, { group: 'waited', topic: 'waited', messages: MANY });
      await retryStorm(client, { group: 'stays', topic: 'stays', messages: 50 });
    });
    const { waiting } = await deleteTopic(broker.ctx, { topic: 'waited', confirm: 'waited', actor });
    expect(waiting).toBe(MANY);
    await createTopic(broker.ctx, { name: 'waited', messageType: 'NORMAL', queues: 1, actor });
    expect(await listDeletions(broker.ctx)).toMatchObject([{ kind: 'topic', name: 'waited', counted: MANY }]);
    const left = await count('retry', `group_id = ${groupId}`);
    expect(left).toBeGreaterThan(0);
    expect(await count('delivery_event', `group_id = ${groupId} AND cause = 'topic-deleted'`)).toBe(MANY - left);

    expect(await stepAll()).toBeLessThan(STEP_LIMIT_MS);
    expect(await count('retry', `group_id = ${groupId}`)).toBe(0);
    expect(await count('delivery_event', `group_id = ${groupId} AND cause = 'topic-deleted'`)).toBe(MANY);
    expect(await count('retry r JOIN consumer_group g USING (group_id)', "g.name = 'stays'")).toBe(50);
    expect(await count('audit', "action = 'topic.delete' AND target = 'waited'")).toBe(1);
  },
);
