import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { FINGERPRINT_VERSION, type fingerprintOf } from '../../model/dead-letter/fingerprint/fingerprint';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { letterStorm } from '../../testing/letter-storm';
import { browseDeadLetters } from '../dead-letter/browse';
import { listDeadLetterCauses } from '../dead-letter/causes';
import { fail } from '../delivery/fail';
import { reportFailure } from '../failure/report';
import { reportFailures } from '../failure/report-many';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { findCause } from './read';
import { regroupCauses } from './regroup';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

async function scene(name: string, messages: number): Promise<string[]> {
  await createGroup(broker.ctx, { name, actor: systemActor('test'), maxRetries: 0 });
  await createTopic(broker.ctx, { name, messageType: 'NORMAL', queues: 1, actor: systemActor('test') });
  const ids = Array.from({ length: messages }, (_, index) => `${name}-${index}`);
  await send(broker.ctx, { topic: name, messages: ids.map((messageId) => testMessage({ messageId })) });
  return ids;
}

async function die(name: string, between?: () => Promise<unknown>): Promise<void> {
  const delivered = await receiveNow(broker.ctx, { group: name, topic: name });
  await between?.();
  for (const { messageId, receiptHandle } of delivered)
    await fail(broker.ctx, { group: name, topic: name, receiptHandle, messageId, clientId: 'client-1' });
}

const report = (group: string, messageId: string, message: string) => ({
  ...{ group, messageId, attempt: 1, errorType: 'Timeout', message },
});
const causesOf = async (group: string) =>
  (await listDeadLetterCauses(broker.ctx, { group })).items.map(({ text, brokerCause, count }) => [
    text ?? brokerCause,
    count,
  ]);
const regroupAll = async (options?: Parameters<typeof regroupCauses>[1]): Promise<void> => {
  while (await regroupCauses(broker.ctx, options));
};

test('one failure is one cause, however late its reports come', async () => {
  const [early = '', late = '', never = ''] = await scene('late', 3);
  await die('late', () => reportFailure(broker.ctx, report('late', early, 'order 17 timed out')));
  expect(await causesOf('late')).toEqual([
    ['nack', 2],
    ['order {n} timed out', 1],
  ]);
  await reportFailure(broker.ctx, report('late', late, 'order 99 timed out'));
  expect(await causesOf('late')).toEqual([
    ['order {n} timed out', 2],
    ['nack', 1],
  ]);
  await regroupAll();
  expect(await causesOf('late')).toEqual([
    ['order {n} timed out', 2],
    ['nack', 1],
  ]);
  expect(never).not.toBe('');
});

test('a report and a death at the same moment: the worker brings them together', async () => {
  const [messageId = ''] = await scene('race', 1);
  await die('race', () => reportFailure(broker.ctx, report('race', messageId, 'too slow')));
  // What the death finds while the report is not committed yet.
  await broker.ctx.store.broker.query(
    `UPDATE dead_letter SET fingerprint = 'unreported:nack', fingerprint_version = 0 WHERE msg_id = $1`,
    [messageId],
  );
  await regroupAll();
  expect(await causesOf('race')).toEqual([['nack', 1]]);
  broker.clock.advance(10_000);
  await regroupAll();
  expect(await causesOf('race')).toEqual([['too slow', 1]]);
});

test('an address of two rules ago leads to what the cause is now', async () => {
  const [messageId = ''] = await scene('renamed', 1);
  await die('renamed', () => reportFailure(broker.ctx, report('renamed', messageId, 'out of stock')));
  const [first] = (await listDeadLetterCauses(broker.ctx, { group: 'renamed' })).items;
  for (const [step, letter] of ['a', 'b', 'c'].entries())
    await regroupAll({
      version: FINGERPRINT_VERSION + step + 1,
      rules: ({ errorType }) => ({ fingerprint: letter.repeat(16), errorType, text: letter, topFrame: null }),
    });
  for (const cause of [first?.key, 'a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16), 'Timeout']) {
    const { items } = await browseDeadLetters(broker.ctx, { group: 'renamed', cause });
    expect([cause, ...items.map((letter) => letter.messageId)]).toEqual([cause, messageId]);
  }
  const found = await findCause(broker.ctx, { group: 'renamed', fingerprint: first?.key ?? '' });
  expect(found.fingerprint).toBe('c'.repeat(16));
  // As the tests after this one find it.
  await broker.ctx.store.broker.query('TRUNCATE failure_report, failure_cause, dead_letter CASCADE');
});

/** Rules that tell failures apart by the first word of what they say. */
const byFirstWord: typeof fingerprintOf = ({ errorType, message }) => {
  const [word = ''] = message.split(' ');
  return { fingerprint: word.padEnd(16, '0').slice(0, 16), errorType, text: word, topFrame: null };
};
const asOne: typeof fingerprintOf = ({ errorType }) => ({
  ...{ fingerprint: '1'.repeat(16), errorType, text: 'one', topFrame: null },
});
const triaged = async (group: string) =>
  (
    await broker.ctx.store.broker.query<{ text: string; state: string; note: string; owner: string }>(
      `SELECT c.text, c.state, c.note, c.owner FROM failure_cause c JOIN consumer_group g USING (group_id)
        WHERE g.name = $1 AND c.became IS NULL ORDER BY c.text`,
      [group],
    )
  ).rows;

test.each([
  ['at once', 'split-at-once'],
  ['in two batches', 'split-later'],
])(
  'a cause that better rules split %s is not ignored unseen, and its old address finds all of it',
  async (how, group) => {
    const ids = await scene(group, 2);
    await die(group);
    const says = ['421 busy', '550 unknown'];
    for (const [at, id] of ids.entries()) await reportFailure(broker.ctx, report(group, id, says[at] ?? ''));
    await regroupAll({ version: FINGERPRINT_VERSION + 1, rules: asOne });
    await broker.ctx.store.broker.query(
      `UPDATE failure_cause SET state = 'ignored', note = 'known', owner = 'ana', triage_version = 1
        WHERE fingerprint = $1`,
      ['1'.repeat(16)],
    );
    const split = { version: FINGERPRINT_VERSION + 2, rules: byFirstWord };
    // A restart between two batches: the second part is found later.
    const hold = (version: number) =>
      broker.ctx.store.broker.query('UPDATE failure_report SET fingerprint_version = $1 WHERE message = $2', [
        ...[version, says[1]],
      ]);
    if (how === 'in two batches') {
      await hold(FINGERPRINT_VERSION + 2);
      await regroupAll(split);
      await hold(FINGERPRINT_VERSION + 1);
    }
    await regroupAll(split);
    const from = `cause ${'1'.repeat(16)}, which was ignored`;
    const note = `known\nSplit from ${from}, by version ${split.version} of the rules.`;
    const part = { state: 'open', note, owner: 'ana' };
    const first = how === 'at once' ? part : { state: 'ignored', note: 'known', owner: 'ana' };
    expect(await triaged(group)).toEqual([
      { text: '421', ...first },
      { text: '550', ...part },
    ]);
    const { items } = await browseDeadLetters(broker.ctx, { group, cause: '1'.repeat(16) });
    expect(items.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());
    await broker.ctx.store.broker.query('TRUNCATE failure_report, failure_cause, dead_letter CASCADE');
  },
);

test(
  'better rules name 10,000 dead letters again while reports arrive; what stopped halfway goes on',
  { tags: ['long'], timeout: 120_000 },
  async () => {
    const ids = await scene('storm', 20);
    await letterStorm(broker.ctx.store.broker, { group: 'storm', topic: 'storm', letters: 10_000, texts: 40 });
    await regroupAll();
    const byWords = await causesOf('storm');
    expect(byWords).toHaveLength(40);
    await broker.ctx.store.broker.query(
      `UPDATE failure_cause SET note = 'known', triage_version = 1 WHERE text = 'word a did not answer within {n} ms'`,
    );
    const better: typeof fingerprintOf = ({ errorType }) => ({
      ...{ fingerprint: 'f'.repeat(16), errorType, text: 'any word', topFrame: null },
    });
    const next = { version: FINGERPRINT_VERSION + 1, rules: better };
    // Stopped after a few batches, as by a restart.
    for (let batch = 0; batch < 3; batch += 1) expect(await regroupCauses(broker.ctx, next)).toBe(true);
    const during = reportFailures(
      broker.ctx,
      ids.map((messageId) => report('storm', messageId, 'word z did not answer within 7 ms')),
    ).catch(() => []);
    await die('storm');
    await Promise.all([during, regroupAll(next), regroupAll(next)]);
    broker.clock.advance(10_000);
    await regroupAll(next);
    const { rows } = await broker.ctx.store.broker.query<{ fingerprint: string; n: number }>(
      `SELECT d.fingerprint, count(*)::int AS n FROM dead_letter d JOIN consumer_group g USING (group_id)
      WHERE g.name = 'storm' GROUP BY 1 ORDER BY 2 DESC`,
    );
    expect(rows[0]?.fingerprint).toBe('f'.repeat(16));
    expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(10_020);
    const { rows: stale } = await broker.ctx.store.broker.query(
      `SELECT 1 FROM dead_letter WHERE fingerprint_version <= $1
      UNION ALL SELECT 1 FROM failure_report WHERE fingerprint_version <= $1`,
      [FINGERPRINT_VERSION],
    );
    expect(stale).toEqual([]);
    const { rows: kept } = await broker.ctx.store.broker.query<{ note: string; became: string }>(
      `SELECT note, became FROM failure_cause WHERE text = 'word a did not answer within {n} ms'`,
    );
    expect(kept).toEqual([{ note: 'known', became: 'f'.repeat(16) }]);
    // All old addresses lead to the new one, and what an operator decided about one of them is there.
    const { rows: others } = await broker.ctx.store.broker.query<{ text: string; note: string }>(
      `SELECT c.text, c.note FROM failure_cause c JOIN consumer_group g USING (group_id)
      WHERE g.name = 'storm' AND c.became IS NULL AND c.error_type IS NOT NULL`,
    );
    expect(others).toEqual([{ text: 'any word', note: 'known' }]);
  },
);
