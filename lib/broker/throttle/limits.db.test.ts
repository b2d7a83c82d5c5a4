import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { LIMIT_KIND_NAMES, LIMIT_KINDS } from '../../model/throttle/limit-kind';
import { limitList } from '../../store/queries/throttle/throttle-limit';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { createBrokerContext } from '../create-context';
import { heartbeat, leave } from './heartbeat';
import { readLevels } from './read-levels';
import { removeLimit } from './remove-limit';
import { setLimit, type SetLimitInput } from './set-limit';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');
const REFUSED = { code: 'too-many-requests' };

function rate(topic: string, fields: Partial<SetLimitInput> = {}): SetLimitInput {
  return { kind: 'send-rate', scope: 'topic', subject: topic, hard: 2, version: 0, reason: 'test', actor, ...fields };
}

const other = async () => {
  const { store, log } = broker.ctx;
  const silent = { count: () => undefined, observe: () => undefined };
  return await createBrokerContext({ store, log, metrics: silent, clock: broker.clock });
};

test('a limit refuses at once, nothing is stored; it survives a restart, and its removal lets through', async () => {
  const at = await Scene.open(broker);
  const made = await setLimit(broker.ctx, rate(at.topic));
  expect(made).toMatchObject({ version: 1, hard: 2, softShare: 0.8, burstMs: 1_000, enabled: true, updatedBy: 'test' });
  // So slow that nothing comes back within the test.
  await setLimit(broker.ctx, rate(at.topic, { hard: 2 / 600, burstMs: 600_000, version: 1 }));
  await at.sendMany(2);
  await expect(at.send()).rejects.toMatchObject({ ...REFUSED, field: `send-rate of topic ${at.topic}` });
  expect(await at.push()).toHaveLength(2);
  const restarted = await other();
  restarted.throttle.admitSend({ topic: at.topic }, { messages: 2, bytes: 1 });
  expect(() => restarted.throttle.admitSend({ topic: at.topic }, { messages: 1, bytes: 1 })).toThrow(
    'TOO_MANY_REQUESTS',
  );
  await removeLimit(broker.ctx, { ...rate(at.topic), version: 2 });
  await at.sendMany(10);
  const { rows } = await broker.database.store.console.query<{ line: string }>(
    `SELECT concat_ws(' ', action, reason, after ->> 'burstMs') AS line FROM audit WHERE target = $1 ORDER BY audit_id`,
    [`send-rate of topic ${at.topic}`],
  );
  expect(rows.map(({ line }) => line)).toEqual([
    'limit.create test 1000',
    'limit.update test 600000',
    'limit.remove test',
  ]);
});

test('an edit names the version it saw; of two, one wins', async () => {
  const at = await Scene.open(broker);
  await setLimit(broker.ctx, rate(at.topic));
  await expect(setLimit(broker.ctx, rate(at.topic))).rejects.toMatchObject({ code: 'conflict', limit: 1, value: 0 });
  const edits = [3, 4].map((hard) => setLimit(broker.ctx, rate(at.topic, { hard, version: 1 })));
  const settled = await Promise.allSettled(edits);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(removeLimit(broker.ctx, { ...rate(at.topic), version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  await expect(removeLimit(broker.ctx, { ...rate('no-limit'), version: 1 })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test.each<[string, Partial<SetLimitInput>, { field: string }]>([
  ['no rate at all', { hard: 0 }, { field: 'hard' }],
  ['not a number', { hard: Number.NaN }, { field: 'hard' }],
  ['a scope the kind does not have', { scope: 'group' }, { field: 'scope' }],
  ['a topic that does not exist', { subject: 'nowhere' }, { field: 'topic' }],
  ['no subject', { subject: '' }, { field: 'subject' }],
  ['a subject of the broker', { scope: 'broker', subject: 'x' }, { field: 'subject' }],
  ['a soft line above the hard one', { softShare: 1.2 }, { field: 'softShare' }],
  ['a burst of an hour', { burstMs: 3_600_000 }, { field: 'burstMs' }],
  ['a burst of a level', { kind: 'backlog-count', burstMs: 1 }, { field: 'burstMs' }],
  ['a reason without end', { reason: 'x'.repeat(1_001) }, { field: 'reason' }],
])('refused: %s', async (_, fields, expected) => {
  const at = await Scene.open(broker);
  const before = (await limitList(broker.database.store.console)).length;
  await expect(setLimit(broker.ctx, rate(at.topic, fields))).rejects.toMatchObject(expected);
  expect(await limitList(broker.database.store.console)).toHaveLength(before);
});

test('the backlog of the slowest group refuses, after a restart from the first send on, until it has caught up', async () => {
  const fast = await Scene.open(broker);
  const slow = await fast.beside();
  await Promise.all([fast.push(), slow.push()]);
  const limit = { kind: 'backlog-count', hard: 40, softShare: 0.5 } as const;
  await setLimit(broker.ctx, rate(fast.topic, limit));
  await fast.sendMany(40);
  while ((await fast.push()).length > 0);
  await readLevels(broker.ctx);
  await expect(fast.send()).rejects.toMatchObject({ ...REFUSED, value: '40' });
  const restarted = await other();
  expect(() => restarted.throttle.checkSend({ topic: fast.topic })).toThrow(
    `backlog-count of topic ${fast.topic} is 40`,
  );
  while ((await slow.push()).length > 0);
  await readLevels(broker.ctx);
  await fast.send();
});

test.each([
  ['backlog-age', 60],
  ['backlog-bytes', 1_000],
] as const)('%s of a group refuses the sends to its topic', async (kind, hard) => {
  const at = await Scene.open(broker);
  await at.push();
  await setLimit(broker.ctx, { ...rate(at.group, { kind, hard }), scope: 'group' });
  await readLevels(broker.ctx);
  await at.send({ body: Buffer.alloc(1_000) });
  broker.clock.advance(61_000);
  await readLevels(broker.ctx);
  await expect(at.send()).rejects.toMatchObject({ ...REFUSED, field: `${kind} of group ${at.group}` });
});

test('the database near its limit refuses every send', async () => {
  const at = await Scene.open(broker);
  const storage = { ...rate(''), kind: 'storage', scope: 'broker', hard: 1_000 } as const;
  const { version } = await setLimit(broker.ctx, storage);
  await readLevels(broker.ctx);
  await expect(at.send()).rejects.toMatchObject({ ...REFUSED, field: 'storage of the broker' });
  await removeLimit(broker.ctx, { ...storage, version });
  await at.send();
});

test('living nodes are counted; one that leaves or falls silent is not', async () => {
  const [one, two] = [await other(), await other()];
  const nodes: number[] = [];
  for (const { throttle } of [one, two]) throttle.setNodes = (count) => void nodes.push(count);
  const say = async (ctx: typeof one): Promise<void> =>
    heartbeat(ctx, { consumersByGroup: new Map([['no-such-group', 1]]), pushClients: [] });
  await say(one);
  await say(two);
  await leave(one);
  await say(two);
  await say(one);
  broker.clock.advance(16_000);
  await say(two);
  expect(nodes).toEqual([1, 2, 1, 2, 1]);
});

test('every kind of limit can be made in each of its scopes, and every level among them is read', async () => {
  const at = await Scene.open(broker);
  await at.push();
  await at.send();
  const subjects = { broker: '', topic: at.topic, group: at.group };
  const made = LIMIT_KIND_NAMES.flatMap((kind) =>
    LIMIT_KINDS[kind].scopes.flatMap((scope) =>
      scope === 'access-key' ? [] : [rate('', { kind, scope, subject: subjects[scope], hard: 1e12 })],
    ),
  );
  for (const input of made) await setLimit(broker.ctx, input);
  await readLevels(broker.ctx);
  const unread = broker.ctx.throttle.uses().filter(({ state }) => state === 'unknown');
  for (const input of made) await removeLimit(broker.ctx, { ...input, version: 1 });
  expect(unread).toEqual([]);
});
