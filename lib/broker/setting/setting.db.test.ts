import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { DEFAULT_PRODUCER_RETRY } from '../../model/delivery/producer-retry';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { firstAnswerLate } from '../../testing/late-answer';
import { createBrokerContext } from '../create-context';
import { SettingDirectory } from '../process/directories/settings';
import { findSetting } from './find';
import { updateSetting } from './update';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');
const name = 'producer-retry';
const change = (
  version: number,
  firstWaitMs: number,
  reason?: string,
): Parameters<typeof updateSetting<typeof name>>[1] => ({
  name,
  version,
  value: { ...DEFAULT_PRODUCER_RETRY, firstWaitMs },
  actor,
  reason,
});

async function audits(): Promise<{ reason: string; before: object; after: object }[]> {
  const { rows } = await broker.database.store.console.query<{ reason: string; before: object; after: object }>(
    `SELECT reason, before, after FROM audit WHERE action = 'setting.update' ORDER BY audit_id`,
  );
  return rows;
}

test('unset: the documented value, version 0; set: the next version, with who, when and why; the same again: nothing', async () => {
  expect(await findSetting(broker.ctx, name)).toEqual({
    name,
    value: DEFAULT_PRODUCER_RETRY,
    version: 0,
    updatedBy: null,
    updatedAt: null,
  });
  const saved = await updateSetting(broker.ctx, change(0, 2000, 'less pressure'));
  expect(saved).toMatchObject({ version: 1, updatedBy: actor.name, value: { firstWaitMs: 2000, multiplier: 1.6 } });
  expect((await updateSetting(broker.ctx, change(1, 2000))).version).toBe(1);
  expect((await updateSetting(broker.ctx, change(1, 3000, 'more'))).version).toBe(2);
  expect(await audits()).toMatchObject([
    { reason: 'less pressure', before: { firstWaitMs: 1000 }, after: { firstWaitMs: 2000 } },
    { reason: 'more', before: { firstWaitMs: 2000 }, after: { firstWaitMs: 3000 } },
  ]);
});

test('a stale edit is a conflict, and of two at once one wins', async () => {
  const { version } = await findSetting(broker.ctx, name);
  await expect(updateSetting(broker.ctx, change(version - 1, 4000))).rejects.toMatchObject({
    code: 'conflict',
    field: 'version',
    limit: version,
    value: version - 1,
  });
  const outcomes = await Promise.allSettled([4000, 5000].map((ms) => updateSetting(broker.ctx, change(version, ms))));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await findSetting(broker.ctx, name)).version).toBe(version + 1);
});

test('what is out of bounds is refused with field, limit and value, and changes nothing', async () => {
  const { version, value } = await findSetting(broker.ctx, name);
  await expect(updateSetting(broker.ctx, change(version, 9))).rejects.toMatchObject({
    code: 'bad-request',
    field: 'firstWaitMs',
    value: 9,
  });
  expect((await findSetting(broker.ctx, name)).value).toEqual(value);
});

test('another process hears of a change', async () => {
  const other = await createBrokerContext({
    store: broker.database.store,
    log: broker.ctx.log,
    metrics: broker.ctx.metrics,
  });
  const { version } = await other.settings.find(name);
  const heard = new Promise<string>((resolve) => other.settings.onChange(resolve));
  await updateSetting(broker.ctx, change(version, 7000));
  await other.settings.compare();
  expect(await heard).toBe(name);
  expect((await other.settings.find(name)).value.firstWaitMs).toBe(7000);
});

test('two reads that answer in the wrong order: the newer value stays, and listeners are notified once', async () => {
  const late = firstAnswerLate(broker.database.store.broker);
  const directory = new SettingDirectory(late.db);
  const { version } = await findSetting(broker.ctx, name);
  const older = directory.refresh(name);
  await late.held;
  await updateSetting(broker.ctx, change(version, 8000));
  const newer = await directory.refresh(name);
  expect(newer.value.firstWaitMs).toBe(8000);
  const notified: string[] = [];
  directory.onChange((changed) => notified.push(changed));
  late.letGo();
  expect(await older).toEqual(newer);
  expect(await directory.refresh(name)).toEqual(newer);
  expect(notified).toEqual([]);
});

test('a stored value that lacks a field has the documented one for it', async () => {
  await broker.database.store.console.query(
    `UPDATE broker_setting SET value = value - 'jitter', version = version + 1`,
  );
  expect((await findSetting(broker.ctx, name)).value.jitter).toBe(DEFAULT_PRODUCER_RETRY.jitter);
});
