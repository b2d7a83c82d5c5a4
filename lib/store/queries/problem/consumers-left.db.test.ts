import { afterAll, beforeAll, expect, test } from 'vitest';

import { createGroup } from '../../../broker/group/create';
import { systemActor } from '../../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { sql } from '../../sql';
import { nodeBeat } from '../throttle/broker-node';
import { groupClientReport, type ReportedClient } from '../client/group-client';
import { consumersCountedGone, consumersLeft } from './consumers-left';

const HOUR_MS = 3_600_000;
let broker: TestBroker;
let groupId: number;
beforeAll(async () => {
  broker = await createTestBroker();
  ({ groupId } = await createGroup(broker.ctx, { name: 'alone', actor: systemActor('test') }));
});
afterAll(() => broker.close());

async function report(...names: string[]): Promise<Date> {
  const { ctx, clock } = broker;
  const clients: ReportedClient[] = [];
  for (const name of names)
    clients.push({
      ...{ groupId, clientId: await ctx.clients.id(name), kind: 'push', language: 'JAVA', version: '5.0.7' },
      ...{ address: '10.0.0.1', accessKey: null, sinceMs: 0, silentMs: 0, receivedPerS: null, ackedPerS: null },
      sent: null,
    });
  await nodeBeat(ctx.store.console, clock.nowOrNull(), ctx.nodeId, [], []);
  await groupClientReport(ctx.store.console, clock.nowOrNull(), ctx.nodeId, clients);
  return clock.nowOrNull();
}

test('the last consumer that left is on record for as long as no other connects', async () => {
  const db = broker.ctx.store.console;
  const left = () => consumersLeft(db, broker.clock.nowOrNull(), [groupId]);
  expect(await left()).toEqual([]);
  await report('one', 'two');
  broker.clock.advance(HOUR_MS);
  await report('two');
  broker.clock.advance(HOUR_MS);
  const at = await report();
  broker.clock.advance(30 * HOUR_MS);
  await report();
  expect(await left()).toEqual([{ groupId, at }]);
  const names = await db.query<{ name: string }>('SELECT c.name FROM group_client g JOIN client c USING (client_id)');
  expect(names.rows.map(({ name }) => name)).toEqual(['two']);
  await report('three');
  expect((await db.query('SELECT 1 FROM group_client')).rowCount).toBe(1);
});

test('where consumers are only counted: the first count without any after the last with some', async () => {
  const db = broker.ctx.store.console;
  const now = broker.clock.nowOrNull();
  const gone = () => consumersCountedGone(db, now, [groupId]);
  const counts = (from: number, consumers: number | null) =>
    db.query(
      sql(
        `INSERT INTO group_sample (group_id, step_s, at, consumers)
         SELECT $groupId::int, 10, $now::timestamptz - i * interval '10 s', $consumers::int
           FROM generate_series($from::int - 9, $from) i`,
        { groupId, now, from, consumers },
      ),
    );
  await counts(9, 0);
  expect(await gone()).toEqual([]);
  await counts(29, 2);
  // Not counted meanwhile.
  await counts(19, null);
  expect(await gone()).toEqual([{ groupId, at: new Date(now.getTime() - 90_000) }]);
});
