import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { AccessRule } from '../../model/access/access-rule';
import { systemActor } from '../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { createBrokerContext } from '../create-context';
import { createAccessKey } from './create';
import { deleteAccessKey } from './delete';
import type { AccessKeyDirectory } from '../process/directories/access-keys';
import { listAccessKeys } from './list';
import { rotateAccessKey } from './rotate';
import { disableAccessKey, enableAccessKey } from './set-disabled';
import { updateAccessKey } from './update';

const HOUR_MS = 3_600_000;
const actor = systemActor('test');
const rules: AccessRule[] = [{ resource: 'topic', pattern: 'orders*', actions: ['publish'] }];

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const secretsOf = (id: string, keys: AccessKeyDirectory = broker.ctx.accessKeys): string[] =>
  keys.find(id)?.secrets.map(({ text }) => text) ?? [];

async function auditOf(id: string): Promise<string[]> {
  const { rows } = await broker.database.store.console.query<{ row: string }>(
    `SELECT action || ' ' || target AS row FROM audit WHERE target LIKE $1 ORDER BY audit_id`,
    [`%${id}%`],
  );
  return rows.map(({ row }) => row);
}

test('made, changed, disabled, enabled, deleted: at once here, each with its audit row, none with a secret', async () => {
  const { ctx } = broker;
  const { key, secret } = await createAccessKey(ctx, { name: ' billing ', rules, actor });
  const id = key.accessKeyId;
  expect(id).toMatch(/^RD[A-Za-z0-9]{14}$/);
  expect(secret).toMatch(/^[A-Za-z0-9]{40}$/);
  expect(key).toMatchObject({ name: 'billing', note: '', rules, version: 1, readable: true, createdBy: 'test' });
  expect(secretsOf(id)).toEqual([secret]);

  const to = { accessKeyId: id, name: 'billing 2', note: 'of team B', rules: [{ resource: 'everything' }] as const };
  await updateAccessKey(ctx, { ...to, expiresAt: null, version: 1, actor });
  expect(ctx.accessKeys.find(id)).toMatchObject({ name: 'billing 2', rules: to.rules, disabled: false });
  await expect(updateAccessKey(ctx, { ...to, expiresAt: null, version: 1, actor })).rejects.toMatchObject({
    code: 'conflict',
    limit: 2,
    value: 1,
  });

  expect(await disableAccessKey(ctx, { accessKeyId: id, actor })).toMatchObject({ disabledAt: expect.any(Date) });
  expect(ctx.accessKeys.find(id)).toMatchObject({ disabled: true });
  await expect(disableAccessKey(ctx, { accessKeyId: id, actor })).rejects.toMatchObject({ code: 'conflict' });
  expect(await enableAccessKey(ctx, { accessKeyId: id, actor })).toMatchObject({ disabledAt: null });
  await deleteAccessKey(ctx, { accessKeyId: id, actor });
  expect(ctx.accessKeys.find(id)).toBeUndefined();
  await expect(deleteAccessKey(ctx, { accessKeyId: id, actor })).rejects.toMatchObject({ code: 'not-found' });

  expect(await auditOf(id)).toEqual([
    `access-key.create billing (${id})`,
    `access-key.update billing (${id})`,
    `access-key.disable billing 2 (${id})`,
    `access-key.enable billing 2 (${id})`,
    `access-key.delete billing 2 (${id})`,
  ]);
  const { rows } = await broker.database.store.console.query<{ found: number }>(
    `SELECT count(*)::int AS found FROM audit WHERE audit::text LIKE '%' || $1 || '%'`,
    [secret],
  );
  expect(rows).toEqual([{ found: 0 }]);
});

test('after a rotation both secrets are good for the overlap, then the new one; without overlap only the new one', async () => {
  const { ctx, clock } = broker;
  const { key, secret: first } = await createAccessKey(ctx, { name: 'rotated', rules, actor });
  const id = key.accessKeyId;
  const { secret: second, key: rotated } = await rotateAccessKey(ctx, { accessKeyId: id, overlapMs: HOUR_MS, actor });
  expect(second).not.toBe(first);
  expect(rotated.oldSecretUntil).toEqual(new Date(clock.nowOrNull().getTime() + HOUR_MS));
  expect(secretsOf(id)).toEqual([second, first]);
  const old = ctx.accessKeys.find(id)?.secrets[1];
  expect((old?.endsAtMs ?? 0) - performance.now()).toBeGreaterThan(HOUR_MS - 60_000);
  expect((old?.endsAtMs ?? 0) - performance.now()).toBeLessThanOrEqual(HOUR_MS);

  clock.advance(HOUR_MS);
  await ctx.accessKeys.refresh();
  expect(ctx.accessKeys.find(id)?.secrets[1]?.endsAtMs).toBeLessThanOrEqual(performance.now());
  expect((await listAccessKeys(ctx)).find(({ accessKeyId }) => accessKeyId === id)?.oldSecretUntil).toBeNull();

  const { secret: third } = await rotateAccessKey(ctx, { accessKeyId: id, overlapMs: 0, actor });
  expect(secretsOf(id)).toEqual([third]);
  for (const overlapMs of [-1, 0.5, 24 * HOUR_MS + 1])
    await expect(rotateAccessKey(ctx, { accessKeyId: id, overlapMs, actor })).rejects.toMatchObject({
      code: 'bad-request',
      field: 'overlapMs',
    });
});

test('expires by the clock of the database', async () => {
  const { ctx, clock } = broker;
  const expiresAt = new Date(clock.nowOrNull().getTime() + HOUR_MS);
  const { key } = await createAccessKey(ctx, { name: 'short', rules, expiresAt, actor });
  const stateNow = async () =>
    (await listAccessKeys(ctx)).find(({ accessKeyId }) => accessKeyId === key.accessKeyId)?.state;
  expect(await stateNow()).toBe('active');
  expect(ctx.accessKeys.find(key.accessKeyId)?.endsAtMs).toBeGreaterThan(performance.now());
  clock.advance(HOUR_MS);
  await ctx.accessKeys.refresh();
  expect(await stateNow()).toBe('expired');
  expect(ctx.accessKeys.find(key.accessKeyId)?.endsAtMs).toBeLessThanOrEqual(performance.now());
});

test('a use is written down without a new version', async () => {
  const { ctx, clock } = broker;
  const { key } = await createAccessKey(ctx, { name: 'used', rules, actor });
  ctx.accessKeys.noteUse(key.accessKeyId);
  ctx.accessKeys.noteUse(key.accessKeyId);
  await ctx.accessKeys.writeUses();
  const found = (await listAccessKeys(ctx)).find(({ accessKeyId }) => accessKeyId === key.accessKeyId);
  expect(found).toMatchObject({ lastUsedAt: clock.nowOrNull(), version: 1 });
});

test('the secret is nowhere in the database in clear, and worth nothing in the row of another key', async () => {
  const { ctx } = broker;
  const [one, two] = [
    await createAccessKey(ctx, { name: 'one', rules, actor }),
    await createAccessKey(ctx, { name: 'two', rules: [{ resource: 'everything' }], actor }),
  ];
  const { rows } = await broker.database.store.console.query<{ found: number }>(
    `SELECT count(*)::int AS found FROM access_key WHERE position($1::bytea IN secret) > 0`,
    [Buffer.from(one.secret)],
  );
  expect(rows).toEqual([{ found: 0 }]);
  await broker.database.store.console.query(
    `UPDATE access_key SET secret = (SELECT secret FROM access_key WHERE access_key_id = $1) WHERE access_key_id = $2`,
    [one.key.accessKeyId, two.key.accessKeyId],
  );
  await ctx.accessKeys.refresh();
  expect(secretsOf(two.key.accessKeyId)).toEqual([]);
});

test('with REDRIVE_SECRET_KEY, a process without it cannot read the secret and says so; a rotation there mends it', async () => {
  const { ctx } = broker;
  const parts = { store: ctx.store, log: ctx.log, metrics: ctx.metrics, clock: ctx.clock };
  const sealed = await createBrokerContext({ ...parts, secretKey: 'x'.repeat(32) });
  const { key, secret } = await createAccessKey(sealed, { name: 'sealed', rules, actor });
  const again = await createBrokerContext({ ...parts, secretKey: 'x'.repeat(32) });
  await again.accessKeys.refresh();
  expect(secretsOf(key.accessKeyId, again.accessKeys)).toEqual([secret]);
  // Keys from before the setting stay good.
  const before = await createAccessKey(ctx, { name: 'before', rules, actor });
  await again.accessKeys.refresh();
  expect(secretsOf(before.key.accessKeyId, again.accessKeys)).toEqual([before.secret]);

  await ctx.accessKeys.refresh();
  expect(secretsOf(key.accessKeyId)).toEqual([]);
  const found = (await listAccessKeys(ctx)).find(({ accessKeyId }) => accessKeyId === key.accessKeyId);
  expect(found).toMatchObject({ state: 'unreadable', readable: false });
  const rotated = await rotateAccessKey(ctx, { accessKeyId: key.accessKeyId, overlapMs: HOUR_MS, actor });
  expect(secretsOf(key.accessKeyId)).toEqual([rotated.secret]);
});

test('a change made by another process is seen within two seconds without a hint', async () => {
  const { ctx } = broker;
  const other = await createBrokerContext({ store: ctx.store, log: ctx.log, metrics: ctx.metrics, clock: ctx.clock });
  await other.accessKeys.refresh();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = other.accessKeys.watch(ctx.log);
  try {
    const { key } = await createAccessKey(ctx, { name: 'elsewhere', rules, actor });
    const seen = new Promise<void>((resolve) => other.accessKeys.onChange(resolve));
    vi.advanceTimersByTime(2000);
    await seen;
    expect(other.accessKeys.find(key.accessKeyId)?.name).toBe('elsewhere');
  } finally {
    await stop();
    vi.useRealTimers();
  }
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'é'.repeat(51) }, 'name'],
  [{ note: 'x'.repeat(1001) }, 'note'],
  [{ rules: [{ resource: 'topic', pattern: 'a*b', actions: ['publish'] }] as AccessRule[] }, 'rules.0.pattern'],
])('%o is refused, and nothing is kept', async (wrong, field) => {
  const before = (await listAccessKeys(broker.ctx)).length;
  const input = { name: 'n', rules, actor, ...wrong };
  await expect(createAccessKey(broker.ctx, input)).rejects.toMatchObject({ code: 'bad-request', field });
  expect(await listAccessKeys(broker.ctx)).toHaveLength(before);
});
