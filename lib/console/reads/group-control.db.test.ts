import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { heartbeat, pauseGroup, revertGroup } from '../../broker';
import { systemActor } from '../../model/actor';
import { openTestApi, type TestApi } from '../../testing/api';
import { Scene } from '../../testing/scene';
import { type GroupClientsView, groupClientsRead, type HeldMessageView, heldMessagesRead } from './group-clients';
import { groupDeletionRead, groupOffsetRead } from './group-control';
import { type GroupHistoryView, groupHistoryRead } from './group-history';
import { type GroupOverview, groupOverviewRead } from './group';
import { type GroupsPage, groupsRead } from './groups';

vi.mock('server-only', () => ({}));
vi.mock('next/headers', () => ({}));

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
} as const;

test('the pages of a group: clients, what one holds, previews, versions', async () => {
  const at = await Scene.open(api.broker, { maxRetries: 3 });
  await at.sendMany(2);
  await at.push({ clientId: 'one', batchSize: 1 });
  await heartbeat(api.broker.ctx, {
    consumersByGroup: new Map([[at.group, 1]]),
    pushClients: [],
    consumers: [{ ...CLIENT, group: at.group, clientId: 'one' }],
  });
  const clients = await api.read<GroupClientsView>(groupClientsRead, `group=${at.group}`);
  expect(clients).toMatchObject({
    items: [{ client: 'one', host: '10.0.0.7', holds: 1, received: { value: 1.5 }, acked: { kind: 'unknown' } }],
  });
  const held = await api.read<HeldMessageView[]>(heldMessagesRead, `group=${at.group}&client=one`);
  expect(held).toHaveLength(1);
  expect(await api.read(groupOffsetRead, `group=${at.group}&to=newest`)).toMatchObject({ skipped: 1, moved: false });
  expect(await api.read(groupDeletionRead, `group=${at.group}`)).toMatchObject({ deleted: false, clients: ['one'] });

  await at.edit({ maxRetries: 5, reason: 'try' });
  const input = { name: at.group, to: 1, actor, reason: 'back' };
  await expect(revertGroup(api.broker.ctx, { ...input, version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  await expect(revertGroup(api.broker.ctx, { ...input, to: 9, version: 2 })).rejects.toMatchObject({
    code: 'not-found',
  });
  await revertGroup(api.broker.ctx, { ...input, version: 2 });
  await expect(revertGroup(api.broker.ctx, { ...input, version: 3 })).rejects.toMatchObject({ field: 'to' });
  const { versions } = await api.read<GroupHistoryView>(groupHistoryRead, `group=${at.group}`);
  expect(versions.map(({ version, reason, settings }) => [version, reason, settings.maxRetries])).toEqual([
    [3, 'Revert to v1: back', 3],
    [2, 'try', 5],
    [1, null, 3],
  ]);
  const overview = await api.read<GroupOverview>(groupOverviewRead, `group=${at.group}`);
  expect(overview.causes.kind).toBe('value');
  expect(overview.changes.kind).toBe('value');
});

test('200 groups are listed within 300 ms, and the paused one says so', async () => {
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
  await api.read(groupsRead);
  const took: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const startedMs = performance.now();
    const page = await api.read<GroupsPage>(groupsRead);
    took.push(performance.now() - startedMs);
    expect(page.items.length).toBeGreaterThan(200);
    expect(page.items.find(({ name }) => name === 'many-7')?.paused).toMatchObject({ by: actor.name, reason: 'x' });
    // The figures are shared for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }
  expect(Math.min(...took)).toBeLessThan(300);
});
