import 'server-only';
import type { BrokerContext } from '../../broker';
import { LIMITS } from '../../model/limits';
import { known, type Reading, unknown } from '../../model/reading';
import { broadcastFailures, type BroadcastFailureRow } from '../../store/queries/broadcast/broadcast-failures';
import { type BroadcastFiguresRow, broadcastFigures } from '../../store/queries/broadcast/broadcast-figures';
import { broadcastMembers } from '../../store/queries/broadcast/broadcast-members';

export interface BroadcastMemberView {
  readonly client: string;
  readonly since: string;
  /** About a minute exact. */
  readonly lastSeen: string;
  readonly connected: boolean;
  readonly backlog: Reading<number>;
  readonly inFlight: number;
  readonly delivered: Reading<number>;
  readonly failed: Reading<number>;
}

export interface BroadcastMembersView {
  /** Last seen first. */
  readonly items: readonly BroadcastMemberView[];
  readonly total: number;
}

export interface BroadcastFailureView extends Omit<BroadcastFailureRow, 'at'> {
  readonly at: string;
}

export interface BroadcastFigures {
  /** Clients known, gone ones included until they are removed. */
  readonly members: Reading<number>;
  /** Seen within two minutes, by any process. */
  readonly connected: Reading<number>;
  readonly failedLastHour: Reading<number>;
}

const MEMBERS_SHOWN = 100;
const FAILURES_SHOWN = 50;
/** "Last seen" is written once a minute. */
const SEEN_EXACT_MS = 60_000;
/** More clients than this are not added up. */
export const MOST_CONNECTED = 500;
const NEVER_ASKED = 'it has not asked for a topic yet';
const TOO_MANY = 'too many to count';

/** Everything a client of the group has before it, holds and had. */
export async function readMembers(
  { store }: BrokerContext,
  groupId: number,
  asOf: string,
): Promise<BroadcastMembersView> {
  const rows = await broadcastMembers(store.console, groupId, MEMBERS_SHOWN);
  const count = (value: number | null, reason: string): Reading<number> =>
    value === null ? unknown(reason) : known(value, asOf);
  return {
    items: rows.map((row) => ({
      client: row.client,
      since: row.since.toISOString(),
      lastSeen: row.seenAt.toISOString(),
      connected: Date.parse(asOf) - row.seenAt.getTime() <= LIMITS.clientSilenceMs + SEEN_EXACT_MS,
      backlog: count(row.backlog, NEVER_ASKED),
      inFlight: row.inFlight,
      delivered: count(row.delivered, TOO_MANY),
      failed: count(row.failed, TOO_MANY),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** The newest, with what the applications said. */
export async function readBroadcastFailures(
  { store }: BrokerContext,
  groupId: number,
): Promise<readonly BroadcastFailureView[]> {
  const rows = await broadcastFailures(store.console, groupId, FAILURES_SHOWN);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export async function readBroadcastFigures(
  { store, clock }: BrokerContext,
  groupId: number | null,
): Promise<ReadonlyMap<number, BroadcastFiguresRow>> {
  const rows = await broadcastFigures(store.console, clock.nowOrNull(), groupId, {
    silenceMs: LIMITS.clientSilenceMs + SEEN_EXACT_MS,
    most: MOST_CONNECTED,
  });
  return new Map(rows.map((row) => [row.groupId, row]));
}
