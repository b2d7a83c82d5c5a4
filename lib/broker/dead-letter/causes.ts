import { type CauseTrend, type ShownCauseState, shownState, TIDE, trendOf } from '../../model/dead-letter/cause';
import { causeTides } from '../../store/queries/cause/cause-tides';
import {
  type DeadLetterCauseRow,
  deadLetterCauses,
  deadLetterCount,
  deadLetterSome,
} from '../../store/queries/dead-letter/dead-letter-causes';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { toMatch } from './browse';
import { COUNTED_THROUGH, countThrough, LOOKED_THROUGH, lookThrough } from './look-through';
import { withinSearchTime } from './search-time';

export interface DeadLetterCause extends DeadLetterCauseRow {
  /** How many of the ones that are dead now died in each step of the last two hours, oldest first. */
  readonly tide: readonly number[];
  readonly trend: CauseTrend;
  readonly shownState: ShownCauseState;
}

export interface DeadLetterCauses {
  /** One per (cause, group), most dead letters first. */
  readonly items: readonly DeadLetterCause[];
  /** All causes, those beyond `items` included. */
  readonly causes: number;
  /** Dead letters of all of them. */
  readonly causeLetters: number;
  /** Dead letters that match, cause included, and the groups they are of. */
  readonly matching: number;
  readonly groups: number;
  /** Dead letters there are at all. */
  readonly retained: number;
  /** There are more than that. */
  readonly isRetainedFloor: boolean;
  /** Only so many of the newest were looked through: there are at least so many. Null: all were. */
  readonly looked: number | null;
}

const MOST_CAUSES = 100;
const HOUR_STEPS = 3_600_000 / TIDE.stepMs;

/**
 * Why they died. The causes leave `cause` itself out of the filter, so that the others stay in view.
 * @throws BrokerError bad-request, group-not-found
 */
export async function listDeadLetterCauses(
  ctx: BrokerContext,
  filter: DeadLetterFilter,
  limit = MOST_CAUSES,
): Promise<DeadLetterCauses> {
  const { items, ...counts } = await countCauses(ctx, filter, limit);
  return { ...counts, items: await withTrends(ctx, items) };
}

/** The same without the trend of each. @throws BrokerError bad-request, group-not-found */
export async function countCauses(
  ctx: BrokerContext,
  filter: DeadLetterFilter,
  limit = MOST_CAUSES,
): Promise<Omit<DeadLetterCauses, 'items'> & { readonly items: readonly DeadLetterCauseRow[] }> {
  const db = ctx.store.console;
  const wanted = await toMatch(ctx, filter);
  const all = { ...wanted, fingerprints: undefined };
  const looked = await lookThrough(ctx, all);
  const retained = await deadLetterSome(db, COUNTED_THROUGH);
  const isRetainedFloor = retained > COUNTED_THROUGH;
  // Of no more letters than that there is nothing to leave out.
  const since = looked ?? (isRetainedFloor ? await countThrough(ctx, all) : null);
  const match = { ...wanted, since: since ?? undefined };
  const [causes, counted] = await withinSearchTime(filter, () =>
    Promise.all([
      deadLetterCauses(db, { ...match, fingerprints: undefined }, limit),
      match.fingerprints === undefined ? null : deadLetterCount(db, match),
    ]),
  );
  return {
    items: causes.items,
    causes: causes.causes,
    causeLetters: causes.total,
    matching: counted?.matching ?? causes.total,
    groups: counted?.groups ?? causes.groups,
    retained: Math.min(retained, COUNTED_THROUGH),
    isRetainedFloor,
    looked: since === null ? null : looked === null ? COUNTED_THROUGH : LOOKED_THROUGH,
  };
}

/** With how they go on, and what operators decided comes to by now. */
async function withTrends(
  ctx: BrokerContext,
  rows: readonly DeadLetterCauseRow[],
): Promise<readonly DeadLetterCause[]> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(db));
  const from = new Date(now.getTime() - TIDE.steps * TIDE.stepMs);
  const places = rows.map(({ groupId, key }) => ({ groupId, fingerprint: key }));
  const tides = await causeTides(db, places, { from, ...TIDE });
  return rows.map((row, index) => {
    const tide = tides[index] ?? [];
    const diedLastHour = tide.slice(-HOUR_STEPS).reduce((sum, each) => sum + each, 0);
    return {
      ...row,
      tide,
      trend: trendOf(tide, row.firstAt, now),
      shownState: shownState(row.triage, { now, lastSeen: row.lastSeen ?? row.lastAt, diedLastHour }),
    };
  });
}
