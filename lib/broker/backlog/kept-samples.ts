import {
  type BacklogAt,
  backlogsAt,
  type GroupPointOf,
  historyRecent,
} from '../../store/queries/history/history-recent';
import type { BrokerContext } from '../context';

/** Nothing is added to a step this old: each node writes into the step of now, and a sample takes less. */
const SETTLED_MS = 90_000;

interface Kept {
  steps?: { readonly until: Date; readonly points: readonly GroupPointOf[] };
  trend?: { readonly newest: number; readonly points: readonly BacklogAt[] };
}

/** What members of a team see has a store of its own. */
const keptOf = new WeakMap<BrokerContext['store'], Kept>();

function kept({ store }: BrokerContext): Kept {
  const known = keptOf.get(store) ?? {};
  keptOf.set(store, known);
  return known;
}

/** The same as historyRecent. Steps that no longer change are read once: with 2,000 groups they are 64,000 rows. */
export async function recentSteps(ctx: BrokerContext, now: Date, from: Date): Promise<readonly GroupPointOf[]> {
  const db = ctx.store.console;
  // A test moves its clock back and forth, and writes the past.
  if (ctx.clock.nowOrNull() !== null) return await historyRecent(db, from);
  const own = kept(ctx);
  const before = own.steps !== undefined && own.steps.until >= from && own.steps.until <= now ? own.steps : null;
  const read = await historyRecent(db, before?.until ?? from);
  // As numbers: two dates are compared by a call for each, for thousands of steps.
  const [fromMs, untilMs] = [from.getTime(), now.getTime() - SETTLED_MS];
  const points = [...(before?.points.filter(({ at }) => at.getTime() >= fromMs) ?? []), ...read];
  own.steps = { until: new Date(untilMs), points: points.filter(({ at }) => at.getTime() < untilMs) };
  return points;
}

/** The same as backlogsAt, for minutes that are over. */
export async function trendAt(ctx: BrokerContext, minutes: readonly Date[]): Promise<readonly BacklogAt[]> {
  const newest = minutes.at(-1)?.getTime() ?? 0;
  const own = kept(ctx);
  if (ctx.clock.nowOrNull() === null && own.trend?.newest === newest) return own.trend.points;
  const points = await backlogsAt(ctx.store.console, minutes);
  // The steps of 10 s are summed up for all groups at once, and may be late.
  if (points.some(({ at }) => at.getTime() === newest)) own.trend = { newest, points };
  return points;
}
