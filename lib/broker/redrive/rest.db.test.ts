import { expect, test } from 'vitest';

import { redriveRest } from '../../store/queries/redrive/redrive-rest';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { reportFailure } from '../failure/report';
import { planRedrive } from './plan';
import { readRedrive } from './read';
import { recallRedrive } from './control';
import { startRedrive } from './start';
import { stepRedrives } from './step';

const stage = brokerStage();
const actor = { kind: 'operator' as const, name: 'ana@example.com' };

/** Fails what comes, each for the reason that its place gives. */
async function failAll(at: Scene, reasonOf: (place: number) => string, most: number): Promise<void> {
  for (let place = 0; place < most;) {
    const held = await at.push({ batchSize: Math.min(32, most - place) });
    if (held.length === 0) return;
    for (const one of held) {
      const { group, topic } = at;
      await reportFailure(stage.broker.ctx, {
        ...{ group, topic, messageId: one.messageId, attempt: one.attempt, errorType: reasonOf(place) },
        message: 'it failed',
      });
      await at.fail(one);
      place += 1;
    }
    stage.broker.clock.advance(1);
  }
}

test('a run that one cause of several stopped: the rest without this cause is a plan, and starts', async () => {
  const { ctx, clock } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  await at.sendMany(20);
  // the oldest 13 are of the cause that will fail again
  await failAll(at, (place) => (place < 13 ? 'GatewayTimeout' : 'UnknownCurrency'), 20);
  await at.edit({ maxRetries: 2, retryPolicy: { type: 'fixed', intervalMs: 3_600_000 } });
  const { redriveId } = await startRedrive(ctx, { group: at.group, all: true, reason: 'fixed', actor });
  await stepRedrives(ctx);
  clock.advance(1);
  await failAll(at, () => 'GatewayTimeout', 4);
  await stepRedrives(ctx);
  const { state, frozenAt } = await readRedrive(ctx, redriveId);
  expect(state).toBe('stopped');
  const rest = await redriveRest(ctx.store.console, redriveId, frozenAt, ['selected']);
  expect(rest).toMatchObject({ errorType: 'GatewayTimeout', failed: 4, rest: 10, others: 7 });
  const fingerprint = rest?.fingerprint ?? '';

  // while the run is open it has them; ended, they are dead letters that a plan can name
  const verdicts = ['cancelled', 'recalled'] as const;
  const selection = { group: at.group, redrive: { redriveId, verdicts, withoutCauses: [fingerprint] } };
  expect(await planRedrive(ctx, selection)).toMatchObject({ matched: 0 });
  expect(await recallRedrive(ctx, { redriveId, actor })).toMatchObject({ recalled: 6, left: 10 });
  expect(await redriveRest(ctx.store.console, redriveId, frozenAt, verdicts)).toMatchObject({ rest: 16, others: 7 });
  const plan = await planRedrive(ctx, selection);
  expect(plan).toMatchObject({ matched: 7, inSet: 7 });
  expect(plan.causes.map(({ errorType, count }) => [errorType, count])).toEqual([['UnknownCurrency', 7]]);
  const all = { ...selection, redrive: { redriveId, verdicts } };
  expect(await planRedrive(ctx, all)).toMatchObject({ matched: 16 });
  expect(await startRedrive(ctx, { ...selection, reason: 'the rest', actor })).toMatchObject({
    selected: 7,
    excluded: 0,
  });
});

test('where the rest has the cause that failed, or no other, there is nothing to leave out', async () => {
  const { ctx } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  await at.sendMany(14);
  await failAll(at, () => 'GatewayTimeout', 14);
  await at.edit({ maxRetries: 2 });
  const { redriveId } = await startRedrive(ctx, { group: at.group, all: true, reason: 'fixed', actor });
  await stepRedrives(ctx);
  const { frozenAt } = await readRedrive(ctx, redriveId);
  expect(await redriveRest(ctx.store.console, redriveId, frozenAt, ['selected'])).toBeNull();
  await failAll(at, () => 'GatewayTimeout', 4);
  expect(await redriveRest(ctx.store.console, redriveId, frozenAt, ['selected'])).toBeNull();
});

test('where no cause failed more than the others together, none is named', async () => {
  const { ctx } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  await at.sendMany(14);
  await failAll(at, (place) => (place % 2 === 0 ? 'GatewayTimeout' : 'UnknownCurrency'), 14);
  await at.edit({ maxRetries: 2 });
  const { redriveId } = await startRedrive(ctx, { group: at.group, all: true, reason: 'fixed', actor });
  await stepRedrives(ctx);
  const { frozenAt } = await readRedrive(ctx, redriveId);
  await failAll(at, () => 'GatewayTimeout', 4);
  expect(await redriveRest(ctx.store.console, redriveId, frozenAt, ['selected'])).toBeNull();
  await failAll(at, () => 'GatewayTimeout', 1);
  expect(await redriveRest(ctx.store.console, redriveId, frozenAt, ['selected'])).toMatchObject({ failed: 3, rest: 4 });
});
