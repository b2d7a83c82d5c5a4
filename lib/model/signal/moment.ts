import type { GroupPoint } from '../history';

/** A level older than this says nothing about now. */
export const LEVEL_FRESH_MS = 60_000;

/** "Never", for a backlog that does not shrink, seconds. */
export const NEVER_S = 1e9;

/** Counted in a window: of a group what was delivered and died, of a topic what was sent. */
export interface Sums {
  readonly delivered: number;
  readonly redelivered: number;
  readonly died: number;
  readonly refused: number;
  readonly accepted: number;
}

export const NO_SUMS: Sums = { delivered: 0, redelivered: 0, died: 0, refused: 0, accepted: 0 };

type Levels = Pick<
  GroupPoint,
  'at' | 'ready' | 'oldestReadyAt' | 'unhandled' | 'consumers' | 'deathsDue' | 'expiring' | 'blockedKeys'
>;

/** The samples of a subject at a moment: the value of a sampled signal follows from it alone, now and in the past. */
export interface Moment {
  readonly at: Date;
  /** The newest levels of a group; null: not read lately. */
  readonly levels: Levels | null;
  readonly isPaused: boolean;
  /** Ready messages of a group when the window began; null: not known. */
  readonly readyThen: number | null;
  readonly windowMs: number;
  /** Null: not counted lately. */
  readonly sums: Sums | null;
  /** Of the broker; null: not known. */
  readonly unwellSeconds: number | null;
}

export const NO_MOMENT: Omit<Moment, 'at'> = {
  ...{ levels: null, isPaused: false, readyThen: null, windowMs: 0, sums: null, unwellSeconds: null },
};

/** The newest step in which the levels of a group were read. */
export function newestLevels(points: readonly GroupPoint[]): GroupPoint | null {
  return points.findLast(({ dead }) => dead !== null) ?? null;
}

/** For signals that do not go by what was ready before. @param points steps of 10 s of the window, oldest first */
export function momentAt(points: readonly GroupPoint[], at: Date, windowMs: number): Moment & { readonly sums: Sums } {
  const inside = points.filter((point) => {
    const agoMs = at.getTime() - point.at.getTime();
    return agoMs >= 0 && agoMs < windowMs;
  });
  const sum = (of: (point: GroupPoint) => number): number => inside.reduce((total, point) => total + of(point), 0);
  const [delivered, redelivered] = [sum((point) => point.delivered), sum((point) => point.redelivered)];
  return {
    ...{ ...NO_MOMENT, at, levels: newestLevels(points), windowMs },
    sums: { ...NO_SUMS, delivered, redelivered, died: sum(({ died }) => died) },
  };
}
