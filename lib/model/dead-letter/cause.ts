export const CAUSE_STATES = ['open', 'ignored', 'resolved'] as const;
/** What operators decide. */
export type CauseState = (typeof CAUSE_STATES)[number];
/** As it is shown: regressed was resolved and is failing again. */
export type ShownCauseState = CauseState | 'regressed';

/** What operators decided about a cause. */
export interface Triage {
  readonly state: CauseState;
  readonly note: string;
  readonly owner: string | null;
  /** Of an ignored one: open again then. */
  readonly ignoreUntil: Date | null;
  /** Of an ignored one: open while more die in an hour. */
  readonly ignorePerHour: number | null;
  readonly resolvedAt: Date | null;
  readonly by: string | null;
  readonly at: Date | null;
  /** Raised by each change; 0: no operator has decided anything. */
  readonly version: number;
}

export const UNTRIAGED: Triage = {
  ...{ state: 'open', note: '', owner: null, ignoreUntil: null, ignorePerHour: null, resolvedAt: null },
  ...{ by: null, at: null, version: 0 },
};

interface CauseNow {
  readonly now: Date;
  /** The last failure of this cause that is known; null: none. */
  readonly lastSeen: Date | null;
  readonly diedLastHour: number;
}

/** What a decision comes to by now: it ends by itself when its condition does. */
export function shownState(triage: Triage, { now, lastSeen, diedLastHour }: CauseNow): ShownCauseState {
  if (triage.state === 'resolved')
    return lastSeen !== null && triage.resolvedAt !== null && lastSeen > triage.resolvedAt ? 'regressed' : 'resolved';
  if (triage.state === 'open') return 'open';
  if (triage.ignoreUntil !== null && now >= triage.ignoreUntil) return 'open';
  return triage.ignorePerHour !== null && diedLastHour > triage.ignorePerHour ? 'open' : 'ignored';
}

export const TRIAGE_LIMITS = { note: 2000, owner: 200, ignorePerHour: 1_000_000 } as const;

/** How deaths of one cause were spread over the last two hours: equal steps, oldest first, the last is now. */
export const TIDE = { steps: 24, stepMs: 300_000 } as const;

export type CauseTrend =
  /** The first one died in the last half hour. */
  | 'new'
  | 'rising'
  | 'steady'
  | 'falling'
  /** Some died in the last two hours, none in the last quarter of an hour. */
  | 'stopped'
  /** None died in the last two hours. */
  | 'none';

const QUIET_STEPS = 3;
const COMPARED_STEPS = 6;
/** Fewer than these are chance. */
const LEAST_DIFFERENCE = 5;

export function trendOf(tide: readonly number[], firstAt: Date, now: Date): CauseTrend {
  const sum = (part: readonly number[]): number => part.reduce((total, each) => total + each, 0);
  if (sum(tide) === 0) return 'none';
  if (sum(tide.slice(-QUIET_STEPS)) === 0) return 'stopped';
  if (now.getTime() - firstAt.getTime() < COMPARED_STEPS * TIDE.stepMs) return 'new';
  const [recent, before] = [sum(tide.slice(-COMPARED_STEPS)), sum(tide.slice(-2 * COMPARED_STEPS, -COMPARED_STEPS))];
  if (Math.abs(recent - before) < LEAST_DIFFERENCE) return 'steady';
  if (recent > before * 1.5) return 'rising';
  return recent * 1.5 < before ? 'falling' : 'steady';
}
