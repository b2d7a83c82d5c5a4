import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker } from '../testing/broker';
import { practiceLock } from '../store/queries/practice/practice-lock';
import { practiceRunForget, practiceRunWish, practiceRunWished } from '../store/queries/practice/practice-run';
import type { PracticeRun, PracticeState } from './run';
import { sharedState, shareRun } from './share-run';

let broker: TestBroker;
let unlock: (() => void) | null = null;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterEach(async () => {
  unlock?.();
  await practiceRunForget(broker.ctx.store.console);
});
afterAll(() => broker.close());

const tally = { sent: 3, consumed: 1, failed: {}, sendErrors: 0, sendingEnded: null };
const running = (broken: boolean) => ({ phase: 'running', processId: 7, broken, tally }) as unknown as PracticeState;

/** What the practice clients would do, without them. */
function standIn(): PracticeRun & { state: PracticeState; readonly played: readonly string[] } {
  const played: string[] = [];
  const run = {
    played,
    play: (scene: string) => void played.push(scene),
    state: running(true),
    fix: () => void (run.state = running(false)),
    break: () => void (run.state = running(true)),
    stop: () => {
      run.state = { phase: 'stopped', lastFailure: null };
      return Promise.resolve();
    },
  };
  return run as unknown as PracticeRun & { state: PracticeState; readonly played: readonly string[] };
}

test('another process sees what the run does, and it does what the other one asks', async () => {
  const { ctx } = broker;
  const db = ctx.store.console;
  expect(await sharedState(ctx)).toEqual({ held: false, state: null });
  unlock = await practiceLock(db);
  expect(await sharedState(ctx)).toEqual({ held: true, state: null });
  const run = standIn();
  await shareRun(ctx, run);
  expect(await sharedState(ctx)).toEqual({ held: true, state: running(true) });
  for (const scene of ['throttle', 'poison'] as const) {
    await practiceRunWish(db, scene);
    await expect.poll(() => practiceRunWished(db)).toBeNull();
  }
  expect(run.played).toEqual(['throttle', 'poison']);
  for (const [wish, state] of [
    ['fix', running(false)],
    ['break', running(true)],
    ['stop', { phase: 'stopped', lastFailure: null }],
  ] as const) {
    await practiceRunWish(db, wish);
    await expect.poll(() => sharedState(ctx)).toEqual({ held: true, state });
  }
});

test('what a killed process said last is not believed, and a wish for it is not done by the next run', async () => {
  const { ctx } = broker;
  unlock = await practiceLock(ctx.store.console);
  const killed = standIn();
  await shareRun(ctx, killed);
  unlock?.();
  await expect.poll(() => sharedState(ctx)).toEqual({ held: false, state: null });
  await killed.stop();
  await expect.poll(async () => (await sharedState(ctx)).state).toEqual({ phase: 'stopped', lastFailure: null });
  await practiceRunWish(ctx.store.console, 'stop');
  unlock = await practiceLock(ctx.store.console);
  const next = standIn();
  await shareRun(ctx, next);
  await practiceRunWish(ctx.store.console, 'fix');
  await expect.poll(() => next.state).toEqual(running(false));
  await next.stop();
  await expect.poll(async () => (await sharedState(ctx)).state?.phase).toBe('stopped');
});
