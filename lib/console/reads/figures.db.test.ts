import { afterAll, beforeAll, expect, test } from 'vitest';
import { planRedrive, reportFailure, startRedrive } from '../../broker';
import { systemActor } from '../../model/audit/actor';
import { openTestApi, type TestApi } from '../../testing/api';
import type { TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import type { DeadLetterCausesView } from '../operations/dead-letters/views';
import type { GroupHead } from '../operations/groups/views';
import { reads } from './registry';
import { read } from '../http/operation';
import { blockedKeysPage } from '../operations/keys/keys';
import type { BlockedKeysPage } from '../operations/keys/views';
import type { RetriesPage } from '../operations/retries/views';
import type { RedrivePage } from '../operations/redrives/views';

const actor = systemActor('test');
let api: TestApi;
let broker: TestBroker;

beforeAll(async () => {
  api = await openTestApi();
  broker = api.broker;
});
afterAll(() => api.close());

const db = () => broker.database.store.console;

/** A group with so many dead letters, each of a cause of its own. */
async function dieOfCauses(count: number): Promise<Scene> {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const ids = await at.sendMany(count);
  for (let dead = 0; dead < count;) {
    const taken = await at.push();
    for (const message of taken) await at.fail(message);
    dead += taken.length;
  }
  await Promise.all(
    ids.map((messageId, index) =>
      reportFailure(broker.ctx, {
        ...{ group: at.group, messageId, attempt: 1, errorType: `E${index + 1}`, message: 'order 7 is bad' },
      }),
    ),
  );
  return at;
}

test('more causes than are listed are counted all the same, in the heading and in the plan', async () => {
  const at = await dieOfCauses(103);
  const page = await api.read<DeadLetterCausesView>(reads.deadLetterCauses, `group=${at.group}`);
  expect(page.items).toHaveLength(100);
  expect(page).toMatchObject({ causes: 103, matching: { value: 103 }, matchingGroups: 1 });
  const plan = await planRedrive(broker.ctx, { group: at.group, all: true });
  expect(plan.causes).toHaveLength(8);
  expect(plan.causeCount).toBe(103);
});

test('groups of causes beyond the listed ones count: the set of all of them is of several groups', async () => {
  await dieOfCauses(60);
  await dieOfCauses(60);
  const page = await api.read<DeadLetterCausesView>(reads.deadLetterCauses);
  expect(page.items).toHaveLength(100);
  expect(page.matchingGroups).toBe(3);
});

test('a re-drive of one cause says what the cause is, not its key', async () => {
  const at = await dieOfCauses(2);
  const { items } = await api.read<DeadLetterCausesView>(reads.deadLetterCauses, `group=${at.group}`);
  const chosen = items.find(({ errorType }) => errorType === 'E1');
  const start = { group: at.group, filter: { cause: chosen?.key }, reason: '', actor };
  const { redriveId } = await startRedrive(broker.ctx, start);
  const scope = async (): Promise<string> =>
    (await api.read<RedrivePage>(reads.redrive, `id=RD-${redriveId}`)).redrive.scope;
  expect(await scope()).toBe('cause “E1: order {n} is bad”');
  // What a cause is called is kept without its reports, until the cause is forgotten itself.
  await db().query('DELETE FROM failure_report');
  expect(await scope()).toBe('cause “E1: order {n} is bad”');
  await db().query('DELETE FROM failure_cause');
  expect(await scope()).toBe('one cause (its text is no longer stored)');
});

test('a message that waits for a retry is listed with its keys', async () => {
  const at = await Scene.open(broker);
  await at.send({ keys: ['order-7', 'tenant-1'] });
  await at.fail(await at.one(at.push()));
  const { items } = await api.read<RetriesPage>(reads.retries, `group=${at.group}`);
  expect(items).toMatchObject([{ keys: ['order-7', 'tenant-1'] }]);
});

test('an ordered head that its client retries by itself is no "0 failed"', async () => {
  const at = await Scene.open(broker, { deliveryOrder: 'ordered' });
  await at.send({ messageGroup: 'acct-1' });
  await at.push();
  await at.send({ messageGroup: 'acct-1' });
  const unreported = async (): Promise<unknown> =>
    (await api.read<GroupHead>(reads.group, `group=${at.group}`)).figures.unreportedKeys;
  expect(await unreported()).toMatchObject({ kind: 'value', value: 0 });
  await db().query(`UPDATE fifo_group SET since = since - interval '1 minute'`);
  expect(await unreported()).toMatchObject({ kind: 'value', value: 1 });
});

test('more blocked keys than are listed are counted, with what waits behind all of them', async () => {
  const at = await Scene.open(broker, { deliveryOrder: 'ordered', retryPolicy: { type: 'fixed', intervalMs: 60_000 } });
  const keys = Array.from({ length: 203 }, (_, index) => `acct-${index}`);
  for (const key of keys) await at.send({ messageGroup: key });
  for (let failed = 0; failed < keys.length;) {
    const taken = await at.push();
    for (const message of taken) await at.fail(message);
    failed += taken.length;
  }
  await at.send({ messageGroup: 'acct-202' });
  const page = await api.read<BlockedKeysPage>(read(blockedKeysPage), `group=${at.group}`);
  expect(page.items).toHaveLength(200);
  expect(page.total).toEqual({ keys: 203, behind: 1, suspended: 0 });
});
