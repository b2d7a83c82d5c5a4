import type { RuleFields } from '../../model/alarm/defaults';
import type { PreviewPoint } from '../../model/alarm/preview';
import { HISTORY } from '../../model/history';
import { FRESH_MS, NEVER_S } from '../../store/queries/alarm/alarm-numbers';
import type { KeptStep } from './kept-steps';

/** The number a rule sees at each step, oldest first. */
export type NumbersOver = (steps: readonly KeptStep[]) => PreviewPoint[];

/** Or why the history cannot tell. */
export type KeptNumbers = { readonly over: NumbersOver } | { readonly reason: string };

/** How the numbers of a rule come from the stored steps: the same as an alarm reads them at the time. */
export function numbersOver({ watch, windowMs }: Pick<RuleFields, 'watch' | 'windowMs'>): KeptNumbers {
  switch (watch) {
    case 'backlog':
      return { over: level(({ group }) => group?.ready ?? null) };
    case 'oldest-age':
      return { over: level(ageOf) };
    case 'lag-growth':
      return { over: growing(windowMs, (now, then) => now - then) };
    case 'time-to-drain':
      return { over: growing(windowMs, (now, then) => drainSeconds(now, then, windowMs), 0) };
    case 'deaths':
      return { over: flows(windowMs, [({ flows: { died } }) => died], ([died = 0]) => died) };
    case 'dead-letters':
      return { over: level(({ group }) => group?.unhandled ?? null) };
    case 'amplification':
      return {
        over: flows(
          windowMs,
          [({ flows: { delivered } }) => delivered, ({ flows: { redelivered } }) => redelivered],
          ([delivered = 0, again = 0]) => delivered / Math.max(1, delivered - again),
        ),
      };
    case 'blocked-key':
      // One key that took another's place cannot be told from it.
      return { over: held(({ group }) => positive(group?.blockedKeys), 1) };
    case 'no-consumer':
      return { over: held(unconsumed, 0) };
    case 'refused':
      return {
        over: flows(
          windowMs,
          [({ topic }) => topic?.refused ?? 0, ({ topic }) => topic?.messagesIn ?? 0],
          ([refused = 0, taken = 0]) => (refused === 0 ? 0 : (refused * 100) / (refused + taken)),
        ),
      };
    case 'deaths-due':
      return counted(windowMs, HISTORY.dueMs, ({ group }) => group?.deathsDue ?? null);
    case 'expiring-dead-letters':
      return counted(windowMs, HISTORY.expiringMs, ({ group }) => group?.expiring ?? null);
    case 'broker-health':
      return { over: level(({ unwellSeconds }) => unwellSeconds) };
  }
}

function level(read: (step: KeptStep) => number | null): NumbersOver {
  return (steps) => steps.map((step) => point(step, read(step)));
}

/** A count of what comes within a time that the history has chosen. */
function counted(windowMs: number, keptMs: number, read: (step: KeptStep) => number | null): KeptNumbers {
  if (windowMs === keptMs) return { over: level(read) };
  return {
    reason: `The history counts what comes within ${keptMs / 60_000} minutes; this rule looks ${windowMs / 60_000} minutes ahead.`,
  };
}

/** Sums of a window that ends with the step; unknown when no level of the subject was read lately. */
function flows(
  windowMs: number,
  parts: readonly ((step: KeptStep) => number)[],
  of: (sums: readonly number[]) => number,
): NumbersOver {
  return (steps) => {
    const sums = parts.map(() => 0);
    let first = 0;
    const add = (step: KeptStep, sign: 1 | -1): void =>
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
function growing(windowMs: number, of: (now: number, then: number) => number, whenEmpty?: number): NumbersOver {
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
      if (now === null || then === null || then.atMs <= beganMs - FRESH_MS) return point(step, null);
      return point(step, of(now, then.ready));
    });
  };
}

/** For how long it held without a break, seconds. Unknown neither counts nor breaks it. @param steps since the end (0) or the begin (1) of the first step */
function held(holds: (step: KeptStep) => boolean | null, lead: 0 | 1): NumbersOver {
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

function unconsumed({ group }: KeptStep): boolean | null {
  if (group === null || group.ready === null || group.consumers === null) return null;
  return group.ready > 0 && group.consumers === 0;
}

function positive(count: number | null | undefined): boolean | null {
  return count == null ? null : count > 0;
}

function ageOf({ at, group }: KeptStep): number | null {
  if (group === null || group.ready === null) return null;
  return group.oldestReadyAt === null ? 0 : Math.max(0, (at.getTime() - group.oldestReadyAt.getTime()) / 1000);
}

function drainSeconds(now: number, then: number, windowMs: number): number {
  return now >= then ? NEVER_S : Math.min(NEVER_S, (now * (windowMs / 1000)) / (then - now));
}

function endOf({ at, stepMs }: KeptStep): number {
  return at.getTime() + stepMs;
}

function point(step: KeptStep, value: number | null): PreviewPoint {
  return { atMs: endOf(step), value, ...(step.suppressed ? { suppressed: true } : {}) };
}
