import { type Told, told } from '../../../model/language/t';
import type { BrokerContext } from '../../../broker';
import { EXPIRING_SOON_MS, keepMsOf } from '../../../model/dead-letter/dead-letter-retention';
import { earliest } from '../../../model/earliest';
import { atLeast, known, type ToldReading, unknown } from '../../../model/reading';
import type { Store } from '../../../store/client';
import type { BroadcastFiguresRow } from '../../../store/queries/broadcast/broadcast-figures';
import { deadLetterExpiring } from '../../../store/queries/dead-letter/dead-letter-expiring';
import { type BlockedCountRow, blockedCounts } from '../../../store/queries/group-stats/blocked-keys';
import { deliveryCounts, type DeliveryCountsRow } from '../../../store/queries/group-stats/delivery-counts';
import { passedOver } from '../../../store/queries/group-stats/passed-over';
import { livingConsumers } from '../../../store/queries/throttle/broker-node';
import { queueBacklog, type QueueBacklogRow } from '../../../store/queries/group-stats/queue-backlog';
import type { GroupFigures } from '../../port/groups';
import { databaseNow } from '../../reading-time';
import { KeptReadings, MANY } from '../../../broker/process/kept-readings';
import { ReadingsOfEach, SharedReadings } from '../shared-readings';
import type { EmbeddedContext } from '../context';
import { MOST_CONNECTED, readBroadcastFigures } from './broadcast';

const UNREAD = 'group figures could not be read';
const NOT_SUBSCRIBED = told('no consumer of this group has subscribed yet');

export type FiguresByGroup = (groupId: number, groupName: string) => GroupFigures;

/** All groups are counted at most once a second, one group four times, for any number of viewers. */
const figuresOfAll = new SharedReadings<Store, FiguresByGroup>(1_000);
const figuresOfOne = new ReadingsOfEach<Store, number, FiguresByGroup>(250);

/** The figures of one group, or of all, shared by those who ask at the same time. */
export function readFigures(ctx: EmbeddedContext, groupId: number | null): Promise<FiguresByGroup> {
  const { store } = ctx.broker;
  return groupId === null
    ? figuresOfAll.get(store, () => countFigures(ctx, null))
    : figuresOfOne.get(store, groupId, () => countFigures(ctx, groupId));
}

/**
 * The figures of one group, or of all. When the database cannot answer in time, every figure is unknown instead of 0.
 */
async function countFigures(context: EmbeddedContext, groupId: number | null): Promise<FiguresByGroup> {
  const ctx = context.broker;
  const { store } = ctx;
  const db = store.console;
  const asOf = await databaseNow(db);
  const [clients, counted] = await Promise.all([
    countClients(context, asOf),
    Promise.all([
      queueBacklog(db, groupId),
      countDeliveries(ctx, groupId, asOf),
      passedOver(db, groupId),
      countBlocked(ctx, groupId, asOf),
      readBroadcastFigures(ctx, groupId),
      countExpiring(ctx, groupId),
    ]).catch((error: unknown) => {
      ctx.log.warn({ error: error instanceof Error ? error.message : String(error) }, UNREAD);
      return null;
    }),
  ]);
  if (counted === null) return (_id, name) => unknownFigures(told('the database did not respond'), clients(name), asOf);
  const [queues, counts, passed, { blocked, behind }, broadcasts, expiring] = counted;
  const queuesOf = groupBy(queues);
  const countsOf = new Map(counts.map((row) => [row.groupId, row]));
  const passedOf = new Map(passed.map((row) => [row.groupId, row]));
  const blockedOf = new Map(blocked.map((row) => [row.groupId, row]));
  return (id, name) => {
    const own = countsOf.get(id);
    if (own === undefined) return unknownFigures(told('the group is newer than these figures'), clients(name));
    const broadcast = broadcasts.get(id);
    if (broadcast !== undefined) return ofBroadcast(own, broadcast, clients(name), asOf);
    const subscribed = queuesOf.get(id) ?? [];
    const log = subscribed.reduce((sum, { tail, cursor }) => sum + tail - cursor, 0);
    const ready = log + (passedOf.get(id)?.messages ?? 0) + own.due;
    const hasReady = subscribed.length > 0;
    const oldest = earliest([
      ...subscribed.map(({ oldestAt }) => oldestAt),
      passedOf.get(id)?.oldestAt ?? null,
      own.oldestDueAt,
    ]);
    return {
      topics: [...new Set(subscribed.map(({ topic }) => topic))],
      ready: hasReady ? known(ready, asOf) : unknown(NOT_SUBSCRIBED),
      inFlight: known(own.inFlight, asOf),
      waiting: own.waitingNow,
      held: known(own.held, asOf),
      dead: known(own.dead, asOf),
      expiring: known(expiring.get(id) ?? 0, asOf),
      ...blockedFigures(blockedOf.get(id), asOf, behind),
      lag: hasReady ? known(ready + own.inFlight, asOf) : unknown(NOT_SUBSCRIBED),
      oldestReadyAt: hasReady ? known(oldest?.toISOString() ?? null, asOf) : unknown(NOT_SUBSCRIBED),
      nextDueAt: own.nextDueAt,
      lastDeadAt: own.lastDeadAt,
      clients: clients(name),
      broadcast: null,
    };
  };
}

/** A long count, and of when it is. */
interface Counted {
  readonly asOf: string;
  readonly count: number;
}

const behindKeys = new KeptReadings<Store, Counted & { readonly rows: readonly BlockedCountRow[] }>(
  ({ count }) => count,
);
const waitingOf = new KeptReadings<Store, Counted>(({ count }) => count);

/** What waits behind the keys of all groups is a long count, and no list shows it: null. */
async function countBlocked(
  { store, clock }: BrokerContext,
  groupId: number | null,
  asOf: string,
): Promise<{ readonly blocked: readonly BlockedCountRow[]; readonly behind: Counted | null }> {
  const count = (countsBehind: boolean) => blockedCounts(store.console, clock.nowOrNull(), groupId, countsBehind);
  if (groupId === null) return { blocked: await count(false), behind: null };
  const behind = await behindKeys.get(store, String(groupId), async () => {
    const rows = await count(true);
    return { asOf, rows, count: rows[0]?.behind ?? 0 };
  });
  return { blocked: behind.asOf === asOf ? behind.rows : await count(false), behind };
}

/** Of a group in which very many wait, how many do is not of this moment. */
async function countDeliveries(
  { store, clock }: BrokerContext,
  groupId: number | null,
  asOf: string,
): Promise<(DeliveryCountsRow & { readonly waitingNow: ToldReading<number> })[]> {
  const counts = await deliveryCounts(store.console, clock.nowOrNull(), groupId, MANY);
  return await Promise.all(
    counts.map(async (row) => {
      if (!row.isCut) return { ...row, waitingNow: known(row.waiting, asOf) };
      const waiting = await waitingOf.get(store, String(row.groupId), async () => {
        const [all] = await deliveryCounts(store.console, clock.nowOrNull(), row.groupId);
        return { asOf, count: all?.waiting ?? 0 };
      });
      return { ...row, waitingNow: known(waiting.count, waiting.asOf) };
    }),
  );
}

function blockedFigures(
  row: BlockedCountRow | undefined,
  asOf: string,
  behind: Counted | null,
): Pick<GroupFigures, 'blockedKeys' | 'behindBlocked' | 'unreportedKeys' | 'blockedSince'> {
  return {
    blockedKeys: known(row?.keys ?? 0, asOf),
    behindBlocked:
      row === undefined
        ? known(0, asOf)
        : behind === null
          ? atLeast(row.behind, asOf)
          : known(behind.count, behind.asOf),
    unreportedKeys: known(row?.withClients ?? 0, asOf),
    blockedSince: row?.since ?? null,
  };
}

function unknownFigures(reason: Told, clients: ToldReading<number>, since: string | null = null): GroupFigures {
  const none = unknown<number, Told>(reason, since);
  return {
    topics: [],
    ready: none,
    inFlight: none,
    waiting: none,
    held: none,
    dead: none,
    expiring: none,
    blockedKeys: none,
    behindBlocked: none,
    unreportedKeys: none,
    lag: none,
    oldestReadyAt: unknown(reason, since),
    nextDueAt: null,
    lastDeadAt: null,
    blockedSince: null,
    clients,
    broadcast: null,
  };
}

/** What is deliverable is added up over the connected clients: each gets every message. None of it is retried. */
function ofBroadcast(
  own: DeliveryCountsRow,
  row: BroadcastFiguresRow,
  clients: ToldReading<number>,
  asOf: string,
): GroupFigures {
  const why =
    row.connected === 0
      ? told('no client is connected')
      : row.topics.length === 0
        ? NOT_SUBSCRIBED
        : row.connected > MOST_CONNECTED
          ? told('more than {most, number} clients are connected', { most: MOST_CONNECTED })
          : null;
  const sum = <T>(value: T): ToldReading<T> => (why === null ? known(value, asOf) : unknown(why));
  return {
    topics: row.topics,
    ready: sum(row.backlog),
    inFlight: known(row.inFlight, asOf),
    waiting: known(0, asOf),
    held: known(0, asOf),
    dead: known(own.dead, asOf),
    expiring: known(0, asOf),
    ...blockedFigures(undefined, asOf, null),
    lag: sum(row.backlog + row.inFlight),
    oldestReadyAt: sum(row.oldestAt?.toISOString() ?? null),
    nextDueAt: null,
    lastDeadAt: own.lastDeadAt,
    clients,
    broadcast: {
      members: known(row.members, asOf),
      connected: known(row.connected, asOf),
      failedLastHour: known(row.failedLastHour, asOf),
    },
  };
}

/** By group; a group without an entry has none. */
async function countExpiring(ctx: BrokerContext, groupId: number | null): Promise<ReadonlyMap<number, number>> {
  const keepMs = keepMsOf((await ctx.settings.find('dead-letter-retention')).value);
  if (keepMs === null) return new Map();
  const rows = await deadLetterExpiring(ctx.store.console, ctx.clock.nowOrNull(), keepMs, EXPIRING_SOON_MS, groupId);
  return new Map(rows.map((row) => [row.groupId, row.count]));
}

/** This node knows of clients that came since it last reported. */
async function countClients(
  { broker: { store, clock }, listClients }: EmbeddedContext,
  asOf: string,
): Promise<(groupName: string) => ToldReading<number>> {
  const here = new Map<string, number>();
  for (const { group, kind } of await listClients())
    if (group !== null && kind !== 'producer') here.set(group, (here.get(group) ?? 0) + 1);
  const living = await livingConsumers(store.console, clock.nowOrNull()).catch(() => null);
  if (living === null || living.nodes === 0) return () => unknown(told('no node has reported its clients'));
  const counts = new Map(living.groups.map(({ group, consumers }) => [group, consumers]));
  return (name) => known(Math.max(counts.get(name) ?? 0, here.get(name) ?? 0), asOf);
}

function groupBy(rows: readonly QueueBacklogRow[]): Map<number, QueueBacklogRow[]> {
  const groups = new Map<number, QueueBacklogRow[]>();
  for (const row of rows) {
    const group = groups.get(row.groupId);
    if (group === undefined) groups.set(row.groupId, [row]);
    else group.push(row);
  }
  return groups;
}
