import type { RedrivePhase, RedriveState, StopRule } from './redrive';
import { t } from '../language/t';
import type { AbortRule, RampStep, RedriveCare } from './redrive-care';

export type RunMove = 'pause' | 'resume' | 'cancel' | 'stop';

/**
 * How a run comes from one state to another: operators pause, resume and cancel it, its rule stops it. The statement that
 * releases the last message completes it.
 */
export const RUN_MOVES: Readonly<
  Record<RunMove, { readonly from: readonly RedriveState[]; readonly to: RedriveState }>
> = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused', 'stopped'], to: 'running' },
  cancel: { from: ['running', 'paused', 'stopped'], to: 'cancelled' },
  stop: { from: ['running'], to: 'stopped' },
};

/** @returns why a run in this state cannot make this move; null: it can */
export function whyNotMove(state: RedriveState, move: RunMove): string | null {
  if (RUN_MOVES[move].from.includes(state)) return null;
  return t(
    `{state, select, completed {All messages are already released} cancelled {The run is cancelled} stopped {The run is
    stopped} paused {The run is paused} other {The run is not paused}}`,
    { state },
  );
}

/** A running re-drive as its row says. */
export interface RunningRun extends RedriveCare {
  readonly phase: RedrivePhase;
  readonly ratePerSecond: number | null;
  /** It waits for live messages. */
  readonly held: boolean;
}

/** What the rows say about it, all since the round began, at one moment. */
export interface RunEvidence {
  readonly released: number;
  /** First deliveries with a verdict, counted up to what the ramp needs. */
  readonly verdicts: number;
  /** Among the newest `ofLast` of them. */
  readonly lastVerdicts: number;
  readonly lastFailed: number;
  /** Something released has no verdict of its first delivery yet. */
  readonly undecided: boolean;
  /** Something could be released now: an ordered key may have to wait for the one before. */
  readonly releasable: boolean;
  /** How long something has waited while no client fetched; null: nothing waits. */
  readonly unfetchedMs: number | null;
  /**
   * Delay of the group's live messages, 95th percentile; null: none came lately, no rule asks, or the brokers of a
   * cluster do not report it.
   */
  readonly delayP95Ms: number | null;
}

/** What of the rows a decision needs. */
export interface EvidenceAsked {
  readonly roundAt: Date;
  /** How many of the newest first deliveries are judged. */
  readonly ofLast: number;
  /** Verdicts are counted up to this. */
  readonly countTo: number;
  /** A rule is about the delay of live messages. */
  readonly asksDelay: boolean;
}

export interface RunStop {
  readonly rule: StopRule;
  readonly failed: number;
  readonly of: number;
}

/** What may happen next. */
export type RunDecision = { readonly stop: RunStop } | RunGoesOn;

export interface RunGoesOn {
  readonly stop: null;
  readonly phase: RedrivePhase;
  /** Live messages wait longer than they may: nothing is released meanwhile. Their delay. */
  readonly heldDelayMs: number | null;
  /** How many may be released before the next verdict; null: as many as the rate allows. */
  readonly room: number | null;
  readonly ratePerSecond: number | null;
}

/** Null: without canary, ramp and stop rule there is nothing to look at. */
export function evidenceFor({ phase, abort, ramp, canary }: RunningRun, roundAt: Date): EvidenceAsked | null {
  if (abort === null && phase === 'releasing') return null;
  return {
    roundAt,
    ofLast: abort === null ? 1 : judgedOf({ canary }, abort, phase),
    countTo: phase === 'releasing' ? 1 : Math.max(1, ramp.at(-1)?.afterVerdicts ?? 0),
    asksDelay: abort?.delayP95Ms != null,
  };
}

export const NO_EVIDENCE: RunEvidence = {
  ...{ released: 0, verdicts: 0, lastVerdicts: 0, lastFailed: 0 },
  ...{ undecided: false, releasable: false, unfetchedMs: null, delayP95Ms: null },
};

/** Of a running re-drive: stop, hold, or go on and how fast. Pure, so that a restart decides the same. */
export function decideRun(run: RunningRun, evidence: RunEvidence): RunDecision {
  const stop = run.abort === null ? null : stopOf(run, run.abort, evidence);
  if (stop !== null) return { stop };
  const phase = nextPhase(run, evidence);
  return {
    stop: null,
    phase,
    heldDelayMs: holdOf(run.abort, evidence),
    room: phase === 'canary' ? Math.max(0, (run.canary ?? 0) - evidence.released) : null,
    ratePerSecond: rateOf(run, phase, evidence.verdicts),
  };
}

/** The window of the rule: a canary is judged against its own size, if that is smaller. */
export function judgedOf({ canary }: Pick<RedriveCare, 'canary'>, abort: AbortRule, phase: RedrivePhase): number {
  return phase === 'canary' && canary !== null ? Math.min(canary, abort.ofLast) : abort.ofLast;
}

function stopOf(run: RunningRun, abort: AbortRule, evidence: RunEvidence): RunStop | null {
  const { lastFailed, lastVerdicts, unfetchedMs } = evidence;
  const isCanary = run.phase === 'canary';
  // A canary that cannot grow any more is judged by what it has.
  const of = isCanary && isSettled(run, evidence) ? lastVerdicts : judgedOf(run, abort, run.phase);
  if (abort.failedShare !== null && lastFailed > 0 && lastFailed >= abort.failedShare * of) {
    return { rule: isCanary ? 'canary-failed' : 'first-deliveries-failed', failed: lastFailed, of: lastVerdicts };
  }
  if (abort.unfetchedMs !== null && unfetchedMs !== null && unfetchedMs >= abort.unfetchedMs)
    return { rule: 'not-fetched', failed: 0, of: 0 };
  return null;
}

/** Every one of the canary has the verdict of its first delivery, or no more of it can be released now. */
function isSettled({ canary }: RunningRun, { undecided, released, releasable }: RunEvidence): boolean {
  return !undecided && released > 0 && (released >= (canary ?? 0) || !releasable);
}

function nextPhase(run: RunningRun, evidence: RunEvidence): RedrivePhase {
  const { phase, ramp } = run;
  if (phase === 'canary' && !isSettled(run, evidence)) return 'canary';
  const last = ramp.at(-1);
  return phase === 'releasing' || last === undefined || evidence.verdicts >= last.afterVerdicts ? 'releasing' : 'ramp';
}

function holdOf(abort: AbortRule | null, { delayP95Ms }: RunEvidence): number | null {
  const limit = abort?.delayP95Ms ?? null;
  return limit !== null && delayP95Ms !== null && delayP95Ms > limit ? delayP95Ms : null;
}

/** A step of the ramp never goes faster than the run may. */
function rateOf({ ramp, ratePerSecond }: RunningRun, phase: RedrivePhase, verdicts: number): number | null {
  const step = phase === 'releasing' ? ramp.at(-1) : phase === 'ramp' ? stepAt(ramp, verdicts) : undefined;
  const rates = [ratePerSecond, step?.ratePerSecond ?? null].filter((rate) => rate !== null);
  return rates.length === 0 ? null : Math.min(...rates);
}

function stepAt(ramp: readonly RampStep[], verdicts: number): RampStep | undefined {
  return ramp.findLast((step) => step.afterVerdicts <= verdicts) ?? ramp[0];
}
