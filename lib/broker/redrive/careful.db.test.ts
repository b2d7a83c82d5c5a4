import { expect, test } from 'vitest';

import type { DeliveredMessage } from '../../model/message/message';
import type { CareWish } from '../../model/redrive/redrive-care';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { listRedriveItems, readRedrive, type Redrive } from './read';
import { cancelRedrive, pauseRedrive, recallRedrive, resumeRedrive } from './control';
import { startRedrive } from './start';
import { stepRedrives } from './step';

const stage = brokerStage();
const actor = { kind: 'operator' as const, name: 'ana@example.com' };
const POLICY = { maxRetries: 2, retryPolicy: { type: 'fixed', intervalMs: 3_600_000 } } as const;

/** A group with `count` dead letters, and what an application does with what is re-driven. */
class Run {
  readonly at: Scene;
  redriveId = 0;

  private constructor(at: Scene) {
    this.at = at;
  }

  static async of(count: number, wish: CareWish & { ratePerSecond?: number } = {}, keys: string[] = []): Promise<Run> {
    const at = await Scene.open(stage.broker, {
      maxRetries: 0,
      ...(keys.length === 0 ? {} : { deliveryOrder: 'ordered' as const }),
    });
    for (let sent = 0; sent < count; sent += 1)
      await at.send(keys.length === 0 ? {} : { messageGroup: keys[sent % keys.length] ?? '' });
    for (let left = count; left > 0;) {
      const held = await at.push();
      for (const one of held) await at.fail(one);
      left -= held.length;
      stage.broker.clock.advance(1);
    }
    await at.edit(POLICY);
    const run = new Run(at);
    ({ redriveId: run.redriveId } = await startRedrive(stage.broker.ctx, {
      ...{ group: at.group, all: true, reason: 'fixed', actor },
      ...wish,
    }));
    return run;
  }

  read = (): Promise<Redrive> => readRedrive(stage.broker.ctx, this.redriveId);

  /** Passes of the loop for so long, on so many processes. */
  async pass(ms = 0, nodes: readonly BrokerContext[] = [stage.broker.ctx]): Promise<Redrive> {
    await Promise.all(nodes.map(stepRedrives));
    for (let passed = 0; passed < ms; passed += 200) {
      stage.broker.clock.advance(Math.min(200, ms - passed));
      await Promise.all(nodes.map(stepRedrives));
    }
    return await this.read();
  }

  async consume(most = 32): Promise<number> {
    const held = await this.at.push({ batchSize: most });
    if (held.length > 0) await this.at.ack(...held);
    return held.length;
  }

  async fail(most = 32): Promise<DeliveredMessage[]> {
    const held = await this.at.push({ batchSize: most });
    for (const one of held) await this.at.fail(one);
    return held;
  }

  async audits(): Promise<{ action: string; actor: string; reason: string | null; after: unknown; counts: unknown }[]> {
    const { rows } = await stage.broker.database.store.console.query<{
      action: string;
      actor: string;
      reason: string | null;
      after: unknown;
      counts: unknown;
    }>('SELECT action, actor, reason, after, counts FROM audit WHERE target = $1 ORDER BY audit_id', [
      `RD-${this.redriveId}`,
    ]);
    return rows;
  }
}

test('a start that says nothing goes carefully: 10 first, then the rest, faster and faster', async () => {
  const run = await Run.of(100, { ratePerSecond: 20 });
  expect((await run.audits())[0]).toMatchObject({ action: 'redrive.start', after: { canary: 10 } });
  expect(await run.pass(5000)).toMatchObject({ state: 'running', phase: 'canary', counts: { released: 10 } });
  expect(await run.consume(9)).toBe(9);
  expect(await run.pass(2000)).toMatchObject({ phase: 'canary', counts: { released: 10, consumed: 9 } });
  await run.consume();
  const ramping = await run.pass(2000);
  expect(ramping).toMatchObject({ state: 'running', phase: 'ramp', counts: { diedAgain: 0, firstDeliveryFailed: 0 } });
  expect(ramping.counts.released).toBeGreaterThanOrEqual(18);
  expect(ramping.counts.released).toBeLessThanOrEqual(22);
  for (let second = 0; second < 20 && (await run.read()).state === 'running'; second += 1) {
    await run.pass(1000);
    while ((await run.consume()) > 0);
  }
  expect(await run.read()).toMatchObject({ state: 'completed', phase: 'releasing', counts: { consumed: 100 } });
  expect((await run.audits()).map(({ action, actor: by }) => [action, by])).toEqual([
    ['redrive.start', actor.name],
    ['redrive.advance', 'stop rule'],
    ['redrive.advance', 'stop rule'],
  ]);
});

test('without a stop rule the last rate of the ramp holds to the end', async () => {
  const ramp = [{ ratePerSecond: 5, afterVerdicts: 0 }];
  const run = await Run.of(60, { ratePerSecond: 20, canary: null, ramp, abort: null });
  const { phase, counts } = await run.pass(1000);
  expect(phase).toBe('releasing');
  const later = await run.pass(2000);
  expect(later.counts.released - counts.released).toBeGreaterThanOrEqual(9);
  expect(later.counts.released - counts.released).toBeLessThanOrEqual(11);
});

test('the consumer is still broken: stopped by first deliveries, not by the end of a back-off', async () => {
  const run = await Run.of(30);
  await run.pass();
  const fetched = await run.at.push({ batchSize: 2 });
  for (const one of fetched.slice(0, 1)) await run.at.fail(one);
  expect(await run.pass()).toMatchObject({ state: 'running', phase: 'canary' });
  for (const one of fetched.slice(1)) await run.at.fail(one);
  const stopped = await run.pass(10_000, [stage.broker.ctx, stage.broker.ctx]);
  expect(stopped).toMatchObject({
    state: 'stopped',
    stop: { rule: 'canary-failed', failed: 2, of: 2 },
    counts: { selected: 30, released: 10, retrying: 2, notYetFetched: 28, firstDeliveryFailed: 2 },
  });
  expect((await run.audits()).filter(({ action }) => action === 'redrive.stop')).toMatchObject([
    { actor: 'stop rule', after: { state: 'stopped', rule: 'canary-failed' }, counts: { failed: 2, of: 2 } },
  ]);
  // 8 of the canary were not fetched: they come back with the 20 that were never released
  expect(await recallRedrive(stage.broker.ctx, { redriveId: run.redriveId, actor })).toMatchObject({
    recalled: 8,
    left: 20,
  });
  expect(await run.read()).toMatchObject({
    state: 'cancelled',
    stop: { rule: 'canary-failed' },
    counts: { recalled: 8, cancelled: 20, retrying: 2, notYetFetched: 0 },
  });
  expect(await run.at.deadLetters()).toHaveLength(28);
});

test('a stopped run goes on with a reason, and with a canary of its own', async () => {
  const run = await Run.of(40, { canary: { count: 4 }, ramp: null });
  const control = { redriveId: run.redriveId, actor };
  await run.pass();
  await run.fail();
  expect(await run.pass()).toMatchObject({ state: 'stopped' });
  await expect(pauseRedrive(stage.broker.ctx, control)).rejects.toMatchObject({ code: 'conflict' });
  await expect(resumeRedrive(stage.broker.ctx, { ...control, reason: ' ' })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'reason',
  });
  stage.broker.clock.advance(1);
  const resume = () => resumeRedrive(stage.broker.ctx, { ...control, reason: '2.14.1 is out' });
  const resumed = await Promise.all([resume(), resume()]);
  expect(resumed.filter(({ changed }) => changed)).toHaveLength(1);
  expect(await run.pass(1000)).toMatchObject({
    state: 'running',
    phase: 'canary',
    stop: null,
    counts: { released: 8 },
  });
  expect(await run.consume()).toBe(4);
  expect(await run.pass(1000)).toMatchObject({ state: 'completed', counts: { released: 40, firstDeliveryFailed: 4 } });
  expect((await run.audits()).find(({ action }) => action === 'redrive.resume')).toMatchObject({
    reason: '2.14.1 is out',
    after: { phase: 'canary' },
  });
});

test('it breaks later: stopped when a fifth of the last 20 first deliveries failed', { tags: ['long'] }, async () => {
  const run = await Run.of(200, { ratePerSecond: 20, ramp: null });
  await run.pass(1000);
  await run.consume();
  await run.pass(1000);
  expect(await run.consume(20)).toBe(20);
  await run.pass(200);
  await run.fail(3);
  expect(await run.pass(0)).toMatchObject({ state: 'running' });
  await run.fail(1);
  expect(await run.pass(0)).toMatchObject({
    state: 'stopped',
    stop: { rule: 'first-deliveries-failed', failed: 4, of: 20 },
  });
});

test('no client fetches: stopped after the time, counted from the release, and not through a pause', async () => {
  const run = await Run.of(20);
  const { clock, ctx } = stage.broker;
  await run.pass();
  clock.advance(100_000);
  await pauseRedrive(ctx, { redriveId: run.redriveId, actor });
  clock.advance(100_000);
  await resumeRedrive(ctx, { redriveId: run.redriveId, actor });
  clock.advance(119_999);
  expect(await run.pass()).toMatchObject({ state: 'running', phase: 'canary' });
  clock.advance(1);
  expect(await run.pass()).toMatchObject({ state: 'stopped', stop: { rule: 'not-fetched' }, counts: { released: 10 } });
});

test('live messages first: nothing is released while they wait too long', { tags: ['long'] }, async () => {
  const run = await Run.of(60, { ratePerSecond: 20, ramp: null, abort: { delayP95Ms: 1000 } });
  await run.pass(1000);
  await run.consume();
  await run.at.send();
  stage.broker.clock.advance(1500);
  // the live one comes last: what was due before it is the canary, consumed by now
  await run.consume(1);
  const held = await run.pass(2000);
  expect(held).toMatchObject({ state: 'running', heldDelayMs: 1500, counts: { released: 10 } });
  const released = await run.pass(31_000);
  expect(released).toMatchObject({ heldAt: null });
  expect(released.counts.released).toBeGreaterThan(10);
  expect((await run.audits()).map(({ action }) => action)).toEqual([
    'redrive.start',
    'redrive.advance',
    'redrive.hold',
    'redrive.continue',
  ]);
});

test('an ordered group: a canary of different keys, and of each key one at a time', async () => {
  const run = await Run.of(24, { canary: { count: 4 }, ramp: null }, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  await run.pass();
  const keyOf = async (): Promise<(string | null)[]> => {
    const { rows } = await stage.broker.database.store.console.query<{ mgroup: string | null }>(
      'SELECT mgroup FROM retry WHERE redrive_id = $1 ORDER BY mgroup',
      [run.redriveId],
    );
    return rows.map(({ mgroup }) => mgroup);
  };
  expect(await keyOf()).toEqual(['a', 'b', 'c', 'd']);
  while ((await run.consume()) > 0);
  await run.pass();
  // never two of one key under way
  const keys = await keyOf();
  expect(new Set(keys).size).toBe(keys.length);
  for (let round = 0; round < 20 && (await run.read()).state === 'running'; round += 1) {
    while ((await run.consume()) > 0);
    await run.pass();
    const now = await keyOf();
    expect(new Set(now).size).toBe(now.length);
  }
  while ((await run.consume()) > 0);
  expect(await run.read()).toMatchObject({ state: 'completed', counts: { consumed: 24 } });
  const { items } = await listRedriveItems(stage.broker.ctx, { redriveId: run.redriveId });
  expect(items).toHaveLength(24);
});

test('a canary of one ordered key is judged by its first message: the rest of the key waits', async () => {
  const run = await Run.of(5, {}, ['only']);
  await run.pass();
  expect((await run.read()).counts.released).toBe(1);
  await run.fail();
  expect(await run.pass(1000)).toMatchObject({
    state: 'stopped',
    stop: { rule: 'canary-failed', failed: 1, of: 1 },
    counts: { released: 1, retrying: 1, notYetFetched: 4 },
  });
});

test('a node dies between canary and ramp: another goes on from the rows', async () => {
  const run = await Run.of(50, { ratePerSecond: 20 });
  await run.pass(1000);
  await run.consume();
  // what a process that ends here leaves: the rows, and nothing else
  const { store } = stage.broker.database;
  const other = await createBrokerContext({
    store,
    log: stage.broker.ctx.log,
    metrics: stage.broker.ctx.metrics,
    clock: stage.broker.clock,
  });
  expect(await run.pass(0, [other])).toMatchObject({ phase: 'ramp' });
  for (let second = 0; second < 20 && (await run.read()).state === 'running'; second += 1) {
    await run.pass(1000, [other, stage.broker.ctx]);
    while ((await run.consume()) > 0);
  }
  expect(await run.read()).toMatchObject({ state: 'completed', counts: { consumed: 50, released: 50 } });
  expect((await run.audits()).filter(({ action }) => action === 'redrive.advance')).toHaveLength(1);
});

test('cancel of a stopped run leaves the rest dead; two operators cannot disagree', async () => {
  const run = await Run.of(30);
  await run.pass();
  await run.fail();
  await run.pass();
  const input = { redriveId: run.redriveId, actor, reason: 'enough' };
  const outcomes = await Promise.allSettled([
    cancelRedrive(stage.broker.ctx, input),
    resumeRedrive(stage.broker.ctx, input),
  ]);
  const { state, counts } = await run.read();
  if (outcomes[1].status === 'rejected') expect(outcomes[1].reason).toMatchObject({ code: 'conflict' });
  expect(state).toBe('cancelled');
  expect(counts).toMatchObject({ cancelled: 20, released: 10 });
});
