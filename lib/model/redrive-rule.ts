import type { RedrivePhase, StopRule } from './redrive';
import type { AbortRule, RampStep, RedriveCare } from './redrive-care';

/** A running re-drive as its row says. */
export interface RunningRun extends RedriveCare {
  readonly phase: RedrivePhase;
  readonly ratePerSecond: number | null;
  /** Released since the round began. */
  readonly released: number;
  /** It waits for live messages. */
  readonly held: boolean;
}

/** What the rows say about it, all since the round began, at one moment. */
export interface RunEvidence {
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
  /** Delay of the group's live messages, 95th percentile; null: none came lately, or no rule asks. */
  readonly delayP95Ms: number | null;
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

/** Of a running re-drive: stop, hold, or go on and how fast. Pure, so that a restart decides the same. */
export function decideRun(run: RunningRun, evidence: RunEvidence): RunDecision {
  const stop = run.abort === null ? null : stopOf(run, run.abort, evidence);
  if (stop !== null) return { stop };
  const phase = nextPhase(run, evidence);
  return {
    stop: null,
    phase,
    heldDelayMs: holdOf(run.abort, evidence),
    room: phase === 'canary' ? Math.max(0, (run.canary ?? 0) - run.released) : null,
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
function isSettled(run: RunningRun, { undecided, releasable }: RunEvidence): boolean {
  return !undecided && run.released > 0 && (run.released >= (run.canary ?? 0) || !releasable);
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
