import { type Told, told } from '../language/t';

/** What a backlog was when it was sampled, and what had come to it by then. Unknown values are not points. */
export interface FlowPoint {
  readonly at: Date;
  /** Still to be done: ready, in flight and waiting for a retry. */
  readonly backlog: number;
  /** Everything stored for it so far; only differences count. */
  readonly arrived: number;
  /** Dead letters put back since the point before. */
  readonly redriven: number;
}

/** Messages per second over a window, from two points: exact differences, spread evenly. */
export interface Flow {
  readonly kind: 'known';
  /** Stored for it. */
  readonly inPerSecond: number;
  /** Put back by re-drives. */
  readonly redrivenPerSecond: number;
  /** Left it for good: consumed or dead. */
  readonly outPerSecond: number;
  /** Between the two points, ms. */
  readonly coveredMs: number;
  /** The points cover nearly the whole window. */
  readonly whole: boolean;
}

export interface UnknownFlow {
  readonly kind: 'unknown';
  readonly reason: Told;
  /** When it was known last; absent: there was nothing to know yet. */
  readonly since?: Date;
}

/** A point that is older than this says nothing about now. */
export const FRESH_MS = 30_000;

/** Steps begin up to this long before their levels are read. */
const SLACK_MS = 10_000;

/**
 * What came and went in the last `windowMs`. Nothing is lost between two points: what has left is what came less what
 * the backlog grew by. Fewer points than a third of the window is unknown, and so is a jump backwards (a new
 * subscription).
 */
export function flowOver(points: readonly FlowPoint[], windowMs: number, now: Date): Flow | UnknownFlow {
  const last = points.at(-1);
  if (last === undefined) return { kind: 'unknown', reason: told('not counted yet') };
  if (now.getTime() - last.at.getTime() > FRESH_MS)
    return { kind: 'unknown', reason: told('no newer count'), since: last.at };
  const from = last.at.getTime() - windowMs;
  const inside = points.filter(({ at }) => at.getTime() >= from);
  const first = inside[0] ?? last;
  const coveredMs = last.at.getTime() - first.at.getTime();
  if (coveredMs === 0 || coveredMs * 3 < windowMs) {
    return { kind: 'unknown', reason: countedSoFar(coveredMs / 1000, windowMs / 1000) };
  }
  const arrived = last.arrived - first.arrived;
  if (arrived < 0) return { kind: 'unknown', reason: told('the queues of the group changed') };
  const redriven = inside.slice(1).reduce((sum, point) => sum + point.redriven, 0);
  const left = Math.max(0, arrived + redriven - (last.backlog - first.backlog));
  const seconds = coveredMs / 1000;
  return {
    kind: 'known',
    inPerSecond: arrived / seconds,
    redrivenPerSecond: redriven / seconds,
    outPerSecond: left / seconds,
    coveredMs,
    whole: coveredMs + SLACK_MS >= windowMs,
  };
}

export function countedSoFar(covered: number, window: number): Told {
  return told('only {covered, number} s of {window, number} s are counted so far', { covered, window });
}
