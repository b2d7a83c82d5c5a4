// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { deadLetterCauses } from '../../store/queries/dead-letter/dead-letter-causes';
import { deathEvidence, retryEvidence, roomEvidence } from '../../store/queries/redrive/plan-evidence';
import { redriveBreakdown, redrivePlan } from '../../store/queries/redrive/redrive-plan';
import type { Queryable } from '../../store/queryable';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { letterStorm } from '../../testing/letter-storm';
import { createGroup } from '../group/create';
import { createTopic } from '../topic/create';
import { cancelRedrive } from './control';
import { planRedrive } from './plan';
import { startRedrive } from './start';

let broker: TestBroker;
let db: Queryable;
const [group, topic] = ['plan-storm', 'plan-storm'];

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  db = broker.ctx.store.console;
  await createGroup(broker.ctx, { name: group, actor: systemActor('test') });
  await createTopic(broker.ctx, { name: topic, messageType: 'NORMAL', queues: 1, actor: systemActor('test') });
  // A connection of its own: the product's end a statement after seconds.
  await withAdmin(broker.database.url, (client) =>
    letterStorm(client, { group, topic, letters: 100_000, texts: 5_000, named: true }),
  );
}, 120_000);
afterAll(() => broker.close());

const leaveOut = { newerConsumed: true, held: true };

test('100,000 dead letters: a plan of one cause and the evidence take under 100 ms of the database each', async () => {
  const { groupId } = await broker.ctx.groups.find(group);
  const [cause] = (await deadLetterCauses(db, { groupId }, 1)).items;
  const match = { groupId, fingerprints: [cause?.key ?? ''] };
  const span = { first: new Date(Date.now() - 7_200_000), last: new Date() };
  const asked = {
    plan: (q: Queryable) => redrivePlan(q, match, leaveOut),
    breakdown: (q: Queryable) => redriveBreakdown(q, match, leaveOut, span),
    retries: (q: Queryable) => retryEvidence(q, null, groupId, 900_000, match.fingerprints),
    deaths: (q: Queryable) => deathEvidence(q, groupId),
    room: (q: Queryable) => roomEvidence(q, null, { groupId, group }, { days: 7, refusedMs: 300_000 }),
  };
  for (const [name, run] of Object.entries(asked)) {
    const { ms, text } = await explained(db, run);
    expect(`${name}: ${text}`).not.toContain('Seq Scan on dead_letter');
    expect(ms, `${name}: ${text}`).toBeLessThan(100);
  }
}, 60_000);

test('a plan of all 100,000 counts each of them', async () => {
  expect(await planRedrive(broker.ctx, { group, all: true, leaveOut })).toMatchObject({
    matched: 100_000,
    inSet: 100_000,
    causeCount: 5_000,
  });
}, 60_000);

test('the rest of a cancelled run of 100,000 is read once, not once for each dead letter', async () => {
  const actor = systemActor('test');
  const { redriveId } = await startRedrive(broker.ctx, { group, all: true, reason: 'fixed', actor });
  await cancelRedrive(broker.ctx, { redriveId, actor });
  const from = performance.now();
  const redrive = { redriveId, verdicts: ['cancelled'] as const };
  expect(await planRedrive(broker.ctx, { group, redrive })).toMatchObject({ matched: 100_000 });
  expect(performance.now() - from).toBeLessThan(8_000);
}, 120_000);
