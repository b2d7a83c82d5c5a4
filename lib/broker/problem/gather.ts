import type { Reason } from '../../model/language/t';
import type { Acked } from '../../model/problem/acknowledged';
import { keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import type { AlarmIncident } from '../../model/alarm/incident';
import { HISTORY, type GroupPoint } from '../../model/history';
import { incidentOpenList } from '../../store/queries/alarm/alarm-incident';
import { brokerUnwellSeconds } from '../../store/queries/signal/signal-numbers';
import { deadLetterNextExpiry } from '../../store/queries/dead-letter/dead-letter-next-expiry';
import { type DifferenceRow, subscriptionDifferences } from '../../store/queries/client/subscriptions';
import { filteredSince } from '../../store/queries/filter/filtered-counts';
import { type BlockedCountRow, blockedCounts } from '../../store/queries/group-stats/blocked-keys';
import { consumersCountedGone, consumersLeft } from '../../store/queries/problem/consumers-left';
import { lastTries, type LastTriesRow } from '../../store/queries/problem/last-tries';
import { problemAcks } from '../../store/queries/problem/problem-acks';
import { type ProblemGroupRow, problemGroups } from '../../store/queries/problem/problem-groups';
import { silentClients, type SilentClientsRow } from '../../store/queries/problem/silent-clients';
import {
  type FailingRedriveRow,
  failingRedrives,
  stoppedRedrives,
  type StoppedRedriveRow,
} from '../../store/queries/problem/stopped-redrives';
import { undecidedLetters, type UndecidedLettersRow } from '../../store/queries/problem/undecided-letters';
import { throttledTopics, type ThrottledTopicRow } from '../../store/queries/throttle/throttle-history';
import { type Backlogs, readBacklogs } from '../backlog/read-backlogs';
import { newestLevels } from '../../model/signal/moment';
import type { Store } from '../../store/client';
import type { BrokerContext } from '../context';
import { storageTroubles } from '../health/probe';
import { KeptReadings } from '../process/kept-readings';
import { stoppedRedirects, type StoppedRedirect } from '../redirect/redirects';

/** What one part of the evidence says, or throws: it could not be read. */
export type Part<T> = () => T;

/** Everything that problems are said from, read once for all of them. */
export interface Gathered {
  /** Of an attached cluster. */
  readonly isCluster: boolean;
  readonly now: Date;
  readonly groups: readonly ProblemGroupRow[];
  readonly backlogs: Backlogs;
  readonly troubles: readonly Reason[];
  /** What went wrong with processes of this node. */
  readonly processes: readonly Reason[];
  /** Seconds. */
  readonly unhealthy: Part<number>;
  readonly letters: Part<readonly UndecidedLettersRow[]>;
  readonly tries: Part<readonly LastTriesRow[]>;
  /** The first of each group that has any. */
  readonly expiries: Part<ReadonlyMap<number, Date | null>>;
  readonly blocked: Part<readonly BlockedNow[]>;
  readonly silent: Part<readonly SilentClientsRow[]>;
  /** Of groups without a consumer; one that is missing has no record of any. */
  readonly consumersLeft: Part<ReadonlyMap<number, Date | null>>;
  readonly differing: Part<Differing>;
  readonly throttled: Part<readonly ThrottledTopicRow[]>;
  readonly stopped: Part<readonly StoppedRedriveRow[]>;
  readonly failing: Part<readonly FailingRedriveRow[]>;
  readonly redirects: Part<readonly StoppedRedirect[]>;
  readonly firing: Part<readonly AlarmIncident[]>;
  /** Problems that an operator has in hand. */
  readonly acks: Part<readonly Acked[]>;
}

/** Groups whose clients subscribe differently, and how many messages the filters of each left out lately. */
export interface Differing {
  readonly rows: readonly DifferenceRow[];
  /** By the id of the group. */
  readonly filtered: ReadonlyMap<number, number>;
}

const FILTERED_MS = 600_000;
/** A consumer that was not heard for so long misses several heartbeats: SDKs send one every 10 s. */
const SILENT_MS = 45_000;

/**
 * Reads the samples of all groups, and of groups that have something, what it is: what nothing shows to be there is not
 * read. @throws when not even the samples can be read
 */
export async function gather(ctx: BrokerContext): Promise<Gathered> {
  const db = ctx.store.console;
  const clock = ctx.clock.nowOrNull();
  const isCluster = ctx.workspace !== null;
  const [groups, backlogs] = await Promise.all([problemGroups(db), readBacklogs(ctx)]);
  const { now } = backlogs;
  const those = (has: (point: GroupPoint) => boolean): number[] =>
    groups.map(({ groupId }) => groupId).filter((id) => has(newestLevels(backlogs.pointsOf(id)) ?? NOTHING));
  const dead = those((point) => (point.dead ?? 0) > 0 || point.died > 0);
  const alone = those(({ ready, consumers }) => (ready ?? 0) > 0 && consumers === 0);
  const expiring = those((point) => (point.expiring ?? 0) > 0);
  const [
    unhealthy,
    letters,
    tries,
    expiries,
    blocked,
    silent,
    left,
    differing,
    throttled,
    stopped,
    failing,
    redirects,
    firing,
    acks,
  ] = await Promise.all([
    part(isCluster ? NO_SECONDS : brokerUnwellSeconds(db, clock)),
    part(undecidedLetters(db, dead)),
    part(
      lastTries(
        db,
        clock,
        those(({ deathsDue }) => (deathsDue ?? 0) > 0),
        HISTORY.dueMs,
      ),
    ),
    part(readExpiries(ctx, expiring)),
    part(those(({ blockedKeys }) => (blockedKeys ?? 0) > 0).length === 0 ? none<BlockedNow>() : readBlocked(ctx, now)),
    part(isCluster ? none<SilentClientsRow>() : silentClients(db, clock, SILENT_MS)),
    part((isCluster ? consumersCountedGone : consumersLeft)(db, clock, alone)),
    part(readDiffering(ctx, isCluster)),
    part(isCluster ? none<ThrottledTopicRow>() : throttledTopics(db, now)),
    part(stoppedRedrives(db)),
    part(failingRedrives(db)),
    part(isCluster ? none<StoppedRedirect>() : stoppedRedirects(ctx)),
    part(incidentOpenList(db)),
    part(problemAcks(ctx.store.prisma, now, ctx.workspace)),
  ]);
  const troubles = isCluster ? [] : storageTroubles(ctx).map(({ says }) => says);
  return {
    ...{ isCluster, now, groups, backlogs, troubles, processes: ctx.processTroubles.current },
    consumersLeft: () => new Map(left().map(({ groupId, at }) => [groupId, at])),
    ...{ unhealthy, letters, tries, expiries, blocked, silent, differing, throttled, stopped, failing, redirects },
    ...{ firing, acks },
  };
}

/** What waits behind the keys is a long count: where it is, it is of this time. */
interface BlockedNow extends BlockedCountRow {
  readonly behindAt: Date;
}

interface Behind {
  readonly at: Date;
  readonly rows: readonly BlockedCountRow[];
  readonly of: ReadonlyMap<number, number>;
}

const behindKeys = new KeptReadings<Store, Behind>(({ of }) => [...of.values()].reduce((sum, each) => sum + each, 0));

async function readBlocked({ store, clock }: BrokerContext, now: Date): Promise<readonly BlockedNow[]> {
  const behind = await behindKeys.get(store, '', async () => {
    const rows = await blockedCounts(store.console, clock.nowOrNull(), null);
    return { at: now, rows, of: new Map(rows.map((row) => [row.groupId, row.behind])) };
  });
  // The keys themselves are of now.
  const rows = behind.at === now ? behind.rows : await blockedCounts(store.console, clock.nowOrNull(), null, false);
  return rows.map((row) => ({ ...row, behind: behind.of.get(row.groupId) ?? row.behind, behindAt: behind.at }));
}

const none = <T>(): Promise<readonly T[]> => Promise.resolve([]);
const NO_SECONDS = Promise.resolve(0);
const NOTHING = { dead: 0, died: 0, expiring: 0, deathsDue: 0, blockedKeys: 0 } as GroupPoint;

async function readDiffering({ store, clock }: BrokerContext, isCluster: boolean): Promise<Differing> {
  const now = clock.nowOrNull();
  const rows = await subscriptionDifferences(store.console, now, null);
  const groupIds = isCluster ? [] : rows.map(({ groupId }) => groupId);
  return { rows, filtered: await filteredSince(store.console, now, groupIds, FILTERED_MS) };
}

async function readExpiries(ctx: BrokerContext, groupIds: readonly number[]): Promise<Map<number, Date | null>> {
  const keepMs = keepMsOf((await ctx.settings.find('dead-letter-retention')).value);
  if (keepMs === null || groupIds.length === 0) return new Map();
  const rows = await deadLetterNextExpiry(ctx.store.console, keepMs, groupIds);
  return new Map(rows.map(({ groupId, at }) => [groupId, at]));
}

/** Read on its own: when it cannot be read, what rests on it is unknown and the rest is known. */
async function part<T>(read: Promise<T>): Promise<Part<T>> {
  try {
    const value = await read;
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** For what is more of something else: `otherwise` when it could not be read. */
export function readable<T>(of: Part<T>, otherwise: T): T {
  try {
    return of();
  } catch {
    return otherwise;
  }
}
