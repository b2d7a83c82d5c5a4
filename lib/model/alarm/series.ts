import type { GroupPoint, TopicPoint } from '../history';
import { msg, t } from '../language/t';
import { LEVEL_FRESH_MS, type Moment, type Sums } from '../signal/moment';
import { type Signal, SIGNALS } from '../signal/signal';
import type { NotInHistory } from '../signal/signal-facts';

export interface PreviewPoint {
  readonly atMs: number;
  /** Null: unknown. */
  readonly value: number | null;
  /** A re-drive moved it then, or another alarm was open for the same. */
  readonly suppressed?: boolean;
  /** There were dead letters then: an alarm on new ones would have stayed open. */
  readonly keptOpen?: boolean;
}

/** A step in which this broker wrote samples or evaluated its rules, with what is stored of one subject. */
export interface HistoryStep {
  readonly at: Date;
  readonly stepMs: number;
  /** Levels not read in this step are those of a step before, as long as an alarm would use them. */
  readonly group: GroupPoint | null;
  readonly isPaused: boolean;
  /** What happened to the group in this step, whether its levels were read or not. */
  readonly flows: Flows;
  /** Null: nothing happened to it. */
  readonly topic: TopicPoint | null;
  readonly unwellSeconds: number | null;
  /** Its levels were read in this very step. */
  readonly isSampled: boolean;
  /** They were read lately. */
  readonly isKnown: boolean;
  /** A re-drive of the group moved its numbers. */
  readonly suppressed: boolean;
}

export type Flows = Pick<GroupPoint, 'delivered' | 'redelivered' | 'died'>;

/** The value that a rule has at each step, oldest first. */
export type Series = (steps: readonly HistoryStep[]) => PreviewPoint[];

const NOT_IN_HISTORY: Readonly<Record<NotInHistory, string>> = {
  'not-kept': msg('The history does not keep it.'),
  'not-by-cause': msg('The history counts dead letters of a group, not of each cause.'),
  'not-by-age': msg('The history does not keep how old dead letters are.'),
};

/** From the stored history: the values that an alarm would have read then. Or why the history cannot say. */
export function seriesOf(signal: Signal, windowMs: number): Series | { readonly reason: string } {
  const { value, sampledMs, held } = SIGNALS[signal];
  if (typeof value === 'string') return { reason: t(NOT_IN_HISTORY[value]) };
  if (sampledMs !== null && sampledMs !== windowMs) {
    const [kept, asked] = [sampledMs / 60_000, windowMs / 60_000];
    return {
      reason: t(
        'The history counts what comes within {kept, number} minutes; this rule looks {asked, number} minutes ahead.',
        { kept, asked },
      ),
    };
  }
  return (steps) => {
    const values = momentsOf(steps, windowMs).map(value);
    const shown = held === null ? values : heldFor(values, steps, held);
    return steps.map((step, index) => ({
      ...{ atMs: endOf(step), value: shown[index] ?? null },
      ...(step.suppressed ? { suppressed: true } : {}),
    }));
  };
}

/** For how long each was 1 without a break, seconds. Unknown neither counts nor breaks it. */
function heldFor(values: readonly (number | null)[], steps: readonly HistoryStep[], held: 'noticed' | 'began') {
  let sinceMs: number | null = null;
  return steps.map((step, index) => {
    const value = values[index] ?? null;
    if (value === null) return null;
    sinceMs = value > 0 ? (sinceMs ?? step.at.getTime()) : null;
    return sinceMs === null ? 0 : ((held === 'began' ? endOf(step) : step.at.getTime()) - sinceMs) / 1000;
  });
}

/** Windows end with the step. What was ready when one began is that of the last step read until then. */
function momentsOf(steps: readonly HistoryStep[], windowMs: number): Moment[] {
  let sums: Sums = { delivered: 0, redelivered: 0, died: 0, refused: 0, accepted: 0 };
  let [first, next] = [0, 0];
  let then: { readonly atMs: number; readonly ready: number } | null = null;
  return steps.map((step) => {
    sums = added(sums, step, 1);
    const fromMs = endOf(step) - Math.max(windowMs, step.stepMs);
    for (let old = steps[first]; old !== undefined && old.at.getTime() < fromMs; old = steps[first]) {
      sums = added(sums, old, -1);
      first += 1;
    }
    const beganMs = step.at.getTime() - windowMs;
    for (let old = steps[next]; old !== undefined && old.at.getTime() <= beganMs; old = steps[next]) {
      const ready = old.isSampled ? (old.group?.ready ?? null) : null;
      if (ready !== null) then = { atMs: old.at.getTime(), ready };
      next += 1;
    }
    const { at, group: levels, isPaused, unwellSeconds } = step;
    const readyThen = then === null || then.atMs <= beganMs - LEVEL_FRESH_MS ? null : then.ready;
    return { at, levels, isPaused, unwellSeconds, readyThen, windowMs, sums: step.isKnown ? sums : null };
  });
}

function added(sums: Sums, { flows, topic }: HistoryStep, sign: 1 | -1): Sums {
  return {
    delivered: sums.delivered + sign * flows.delivered,
    redelivered: sums.redelivered + sign * flows.redelivered,
    died: sums.died + sign * flows.died,
    refused: sums.refused + sign * (topic?.refused ?? 0),
    accepted: sums.accepted + sign * (topic?.messagesIn ?? 0),
  };
}

function endOf({ at, stepMs }: HistoryStep): number {
  return at.getTime() + stepMs;
}
