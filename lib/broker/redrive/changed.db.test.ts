import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { OutgoingMessage } from '../../model/message/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { browseDeadLetters } from '../dead-letter/browse';
import { ack } from '../delivery/ack';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { DEFAULT_RETENTION, prune } from '../retention/prune';
import { createTopic } from '../topic/create';
import { planEdits } from './apply-edits';
import { listStays } from './list-stays';
import { planRedrive } from './plan';
import { listRedriveItems, readRedrive } from './read';
import { recallRedrive } from './control';
import { startRedrive } from './start';
import { stepRedrives } from './step';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = { kind: 'operator' as const, name: 'ana@example.com' };
const OFF = { canary: null, ramp: null, abort: null };
let scenes = 0;

interface Scene {
  readonly topic: string;
  readonly group: string;
}

async function scene(ordered = false): Promise<Scene> {
  scenes += 1;
  const names = { topic: `edit-topic-${scenes}`, group: `edit-group-${scenes}` };
  await createTopic(broker.ctx, {
    name: names.topic,
    messageType: ordered ? 'FIFO' : 'NORMAL',
    queues: 1,
    actor: systemActor('test'),
  });
  await createGroup(broker.ctx, {
    name: names.group,
    actor: systemActor('test'),
    maxRetries: 0,
    ...(ordered ? { deliveryOrder: 'ordered' as const } : {}),
  });
  return names;
}

/** Sends them and lets each die in the group. */
async function die(names: Scene, messages: readonly OutgoingMessage[]): Promise<void> {
  await send(broker.ctx, { topic: names.topic, messages });
  for (let left = messages.length; left > 0;) {
    const delivered = await receiveNow(broker.ctx, names);
    if (delivered.length === 0) throw new Error('nothing was delivered');
    for (const { receiptHandle, messageId } of delivered)
      await fail(broker.ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
    left -= delivered.length;
    broker.clock.advance(1);
  }
}

async function consume(names: Scene): Promise<{ body: string; tag: string | null; keys: readonly string[] }[]> {
  const delivered = await receiveNow(broker.ctx, names);
  for (const { receiptHandle, messageId } of delivered)
    await ack(broker.ctx, { ...names, entries: [{ receiptHandle, messageId }] });
  return delivered.map(({ body, tag, keys }) => ({ body: body.toString(), tag, keys }));
}

const order = (fields: Partial<OutgoingMessage> = {}) =>
  testMessage({ body: Buffer.from('{"id":1,"currency":"EURO"}'), tag: 'paid', ...fields });

test('an edited message reaches its group alone, and what it was is kept', async () => {
  const names = await scene();
  const other = { topic: names.topic, group: `other-${scenes}` };
  await createGroup(broker.ctx, { name: other.group, actor: systemActor('test'), maxRetries: 0 });
  await receiveNow(broker.ctx, other);
  const message = order({ keys: ['order-1'] });
  await die(names, [message]);
  const { messageId } = message;
  const edits = { messages: [{ messageId, body: '{"id":1,"currency":"EUR"}', tag: null, keys: ['order-1', 'fixed'] }] };
  const { redriveId } = await startRedrive(broker.ctx, {
    ...names,
    messageIds: [messageId],
    edits,
    reason: 'x',
    actor,
  });
  await stepRedrives(broker.ctx);
  expect(await consume(names)).toEqual([{ body: '{"id":1,"currency":"EUR"}', tag: null, keys: ['order-1', 'fixed'] }]);
  expect(await consume(other)).toEqual([{ body: '{"id":1,"currency":"EURO"}', tag: 'paid', keys: ['order-1'] }]);
  expect((await readRedrive(broker.ctx, redriveId)).counts).toMatchObject({ selected: 1, consumed: 1 });
  const { rows } = await broker.database.store.console.query<{ body: Buffer; former: Buffer }>(
    'SELECT body, former_body AS former FROM edited_message WHERE redrive_id = $1',
    [redriveId],
  );
  expect(rows.map(({ body, former }) => [body.toString(), former.toString()])).toEqual([
    ['{"id":1,"currency":"EUR"}', '{"id":1,"currency":"EURO"}'],
  ]);
  const audit = await broker.database.store.console.query<{ after: { edits: unknown } }>(
    "SELECT after FROM audit WHERE action = 'redrive.start' AND target = $1",
    [`RD-${redriveId}`],
  );
  expect(audit.rows[0]?.after.edits).toEqual({
    messages: [{ messageId, tag: null, keys: ['order-1', 'fixed'], body: '25 bytes' }],
  });
});

test('an edited message that dies again is dead as it was sent; a recalled one is as it was before', async () => {
  const names = await scene();
  const [died, recalled] = [order(), order()];
  await die(names, [died, recalled]);
  const first = await startRedrive(broker.ctx, {
    ...names,
    ...OFF,
    all: true,
    edits: { rule: { patch: [{ op: 'replace', path: '/currency', value: 'EUR' }] } },
    reason: 'x',
    actor,
  });
  await stepRedrives(broker.ctx);
  const [taken] = await receiveNow(broker.ctx, { ...names, batchSize: 1 });
  await fail(broker.ctx, {
    ...names,
    receiptHandle: taken?.receiptHandle ?? '',
    messageId: taken?.messageId ?? '',
    clientId: 'client-1',
  });
  // the segment of the original goes while the other one waits
  const { rows } = await broker.database.store.console.query<{ seg: number }>('SELECT max(seg) AS seg FROM segment');
  await recallRedrive(broker.ctx, { redriveId: first.redriveId, actor });
  expect(rows[0]?.seg).toBeGreaterThanOrEqual(0);
  const bodies = await broker.database.store.console.query<{ id: string; body: Buffer }>(
    `SELECT d.msg_id AS id, d.body FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1`,
    [names.group],
  );
  expect(new Map(bodies.rows.map(({ id, body }) => [id, body.toString()]))).toEqual(
    new Map([
      [taken?.messageId, '{"id":1,"currency":"EUR"}'],
      [taken?.messageId === died.messageId ? recalled.messageId : died.messageId, '{"id":1,"currency":"EURO"}'],
    ]),
  );
  // re-driven again as it is: the edited body is delivered again
  await startRedrive(broker.ctx, {
    ...names,
    ...OFF,
    redrive: { redriveId: first.redriveId, verdicts: ['died-again'] },
    reason: 'x',
    actor,
  });
  await stepRedrives(broker.ctx);
  expect((await consume(names)).map(({ body }) => body)).toEqual(['{"id":1,"currency":"EUR"}']);
});

test('a rule repairs what it applies to and leaves the rest, with the reason', async () => {
  const names = await scene();
  const messages = [order(), order({ body: Buffer.from('not json') }), order({ body: Buffer.from('{"id":3}') })];
  await die(names, messages);
  const edits = { rule: { patch: [{ op: 'replace' as const, path: '/currency', value: 'EUR' }] } };
  const plan = await planEdits(broker.ctx, { group: names.group, all: true }, edits);
  expect(plan).toMatchObject({ changed: 1, excluded: 2, examples: [{ messageId: messages[0]?.messageId }] });
  expect(new Map(plan.reasons.map(({ why, count }) => [why, count]))).toEqual(
    new Map([
      ['its body has no /currency', 1],
      ['its body is not JSON', 1],
    ]),
  );
  const started = await startRedrive(broker.ctx, { group: names.group, ...OFF, all: true, edits, reason: 'x', actor });
  expect(started).toMatchObject({ selected: 1, excluded: 2 });
  const { items } = await listRedriveItems(broker.ctx, { redriveId: started.redriveId, verdicts: ['excluded'] });
  expect(new Set(items.map(({ why }) => why))).toEqual(new Set(['its body has no /currency', 'its body is not JSON']));
  await stepRedrives(broker.ctx);
  expect((await consume(names)).map(({ body }) => body)).toEqual(['{"id":1,"currency":"EUR"}']);
  expect((await browseDeadLetters(broker.ctx, { group: names.group })).items).toHaveLength(2);
});

test.each<[string, Parameters<typeof startRedrive>[1]['edits'], object]>([
  ['edits must have exactly one', {}, { field: 'edits' }],
  ['edits.rule changes nothing', { rule: {} }, { field: 'edits.rule' }],
  [
    'must be a JSON pointer',
    { rule: { patch: [{ op: 'remove', path: 'id' }] } },
    { field: 'edits.rule.patch[0].path' },
  ],
  [
    'must be a JSON pointer',
    { rule: { convert: [{ path: 'id', to: 'number' }] } },
    { field: 'edits.rule.convert[0].path' },
  ],
  [
    '1 of the edited messages are not in the set',
    { messages: [{ messageId: 'absent', body: 'x' }] },
    { field: 'edits.messages' },
  ],
  ['The rule applies to none', { rule: { removeProperties: ['absent'] } }, { field: 'edits.rule' }],
])('refused: %s', async (message, edits, expected) => {
  const names = await scene();
  await die(names, [order()]);
  const starting = startRedrive(broker.ctx, { group: names.group, all: true, edits, reason: 'x', actor });
  await expect(starting).rejects.toThrow(message);
  await expect(starting).rejects.toMatchObject(expected);
  expect((await browseDeadLetters(broker.ctx, { group: names.group })).items[0]?.redriveId).toBeNull();
});

test('a body that is not text is not edited, and an edit must make a message that a producer could send', async () => {
  const names = await scene();
  const binary = order({ body: Buffer.from([0xff, 0xfe, 0]) });
  await die(names, [binary]);
  const base = { group: names.group, all: true, reason: 'x', actor };
  const edit = (fields: object) => ({ messages: [{ messageId: binary.messageId, ...fields }] });
  await expect(startRedrive(broker.ctx, { ...base, edits: edit({ body: 'text' }) })).rejects.toThrow('not UTF-8 text');
  await expect(startRedrive(broker.ctx, { ...base, edits: edit({ tag: 'a|b' }) })).rejects.toMatchObject({
    field: 'tag',
  });
  await startRedrive(broker.ctx, { ...base, edits: edit({ tag: 'new' }) });
  await stepRedrives(broker.ctx);
  const [delivered] = await receiveNow(broker.ctx, names);
  expect([delivered?.tag, delivered?.body]).toEqual(['new', binary.body]);
});

test('to another topic: each of its groups gets a copy, and the verdict ends there', async () => {
  const names = await scene();
  const target = await scene();
  await receiveNow(broker.ctx, target);
  const messages = [order({ keys: ['order-1'] }), order()];
  await die(names, messages);
  const { redriveId } = await startRedrive(broker.ctx, {
    group: names.group,
    all: true,
    target: { topic: target.topic },
    edits: { messages: [{ messageId: messages[0]?.messageId ?? '', body: 'edited' }] },
    reason: 'x',
    actor,
  });
  await stepRedrives(broker.ctx);
  expect(await readRedrive(broker.ctx, redriveId)).toMatchObject({
    state: 'completed',
    care: { canary: null, abort: null },
    counts: { selected: 2, sent: 2, consumed: 0, notYetFetched: 0, unknown: 0 },
  });
  expect((await consume(target)).map(({ body }) => body).toSorted()).toEqual(
    ['edited', '{"id":1,"currency":"EURO"}'].toSorted(),
  );
  expect(await consume(names)).toEqual([]);
  expect((await browseDeadLetters(broker.ctx, { group: names.group })).items).toEqual([]);
});

test('a newer message of the same key that was consumed, a left-out tag and a hold keep letters behind', async () => {
  const names = await scene();
  const [old, alone, legacy] = [order({ keys: ['order-7'] }), order({ keys: ['order-8'] }), order({ tag: 'legacy' })];
  await die(names, [old, alone, legacy]);
  const leaveOut = { newerConsumed: true, tags: ['legacy'] };
  const reasons = async () =>
    (await planRedrive(broker.ctx, { group: names.group, all: true, leaveOut })).reasons.map(
      ({ kind, count, sampleIds }) => [kind, count, sampleIds],
    );
  expect(await reasons()).toEqual([['tag', 1, [legacy.messageId]]]);
  broker.clock.advance(1000);
  const newer = order({ keys: ['order-7'] });
  await send(broker.ctx, { topic: names.topic, messages: [newer] });
  const [held] = await receiveNow(broker.ctx, names);
  // in flight is not consumed
  expect(await reasons()).toEqual([['tag', 1, [legacy.messageId]]]);
  await ack(broker.ctx, {
    ...names,
    entries: [{ receiptHandle: held?.receiptHandle ?? '', messageId: held?.messageId ?? '' }],
  });
  expect(new Set(await reasons())).toEqual(
    new Set([
      ['newer-consumed', 1, [old.messageId]],
      ['tag', 1, [legacy.messageId]],
    ]),
  );
  const plan = await planRedrive(broker.ctx, { group: names.group, all: true, leaveOut });
  const stays: string[] = [];
  for await (const page of listStays(broker.ctx, { group: names.group, all: true, leaveOut }))
    stays.push(...page.map(({ messageId, why }) => `${messageId} ${why}`));
  expect(stays.toSorted()).toEqual(
    plan.reasons.flatMap(({ sampleIds, why }) => sampleIds.map((id) => `${id} ${why}`)).toSorted(),
  );
  expect(plan).toMatchObject({ matched: 3, inSet: 1, excluded: 2 });
  expect(plan.breakdown.filter(({ part }) => part === 'key')).toEqual([
    { part: 'key', label: 'alone', count: 1 },
    { part: 'key', label: 'shared-keys', count: 0 },
  ]);
  const started = await startRedrive(broker.ctx, { group: names.group, all: true, leaveOut, reason: 'x', actor });
  expect(started).toMatchObject({ selected: 1, excluded: 2 });
  await stepRedrives(broker.ctx);
  expect(await consume(names)).toEqual([{ body: '{"id":1,"currency":"EURO"}', tag: 'paid', keys: ['order-8'] }]);
  // named ones that are gone are shown by their outcome
  const named = await planRedrive(broker.ctx, {
    group: names.group,
    messageIds: [alone.messageId, old.messageId, 'never'],
  });
  expect(named.missing.map(({ became, sampleIds }) => [became, sampleIds])).toEqual([
    ['consumed', [alone.messageId]],
    ['gone', ['never']],
  ]);
  await prune(broker.ctx, DEFAULT_RETENTION);
});
