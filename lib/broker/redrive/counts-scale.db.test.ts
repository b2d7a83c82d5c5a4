import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { redriveEvidence } from '../../store/queries/redrive/redrive-evidence';
import { redriveFailures } from '../../store/queries/redrive/redrive-failures';
import { redriveRead } from '../../store/queries/redrive/redrive-read';
import { redriveSeries } from '../../store/queries/redrive/redrive-series';
import type { Queryable } from '../../store/queryable';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { inFull } from '../../testing/full';
import { redriveStorm } from '../../testing/redrive-storm';
import { createGroup } from '../group/create';
import { createTopic } from '../topic/create';

let broker: TestBroker;
let db: Queryable;
let redriveId: number;
const [group, topic] = ['run-storm', 'run-storm'];
const LETTERS = inFull(20_000, 100_000);
const LIMIT_MS = 100;

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  db = broker.ctx.store.console;
  await createGroup(broker.ctx, { name: group, actor: systemActor('test') });
  await createTopic(broker.ctx, { name: topic, messageType: 'NORMAL', queues: 1, actor: systemActor('test') });
  redriveId = await withAdmin(broker.database.url, (client) =>
    redriveStorm(client, { group, topic, letters: LETTERS }),
  );
}, 120_000);
afterAll(() => broker.close());

test(`the page of a re-drive of ${LETTERS} takes under ${LIMIT_MS} ms of the database for each part`, async () => {
  const now = new Date();
  const roundAt = new Date(now.getTime() - 86_400_000);
  const asked = {
    counts: (q: Queryable) => redriveRead(q, redriveId),
    evidence: (q: Queryable) =>
      redriveEvidence(q, now, redriveId, { roundAt, ofLast: 20, countTo: 10_000, asksDelay: false }),
    failures: (q: Queryable) => redriveFailures(q, redriveId),
    series: (q: Queryable) => redriveSeries(q, now, redriveId, 20),
  };
  for (const [name, run] of Object.entries(asked)) {
    const { ms, text } = await explained(db, run);
    expect(`${name}: ${text}`).not.toMatch(/Seq Scan on (delivery_event|redrive_item)/);
    expect(ms, `${name}: ${text}`).toBeLessThan(LIMIT_MS);
  }
  // Each kind from an index that holds it alone: what else happened to these messages is not read.
  const { text } = await explained(db, asked.counts);
  for (const index of ['item_next', 'item_left', 'item_moved', 'retry_redrive', 'redrive_end', 'redrive_failed'])
    expect(text).toMatch(new RegExp(`Index Only Scan .*${index}`));
}, 60_000);

test('the counts, and what each step of the chart says, are those of the messages', async () => {
  expect(await redriveRead(db, redriveId)).toMatchObject({
    releasedAt: expect.any(Date),
    counts: {
      ...{ selected: LETTERS, released: LETTERS, consumed: LETTERS / 2, diedAgain: LETTERS / 5, retrying: LETTERS / 5 },
      ...{ inFlight: LETTERS / 10, notYetFetched: 0, unknown: 0, sent: 0, excluded: 0, cancelled: 0, recalled: 0 },
      firstDeliveryFailed: (LETTERS * 2) / 5,
    },
  });
  // One a millisecond: as many as a step is long, and of nine verdicts four are failures.
  const { stepMs, steps } = await redriveSeries(db, new Date(0), redriveId, 90);
  expect(steps.reduce((sum, { released }) => sum + released, 0)).toBe(LETTERS);
  expect(steps.slice(1, -1).map(({ released }) => released)).toEqual(steps.slice(1, -1).map(() => stepMs));
  for (const { failedShare } of steps.slice(0, -1)) expect(failedShare).toBeCloseTo(4 / 9, 1);
});
