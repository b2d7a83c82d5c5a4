// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { causeProbably } from '../../store/queries/cause/cause-probably';
import { causeTides } from '../../store/queries/cause/cause-tides';
import { deadLetterBrowse } from '../../store/queries/dead-letter/dead-letter-browse';
import { deadLetterCauses } from '../../store/queries/dead-letter/dead-letter-causes';
import type { Queryable } from '../../store/queryable';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { inFull } from '../../testing/full';
import { letterStorm } from '../../testing/letter-storm';
import { createGroup } from '../group/create';
import { createTopic } from '../topic/create';
import { listDeadLetterCauses } from '../dead-letter/causes';
import { readCause, readCauseAround, readCauseFields } from './read';

let broker: TestBroker;
let db: Queryable;
const [group, topic] = ['storm', 'storm'];
const INDEX = /dead_letter_(cause|browse)/;
const LIMIT_MS = 100;
const LETTERS = inFull(20_000, 100_000);
const TEXTS = LETTERS / 20;

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  db = broker.ctx.store.console;
  await createGroup(broker.ctx, { name: group, actor: systemActor('test') });
  await createTopic(broker.ctx, { name: topic, messageType: 'NORMAL', queues: 1, actor: systemActor('test') });
  // A connection of its own: the product's end a statement after seconds.
  await withAdmin(broker.database.url, (client) =>
    letterStorm(client, { group, topic, letters: LETTERS, texts: TEXTS, named: true }),
  );
}, 120_000);
afterAll(() => broker.close());

test(`${LETTERS} dead letters in ${TEXTS} texts: causes and pages are reads of the index, under ${LIMIT_MS} ms`, async () => {
  const { groupId } = await broker.ctx.groups.find(group);
  const { items, causes, total } = await deadLetterCauses(db, { groupId }, 10);
  expect({ causes, total }).toEqual({ causes: TEXTS, total: LETTERS });
  const fingerprint = items[0]?.key ?? '';
  const from = new Date(Date.now() - 7_200_000);
  const asked = {
    causes: (q: Queryable) => deadLetterCauses(q, { groupId }, 10),
    tides: (q: Queryable) =>
      causeTides(
        q,
        items.map(({ key }) => ({ groupId, fingerprint: key })),
        { from, stepMs: 300_000, steps: 24 },
      ),
    page: (q: Queryable) => deadLetterBrowse(q, { groupId, fingerprints: [fingerprint] }, null, 51),
    probably: (q: Queryable) => causeProbably(q, groupId),
  };
  for (const [name, run] of Object.entries(asked)) {
    const { ms, text } = await explained(db, run);
    const found = {
      name,
      scanned: text.includes('Seq Scan on dead_letter'),
      byIndex: INDEX.test(text),
      fast: ms < LIMIT_MS,
    };
    expect(found).toEqual({ name, scanned: false, byIndex: true, fast: true });
  }
}, 60_000);

test('the page of one cause has its parts', async () => {
  const { items } = await listDeadLetterCauses(broker.ctx, { group });
  const [biggest] = items;
  expect(biggest?.tide.reduce((sum, each) => sum + each, 0)).toBe(biggest?.count);
  const cause = await readCause(broker.ctx, { group, fingerprint: biggest?.key ?? '' });
  expect(cause).toMatchObject({ letters: biggest?.count, figures: { keys: biggest?.count, keysTwice: 0 } });
  expect(cause.sample?.message).toMatch(/^word \w+ did not answer/);
  const around = await readCauseAround(broker.ctx, { group, fingerprint: cause.fingerprint });
  expect(around?.failures.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
  const fields = await readCauseFields(broker.ctx, { group, fingerprint: cause.fingerprint });
  expect(fields.owners?.path).toBe('tenant');
});
