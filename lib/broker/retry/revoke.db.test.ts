import { describe, expect, test } from 'vitest';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import type { DeliveredMessage } from '../../model/message/message';
import type { RevokeVerb } from '../../model/delivery/revoke';
import { receiveNow, testMessage } from '../../testing/broker';
import { retryStage } from '../../testing/retry-stage';
import { ack } from '../delivery/ack';
import { changeInvisible } from '../delivery/change-invisible';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { renew } from '../delivery/renew';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { changeKey } from './change-key';
import { changeRetries, planRetries } from './change-retries';

const ana: Actor = { kind: 'operator', name: 'ana@example.com', address: '127.0.0.1' };
const MINUTE = 60_000;
const REFUSED = 'invalid-receipt-handle';
const { stage, openPair } = retryStage('revoke');

const scene = (ordered: boolean, maxRetries = 3) => openPair({ ordered, maxRetries });

async function sendTo(name: string, ...keys: readonly (string | null)[]): Promise<string[]> {
  const messages = keys.map((messageGroup) => testMessage({ messageGroup }));
  await send(stage.broker.ctx, { topic: name, messages });
  return messages.map(({ messageId }) => messageId);
}

function take(name: string, clientId: string, options: object = {}): Promise<DeliveredMessage[]> {
  return receiveNow(stage.broker.ctx, { group: name, topic: name, clientId, ...options });
}

const input = (name: string, message: DeliveredMessage, clientId = 'worker-1@7@0@x') => ({
  ...{ group: name, topic: name, clientId },
  receiptHandle: message.receiptHandle,
  messageId: message.messageId,
});

/** What the client of a delivery hears when it answers. */
async function hear(name: string, verb: 'ack' | 'fail' | 'forward' | 'change', message: DeliveredMessage) {
  const asked = input(name, message);
  if (verb === 'ack') {
    const [outcome] = await ack(stage.broker.ctx, { ...asked, entries: [asked] });
    return outcome?.error?.code ?? 'ok';
  }
  try {
    if (verb === 'fail') await fail(stage.broker.ctx, asked);
    else if (verb === 'forward') await forward(stage.broker.ctx, { ...asked, deliveryAttempt: 9 });
    else await changeInvisible(stage.broker.ctx, { ...asked, invisibleMs: 20_000 });
    return 'ok';
  } catch (error) {
    if (error instanceof BrokerError) return error.code;
    throw error;
  }
}

function revokeKey(verb: RevokeVerb, name: string, more: object = {}) {
  return changeKey(stage.broker.ctx, verb, {
    group: name,
    key: 'a',
    revoke: true,
    reason: 'INC-9',
    actor: ana,
    ...more,
  });
}

const idsOf = (messages: readonly DeliveredMessage[]): string[] => messages.map(({ messageId }) => messageId);
const labels = (messages: readonly DeliveredMessage[]): string[] =>
  messages.map(({ messageId, attempt }) => `${messageId} ${attempt}`);

async function audited(name: string) {
  const { rows } = await stage.broker.database.store.console.query<{ action: string; after: Record<string, unknown> }>(
    'SELECT action, after, reason FROM audit WHERE target = $1 ORDER BY audit_id DESC LIMIT 1',
    [name],
  );
  return rows[0];
}

const WORKER = 'worker-1@7@0@x';
const MAY =
  'worker-1 may still be processing it. Its answer will be refused, and work that is already done is not undone.';

describe('the head of an ordered key', () => {
  test('moved to the DLQ: the next of the key is delivered once, the client is refused', async () => {
    const name = await scene(true);
    const [head = '', ...behind] = await sendTo(name, 'a', 'a', 'a');
    const [delivered] = await take(name, WORKER, { batchSize: 1 });
    expect(await take(name, 'worker-2')).toEqual([]);
    await expect(
      changeKey(stage.broker.ctx, 'bury', { group: name, key: 'a', reason: '', actor: ana }),
    ).rejects.toThrow(/worker-1@7@0@x has the head message of this key until 2026.*Use revoke/);
    expect(await revokeKey('bury', name, { headMessageId: head })).toMatchObject({
      messageId: head,
      revokedFrom: WORKER,
    });
    const next = await take(name, 'worker-2');
    expect(labels(next)).toEqual(behind.map((id) => `${id} 1`));
    expect(await take(name, 'worker-3')).toEqual([]);
    if (delivered === undefined) throw new Error('nothing was delivered');
    expect(await hear(name, 'change', delivered)).toBe(REFUSED);
    expect(await hear(name, 'ack', delivered)).toBe(REFUSED);
    expect(await hear(name, 'fail', delivered)).toBe(REFUSED);
    await renew(stage.broker.ctx, { clientIds: [WORKER] });
    const [timeline] = await readTimeline(stage.broker.ctx, { messageId: head });
    expect(timeline).toMatchObject({
      state: 'dead',
      deathCause: 'buried',
      deliveries: [
        {
          attempt: 1,
          state: 'revoked',
          client: WORKER,
          late: { answer: 'acknowledged', at: '2026-01-01T00:00:00.000Z' },
        },
      ],
    });
    expect(timeline?.events.map(({ state, cause, by }) => [state, cause, by])).toEqual([
      ['Inflight', 'delivered', null],
      ['Ready', 'revoked', ana.name],
      ['DLQ', 'buried', ana.name],
    ]);
    expect(await audited(name)).toMatchObject({
      action: 'key.bury',
      reason: 'INC-9',
      after: {
        ...{ key: 'a', messageId: head, clients: [WORKER] },
        consequences: [
          MAY,
          '2 messages behind it are delivered at once, in order.',
          `It becomes a dead letter of ${name}. A later re-drive delivers it after the messages now behind it.`,
        ],
      },
    });
  });

  test('retried now: another client gets it as the next attempt, and what is behind waits for it', async () => {
    const name = await scene(true);
    const [head = '', ...behind] = await sendTo(name, 'a', 'a');
    const [delivered] = await take(name, WORKER, { batchSize: 1 });
    await revokeKey('now', name);
    const [again, ...others] = await take(name, 'worker-2');
    expect(again).toMatchObject({ messageId: head, attempt: 2 });
    expect(others).toEqual([]);
    if (delivered === undefined || again === undefined) throw new Error('nothing was delivered');
    expect(await hear(name, 'ack', delivered)).toBe(REFUSED);
    expect(await take(name, 'worker-3')).toEqual([]);
    expect(await hear(name, 'ack', again)).toBe('ok');
    expect(idsOf(await take(name, 'worker-3'))).toEqual(behind);
    const [timeline] = await readTimeline(stage.broker.ctx, { messageId: head });
    expect(timeline?.deliveries).toMatchObject([
      { attempt: 1, state: 'revoked', late: { answer: 'acknowledged' } },
      { attempt: 2, state: 'consumed', late: null },
    ]);
  });

  test('with a whole batch: what the client has behind the head comes back with it, and is not counted', async () => {
    const name = await scene(true, 0);
    const [head = '', second = '', other = '', third = ''] = await sendTo(name, 'a', 'a', 'b', 'a');
    const batch = await take(name, WORKER);
    expect(batch).toHaveLength(4);
    await revokeKey('bury', name);
    expect(labels(await take(name, 'worker-2'))).toEqual([`${second} 1`, `${third} 1`]);
    for (const message of batch.filter(({ messageId }) => messageId !== other))
      expect(await hear(name, 'ack', message)).toBe(REFUSED);
    // The other key of the same lease goes on.
    const ofOther = batch.find(({ messageId }) => messageId === other);
    expect(ofOther === undefined ? null : await hear(name, 'ack', ofOther)).toBe('ok');
    expect((await readTimeline(stage.broker.ctx, { messageId: head }))[0]?.state).toBe('dead');
    expect((await readTimeline(stage.broker.ctx, { messageId: second }))[0]?.deliveries).toMatchObject([
      { attempt: 1, state: 'lost', cause: 'returned', late: { answer: 'acknowledged' } },
      { attempt: 1, state: 'in-flight', client: 'worker-2' },
    ]);
  });

  test('what was acknowledged behind a moved head stays so; behind a retried one it comes again', async () => {
    for (const verb of ['bury', 'now'] as const) {
      const name = await scene(true);
      const [, second = '', third = ''] = await sendTo(name, 'a', 'a', 'a');
      const [, , last] = await take(name, WORKER);
      if (last === undefined) throw new Error('nothing was delivered');
      expect(await hear(name, 'ack', last)).toBe('ok');
      await revokeKey(verb, name);
      const next = idsOf(await take(name, 'worker-2'));
      // The second came back unfinished: the third was acknowledged ahead of it.
      expect(next.slice(verb === 'now' ? 1 : 0)).toEqual([second, third]);
    }
    const name = await scene(true);
    await sendTo(name, 'a', 'a');
    const [, last] = await take(name, WORKER);
    if (last === undefined) throw new Error('nothing was delivered');
    await hear(name, 'ack', last);
    await revokeKey('bury', name);
    expect(await take(name, 'worker-2')).toEqual([]);
    expect((await readTimeline(stage.broker.ctx, { messageId: last.messageId }))[0]?.state).toBe('consumed');
  });

  test('on a later attempt, of which only a message has its own time', async () => {
    const name = await scene(true);
    const [head = '', second = ''] = await sendTo(name, 'a', 'a');
    const [first] = await take(name, WORKER, { batchSize: 1 });
    if (first === undefined) throw new Error('nothing was delivered');
    await hear(name, 'fail', first);
    stage.broker.clock.advance(MINUTE);
    const [again] = await take(name, WORKER, { autoRenew: false, invisibleMs: 30_000 });
    if (again === undefined) throw new Error('nothing was delivered');
    const { receiptHandle } = await changeInvisible(stage.broker.ctx, { ...input(name, again), invisibleMs: 40_000 });
    await revokeKey('now', name);
    expect(await hear(name, 'ack', { ...again, receiptHandle })).toBe(REFUSED);
    expect(labels(await take(name, 'worker-2'))).toEqual([`${head} 3`]);
    await revokeKey('bury', name);
    expect(labels(await take(name, 'worker-3'))).toEqual([`${second} 1`]);
    expect((await readTimeline(stage.broker.ctx, { messageId: head }))[0]).toMatchObject({ state: 'dead' });
  });

  test('with what the client has of the key behind it, all of it on a later attempt', async () => {
    const name = await scene(true, 1);
    const [head = '', second = ''] = await sendTo(name, 'a', 'a');
    for (const message of await take(name, WORKER)) await hear(name, 'fail', message);
    stage.broker.clock.advance(MINUTE);
    expect(labels(await take(name, WORKER))).toEqual([`${head} 2`, `${second} 2`]);
    await expect(revokeKey('now', name)).rejects.toThrow(/cannot be changed: on its last attempt/);
    await revokeKey('bury', name);
    expect(labels(await take(name, 'worker-2'))).toEqual([`${second} 2`]);
  });

  test('its first delivery of two is not its last one', async () => {
    const name = await scene(true, 1);
    const [head = ''] = await sendTo(name, 'a');
    await take(name, WORKER);
    await revokeKey('now', name);
    expect(labels(await take(name, 'worker-2'))).toEqual([`${head} 2`]);
  });

  test('on its last attempt it may only be moved; what is behind a held key stays held', async () => {
    const name = await scene(true, 0);
    const [, second = ''] = await sendTo(name, 'a', 'a');
    await take(name, WORKER, { batchSize: 1 });
    await expect(revokeKey('now', name)).rejects.toThrow(/cannot be changed: on its last attempt/);
    await changeKey(stage.broker.ctx, 'hold', { group: name, key: 'a', reason: '', actor: ana });
    await expect(revokeKey('now', name)).rejects.toMatchObject({ code: 'conflict' });
    await revokeKey('bury', name);
    expect((await audited(name))?.after['consequences']).toContain('1 message behind it stays held.');
    expect(await take(name, 'worker-2')).toEqual([]);
    await changeKey(stage.broker.ctx, 'release', { group: name, key: 'a', reason: '', actor: ana });
    expect(idsOf(await take(name, 'worker-2'))).toEqual([second]);
  });

  test('a held key whose batch is taken back: all of it waits held, and is released in order', async () => {
    const name = await scene(true);
    const [, second = '', third = ''] = await sendTo(name, 'a', 'a', 'a');
    await take(name, WORKER);
    await changeKey(stage.broker.ctx, 'hold', { group: name, key: 'a', reason: '', actor: ana });
    await revokeKey('bury', name);
    stage.broker.clock.advance(10 * MINUTE);
    expect(await take(name, 'worker-2')).toEqual([]);
    await changeKey(stage.broker.ctx, 'release', { group: name, key: 'a', reason: '', actor: ana });
    expect(labels(await take(name, 'worker-2'))).toEqual([`${second} 1`, `${third} 1`]);
  });

  test('without a reason, and of another head than the operator saw, it is refused', async () => {
    const name = await scene(true);
    await sendTo(name, 'a', 'a');
    const [delivered] = await take(name, WORKER, { batchSize: 1 });
    await expect(revokeKey('bury', name, { reason: ' ' })).rejects.toMatchObject({
      code: 'bad-request',
      field: 'reason',
    });
    await expect(revokeKey('bury', name, { headMessageId: 'another' })).rejects.toThrow(
      'The head message of this key has changed',
    );
    await revokeKey('bury', name);
    await expect(revokeKey('bury', name, { headMessageId: delivered?.messageId })).rejects.toMatchObject({
      code: expect.stringMatching(/conflict|not-found/),
    });
  });

  test('a client that gives it up later is refused once; the repeat of SDKs finds the dead letter', async () => {
    const name = await scene(true);
    const [head = ''] = await sendTo(name, 'a');
    const [delivered] = await take(name, WORKER);
    if (delivered === undefined) throw new Error('nothing was delivered');
    await revokeKey('bury', name);
    expect(await hear(name, 'forward', delivered)).toBe(REFUSED);
    expect(await hear(name, 'forward', delivered)).toBe('ok');
    const [timeline] = await readTimeline(stage.broker.ctx, { messageId: head });
    expect(timeline?.deliveries).toMatchObject([{ state: 'revoked', late: { answer: 'failed' } }]);
    expect(timeline?.lives).toMatchObject([{ deliveries: 1, end: 'dead' }]);
  });
});

describe('a message of an unordered group', () => {
  const revoke = (verb: RevokeVerb, name: string, messageIds: readonly string[], more: object = {}) =>
    changeRetries(stage.broker.ctx, verb, {
      group: name,
      messageIds,
      revoke: true,
      reason: 'INC-9',
      actor: ana,
      ...more,
    });

  test('taken back from a batch: retried as the next attempt, or moved; the rest of the batch goes on', async () => {
    const name = await scene(false);
    const [one = '', two = '', three = ''] = await sendTo(name, null, null, null);
    const batch = await take(name, WORKER);
    await expect(
      changeRetries(stage.broker.ctx, 'now', { group: name, messageIds: [one], reason: 'x', actor: ana }),
    ).rejects.toMatchObject({ code: 'not-found' });
    const plan = await planRetries(stage.broker.ctx, 'now', { group: name, messageIds: [one], revoke: true });
    expect(plan).toMatchObject({ matched: 1, wouldChange: 1, excluded: [], holders: [{ client: WORKER }] });
    expect(plan.consequences[0]).toBe(`${MAY} It may be processed twice.`);
    // The plan took nothing.
    expect(await take(name, 'worker-2')).toEqual([]);
    expect(await revoke('now', name, [one], { throughEpoch: plan.throughEpoch })).toMatchObject({
      changed: 1,
      left: 0,
    });
    expect(await revoke('bury', name, [two])).toMatchObject({ matched: 1, changed: 1 });
    expect(labels(await take(name, 'worker-2'))).toEqual([`${one} 2`]);
    const answers = [];
    for (const message of batch) answers.push(await hear(name, 'ack', message));
    expect(answers).toEqual([REFUSED, REFUSED, 'ok']);
    expect((await readTimeline(stage.broker.ctx, { messageId: two }))[0]).toMatchObject({
      state: 'dead',
      deliveries: [{ state: 'revoked', late: { answer: 'acknowledged' } }],
    });
    expect((await readTimeline(stage.broker.ctx, { messageId: three }))[0]?.state).toBe('consumed');
    expect((await audited(name))?.after).toMatchObject({ clients: [WORKER], consequences: [MAY, expect.any(String)] });
  });

  test('on a later attempt, with others that wait, are gone, or are on their last attempt', async () => {
    const name = await scene(false, 1);
    const [one = '', two = '', three = ''] = await sendTo(name, null, null, null);
    const batch = await take(name, WORKER);
    for (const message of batch.slice(0, 2)) await hear(name, 'fail', message);
    await hear(name, 'ack', batch[2] ?? (batch[0] as DeliveredMessage));
    stage.broker.clock.advance(MINUTE);
    const [again] = await take(name, WORKER, { batchSize: 1 });
    expect(again).toMatchObject({ messageId: one, attempt: 2 });
    const ids = [one, two, three];
    expect(await planRetries(stage.broker.ctx, 'now', { group: name, messageIds: ids, revoke: true })).toMatchObject({
      ...{ matched: 2, wouldChange: 0, consequences: [] },
      excluded: expect.arrayContaining([
        { why: 'on its last attempt', count: 1 },
        { why: 'due already', count: 1 },
      ]),
    });
    await expect(revoke('now', name, ids)).rejects.toMatchObject({ code: 'conflict' });
    expect(await revoke('bury', name, ids)).toMatchObject({ matched: 2, changed: 2, excluded: [] });
    expect(again === undefined ? null : await hear(name, 'fail', again)).toBe(REFUSED);
    expect((await readTimeline(stage.broker.ctx, { messageId: one }))[0]).toMatchObject({
      state: 'dead',
      deliveries: [{ state: 'failed' }, { attempt: 2, state: 'revoked', late: { answer: 'failed' } }],
    });
  });

  test('what a client got after the plan is not taken from it', async () => {
    const name = await scene(false);
    const [one = ''] = await sendTo(name, null);
    const { throughEpoch } = await planRetries(stage.broker.ctx, 'bury', {
      group: name,
      messageIds: [one],
      revoke: true,
    });
    await take(name, WORKER);
    await expect(revoke('bury', name, [one], { throughEpoch })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('revoke names messages, a verb that ends a delivery, and a reason', async () => {
    const name = await scene(false);
    const all = { group: name, all: true, revoke: true, reason: 'x', actor: ana } as const;
    await expect(changeRetries(stage.broker.ctx, 'now', all)).rejects.toMatchObject({
      code: 'bad-request',
      field: 'revoke',
    });
    await expect(
      changeRetries(stage.broker.ctx, 'hold', { ...all, all: undefined, messageIds: ['m'] }),
    ).rejects.toMatchObject({ code: 'bad-request', field: 'revoke' });
    await expect(revoke('now', name, ['m'], { reason: '' })).rejects.toMatchObject({ field: 'reason' });
  });
});

test('of a message that is not the head of its key nothing is taken', async () => {
  const name = await scene(true);
  const [head = '', second = ''] = await sendTo(name, 'a', 'a');
  const batch = await take(name, WORKER);
  const revoke = { group: name, revoke: true, reason: 'INC-9', actor: ana } as const;
  await expect(changeRetries(stage.broker.ctx, 'bury', { ...revoke, messageIds: [second] })).rejects.toThrow(
    /not the head of its key/,
  );
  // Both named: the head is taken back, and with it the other one.
  expect(await changeRetries(stage.broker.ctx, 'bury', { ...revoke, messageIds: [head, second] })).toMatchObject({
    matched: 2,
    changed: 2,
  });
  for (const message of batch) expect(await hear(name, 'ack', message)).toBe(REFUSED);
});
