import type { RuleFields } from '../../model/alarm/defaults';
import type { PreviewPoint } from '../../model/alarm/preview';
import type { GroupPoint, TopicPoint } from '../../model/history';
import { NEVER_S } from '../../store/queries/alarm/alarm-numbers';

export type KeptPoint = (GroupPoint | TopicPoint) & { readonly stepMs: number };

/** Steps of a window, oldest first, the present one last. */
type Reader = (window: readonly KeptPoint[], present: KeptPoint) => number | null;

/** The number a rule sees at each step of the history; null: the history does not keep it. */
export function numbersOver({
  watch,
  windowMs,
}: RuleFields): ((points: readonly KeptPoint[]) => PreviewPoint[]) | null {
  switch (watch) {
    case 'backlog':
      return over(0, (_, present) => group(present)?.ready ?? null);
    case 'oldest-age':
      return over(0, (_, present) => ageOf(group(present)));
    case 'lag-growth':
      return over(windowMs, (window, present) => growth(window, present));
    case 'time-to-drain':
      return over(windowMs, (window, present) => drain(window, present, windowMs));
    case 'deaths':
      return over(windowMs, (window) => sum(window, (point) => group(point)?.died ?? 0));
    case 'amplification':
      return over(windowMs, (window) => {
        const delivered = sum(window, (point) => group(point)?.delivered ?? 0);
        return delivered / Math.max(1, delivered - sum(window, (point) => group(point)?.redelivered ?? 0));
      });
    case 'blocked-key':
      return blockedFor;
    case 'refused':
      return over(windowMs, (window) => {
        const refused = sum(window, (point) => topic(point)?.refused ?? 0);
        return refused === 0 ? 0 : (refused * 100) / (refused + sum(window, (point) => topic(point)?.messagesIn ?? 0));
      });
    default:
      return null;
  }
}

function over(windowMs: number, read: Reader): (points: readonly KeptPoint[]) => PreviewPoint[] {
  return (points) => {
    let first = 0;
    return points.map((present, index) => {
      const atMs = present.at.getTime() + present.stepMs;
      while ((points[first]?.at.getTime() ?? atMs) < atMs - Math.max(windowMs, present.stepMs)) first += 1;
      return { atMs, value: read(points.slice(first, index + 1), present) };
    });
  };
}

/** How long some key was blocked without a break: one that took another's place cannot be told from it. */
function blockedFor(points: readonly KeptPoint[]): PreviewPoint[] {
  let since: number | null = null;
  return points.map((point) => {
    const atMs = point.at.getTime() + point.stepMs;
    const keys = group(point)?.blockedKeys ?? null;
    if (keys === null) return { atMs, value: null };
    since = keys > 0 ? (since ?? point.at.getTime()) : null;
    return { atMs, value: since === null ? 0 : (atMs - since) / 1000 };
  });
}

function ageOf(point: GroupPoint | null): number | null {
  if (point === null || point.ready === null) return null;
  return point.oldestReadyAt === null ? 0 : Math.max(0, (point.at.getTime() - point.oldestReadyAt.getTime()) / 1000);
}

function growth(window: readonly KeptPoint[], present: KeptPoint): number | null {
  const now = group(present)?.ready ?? null;
  const then = group(window[0] ?? present)?.ready ?? null;
  return now === null || then === null || window.length < 2 ? null : now - then;
}

function drain(window: readonly KeptPoint[], present: KeptPoint, windowMs: number): number | null {
  const now = group(present)?.ready ?? null;
  if (now === 0) return 0;
  const grown = growth(window, present);
  if (grown === null || now === null) return null;
  return grown >= 0 ? NEVER_S : Math.min(NEVER_S, (now * (windowMs / 1000)) / -grown);
}

function sum(window: readonly KeptPoint[], of: (point: KeptPoint) => number): number {
  return window.reduce((total, point) => total + of(point), 0);
}

function group(point: KeptPoint): GroupPoint | null {
  return 'ready' in point ? point : null;
}

function topic(point: KeptPoint): TopicPoint | null {
  return 'bytesIn' in point ? point : null;
}
