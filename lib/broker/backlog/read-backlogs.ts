import { groupedBy } from '../../model/grouped';
import type { GroupPoint } from '../../model/history';
import { redriveLoads, type RedriveLoadRow } from '../../store/queries/backlog/redrive-load';
import { groupHistory } from '../../store/queries/history/history-read';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { type GroupBacklog, groupBacklogOf, type RedriveLoads } from './group-backlog';
import { recentSteps, trendAt } from './kept-samples';

export interface TrendPoint {
  readonly at: Date;
  /** Null: not known then. */
  readonly backlog: number | null;
  readonly dead: number | null;
  readonly blockedKeys: number | null;
}

export interface Backlogs {
  /** When it was read. */
  readonly now: Date;
  of(groupId: number): GroupBacklog;
  /** Its steps of 10 s of the last five minutes, oldest first. */
  pointsOf(groupId: number): readonly GroupPoint[];
  /** The last hour, every five minutes, oldest first. */
  trendOf(groupId: number): readonly TrendPoint[];
}

const MINUTE_MS = 60_000;
/** The rate of the last minute, and retry amplification over five. */
const LOOK_BACK_MS = 5 * MINUTE_MS + 20_000;
const TREND_STEP_MS = 5 * MINUTE_MS;
const TREND_POINTS = 12;

/** The backlog of every group, and its last hour. */
export async function readBacklogs(ctx: BrokerContext): Promise<Backlogs> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull() ?? (await databaseTime(db));
  const newest = Math.floor((now.getTime() - 2 * MINUTE_MS) / TREND_STEP_MS) * TREND_STEP_MS;
  const minutes = Array.from(
    { length: TREND_POINTS },
    (_, index) => new Date(newest - (TREND_POINTS - 1 - index) * TREND_STEP_MS),
  );
  const [points, trend, loads] = await Promise.all([
    recentSteps(ctx, now, new Date(now.getTime() - LOOK_BACK_MS)),
    trendAt(ctx, minutes),
    redriveLoads(db),
  ]);
  const pointsOf = groupedBy(points, ({ groupId }) => groupId);
  const trendOf = groupedBy(trend, ({ groupId }) => groupId);
  return {
    now,
    of: (groupId) => groupBacklogOf(pointsOf.get(groupId) ?? [], loadsOf(loads, groupId), now),
    pointsOf: (groupId) => pointsOf.get(groupId) ?? [],
    trendOf: (groupId) => {
      const known = new Map(trendOf.get(groupId)?.map((row) => [row.at.getTime(), row]));
      return minutes.map((at) => {
        const { backlog = null, dead = null, blockedKeys = null } = known.get(at.getTime()) ?? {};
        return { at, backlog, dead, blockedKeys };
      });
    },
  };
}

/** The backlog of one group, with the rates of 1, 5 and 15 minutes. */
export async function readGroupBacklog(
  ctx: BrokerContext,
  groupId: number,
): Promise<GroupBacklog & { readonly now: Date }> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull() ?? (await databaseTime(db));
  const from = new Date(now.getTime() - 15 * MINUTE_MS - 20_000);
  const [points, loads] = await Promise.all([
    groupHistory(db, groupId, { stepSeconds: 10, from, until: new Date(now.getTime() + MINUTE_MS) }),
    redriveLoads(db),
  ]);
  return { ...groupBacklogOf(points, loadsOf(loads, groupId), now), now };
}

export function loadsOf(rows: readonly RedriveLoadRow[], groupId: number): RedriveLoads {
  const own = rows.filter((row) => row.groupId === groupId);
  const running = own.find(({ paused }) => !paused);
  return {
    running: running === undefined ? null : { messages: running.messages, ratePerSecond: running.ratePerSecond },
    paused: own.find(({ paused }) => paused)?.messages ?? 0,
  };
}
