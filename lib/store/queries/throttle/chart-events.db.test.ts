import { afterAll, beforeAll, expect, test } from 'vitest';

import { startRedrive } from '../../../broker';
import { systemActor } from '../../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { Scene } from '../../../testing/scene';
import { incidentInsert } from '../alarm/alarm-incident';
import { alarmEvents, redriveEvents } from './chart-events';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const fromStart = (): [Date, Date] => [new Date('2025-12-31'), new Date(broker.clock.nowOrNull().getTime() + 1)];

test('alarms of a topic: its refused sends, the groups that read it, the broker; not those of others', async () => {
  const db = broker.database.store.console;
  const at = await Scene.open(broker);
  const other = await Scene.open(broker);
  for (const scene of [at, other]) await scene.push();
  const firedAt = broker.clock.nowOrNull();
  const common = { ruleId: 1, severity: 'warning', threshold: 1, windowMs: 0, firedAt, becauseUnknown: false } as const;
  for (const [watch, subject] of [
    ['refused', at.topic],
    ['backlog', at.group],
    ['broker-health', 'broker'],
    ['refused', other.topic],
    ['deaths', other.group],
  ] as const)
    await incidentInsert(db, { ...common, watch, subject, value: 1, told: true });
  const [from, until] = fromStart();
  const names = async (topic: string | null, end = until): Promise<string[]> =>
    (await alarmEvents(db, topic, from, end)).map(({ watch, subject }) => `${watch} ${subject}`).toSorted();
  expect(await names(at.topic)).toEqual([`backlog ${at.group}`, 'broker-health broker', `refused ${at.topic}`]);
  expect(await names(null)).toHaveLength(5);
  expect(await names(null, firedAt)).toEqual([]);
});

test('re-drives of a topic are those of the groups that read it', async () => {
  const db = broker.database.store.console;
  const at = await Scene.open(broker, { maxRetries: 0 });
  const other = await Scene.open(broker);
  await other.push();
  await at.sendMany(2);
  for (const held of await at.push()) await at.fail(held);
  await startRedrive(broker.ctx, { group: at.group, all: true, reason: 'fixed', actor: systemActor('test') });
  const [from, until] = fromStart();
  expect(await redriveEvents(db, at.topic, from, until)).toMatchObject([{ group: at.group, selected: 2 }]);
  expect(await redriveEvents(db, other.topic, from, until)).toEqual([]);
  expect(await redriveEvents(db, null, from, until)).toHaveLength(1);
  expect(await redriveEvents(db, null, until, new Date(until.getTime() + 1))).toEqual([]);
});
