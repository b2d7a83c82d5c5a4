import { type CauseTrend, type ShownCauseState, shownState, TIDE, trendOf } from '../../model/dead-letter/cause';
import type { Store } from '../../store/client';
import { causesKnown } from '../../store/queries/cause/cause-known';
import { causeTides } from '../../store/queries/cause/cause-tides';
import {
  type DeadLetterCauseRow,
  deadLetterCauses,
  deadLetterCount,
  deadLetterSome,
} from '../../store/queries/dead-letter/dead-letter-causes';
import {
  areFewDeadLetters,
  type CensusRow,
  deadLetterCensus,
  deadLettersOfOthers,
} from '../../store/queries/dead-letter/dead-letter-census';
import { deadLettersCounted } from '../../store/queries/dead-letter/dead-letter-count';
import type { DeadLetterMatch } from '../../store/queries/dead-letter/dead-letter-match';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { wholeOf } from '../in-team';
import { KeptReadings } from '../process/kept-readings';
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
  /** When they were counted: where they are very many, up to 10 s ago. */
  readonly countedAt: Date;
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
  const wanted = await toMatch(ctx, filter);
  const census = await takeCensus(ctx, wanted, limit);
  const counted =
    census === null
      ? await countMatching(ctx, filter, wanted, limit)
      : { ...census, ...(await withOthers(ctx, wanted.groupId, census.matching)) };
  return { ...counted, items: await withTrends(ctx, counted.items) };
}

type Retained = 'retained' | 'isRetainedFloor';

interface CountedCauses extends Omit<DeadLetterCauses, 'items'> {
  readonly items: readonly (DeadLetterCauseRow & { readonly tide?: readonly number[] })[];
}

/** Of one group, without the trend of each. @throws BrokerError group-not-found */
export async function countCauses(ctx: BrokerContext, group: string): Promise<Omit<CountedCauses, Retained>> {
  const wanted = await toMatch(ctx, { group });
  const census = await takeCensus(ctx, wanted, MOST_CAUSES);
  return census ?? (await countThese(ctx, { group }, wanted, MOST_CAUSES, !(await areFew(ctx))));
}

/** All dead letters can be counted. False: there may be too many. */
async function areFew({ store, workspace }: BrokerContext): Promise<boolean> {
  // Ids are counted over all clusters: those of one may be far apart.
  if (workspace !== null) return false;
  // Among all dead letters: the ones that a team sees may be far apart. It decides only how they are counted.
  return await areFewDeadLetters(wholeOf(store).console, COUNTED_THROUGH);
}

/**
 * All dead letters of a group or of all groups are counted and followed in one pass. Null: another condition is asked
 * for, or there may be too many letters, or there are too many causes.
 */
async function takeCensus(
  ctx: BrokerContext,
  { groupId, ...conditions }: DeadLetterMatch,
  limit: number,
): Promise<Omit<CountedCauses, Retained> | null> {
  if (Object.values(conditions).some((value) => value !== undefined)) return null;
  if (!(await areFew(ctx))) return null;
  const census = await censusOf(ctx, groupId ?? null);
  if (census === null) return null;
  const { rows, total, at } = census;
  return {
    items: rows.slice(0, limit),
    causes: rows.length,
    causeLetters: total,
    matching: total,
    groups: new Set(rows.map((row) => row.groupId)).size,
    looked: null,
    countedAt: at,
  };
}

interface Census {
  readonly at: Date;
  readonly rows: readonly CensusRow[];
  readonly total: number;
}

const censuses = new KeptReadings<Store, Census | null>((census) => census?.total ?? 0);

/**
 * One that was kept counts no dead letter that has left since, and what is known of its causes is read again. Null:
 * there are too many causes.
 */
async function censusOf(ctx: BrokerContext, groupId: number | null): Promise<Census | null> {
  const db = ctx.store.console;
  const [now, at, left] = await Promise.all([nowOf(ctx), aboutDatabaseTime(db), deadLettersCounted(db, groupId)]);
  const census = await censuses.get(
    ctx.store,
    String(groupId),
    async () => {
      const rows = await deadLetterCensus(db, groupId, MOST_CAUSES, tideUntil(now));
      return rows && { at, rows, total: rows.reduce((sum, { count }) => sum + count, 0) };
    },
    (kept) => kept !== null && kept.total <= left,
  );
  if (census === null || census.at === at) return census;
  const places = census.rows.map((row) => ({ groupId: row.groupId, fingerprint: row.key }));
  const known = await causesKnown(db, places);
  return { ...census, rows: census.rows.map((row, index) => ({ ...row, ...known[index] })) };
}

async function withOthers(
  { store }: BrokerContext,
  groupId: number | undefined,
  total: number,
): Promise<Pick<DeadLetterCauses, Retained>> {
  const others = groupId === undefined ? 0 : await deadLettersOfOthers(store.console, groupId);
  return { retained: total + others, isRetainedFloor: false };
}

async function countMatching(
  ctx: BrokerContext,
  filter: DeadLetterFilter,
  wanted: DeadLetterMatch,
  limit: number,
): Promise<CountedCauses> {
  const retained = await deadLetterSome(ctx.store.console, COUNTED_THROUGH);
  const isRetainedFloor = retained > COUNTED_THROUGH;
  return {
    ...(await countThese(ctx, filter, wanted, limit, isRetainedFloor)),
    retained: Math.min(retained, COUNTED_THROUGH),
    isRetainedFloor,
  };
}

/** @param areMany there may be more than are counted */
async function countThese(
  ctx: BrokerContext,
  filter: DeadLetterFilter,
  wanted: DeadLetterMatch,
  limit: number,
  areMany: boolean,
): Promise<Omit<CountedCauses, Retained>> {
  const db = ctx.store.console;
  const at = await aboutDatabaseTime(db);
  const all = { ...wanted, fingerprints: undefined };
  const looked = await lookThrough(ctx, all);
  // Of no more letters than that there is nothing to leave out.
  const since = looked ?? (areMany ? await countThrough(ctx, all) : null);
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
    looked: since === null ? null : looked === null ? COUNTED_THROUGH : LOOKED_THROUGH,
    countedAt: at,
  };
}

const nowOf = async ({ clock, store }: BrokerContext): Promise<Date> =>
  clock.nowOrNull() ?? (await aboutDatabaseTime(store.console));

const tideUntil = (now: Date) => ({ from: new Date(now.getTime() - TIDE.steps * TIDE.stepMs), ...TIDE });

/** With how they go on, and what operators decided comes to by now. */
async function withTrends(ctx: BrokerContext, rows: CountedCauses['items']): Promise<readonly DeadLetterCause[]> {
  const now = await nowOf(ctx);
  const uncounted = rows.filter(({ tide }) => tide === undefined);
  const places = uncounted.map(({ groupId, key }) => ({ groupId, fingerprint: key }));
  const counted = await causeTides(ctx.store.console, places, tideUntil(now));
  const tides = new Map(uncounted.map((row, index) => [row, counted[index]]));
  return rows.map((row) => {
    const tide = row.tide ?? tides.get(row) ?? [];
    const diedLastHour = tide.slice(-HOUR_STEPS).reduce((sum, each) => sum + each, 0);
    return {
      ...row,
      tide,
      trend: trendOf(tide, row.firstAt, now),
      shownState: shownState(row.triage, { now, lastSeen: row.lastSeen ?? row.lastAt, diedLastHour }),
    };
  });
}
