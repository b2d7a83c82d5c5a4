import { expect, test } from 'vitest';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { startRedrive } from '../redrive/start';
import { heartbeat } from '../throttle/heartbeat';
import { readGroupClients, readHeldMessages } from './clients';
import { createGroup } from './create';
import { deleteGroup, type DeleteGroupInput, type GroupDeletion } from './delete';

const stage = brokerStage();
const actor = { kind: 'operator' as const, name: 'ana@example.com' };

function remove(at: Scene, more: Partial<DeleteGroupInput> = {}): Promise<GroupDeletion> {
  return deleteGroup(stage.broker.ctx, { name: at.group, dryRun: false, actor, reason: 'gone', ...more });
}

/** Every table with a group, and how many rows of it each has. */
async function rowsOf(groupId: number): Promise<Record<string, number>> {
  const db = stage.broker.database.store.console;
  const { rows: tables } = await db.query<{ name: string }>(
    `SELECT c.table_name::text AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'group_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const left: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${name} WHERE group_id = $1`, [groupId]);
    if ((rows[0]?.n ?? 0) > 0) left[name] = rows[0]?.n ?? 0;
  }
  return left;
}

const consumer = (group: string, clientId: string): object => ({
  ...{ group, clientId, kind: 'push', language: 'JAVA', version: '5.0.7', address: '10.0.0.1:1', accessKey: null },
  ...{ connectedMs: 60_000, silentMs: 100, receivedPerS: 1.5, ackedPerS: 1 },
  sent: null,
});

async function beat(...clients: readonly [group: string, clientId: string][]): Promise<void> {
  await heartbeat(stage.broker.ctx, {
    consumersByGroup: new Map(clients.map(([group]) => [group, 1])),
    pushClients: [],
    consumers: clients.map(([group, id]) => consumer(group, id)) as never,
  });
}

test.each([
  ['unordered', {}],
  ['ordered', { deliveryOrder: 'ordered' }],
] as const)('%s: all its rows go, and nothing of another group', async (_name, order) => {
  const { ctx, clock } = stage.broker;
  const at = await Scene.open(stage.broker, { ...order, maxRetries: 0 });
  const beside = await at.beside(order);
  for (let n = 0; n < 6; n += 1) await at.send('deliveryOrder' in order ? { messageGroup: `k${n}` } : {});
  await at.push({ batchSize: 1 });
  const held = await at.push({ batchSize: 4 });
  await beside.push();
  await at.fail(held[0] as never);
  await at.fail(held[1] as never);
  await at.edit({ maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 1000 } });
  await at.fail(held[2] as never);
  await startRedrive(ctx, { group: at.group, all: true, reason: 'x', actor });
  await beat([at.group, 'client-1']);
  const { groupId } = await ctx.groups.find(at.group);
  // As the loop does: what counts dead letters adds up.
  const fold = () => ctx.store.broker.query('SELECT dead_letter_count_fold(1000)');
  await fold();
  const other = await rowsOf((await ctx.groups.find(beside.group)).groupId);

  const preview = await remove(at, { dryRun: true });
  expect(preview).toMatchObject({ deleted: false, empty: false, clients: ['client-1'], blocker: null });
  expect(preview.contents).toMatchObject({ inFlight: 2, waiting: 1, dead: 2, redrives: 1, versions: 2, unread: 1 });
  await expect(remove(at)).rejects.toMatchObject({ code: 'bad-request', field: 'confirm' });
  await expect(remove(at, { confirm: 'other' })).rejects.toMatchObject({ field: 'confirm', value: 'other' });
  expect(await remove(at, { confirm: at.group })).toMatchObject({ deleted: true });

  await fold();
  expect(await rowsOf(groupId)).toEqual({});
  expect(await rowsOf((await ctx.groups.find(beside.group)).groupId)).toEqual(other);
  await expect(at.push()).rejects.toMatchObject({ code: 'group-not-found' });
  await expect(at.ack(held[3] as never)).rejects.toMatchObject({ code: 'group-not-found' });
  const { rows } = await stage.broker.database.store.console.query<{ counts: unknown }>(
    "SELECT counts FROM audit WHERE target = $1 AND action = 'group.delete'",
    [at.group],
  );
  expect(rows).toMatchObject([{ counts: { inFlight: 2, waiting: 1, dead: 2 } }]);
  // A new one of the same name has nothing of the old one.
  clock.advance(1);
  await createGroup(ctx, { name: at.group, actor, ...order });
  expect(await at.push()).toEqual([]);
  expect(await at.deadLetters()).toEqual([]);
});

test('a group with dead letters alone goes only when its name is given', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  await at.send();
  const [held] = await at.push();
  await at.fail(held as never);
  await expect(remove(at)).rejects.toMatchObject({ code: 'bad-request', field: 'confirm' });
  expect(await at.deadLetters()).toHaveLength(1);
});

test('an empty group goes at once; of two deletions one finds it', async () => {
  const at = await Scene.open(stage.broker, { messageModel: 'broadcasting' });
  await at.push();
  const both = await Promise.allSettled([remove(at), remove(at)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'group-not-found' } });
});

test('clients of all nodes: what each holds, when it left, and a silent node is not a client that left', async () => {
  const { ctx, clock } = stage.broker;
  const at = await Scene.open(stage.broker);
  const [id] = await at.sendMany(3);
  await at.push({ clientId: 'one', batchSize: 1 });
  await at.push({ clientId: 'two', batchSize: 2 });
  await beat([at.group, 'one'], [at.group, 'two']);
  expect(await readGroupClients(ctx, at.group)).toMatchObject({
    items: [
      { client: 'one', holds: 1, leftAt: null, nodeSilent: false, language: 'JAVA', receivedPerS: 1.5 },
      { client: 'two', holds: 2, leftAt: null },
    ],
    total: 2,
    unnamed: 0,
  });
  const held = await readHeldMessages(ctx, at.group, 'one');
  expect(held).toMatchObject([{ topic: at.topic, attempt: 1 }]);
  expect([id]).toContain(held[0]?.messageId ?? id);
  clock.advance(5_000);
  await beat([at.group, 'two']);
  const { items } = await readGroupClients(ctx, at.group);
  expect(items.map(({ client, leftAt }) => [client, leftAt === null])).toEqual([
    ['two', true],
    ['one', false],
  ]);
  clock.advance(60_000);
  expect((await readGroupClients(ctx, at.group)).items[0]).toMatchObject({ client: 'two', nodeSilent: true });
});

test('alarm rules of the group go with it', async () => {
  const at = await Scene.open(stage.broker);
  const db = stage.broker.database.store.console;
  await db.query(
    `INSERT INTO alarm_rule (watch, subject, threshold, window_ms, for_ms, clear_below, clear_for_ms, severity, on_unknown,
                             unknown_for_ms, repeat_ms, channel_ids, enabled, version, reason, updated_by, updated_at)
     VALUES ('dead-letters', $1, 1, 0, 0, 1, 0, 'warning', 'hold', 0, 0, '{}', true, 1, '', 'ana', now())`,
    [at.group],
  );
  expect((await remove(at, { dryRun: true })).contents.alarmRules).toBe(1);
  await remove(at);
  expect((await db.query('SELECT 1 FROM alarm_rule WHERE subject = $1', [at.group])).rowCount).toBe(0);
});
