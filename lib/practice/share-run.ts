import type { BrokerContext } from '../broker';
import { practiceLockHeld } from '../store/queries/practice/practice-lock';
import {
  practiceRunBegin,
  practiceRunState,
  practiceRunTell,
  type PracticeWish,
} from '../store/queries/practice/practice-run';
import { toReason } from '../model/language/retell';
import type { PracticeRun, PracticeState } from './run';

const LOOK_EVERY_MS = 500;

/** Tells other processes what the run does, and does what they ask, until it has stopped and said so. */
export async function shareRun(ctx: BrokerContext, run: PracticeRun): Promise<void> {
  await practiceRunBegin(ctx.store.console, run.state);
  const look = async (): Promise<void> => {
    const { state } = run;
    const wish = await practiceRunTell(ctx.store.console, state);
    if (state.phase === 'stopped') clearInterval(timer);
    else if (wish !== null) obey(run, wish);
  };
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // The database is away: the next look says it.
    look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS).unref();
}

function obey(run: PracticeRun, wish: PracticeWish): void {
  if (wish === 'stop') void run.stop().catch(() => undefined);
  else if (wish === 'fix') run.fix();
  else if (wish === 'break') run.break();
  else run.play(wish);
}

/**
 * What the run of this database does, whichever process runs it. Null: one runs, and has not said anything yet, or
 * nothing of it is known.
 */
export async function sharedState(
  ctx: BrokerContext,
): Promise<{ readonly held: boolean; readonly state: PracticeState | null }> {
  const db = ctx.store.console;
  const [held, said] = await Promise.all([practiceLockHeld(db), practiceRunState(db)]);
  const state = said === null ? null : toState(said as PracticeState);
  // A process that was killed did not say that its run has ended.
  return { held, state: held || state?.phase === 'stopped' ? state : null };
}

/** As it was kept: its texts are JSON. */
function toState(said: PracticeState): PracticeState {
  if (said.phase === 'starting') return { ...said, waitsFor: toReason(said.waitsFor) };
  if (said.phase !== 'stopped' || said.lastFailure === null) return said;
  return { ...said, lastFailure: toReason(said.lastFailure) };
}
