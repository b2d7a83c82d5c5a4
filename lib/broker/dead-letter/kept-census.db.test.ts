import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { withAdmin } from '../../testing/admin-connection';
import { brokerStage } from '../../testing/broker-stage';
import { letterStorm } from '../../testing/letter-storm';
import { triageCause } from '../cause/triage';
import { createGroup } from '../group/create';
import { createTopic } from '../topic/create';
import { listDeadLetterCauses } from './causes';
import { readGroupDeadLetters } from './of-group';

const actor = systemActor('test');
const LETTERS = 10_050;
const REST = `generation, seg, topic_id, attempts, cause, dead_at, kind, keys, body_encoding, born_at, born_host,
  stored_at, body, fingerprint, fingerprint_version`;
const ONE_MORE = `INSERT INTO dead_letter (group_id, queue_id, off, msg_id, ${REST})
  SELECT group_id, queue_id, off + 5000000, msg_id || 'x', ${REST} FROM dead_letter LIMIT 1`;
const stage = brokerStage();

// However slow the machine is, what is kept is not too old.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('the count of many dead letters is shared for 10 s, says its time, and misses nothing that left', async () => {
  const { ctx, database } = stage.broker;
  await createTopic(ctx, { name: 'orders', messageType: 'NORMAL', queues: 1, actor });
  await createGroup(ctx, { name: 'billing', actor });
  const admin = (work: Parameters<typeof withAdmin>[1]) => withAdmin(database.url, work);
  await admin((db) => letterStorm(db, { group: 'billing', topic: 'orders', letters: LETTERS, texts: 3, named: true }));
  const read = async () => await listDeadLetterCauses(ctx, { group: 'billing' });
  const first = await read();
  expect(first).toMatchObject({ matching: LETTERS, causes: 3 });

  // More died since: the pages of the group and of its dead letters show the same count, with its time.
  const { countedAt } = first;
  vi.advanceTimersByTime(4_000);
  await admin((db) => db.query(ONE_MORE));
  expect(await read()).toMatchObject({ matching: LETTERS, countedAt });
  expect(await readGroupDeadLetters(ctx, 'billing')).toMatchObject({ total: LETTERS, isFloor: false, countedAt });

  // What an operator decided is read each time.
  const { key: fingerprint = '' } = first.items[0] ?? {};
  await triageCause(ctx, {
    group: 'billing',
    fingerprint,
    state: 'ignored',
    note: 'we know',
    ignore: { perHour: 5 },
    actor,
  });
  expect((await read()).items[0]?.triage).toMatchObject({ state: 'ignored', note: 'we know' });

  // Fewer than were counted: they are counted again at once.
  await admin((db) => db.query('DELETE FROM dead_letter WHERE off % 2 = 0'));
  const after = await read();
  expect(after.matching).toBeLessThan(LETTERS / 2 + 50);
  expect(after.countedAt.getTime()).toBeGreaterThan(countedAt.getTime());
  expect((await readGroupDeadLetters(ctx, 'billing')).total).toBe(after.matching);
});
