import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { heartbeat, pauseGroup, reportFailure, revertGroup } from '../../broker';
import { systemActor } from '../../model/audit/actor';
import { openTestApi, type TestApi } from '../../testing/api';
import { Scene } from '../../testing/scene';
import type {
  ChangeView,
  GroupClientsView,
  GroupHead,
  GroupHistoryView,
  GroupOverview,
  GroupsPage,
  HeldMessageView,
} from '../operations/groups/views';
import { read } from '../http/operation';
import { blockedKeysPage } from '../operations/keys/keys';
import type { BlockedKeysPage } from '../operations/keys/views';
import { reads } from './registry';
import type { RetriesPage } from '../operations/retries/views';

const actor = systemActor('test');
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const sql = (text: string, values: unknown[] = []): Promise<unknown> =>
  api.broker.database.store.console.query(text, values);

const CLIENT = {
  kind: 'push',
  language: 'JAVA',
  version: '5.0.7',
  address: 'ipv4:10.0.0.7:4711',
  accessKey: null,
  connectedMs: 60_000,
  silentMs: 100,
  receivedPerS: 1.5,
  ackedPerS: null,
  sent: { version: 1, agoMs: 2_000, adapted: true },
} as const;

test('the pages of a group: clients, what one holds, previews, versions', async () => {
  const at = await Scene.open(api.broker, { maxRetries: 3 });
  await at.sendMany(2);
  await at.push({ clientId: 'one', batchSize: 1 });
  await heartbeat(api.broker.ctx, {
    consumersByGroup: new Map([[at.group, 1]]),
    pushClients: [],
    consumers: [{ ...CLIENT, group: at.group, clientId: 'one' }],
    sessions: [
      {
        ...{ ...CLIENT, group: at.group, clientId: 'one', topics: [at.topic] },
        filters: [{ topic: at.topic, kind: 'tags', expression: 'red||blue' }],
      },
    ],
  });
  const clients = await api.read<GroupClientsView>(reads.groupClients, `group=${at.group}`);
  expect(clients).toMatchObject({
    items: [{ client: 'one', host: '10.0.0.7', holds: 1, received: { value: 1.5 }, acked: { kind: 'unknown' } }],
    current: { version: 1 },
    clientsWait: false,
    differing: null,
    filteredOut: [],
  });
  expect(clients.items[0]?.subscriptions).toEqual([
    { topic: at.topic, type: 'TAG', expression: 'blue || red', differs: false },
  ]);
  const held = await api.read<HeldMessageView[]>(reads.heldMessages, `group=${at.group}&client=one`);
  expect(held).toHaveLength(1);
  expect(await api.read(reads.groupOffset, `group=${at.group}&to=newest`)).toMatchObject({ skipped: 1, moved: false });
  expect(await api.read(reads.groupDeletion, `group=${at.group}`)).toMatchObject({ deleted: false, clients: ['one'] });

  await at.edit({ maxRetries: 5, reason: 'try' });
  const input = { name: at.group, to: 1, actor, reason: 'back' };
  await expect(revertGroup(api.broker.ctx, { ...input, version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  await expect(revertGroup(api.broker.ctx, { ...input, to: 9, version: 2 })).rejects.toMatchObject({
    code: 'not-found',
  });
  await revertGroup(api.broker.ctx, { ...input, version: 2 });
  await expect(revertGroup(api.broker.ctx, { ...input, version: 3 })).rejects.toMatchObject({ field: 'to' });
  const { versions } = await api.read<GroupHistoryView>(reads.groupHistory, `group=${at.group}`);
  expect(versions.map(({ version, reason, settings }) => [version, reason, settings.maxRetries])).toEqual([
    [3, 'Revert to v1: back', 3],
    [2, 'try', 5],
    [1, null, 3],
  ]);
  const overview = await api.read<GroupOverview>(reads.groupOverview, `group=${at.group}`);
  expect(overview.causes.kind).toBe('value');
  const changes = await api.read<readonly ChangeView[]>(reads.groupChanges, `group=${at.group}&from=-1h`);
  expect(changes.map(({ kind, says }) => [kind, says.split(' ', 2).join(' ')])).toEqual([
    ['settings', 'Configuration v3'],
    ['settings', 'Configuration v2'],
  ]);
});

test('the figures of a group agree with its pages of retries, keys and clients', async () => {
  const waits = await Scene.open(api.broker);
  await waits.sendMany(3);
  for (const held of (await waits.push()).slice(0, 2)) await waits.fail(held);
  const ordered = await Scene.open(api.broker, {
    ...{ deliveryOrder: 'ordered', maxRetries: 5, retryPolicy: { type: 'fixed', intervalMs: 60_000 } },
  });
  for (const messageGroup of ['a', 'a', 'b']) await ordered.send({ messageGroup });
  for (const held of await ordered.push()) await ordered.fail(held);
  for (const at of [waits, ordered]) {
    const of = `group=${at.group}`;
    const { figures } = await api.read<GroupHead>(reads.group, of);
    const listed = await api.read<RetriesPage>(reads.retries, of);
    const tide = await api.read<{ waiting: number }>(reads.retryTide, of);
    const keys = await api.read<BlockedKeysPage>(read(blockedKeysPage), of);
    expect(figures).toMatchObject({
      waiting: { kind: 'value', value: listed.items.length },
      blockedKeys: { kind: 'value', value: keys.items.length },
      behindBlocked: { value: keys.items.reduce((sum, { behind }) => sum + behind, 0) },
    });
    expect(tide.waiting).toBe(listed.items.length);
    expect(listed.items.length).toBeGreaterThan(0);
  }
});

test('causes of the last hour add up to what failed: reported ones, and the rest without a reason', async () => {
  const at = await Scene.open(api.broker, { maxRetries: 0 });
  const ids = await at.sendMany(5);
  const held = [...(await at.push())];
  while (held.length < 5) held.push(...(await at.push()));
  const report = (messageId: string, errorType: string) =>
    reportFailure(api.broker.ctx, { group: at.group, messageId, attempt: 1, errorType, message: 'no answer' });
  for (const id of ids.slice(0, 2)) await report(id, 'Timeout');
  await report(ids[2] ?? '', 'Refused');
  for (const one of held) await at.fail(one);
  const { causes } = await api.read<GroupOverview>(reads.groupOverview, `group=${at.group}`);
  const shown = causes.kind === 'unknown' ? [] : causes.value;
  const rows = shown.map(({ errorType, failed, lastAt }) => [errorType, failed, lastAt !== null]);
  expect(new Set(rows)).toEqual(
    new Set([
      ['Timeout', 2, true],
      [null, 2, false],
      ['Refused', 1, true],
    ]),
  );
  expect(rows.at(-1)?.[0]).toBe('Refused');
});

/** How many statements the list of groups takes, when no reading of a moment ago is shared. */
async function listed(): Promise<{ readonly page: GroupsPage; readonly statements: number }> {
  const { broker, console: other } = api.broker.database.store;
  const seen = [broker, other].map((pool) => vi.spyOn(pool, 'query'));
  // The figures are shared for a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  for (const spy of seen) spy.mockClear();
  const page = await api.read<GroupsPage>(reads.groups);
  const statements = seen.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  for (const spy of seen) spy.mockRestore();
  return { page, statements };
}

test('200 groups are listed with as many statements as few, and the paused one says so', async () => {
  const few = await listed();
  expect(few.statements).toBeGreaterThan(2);
  await sql(
    `INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version,
                                 created_at, updated_at)
     SELECT 'many-' || n, 'concurrent', 16, '{"type":"stepped"}', 900000, 1, now(), now() FROM generate_series(1, 200) n`,
  );
  const at = await Scene.open(api.broker);
  await at.sendMany(10);
  await at.push({ batchSize: 1 });
  await sql(
    `INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
     SELECT g.group_id, q.queue_id, q.seg, 0, now() FROM consumer_group g CROSS JOIN queue q JOIN topic t USING (topic_id)
      WHERE g.name LIKE 'many-%' AND t.name = $1`,
    [at.topic],
  );
  await sql('ANALYZE');
  await pauseGroup(api.broker.ctx, { name: 'many-7', actor, reason: 'x' });
  const { page, statements } = await listed();
  expect(page.items.length).toBeGreaterThan(200);
  expect(page.items.find(({ name }) => name === 'many-7')?.paused).toMatchObject({ by: actor.name, reason: 'x' });
  expect(statements).toBe(few.statements);
});
