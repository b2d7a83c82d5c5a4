import type { GroupPoint, TopicPoint } from '../history';

export interface PreviewPoint {
  readonly atMs: number;
  /** Null: unknown. */
  readonly value: number | null;
  /** A re-drive moved it then, or another alarm was open for the same. */
  readonly suppressed?: boolean;
  /** There were dead letters then: an alarm on new ones would have stayed open. */
  readonly keptOpen?: boolean;
}

/** A level older than this says nothing about now. */
export const LEVEL_FRESH_MS = 60_000;

/** "Never", for a backlog that does not shrink, seconds. */
export const NEVER_S = 1e9;

/** A step in which this broker wrote samples or evaluated its rules, with what is stored of one subject. */
export interface HistoryStep {
  readonly at: Date;
  readonly stepMs: number;
  /** Levels not read in this step are those of a step before, as long as an alarm would use them. */
  readonly group: GroupPoint | null;
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

/** Or why the history cannot say. */
export type RuleSeries = Series | { readonly reason: string };

export function level(read: (step: HistoryStep) => number | null): Series {
  return (steps) => steps.map((step) => point(step, read(step)));
}

/** A count of what comes within a time that the history has chosen. */
export function within(windowMs: number, keptMs: number, read: (step: HistoryStep) => number | null): RuleSeries {
  if (windowMs === keptMs) return level(read);
  const [kept, asked] = [keptMs / 60_000, windowMs / 60_000];
  return { reason: `The history counts what comes within ${kept} minutes; this rule looks ${asked} minutes ahead.` };
}

/** Sums of a window that ends with the step; unknown when no level of the subject was read lately. */
export function flows(
  windowMs: number,
  parts: readonly ((step: HistoryStep) => number)[],
  of: (sums: readonly number[]) => number,
): Series {
  return (steps) => {
    const sums = parts.map(() => 0);
    let first = 0;
    const add = (step: HistoryStep, sign: 1 | -1): void =>
      parts.forEach((part, index) => void (sums[index] = (sums[index] ?? 0) + sign * part(step)));
    return steps.map((step) => {
      add(step, 1);
      const fromMs = endOf(step) - Math.max(windowMs, step.stepMs);
      for (let old = steps[first]; old !== undefined && old.at.getTime() < fromMs; old = steps[first]) {
        add(old, -1);
        first += 1;
      }
      return point(step, step.isKnown ? of(sums) : null);
    });
  };
}

/** What is ready compared with what was when the window began. @param whenEmpty the number when nothing is ready */
export function growing(windowMs: number, of: (now: number, then: number) => number, whenEmpty?: number): Series {
  return (steps) => {
    let next = 0;
    let then: { readonly atMs: number; readonly ready: number } | null = null;
    return steps.map((step) => {
      const beganMs = step.at.getTime() - windowMs;
      for (let old = steps[next]; old !== undefined && old.at.getTime() <= beganMs; old = steps[next]) {
        const ready = old.isSampled ? (old.group?.ready ?? null) : null;
        if (ready !== null) then = { atMs: old.at.getTime(), ready };
        next += 1;
      }
      const now = step.group?.ready ?? null;
      if (now === 0 && whenEmpty !== undefined) return point(step, whenEmpty);
      if (now === null || then === null || then.atMs <= beganMs - LEVEL_FRESH_MS) return point(step, null);
      return point(step, of(now, then.ready));
    });
  };
}

/**
 * For how long it held without a break, seconds. Unknown neither counts nor breaks it.
 * @param lead since the end (0) or the begin (1) of the first step
 */
export function held(holds: (step: HistoryStep) => boolean | null, lead: 0 | 1): Series {
  return (steps) => {
    let sinceMs: number | null = null;
    return steps.map((step) => {
      const state = holds(step);
      if (state === null) return point(step, null);
      sinceMs = state ? (sinceMs ?? step.at.getTime()) : null;
      return point(step, sinceMs === null ? 0 : (step.at.getTime() + lead * step.stepMs - sinceMs) / 1000);
    });
  };
}

/** Seconds from a moment to the step; null: the moment is unknown. */
export function secondsSince(since: Date | null, at: Date): number | null {
  return since === null ? null : Math.max(0, (at.getTime() - since.getTime()) / 1000);
}

export function drainSeconds(now: number, then: number, windowMs: number): number {
  return now >= then ? NEVER_S : Math.min(NEVER_S, (now * (windowMs / 1000)) / (then - now));
}

function endOf({ at, stepMs }: HistoryStep): number {
  return at.getTime() + stepMs;
}

function point(step: HistoryStep, value: number | null): PreviewPoint {
  return { atMs: endOf(step), value, ...(step.suppressed ? { suppressed: true } : {}) };
}
