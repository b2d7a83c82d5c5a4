import { msg, t } from '../../../model/language/t';
import type { BrokerContext } from '../../../broker';
import { LIMITS } from '../../../model/limits';
import { known, type Reading, unknown } from '../../../model/reading';
import type { BroadcastMembers } from '../../port/groups';
import { broadcastFailures, type BroadcastFailureRow } from '../../../store/queries/broadcast/broadcast-failures';
import { type BroadcastFiguresRow, broadcastFigures } from '../../../store/queries/broadcast/broadcast-figures';
import { broadcastMembers } from '../../../store/queries/broadcast/broadcast-members';

const MEMBERS_SHOWN = 100;
const FAILURES_SHOWN = 50;
/** "Last seen" is written once a minute. */
const SEEN_EXACT_MS = 60_000;
/** More clients than this are not added up. */
export const MOST_CONNECTED = 500;
const NEVER_ASKED = msg('it has not asked for a topic yet');
const TOO_MANY = msg('too many to count');

/** Everything a client of the group has before it, holds and had. */
export async function readMembers({ store }: BrokerContext, groupId: number, asOf: string): Promise<BroadcastMembers> {
  const rows = await broadcastMembers(store.console, groupId, MEMBERS_SHOWN);
  const count = (value: number | null, reason: string): Reading<number> =>
    value === null ? unknown(reason) : known(value, asOf);
  return {
    items: rows.map((row) => ({
      client: row.client,
      since: row.since,
      lastSeen: row.seenAt,
      connected: Date.parse(asOf) - row.seenAt.getTime() <= LIMITS.clientSilenceMs + SEEN_EXACT_MS,
      backlog: count(row.backlog, t(NEVER_ASKED)),
      inFlight: row.inFlight,
      delivered: count(row.delivered, t(TOO_MANY)),
      failed: count(row.failed, t(TOO_MANY)),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** The newest, with what the applications said. */
export function readBroadcastFailures({ store }: BrokerContext, groupId: number): Promise<BroadcastFailureRow[]> {
  return broadcastFailures(store.console, groupId, FAILURES_SHOWN);
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
