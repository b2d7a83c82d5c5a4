import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import { defaultRulesOf } from '../../model/alarm/defaults';
import type { ProblemKind } from '../../model/problem/problem';
import { toText } from '../../model/problem/phrase';
import { incidentInsert } from '../../store/queries/alarm/alarm-incident';
import { historyAdd } from '../../store/queries/history/history-add';
import { type GroupLevels, historyClaimLevels, historySetLevels } from '../../store/queries/history/history-levels';
import { nodeBeat } from '../../store/queries/throttle/broker-node';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { acknowledgeAlarm } from '../alarm/acknowledge';
import { createAlarmRule } from '../alarm/edit-rule';
import { acceptLetters } from '../dead-letter/accept';
import { browseDeadLetters } from '../dead-letter/browse';
import { holdLetters } from '../dead-letter/hold';
import { ack } from '../delivery/ack';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { pauseGroup, resumeGroup } from '../group/pause';
import { sampleHistory } from '../history/sample';
import { send } from '../message/send';
import { cancelRedrive } from '../redrive/control';
import { startRedrive } from '../redrive/start';
import { setDeadLetterRetention } from '../retention/dead-letter-retention';
import { createTopic } from '../topic/create';
import { acknowledgeProblem, releaseProblem } from './acknowledge';
import { readProblems } from './read-problems';

const actor = systemActor('test');
let broker: TestBroker;

beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

async function scene(name: string, maxRetries: number, ordered = false): Promise<number> {
  const { groupId } = await createGroup(broker.ctx, {
    ...{ name, maxRetries, actor },
    deliveryOrder: ordered ? 'ordered' : 'concurrent',
  });
  await createTopic(broker.ctx, { name, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 1, actor });
  await receiveNow(broker.ctx, { group: name, topic: name });
  return groupId;
}

async function failAll(name: string): Promise<void> {
  for (const { receiptHandle, messageId } of await receiveNow(broker.ctx, { group: name, topic: name }))
    await fail(broker.ctx, { group: name, topic: name, receiptHandle, messageId, clientId: 'client-1' });
}

async function sendSome(topic: string, count: number, messageGroup: string | null = null): Promise<void> {
  const messages = Array.from({ length: count }, () => testMessage({ messageGroup }));
  await send(broker.ctx, { topic, messages });
}

/** The next step of 10 s, counted by a node that lives and serves these groups. */
async function step(...groupIds: number[]): Promise<void> {
  broker.clock.advance(10_000);
  const db = broker.ctx.store.console;
  const served = groupIds.map((groupId) => ({ groupId, consumers: 1 }));
  await nodeBeat(db, broker.clock.nowOrNull(), broker.ctx.nodeId, served, []);
  expect(await sampleHistory(broker.ctx)).toBe(true);
}

async function shown(): Promise<string[]> {
  const { items } = await readProblems(broker.ctx);
  return items.map(({ kind, subject, says }) => `${kind} ${subject.name}: ${toText(says)}`);
}

async function foundOf(kind: ProblemKind): Promise<number | null | undefined> {
  const { checks } = await readProblems(broker.ctx);
  return checks.find((check) => check.kind === kind)?.found;
}

test('nothing at all: every check was made and found nothing', async () => {
  const { items, checks, totals } = await readProblems(broker.ctx);
  expect(items).toEqual([]);
  expect(checks.every(({ found }) => found === 0)).toBe(true);
  expect(totals).toEqual({ deadLetters: 0, blockedKeys: 0, uncounted: 0, throttledTopics: 0, firing: 0 });
});

test('with attempts left they are lost within the hour all the same', async () => {
  const groupId = await scene('later', 3);
  await sendSome('later', 2);
  await failAll('later');
  await step(groupId);
  const { items, lostNext } = await readProblems(broker.ctx);
  expect(items).toEqual([]);
  expect(lostNext).toMatchObject([{ kind: 'within-hour', group: 'later', count: 2 }]);
  broker.clock.advance(600_000);
  const entries = await receiveNow(broker.ctx, { group: 'later', topic: 'later' });
  await ack(broker.ctx, { group: 'later', topic: 'later', entries });
  await step(groupId);
  expect((await readProblems(broker.ctx)).lostNext).toEqual([]);
});

test('on their last try they are at risk; dead letters count while no decision is made about them', async () => {
  const groupId = await scene('billing', 1);
  await sendSome('billing', 3);
  await failAll('billing');
  await step(groupId);
  const { items, lostNext } = await readProblems(broker.ctx);
  expect(items).toMatchObject([
    {
      kind: 'dying-soon',
      subject: { kind: 'group', name: 'billing' },
      numbers: { dying: { kind: 'value', value: 3 } },
    },
  ]);
  expect(lostNext).toMatchObject([{ kind: 'first-last-try', group: 'billing', count: 3 }]);

  broker.clock.advance(10_000);
  await failAll('billing');
  await step(groupId);
  const later = await readProblems(broker.ctx);
  expect(later.items).toMatchObject([
    { kind: 'dead-letters', numbers: { undecided: { value: 3 }, dying: { value: 0 } } },
  ]);
  expect(later.totals.deadLetters).toBe(3);
  expect(later.groups[0]).toMatchObject({ name: 'billing', problem: 'dead-letters', dead: { value: 3 } });

  // Decided by an operator: no problem any more, before a sample says so.
  const decide = { group: 'billing', reason: 'known', actor };
  const [first] = (await browseDeadLetters(broker.ctx, { group: 'billing', limit: 1 })).items;
  await holdLetters(broker.ctx, { ...decide, messageIds: [first?.messageId ?? ''] });
  expect((await readProblems(broker.ctx)).items).toMatchObject([{ numbers: { undecided: { value: 2 } } }]);
  const { redriveId } = await startRedrive(broker.ctx, { ...decide, messageIds: [await newest('billing')] });
  expect((await readProblems(broker.ctx)).items).toMatchObject([{ numbers: { undecided: { value: 1 } } }]);
  await acceptLetters(broker.ctx, { ...decide, all: true });
  expect(await shown()).toEqual([]);

  await broker.ctx.store.console.query(
    `UPDATE redrive SET state = 'stopped', stopped_at = $2, stopped_why = 'canary-failed', stopped_failed = 1,
      stopped_of = 1 WHERE redrive_id = $1`,
    [redriveId, broker.clock.nowOrNull()],
  );
  // What it holds is a problem of its group, though every other dead letter is decided; the navigation counts one.
  expect(await shown()).toEqual([
    `dead-letters billing: 1 dead letter. Re-drive RD-${redriveId} stopped: 1 of 1 failed again.`,
  ]);
  expect((await readProblems(broker.ctx)).items).toMatchObject([
    {
      numbers: { undecided: { value: 0 }, notReleased: { value: 1 } },
      action: { path: `/redrives/${redriveId}` },
      rank: { tier: 'messages', weight: 1 },
    },
  ]);
  await cancelRedrive(broker.ctx, { redriveId, actor, reason: 'test' });
  await acceptLetters(broker.ctx, { ...decide, all: true });
});

async function newest(group: string): Promise<string> {
  const { items } = await browseDeadLetters(broker.ctx, { group, limit: 3 });
  return items.find(({ heldAt }) => heldAt === null)?.messageId ?? '';
}

test('a blocked key, with what waits behind it', async () => {
  const groupId = await scene('ledger', 5, true);
  await sendSome('ledger', 1, 'acct-1');
  await failAll('ledger');
  await sendSome('ledger', 2, 'acct-1');
  await step(groupId);
  expect((await readProblems(broker.ctx)).items).toMatchObject([
    { kind: 'blocked-keys', subject: { name: 'ledger' }, numbers: { keys: { value: 1 }, behind: { value: 2 } } },
  ]);
  broker.clock.advance(60_000);
  for (const messages of [1, 2]) {
    const got = await receiveNow(broker.ctx, { group: 'ledger', topic: 'ledger' });
    expect(got).toHaveLength(messages);
    const entries = got.map(({ receiptHandle, messageId }) => ({ receiptHandle, messageId }));
    await ack(broker.ctx, { group: 'ledger', topic: 'ledger', entries });
  }
  expect(await foundOf('blocked-keys')).toBe(0);
});

const QUIET: Omit<GroupLevels, 'groupId'> = {
  ...{ ready: 0, inFlight: 0, waiting: 0, dead: 0, unhandled: 0, blockedKeys: 0, oldestReadyAt: null, arrived: 0 },
  ...{ deathsDue: 0, expiring: 0, consumers: 1 },
};

/** What a node would have counted in the next steps. */
async function counted(groupId: number, steps: readonly Partial<GroupLevels>[], delivered = 0, redelivered = 0) {
  const db = broker.ctx.store.console;
  const { rows } = await db.query<{ groupId: number }>(
    'SELECT group_id AS "groupId" FROM consumer_group WHERE broadcast_of IS NULL',
  );
  for (const levels of steps) {
    broker.clock.advance(10_000);
    const now = broker.clock.nowOrNull();
    await nodeBeat(db, now, broker.ctx.nodeId, [], []);
    await historyClaimLevels(db, now);
    await historyAdd(db, now, {
      groups: [{ id: groupId, delivered, redelivered, died: 0, redriven: 0 }],
      ...{ topics: [], refusals: [] },
    });
    await historySetLevels(
      db,
      now,
      rows.map((row) => ({ ...QUIET, ...(row.groupId === groupId ? levels : {}), groupId: row.groupId })),
    );
  }
}

async function consumerLeft(groupId: number, client: string, leftAt: Date): Promise<void> {
  await broker.ctx.store.console.query(
    `INSERT INTO group_client (group_id, client_id, node_id, kind, language, version, address, since, seen_at, left_at)
      VALUES ($1, $2, $3, 'push', 'JAVA', '5.0.7', '10.0.0.1', $4, $4, $4)`,
    [groupId, await broker.ctx.clients.id(client), broker.ctx.nodeId, leftAt],
  );
}

/** Longer than rates look back. */
async function calm(): Promise<void> {
  await counted(
    0,
    Array.from({ length: 33 }, () => ({})),
  );
}

test('no consumer, a backlog that grows, retries that are most of the load; a pause is none of it', async () => {
  const groupId = await scene('search', 5);
  const oldestReadyAt = broker.clock.nowOrNull();
  await counted(groupId, [
    { ready: 5, oldestReadyAt, consumers: 0 },
    { ready: 5, oldestReadyAt, consumers: 0 },
  ]);
  expect(await foundOf('no-consumer')).toBe(0);
  await counted(groupId, [{ ready: 5, oldestReadyAt, consumers: 0 }]);
  expect(await shown()).toEqual(['no-consumer search: no consumer is connected, unknown since when; 5 messages wait.']);
  // The last one left hours ago: the counts of the last minutes do not have it, the records of clients do.
  const leftAt = new Date('2025-12-31T20:15:00.000Z');
  await consumerLeft(groupId, 'host-1@1', new Date(leftAt.getTime() - 60_000));
  await consumerLeft(groupId, 'host-1@2', leftAt);
  expect(await shown()).toEqual([
    'no-consumer search: no consumer is connected since 2025-12-31 20:15 UTC; 5 messages wait.',
  ]);
  const problem = 'no-consumer search';
  await acknowledgeProblem(broker.ctx, { problem, forMs: 3_600_000, note: '', actor });
  await counted(groupId, [{ ready: 5, oldestReadyAt, consumers: 0 }]);
  expect((await readProblems(broker.ctx)).items).toMatchObject([{ key: problem, ack: { by: 'test' } }]);
  await releaseProblem(broker.ctx, { problem, actor });
  // A record of one that has not left, and of whose node nothing is heard: when it was heard last.
  await broker.ctx.store.console.query(`UPDATE group_client SET left_at = NULL, node_id = 'gone' WHERE left_at = $1`, [
    leftAt,
  ]);
  expect((await shown())[0]).toContain('since 2025-12-31 20:15 UTC');
  await broker.ctx.store.console.query('DELETE FROM group_client');
  await pauseGroup(broker.ctx, { name: 'search', reason: 'migration', actor });
  const paused = await readProblems(broker.ctx);
  expect(paused.items).toEqual([]);
  expect(paused.groups.find(({ name }) => name === 'search')).toMatchObject({ pausedBy: 'test', problem: null });
  await resumeGroup(broker.ctx, { name: 'search', reason: '', actor });

  const grows = Array.from({ length: 15 }, (_, index) => ({
    ready: 100 * index + 1,
    arrived: 100 * index + 1,
    oldestReadyAt,
  }));
  const longAgo = new Date(Number(oldestReadyAt) - 600_000);
  await counted(
    groupId,
    grows.slice(0, 5).map((step) => ({ ...step, oldestReadyAt: longAgo })),
  );
  // Too short a time to tell whether it drains.
  expect([await shown(), await foundOf('backlog-grows')]).toEqual([[], null]);
  await counted(groupId, grows.slice(5));
  expect(await shown()).toEqual([
    expect.stringMatching(/^backlog-grows search: backlog 1,401 and growing [\d.]+\/s; never drains at this rate\.$/),
  ]);
  const drains = Array.from({ length: 30 }, (_, index) => ({ ready: 1401 - 40 * index, arrived: 1401, oldestReadyAt }));
  await counted(groupId, drains);
  expect(await shown()).toEqual([]);

  await counted(
    groupId,
    Array.from({ length: 3 }, () => ({ waiting: 7 })),
    20,
    15,
  );
  expect(await shown()).toEqual([
    'retry-amplification search: 75 % of its load is retries (4 deliveries per message).',
  ]);
  await calm();
});

test('producers that a limit refuses, until a minute without a refusal', async () => {
  await scene('orders', 5);
  const { topicId: id } = await broker.ctx.topics.find('orders');
  const refusal = { limit: 'send-rate of topic orders', topic: 'orders', group: '', client: 'c1', accessKey: '' };
  const flow = { id, messagesIn: 0, bytesIn: 0, refused: 42, peakMessagesPerSecond: 0, peakBytesPerSecond: 0 };
  await historyAdd(broker.ctx.store.console, broker.clock.nowOrNull(), {
    ...{ groups: [], topics: [flow], refusals: [{ ...refusal, refused: 42 }] },
  });
  const { items, totals } = await readProblems(broker.ctx);
  expect(items).toMatchObject([
    { kind: 'throttled-producers', subject: { kind: 'topic', name: 'orders' }, numbers: { refused: { value: 42 } } },
  ]);
  expect(totals.throttledTopics).toBe(1);
  await counted(
    0,
    Array.from({ length: 8 }, () => ({})),
  );
  expect(await shown()).toEqual([]);
});

test('a client that is connected and silent', async () => {
  const { groupId } = await broker.ctx.groups.find('search');
  const clientId = await broker.ctx.clients.id('host-1@7');
  await broker.ctx.store.console.query(
    `INSERT INTO group_client (group_id, client_id, node_id, kind, language, version, address, since, seen_at)
      VALUES ($1, $2, $3, 'push', 'JAVA', '5.0.7', '10.0.0.1', $4, $4)`,
    [groupId, clientId, broker.ctx.nodeId, broker.clock.nowOrNull()],
  );
  await counted(0, [{}, {}, {}, {}]);
  expect(await foundOf('stale-client')).toBe(0);
  await counted(0, [{}]);
  expect(await shown()).toEqual([expect.stringMatching(/^stale-client search: host-1@7 is silent since /)]);
  await broker.ctx.store.console.query('DELETE FROM group_client');
});

test('counts that no node makes any more are unknown, and what was known is stale', async () => {
  const { groupId } = await broker.ctx.groups.find('billing');
  await setDeadLetterRetention(broker.ctx, { keepHours: 12, version: 0, mayRemove: 0, actor, reason: 'test' });
  await counted(groupId, [{ dead: 4, unhandled: 4, expiring: 4 }]);
  expect((await readProblems(broker.ctx)).items).toMatchObject([
    { kind: 'expiring-letters', numbers: { expiring: { kind: 'value', value: 4 } } },
  ]);
  broker.clock.advance(60_000);
  await nodeBeat(broker.ctx.store.console, broker.clock.nowOrNull(), broker.ctx.nodeId, [], []);
  const { items, groups, checks } = await readProblems(broker.ctx);
  expect(items.find(({ kind }) => kind === 'expiring-letters')?.numbers).toMatchObject({
    expiring: { kind: 'stale', value: 4 },
  });
  expect(items[0]?.kind).toBe('database-trouble');
  expect(items.find(({ kind }) => kind === 'numbers-unknown')?.says[0]).toBe('of every group ');
  expect(groups.every(({ dead }) => dead.kind === 'stale')).toBe(true);
  expect(checks.find(({ kind }) => kind === 'numbers-unknown')?.found).toBe(1);
  broker.clock.advance(600_000);
  const late = await readProblems(broker.ctx);
  expect(late.groups.every(({ dead }) => dead.kind === 'unknown')).toBe(true);
  expect(late.totals).toMatchObject({ deadLetters: 0, uncounted: late.groups.length });
});

test('a part that cannot be read is unknown, and the others are known', async () => {
  await counted(0, [{}, {}]);
  const db = broker.ctx.store.console;
  await db.query('ALTER TABLE refusal_sample RENAME TO refusal_sample_away');
  try {
    const { items, checks, totals } = await readProblems(broker.ctx);
    expect(items).toEqual([]);
    expect(checks.filter(({ found }) => found === null).map(({ kind }) => kind)).toEqual(['throttled-producers']);
    expect(totals.throttledTopics).toBeNull();
  } finally {
    await db.query('ALTER TABLE refusal_sample_away RENAME TO refusal_sample');
  }
});

test('an alarm that nothing else explains is a problem until an operator acknowledges it', async () => {
  const fields = defaultRulesOf('embedded').find((rule) => rule.watch === 'backlog');
  if (fields === undefined) throw new Error('there is no default rule');
  const rule = await createAlarmRule(broker.ctx, fields, { reason: '', actor });
  const { ruleId, watch, severity, threshold, windowMs } = rule;
  const { incidentId } = await incidentInsert(broker.ctx.store.console, {
    ...{ ruleId, watch, subject: 'search', severity, threshold, windowMs, told: true },
    ...{ firedAt: broker.clock.nowOrNull(), becauseUnknown: false, value: 3 },
  });
  const { items, totals } = await readProblems(broker.ctx);
  expect(items).toMatchObject([
    { kind: 'alarm', subject: { name: 'search' }, action: { path: `/alarms/${incidentId}` } },
  ]);
  expect(totals.firing).toBe(1);
  expect(await foundOf('alarm')).toBe(1);
  await acknowledgeAlarm(broker.ctx, { incidentId, actor, reason: '' });
  expect(await shown()).toEqual([]);
});

test('in hand: out of the list with who and until when; back when it gets worse, when the time is over, when it is given back', async () => {
  // Else they would be the more urgent "expire soon", by the retention of a test above.
  await setDeadLetterRetention(broker.ctx, { keepHours: null, version: 1, mayRemove: 0, actor, reason: 'test' });
  const groupId = await scene('taken', 0);
  const die = async (count: number) => {
    await sendSome('taken', count);
    await failAll('taken');
    await step(groupId);
  };
  await die(4);
  const problem = 'dead-letters taken';
  const ack = async () => (await readProblems(broker.ctx)).items.find(({ key }) => key === problem)?.ack ?? null;
  const take = (forMs: number) => acknowledgeProblem(broker.ctx, { problem, forMs, note: ' rolling back ', actor });
  expect(await ack()).toBeNull();
  const taken = await take(3_600_000);
  expect(taken).toMatchObject({ by: actor.name, note: 'rolling back' });
  expect(Date.parse(taken.until) - Date.parse(taken.at)).toBe(3_600_000);
  expect(await ack()).toEqual(taken);
  await die(1);
  expect(await ack()).toEqual(taken);
  await die(1);
  expect(await ack()).toBeNull();

  await take(60_000);
  expect(await ack()).not.toBeNull();
  broker.clock.advance(60_001);
  expect(await ack()).toBeNull();

  await take(3_600_000);
  await releaseProblem(broker.ctx, { problem, actor });
  expect(await ack()).toBeNull();
  await expect(releaseProblem(broker.ctx, { problem, actor })).rejects.toMatchObject({ code: 'conflict' });
  await expect(take(59_999)).rejects.toMatchObject({ code: 'bad-request', field: 'forMs' });
  await expect(
    acknowledgeProblem(broker.ctx, { problem: 'dead-letters missing', forMs: 60_000, note: '', actor }),
  ).rejects.toMatchObject({ code: 'not-found', field: 'problem' });
  const { rows } = await broker.ctx.store.console.query<{ action: string; reason: string | null }>(
    'SELECT action, reason FROM audit WHERE target = $1 ORDER BY audit_id',
    [problem],
  );
  expect(rows.map(({ action, reason }) => `${action} ${reason ?? ''}`.trim())).toEqual([
    ...Array.from({ length: 3 }, () => 'problem.acknowledge rolling back'),
    'problem.release',
  ]);
  await acceptLetters(broker.ctx, { group: 'taken', reason: 'known', actor, all: true });
});
