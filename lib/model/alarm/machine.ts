import type { AlarmRule } from './rule';

/**
 * quiet: below. pending: breached, not yet for long enough. firing: notified. clearing: clear, not yet for long enough.
 * kept-open: clear for long enough, and the damage stands.
 */
export type AlarmPhase = 'quiet' | 'pending' | 'firing' | 'clearing' | 'kept-open';

export interface AlarmState {
  readonly phase: AlarmPhase;
  /** Of the phase. */
  readonly sinceMs: number;
  /** When it fired; null while quiet or pending. */
  readonly firedAtMs: number | null;
  /** When a notification about its subject was last sent, for repeats. */
  readonly toldAtMs: number | null;
  /** Since when its number is unknown; null: it is known. */
  readonly unknownSinceMs: number | null;
  /** It fires because its number was unknown for too long. */
  readonly becauseUnknown: boolean;
}

/** fired-again: it was only kept open, and is breached again. */
export type AlarmStep = 'fired' | 'fired-again' | 'resolved' | 'repeated' | null;

export interface AlarmInput {
  /** Null: unknown. */
  readonly value: number | null;
  readonly nowMs: number;
  /** It was acknowledged: no repeats. */
  readonly acknowledged?: boolean;
  /** A re-drive of the same group makes this number move: what would fire waits until it is over. */
  readonly suppressed?: boolean;
  /** The damage stands: it does not resolve, however long its number is clear. */
  readonly keptOpen?: boolean;
}

export const QUIET: AlarmState = {
  phase: 'quiet',
  sinceMs: 0,
  firedAtMs: null,
  toldAtMs: null,
  unknownSinceMs: null,
  becauseUnknown: false,
};

/**
 * Evaluates one value. Hysteresis in both directions: a rule fires after `forMs` at or above its threshold, resolves
 * after `clearForMs` below `clearBelow`; between the two lines nothing changes, so a number that hovers does not flap.
 */
export function stepAlarm(
  rule: Pick<
    AlarmRule,
    'threshold' | 'forMs' | 'clearBelow' | 'clearForMs' | 'onUnknown' | 'unknownForMs' | 'repeatMs'
  >,
  earlier: AlarmState,
  { value, nowMs, acknowledged = false, suppressed = false, keptOpen = false }: AlarmInput,
): { readonly state: AlarmState; readonly step: AlarmStep } {
  const before = notAfter(earlier, nowMs);
  if (value === null) return stepUnknown(rule, before, nowMs, suppressed);
  const state: AlarmState = { ...before, unknownSinceMs: null };
  const breached = value >= rule.threshold;
  const clear = value < rule.clearBelow;
  switch (state.phase) {
    case 'quiet':
      return breached ? fireWhenDue(rule, enter(state, 'pending', nowMs), nowMs, suppressed) : quiet(state);
    case 'pending':
      return breached ? fireWhenDue(rule, state, nowMs, suppressed) : quiet(enter(state, 'quiet', nowMs));
    case 'firing':
      // An alarm on an unknown value ends when the value is known and below the threshold.
      if (clear || (state.becauseUnknown && !breached)) {
        return settleWhenDue(rule, enter(state, 'clearing', nowMs), { value, nowMs, acknowledged, keptOpen });
      }
      return repeatWhenDue(rule, { ...state, becauseUnknown: false }, nowMs, acknowledged);
    case 'clearing':
      if (breached) return { state: enter(state, 'firing', nowMs), step: null };
      return settleWhenDue(rule, state, { value, nowMs, acknowledged, keptOpen });
    case 'kept-open':
      if (breached) return { state: fire(state, nowMs), step: 'fired-again' };
      if (keptOpen) return repeatWhenDue(rule, state, nowMs, acknowledged);
      return { state: { ...QUIET, sinceMs: nowMs }, step: 'resolved' };
  }
}

/** After a clock was set back, waits start again, so that none waits for a time far in the future. */
function notAfter(state: AlarmState, nowMs: number): AlarmState {
  const { sinceMs, firedAtMs, toldAtMs, unknownSinceMs } = state;
  const latest = Math.max(sinceMs, firedAtMs ?? 0, toldAtMs ?? 0, unknownSinceMs ?? 0);
  if (latest <= nowMs) return state;
  const past = (ms: number | null): number | null => (ms === null ? null : Math.min(ms, nowMs));
  return {
    ...state,
    sinceMs: Math.min(sinceMs, nowMs),
    firedAtMs: past(firedAtMs),
    toldAtMs: past(toldAtMs),
    unknownSinceMs: past(unknownSinceMs),
  };
}

type Stepped = ReturnType<typeof stepAlarm>;

function stepUnknown(
  rule: Pick<AlarmRule, 'onUnknown' | 'unknownForMs'>,
  before: AlarmState,
  nowMs: number,
  suppressed: boolean,
): Stepped {
  const state: AlarmState = { ...before, unknownSinceMs: before.unknownSinceMs ?? nowMs };
  const unknownMs = nowMs - (state.unknownSinceMs ?? nowMs);
  if (rule.onUnknown === 'fire' && !suppressed && state.firedAtMs === null && unknownMs >= rule.unknownForMs) {
    return { state: { ...fire(state, nowMs), becauseUnknown: true }, step: 'fired' };
  }
  // Time without values counts neither as breached nor as clear.
  const restarts = state.phase === 'clearing' || (state.phase === 'pending' && rule.onUnknown === 'ignore');
  if (!restarts) return { state, step: null };
  return { state: enter(state, state.phase === 'clearing' ? 'firing' : 'quiet', nowMs), step: null };
}

function fireWhenDue(rule: Pick<AlarmRule, 'forMs'>, state: AlarmState, nowMs: number, suppressed: boolean): Stepped {
  if (suppressed || nowMs - state.sinceMs < rule.forMs) return { state, step: null };
  return { state: fire(state, nowMs), step: 'fired' };
}

/** Clear for long enough: over, unless the damage stands. While it does, it is repeated like one that fires. */
function settleWhenDue(
  rule: Pick<AlarmRule, 'clearForMs' | 'repeatMs'>,
  state: AlarmState,
  { nowMs, acknowledged = false, keptOpen = false }: AlarmInput,
): Stepped {
  const due = nowMs - state.sinceMs >= rule.clearForMs;
  if (!keptOpen) return due ? { state: { ...QUIET, sinceMs: nowMs }, step: 'resolved' } : quiet(state);
  return repeatWhenDue(rule, due ? enter(state, 'kept-open', nowMs) : state, nowMs, acknowledged);
}

function repeatWhenDue(
  rule: Pick<AlarmRule, 'repeatMs'>,
  state: AlarmState,
  nowMs: number,
  acknowledged: boolean,
): Stepped {
  const due = rule.repeatMs > 0 && !acknowledged && nowMs - (state.toldAtMs ?? nowMs) >= rule.repeatMs;
  return due ? { state: { ...state, toldAtMs: nowMs }, step: 'repeated' } : quiet(state);
}

function fire(state: AlarmState, nowMs: number): AlarmState {
  return { ...enter(state, 'firing', nowMs), firedAtMs: nowMs, toldAtMs: nowMs };
}

function enter(state: AlarmState, phase: AlarmPhase, nowMs: number): AlarmState {
  return { ...state, phase, sinceMs: nowMs };
}

function quiet(state: AlarmState): Stepped {
  return { state, step: null };
}
