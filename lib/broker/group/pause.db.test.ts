import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { createBrokerContext } from '../create-context';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { readRedrive } from '../redrive/read';
import { pauseGroup, resumeGroup } from './pause';

const stage = brokerStage();
const actor = { kind: 'operator' as const, name: 'ana@example.com' };
const SQL = { type: 'SQL', expression: "region = 'eu' OR region IS NULL" } as const;
const TAG = { type: 'TAG', expression: 'a' } as const;

const pause = (at: Scene): ReturnType<typeof pauseGroup> =>
  pauseGroup(stage.broker.ctx, { name: at.group, actor, reason: 'gateway is down' });
const resume = (at: Scene): ReturnType<typeof resumeGroup> =>
  resumeGroup(stage.broker.ctx, { name: at.group, actor, reason: '' });

async function audited(target: string): Promise<{ action: string; reason: string | null }[]> {
  const { rows } = await stage.broker.database.store.console.query<{ action: string; reason: string | null }>(
    "SELECT action, reason FROM audit WHERE target = $1 AND action LIKE 'group.%e' ORDER BY audit_id",
    [target],
  );
  return rows.filter(({ action }) => action === 'group.pause' || action === 'group.resume');
}

const KINDS = [
  ['unordered', {}, undefined],
  ['unordered by tag', {}, TAG],
  ['unordered by SQL', {}, SQL],
  ['ordered', { deliveryOrder: 'ordered' }, undefined],
  ['ordered by tag', { deliveryOrder: 'ordered' }, TAG],
  ['ordered by SQL', { deliveryOrder: 'ordered' }, SQL],
  ['broadcast', { messageModel: 'broadcasting' }, undefined],
] as const;

test.each(KINDS)('%s: nothing is handed out while paused, everything after', async (_name, settings, filter) => {
  const at = await Scene.open(stage.broker, settings);
  const ask = filter === undefined ? {} : { filter };
  const ordered = 'deliveryOrder' in settings;
  await at.push(ask);
  await pause(at);
  const fields = { tag: 'a', ...(ordered ? { messageGroup: 'k' } : {}) };
  const sent = await at.send(fields);
  expect(await at.push(ask)).toEqual([]);
  expect(await at.push({ ...ask, clientId: 'came-later' })).toEqual([]);
  // Another process of the same database reads it as well.
  const other = await createBrokerContext({
    store: stage.broker.database.store,
    clock: stage.broker.clock,
    log: stage.broker.ctx.log,
    metrics: stage.broker.ctx.metrics,
  });
  expect((await other.groups.find(at.group)).pausedBy).toBe(actor.name);
  await resume(at);
  expect(await at.push(ask)).toMatchObject([{ messageId: sent, attempt: 1 }]);
});

test.each([
  ['unordered', {}],
  ['ordered', { deliveryOrder: 'ordered' as const }],
])('%s: what is held can be acknowledged; a retry waits, keeps its attempts and does not die', async (_name, order) => {
  const retryPolicy = { type: 'fixed', intervalMs: 1000 } as const;
  const at = await Scene.open(stage.broker, { ...order, maxRetries: 3, retryPolicy });
  const keys = 'deliveryOrder' in order ? [{ messageGroup: 'a' }, { messageGroup: 'b' }] : [{}, {}];
  for (const fields of keys) await at.send(fields);
  const [one, two] = await at.push();
  if (one === undefined || two === undefined) throw new Error('two messages expected');
  await pause(at);
  expect(await at.ack(one)).toMatchObject([{ error: null }]);
  await at.fail(two);
  await at.edit({ maxRetries: 0 });
  stage.broker.clock.advance(3_600_000);
  expect(await at.push()).toEqual([]);
  await deadLetterExhausted(stage.broker.ctx);
  expect(await at.deadLetters()).toEqual([]);
  await at.edit({ maxRetries: 3 });
  await resume(at);
  expect(await at.push()).toMatchObject([{ messageId: two.messageId, attempt: 2 }]);
});

test('a second pause and a second resume change nothing, also by two at once; each change is audited', async () => {
  const at = await Scene.open(stage.broker);
  const both = await Promise.all([pause(at), pause(at)]);
  expect(both.filter(({ changed }) => changed)).toHaveLength(1);
  expect(both[0]?.group).toMatchObject({ pausedBy: actor.name, pauseReason: 'gateway is down', version: 1 });
  const back = await Promise.all([resume(at), resume(at)]);
  expect(back.filter(({ changed }) => changed)).toHaveLength(1);
  expect(await audited(at.group)).toEqual([
    { action: 'group.pause', reason: 'gateway is down' },
    { action: 'group.resume', reason: null },
  ]);
});

test.each([
  ['unordered', {}, {}],
  ['ordered', { deliveryOrder: 'ordered' }, { messageGroup: 'k' }],
] as const)(
  '%s: a receive that began before the pause gets nothing that is sent after it',
  async (_name, settings, fields) => {
    const at = await Scene.open(stage.broker, settings);
    await at.push();
    const { broker } = stage.broker.database.store;
    const holder = await broker.connect();
    await holder.query('BEGIN');
    // The claim has seen a group that is not paused, and waits here before it looks at the queue.
    await holder.query('LOCK TABLE retry IN ACCESS EXCLUSIVE MODE');
    const received = at.push();
    await sleep(300);
    await pause(at);
    await at.send(fields);
    await holder.query('COMMIT');
    holder.release();
    expect(await received).toEqual([]);
    await resume(at);
    expect(await at.push()).toHaveLength(1);
  },
);

test('a pause needs a reason', async () => {
  const at = await Scene.open(stage.broker);
  await expect(pauseGroup(stage.broker.ctx, { name: at.group, actor, reason: ' ' })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'reason',
  });
});

test('a running re-drive holds and goes on; the time of the pause is no delay; a new one is refused', async () => {
  const { ctx, clock } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  await at.sendMany(4);
  for (const one of await at.push()) await at.fail(one);
  const start = { group: at.group, all: true, reason: 'fixed', actor } as const;
  const { redriveId } = await startRedrive(ctx, { ...start, canary: { count: 2 } });
  await pause(at);
  await stepRedrives(ctx);
  expect(await readRedrive(ctx, redriveId)).toMatchObject({ state: 'running', counts: { selected: 4 } });
  await expect(startRedrive(ctx, start)).rejects.toMatchObject({ code: 'conflict', field: 'group' });
  clock.advance(3_600_000);
  await resume(at);
  await stepRedrives(ctx);
  expect(await readRedrive(ctx, redriveId)).toMatchObject({ state: 'running', stop: null });
  const came = await at.push();
  expect(came).toHaveLength(2);
});
