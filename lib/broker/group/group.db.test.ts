import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ConsumerGroup } from '../../model/group/group';
import type { RetryPolicy } from '../../model/delivery/retry-policy';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { firstAnswerLate } from '../../testing/late-answer';
import { ack } from '../delivery/ack';
import { fail } from '../delivery/fail';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { createGroup } from './create';
import { GroupDirectory } from '../process/directories/groups';
import { findGroup } from './find';
import { listGroups } from './list';
import { updateGroup } from './update';

const operator = { kind: 'operator', name: 'ana@example.com', address: '127.0.0.1' } as const;
let broker: TestBroker;
let made = 0;

beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

function name(): string {
  made += 1;
  return `group-${made}`;
}

async function versions(group: ConsumerGroup): Promise<unknown[]> {
  const { rows } = await broker.database.store.console.query(
    'SELECT version, max_retries, actor, reason FROM consumer_group_version WHERE group_id = $1 ORDER BY version',
    [group.groupId],
  );
  return rows;
}

async function audits(target: string): Promise<{ action: string; actor: string; reason: string | null }[]> {
  const { rows } = await broker.database.store.console.query<{ action: string; actor: string; reason: string | null }>(
    'SELECT action, actor, reason FROM audit WHERE target = $1 ORDER BY audit_id',
    [target],
  );
  return rows;
}

describe('create', () => {
  test('defaults are the documented ones, per order', async () => {
    const unordered = await createGroup(broker.ctx, { name: name(), actor: operator });
    expect(unordered).toMatchObject({
      deliveryOrder: 'concurrent',
      maxRetries: 16,
      retryPolicy: { type: 'stepped' },
      consumptionTimeoutMs: 900_000,
      version: 1,
    });
    const ordered = await createGroup(broker.ctx, { name: name(), deliveryOrder: 'ordered', actor: operator });
    expect(ordered.retryPolicy).toEqual({ type: 'fixed', intervalMs: 3000 });
    expect(await versions(ordered)).toEqual([{ version: 1, max_retries: 16, actor: operator.name, reason: null }]);
    expect(await audits(ordered.name)).toEqual([{ action: 'group.create', actor: operator.name, reason: null }]);
  });

  test('a name is made once, even by two at the same time', async () => {
    const given = name();
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => createGroup(broker.ctx, { name: given, actor: operator })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'already-exists', field: 'name', value: given },
    });
    expect(await audits(given)).toHaveLength(1);
  });

  const refusals: readonly [string, Partial<Parameters<typeof createGroup>[1]>, object][] = [
    [
      'negative retries',
      { maxRetries: -1 },
      { code: 'bad-request', field: 'maxRetries', limit: '0 to 1000', value: -1 },
    ],
    ['too many retries', { maxRetries: 1001 }, { field: 'maxRetries', value: 1001 }],
    ['half a retry', { maxRetries: 1.5 }, { field: 'maxRetries', value: 1.5 }],
    [
      'a wait below the least',
      { retryPolicy: { type: 'fixed', intervalMs: 99 } },
      { field: 'retryPolicy.intervalMs', limit: '100 to 86400000', value: 99 },
    ],
    [
      'a curve that falls',
      { retryPolicy: { type: 'exponential', initialMs: 2000, maxMs: 1000, multiplier: 2 } },
      { field: 'retryPolicy.maxMs', value: 1000 },
    ],
    [
      'a shrinking curve',
      { retryPolicy: { type: 'exponential', initialMs: 1000, maxMs: 1000, multiplier: 0.5 } },
      { field: 'retryPolicy.multiplier', value: 0.5 },
    ],
    [
      'an empty list',
      { retryPolicy: { type: 'customized', intervalsMs: [] } },
      { field: 'retryPolicy.intervalsMs.length', value: 0 },
    ],
    [
      'one bad wait in a list',
      { retryPolicy: { type: 'customized', intervalsMs: [1000, 1] } },
      { field: 'retryPolicy.intervalsMs[1]', value: 1 },
    ],
    [
      'steps for an ordered group',
      { deliveryOrder: 'ordered', retryPolicy: { type: 'stepped' } },
      { field: 'retryPolicy.type', limit: 'fixed', value: 'stepped' },
    ],
    [
      'a long description',
      { description: 'd'.repeat(501) },
      { code: 'bad-request', field: 'description', limit: 500, value: 501 },
    ],
    ['a timeout of nothing', { consumptionTimeoutMs: 0 }, { field: 'consumptionTimeoutMs', value: 0 }],
    ['a long name', { name: 'g'.repeat(65) }, { code: 'illegal-group', field: 'name', limit: 64 }],
    ['a blank in the name', { name: 'my group' }, { code: 'illegal-group', field: 'group' }],
    ['a reserved name', { name: 'DEFAULT_CONSUMER' }, { code: 'illegal-group', value: 'DEFAULT_CONSUMER' }],
    ['a reserved beginning', { name: 'CID_RMQ_SYS_x' }, { code: 'illegal-group' }],
  ];
  test.each(refusals)('refuses %s', async (_title, input, expected) => {
    await expect(createGroup(broker.ctx, { name: name(), actor: operator, ...input })).rejects.toMatchObject(expected);
  });
});

describe('update', () => {
  test('a change is a new version with its reason; the same change again is nothing', async () => {
    const group = await createGroup(broker.ctx, { name: name(), actor: operator });
    const changed = await updateGroup(broker.ctx, {
      name: group.name,
      version: 1,
      maxRetries: 3,
      actor: operator,
      reason: 'gateway is slow',
    });
    expect(changed).toMatchObject({ maxRetries: 3, retryPolicy: { type: 'stepped' }, version: 2 });
    expect(
      await updateGroup(broker.ctx, { name: group.name, version: 2, maxRetries: 3, actor: operator }),
    ).toMatchObject({ version: 2 });
    expect(await versions(group)).toMatchObject([
      { version: 1 },
      { version: 2, max_retries: 3, reason: 'gateway is slow' },
    ]);
    expect(await audits(group.name)).toMatchObject([
      { action: 'group.create' },
      { action: 'group.update', reason: 'gateway is slow' },
    ]);
  });

  test('the same policy with its fields in another order is no change', async () => {
    const retryPolicy: RetryPolicy = { type: 'exponential', initialMs: 1000, maxMs: 60_000, multiplier: 2 };
    const group = await createGroup(broker.ctx, { name: name(), retryPolicy, actor: operator });
    const same = { multiplier: 2, maxMs: 60_000, initialMs: 1000, type: 'exponential' } as const;
    expect(
      await updateGroup(broker.ctx, { name: group.name, version: 1, retryPolicy: same, actor: operator }),
    ).toMatchObject({ version: 1 });
  });

  test('an old version is a conflict that names both, and changes nothing', async () => {
    const group = await createGroup(broker.ctx, { name: name(), actor: operator });
    await updateGroup(broker.ctx, { name: group.name, version: 1, maxRetries: 3, actor: operator });
    await expect(
      updateGroup(broker.ctx, { name: group.name, version: 1, maxRetries: 9, actor: operator }),
    ).rejects.toMatchObject({
      code: 'conflict',
      field: 'version',
      limit: 2,
      value: 1,
    });
    expect(await findGroup(broker.ctx, group.name)).toMatchObject({ maxRetries: 3, version: 2 });
  });

  test('of many edits of one version exactly one wins', async () => {
    const group = await createGroup(broker.ctx, { name: name(), actor: operator });
    const tries = await Promise.allSettled(
      [3, 4, 5, 6].map((maxRetries) =>
        updateGroup(broker.ctx, { name: group.name, version: 1, maxRetries, actor: operator }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await versions(group)).toHaveLength(2);
  });

  test('another order without a policy takes the default policy of that order', async () => {
    const group = await createGroup(broker.ctx, { name: name(), actor: operator });
    const ordered = await updateGroup(broker.ctx, {
      name: group.name,
      version: 1,
      deliveryOrder: 'ordered',
      actor: operator,
    });
    expect(ordered.retryPolicy).toEqual({ type: 'fixed', intervalMs: 3000 });
  });

  test('the order does not change while something is in flight or waits', async () => {
    const topic = name();
    const group = await createGroup(broker.ctx, { name: topic, maxRetries: 2, actor: operator });
    await createTopic(broker.ctx, { name: topic, messageType: 'NORMAL', actor: operator });
    await send(broker.ctx, { topic, messages: [testMessage(), testMessage()] });
    const delivered = await receiveNow(broker.ctx, { group: topic, topic });
    expect(delivered).toHaveLength(2);
    const [first, second] = delivered;
    await fail(broker.ctx, {
      group: topic,
      topic,
      receiptHandle: first?.receiptHandle ?? '',
      messageId: first?.messageId ?? '',
      clientId: 'client-1',
    });
    const reorder = (): Promise<ConsumerGroup> =>
      updateGroup(broker.ctx, { name: topic, version: 1, deliveryOrder: 'ordered', actor: operator });
    await expect(reorder()).rejects.toMatchObject({
      code: 'conflict',
      field: 'deliveryOrder',
      value: 2,
      message: expect.stringContaining('1 in flight, 1 waiting'),
    });
    broker.clock.advance(10_000);
    const [again] = await receiveNow(broker.ctx, { group: topic, topic });
    for (const message of [second, again]) {
      const entry = { receiptHandle: message?.receiptHandle ?? '', messageId: message?.messageId ?? '' };
      expect(await ack(broker.ctx, { group: topic, topic, entries: [entry] })).toMatchObject([{ error: null }]);
    }
    expect(await reorder()).toMatchObject({ groupId: group.groupId, deliveryOrder: 'ordered', version: 2 });
  });

  test('no such group', async () => {
    await expect(updateGroup(broker.ctx, { name: 'nobody', version: 1, actor: operator })).rejects.toMatchObject({
      code: 'group-not-found',
      value: 'nobody',
    });
  });
});

describe('directory', () => {
  test('a group that does not exist is read again each time', async () => {
    const given = name();
    await expect(broker.ctx.groups.find(given)).rejects.toMatchObject({ code: 'group-not-found' });
    await broker.database.store.console.query(
      `INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version, created_at, updated_at)
       VALUES ($1, 'concurrent', 16, '{"type":"stepped"}', 900000, 1, now(), now())`,
      [given],
    );
    expect(await broker.ctx.groups.find(given)).toMatchObject({ name: given });
  });

  test('an edit here is heard at once, one of another process by the next comparison', async () => {
    const group = await createGroup(broker.ctx, { name: name(), actor: operator });
    const elsewhere = new GroupDirectory(broker.database.store.broker);
    await elsewhere.find(group.name);
    const heardThere = new Promise<ConsumerGroup>((resolve) => elsewhere.onChange(resolve));
    const heardHere: number[] = [];
    const silence = broker.ctx.groups.onChange(({ version }) => heardHere.push(version));
    await updateGroup(broker.ctx, { name: group.name, version: 1, maxRetries: 1, actor: operator });
    expect(heardHere).toEqual([2]);
    await elsewhere.compare();
    expect(await heardThere).toMatchObject({ name: group.name, version: 2, maxRetries: 1 });
    silence();
  });

  test('a comparison that finds no change keeps groups fresh; one of a deleted group does not', async () => {
    const group = await createGroup(broker.ctx, { name: name(), actor: operator });
    const { broker: db, console: owner } = broker.database.store;
    let reads = 0;
    const query = ((...given: Parameters<typeof db.query>) => {
      reads += 1;
      return db.query(...given);
    }) as typeof db.query;
    const directory = new GroupDirectory({ query });
    vi.useFakeTimers({ toFake: ['performance'] });
    const compareOnce = async (): Promise<void> => {
      vi.advanceTimersByTime(1000);
      await directory.compare();
    };
    try {
      await directory.find(group.name);
      await compareOnce();
      vi.advanceTimersByTime(900);
      await directory.find(group.name);
      expect(reads).toBe(2);
      for (const table of ['consumer_group_version', 'consumer_group'])
        await owner.query(`DELETE FROM ${table} WHERE group_id = $1`, [group.groupId]);
      await compareOnce();
      await expect(directory.find(group.name)).rejects.toMatchObject({ code: 'group-not-found' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('two reads that answer in the wrong order: the newer version stays, and listeners are notified once', async () => {
    const group = await createGroup(broker.ctx, { name: name(), actor: operator });
    const late = firstAnswerLate(broker.database.store.broker);
    const directory = new GroupDirectory(late.db);
    const older = directory.find(group.name);
    await late.held;
    await updateGroup(broker.ctx, { name: group.name, version: 1, maxRetries: 1, actor: operator });
    const newer = await directory.refresh(group.groupId);
    expect(newer).toMatchObject({ version: 2, maxRetries: 1 });
    const notified: number[] = [];
    directory.onChange(({ version }) => notified.push(version));
    late.letGo();
    expect(await older).toEqual(newer);
    expect(await directory.refresh(group.groupId)).toEqual(newer);
    expect(notified).toEqual([]);
  });

  test('names that no client may use', async () => {
    await expect(broker.ctx.groups.find('a b')).rejects.toMatchObject({ code: 'illegal-group' });
    await expect(broker.ctx.groups.find('')).rejects.toMatchObject({ code: 'illegal-group' });
  });
});

test('the list is in name order, page by page', async () => {
  const all = await listGroups(broker.ctx);
  const names = all.items.map((group) => group.name);
  expect(names).toEqual(names.toSorted());
  const first = await listGroups(broker.ctx, { limit: 2 });
  const second = await listGroups(broker.ctx, { limit: 2, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map((group) => group.name)).toEqual(names.slice(0, 4));
  await expect(listGroups(broker.ctx, { limit: 0 })).rejects.toMatchObject({ field: 'limit', value: 0 });
});
