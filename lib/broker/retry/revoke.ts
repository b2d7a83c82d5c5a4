import type { PoolClient } from 'pg';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { RetryPlan, RetrySelection, RetryVerb } from '../../model/delivery/retry-change';
import { inEnglish } from '../../model/language/speech';
import { consequencesOf, type RevokeVerb } from '../../model/delivery/revoke';
import { leaseHolders } from '../../store/queries/client/lease-holders';
import {
  deliveryRevoke,
  leasedPlaces,
  type NamedPlace,
  retryJobLeave,
} from '../../store/queries/retry/delivery-revoke';
import { retryJobFreeze } from '../../store/queries/retry/retry-job';
import { retryPlan, waitingPlaces } from '../../store/queries/retry/retry-plan';
import type { BrokerContext } from '../context';
import { checkIds, toPlaces } from './match';
import type { Frozen } from './retry-job';

export interface RevokeRequest {
  readonly verb: RevokeVerb;
  readonly groupId: number;
  readonly group: string;
  readonly ordered: boolean;
  readonly messageIds: readonly string[];
  readonly throughEpoch: number | null;
  /** Of these places alone; left out: wherever the messages are. */
  readonly places?: ReadonlySet<string> | undefined;
}

/**
 * What a request that takes messages from clients asks for; null: it does not.
 * @throws BrokerError bad-request, group-not-found
 */
export async function toRevoke(
  ctx: BrokerContext,
  verb: RetryVerb,
  { group, messageIds, revoke, throughEpoch }: RetrySelection,
): Promise<RevokeRequest | null> {
  if (revoke !== true) return null;
  if (verb !== 'now' && verb !== 'bury') {
    throw new BrokerError('bad-request', told('revoke works only when messages are retried now or moved to the DLQ.'), {
      field: 'revoke',
      limit: 'only to retry now, or to move to the DLQ',
    });
  }
  if (messageIds === undefined) {
    throw new BrokerError(
      'bad-request',
      told('revoke needs messageIds: name the messages to take from their clients.'),
      {
        field: 'revoke',
        limit: 'with messageIds',
      },
    );
  }
  checkIds(messageIds);
  const { groupId, deliveryOrder } = await ctx.groups.find(group);
  const ordered = deliveryOrder === 'ordered';
  const bound = throughEpoch === undefined ? null : ctx.bounds.open(groupId, 'throughEpoch', throughEpoch);
  return { verb, groupId, group, ordered, messageIds, throughEpoch: bound };
}

/** @throws BrokerError bad-request */
export function checkRevokeReason(reason: string): void {
  if (reason.trim() !== '') return;
  throw new BrokerError('bad-request', told('A reason is required to take a message from the client that has it.'), {
    field: 'reason',
    limit: 'at least 1 character',
    value: '',
  });
}

/** Ends the leases of the named messages that clients have, and writes down all of them that wait now. */
export async function freezeRevoked(
  ctx: BrokerContext,
  db: PoolClient,
  request: RevokeRequest,
  jobId: number,
): Promise<Frozen> {
  const { verb, groupId } = request;
  const { waiting, leased } = await placesOf(db, request);
  const rows =
    leased.length === 0 ? [] : await deliveryRevoke(db, ctx.clock.nowOrNull(), { jobId, verb, groupId }, leased);
  const taken = new Set(rows.filter(({ why }) => why === null).map(keyOf));
  const { holders, consequences } = await describe(
    db,
    request,
    leased.filter((place) => taken.has(keyOf(place))),
  );
  const inAudit = inEnglish(consequences);
  await retryJobFreeze(db, jobId, { groupId, places: toPlaces([...waiting, ...leased]) });
  const clients = holders.map(({ client }) => client);
  return {
    matched: await retryJobLeave(db, jobId, countWhy(rows)),
    told: inAudit.length === 0 ? {} : { clients, consequences: inAudit },
  };
}

export async function planRevoked(
  ctx: BrokerContext,
  db: PoolClient,
  request: RevokeRequest,
): Promise<Omit<RetryPlan, 'throughEpoch'>> {
  const { verb, groupId } = request;
  const { waiting, leased } = await placesOf(db, request);
  const taken = leased.filter(({ why }) => why === null);
  const rows = await retryPlan(db, ctx.clock.nowOrNull(), verb, { groupId, places: toPlaces(waiting) });
  const left = countWhy(leased);
  for (const { why, messages } of rows) if (why !== null) left[why] = (left[why] ?? 0) + messages;
  const excluded = Object.entries(left).map(([why, count]) => ({ why, count }));
  const { holders, consequences } = await describe(db, request, taken);
  const wouldChange = taken.length + (rows.find(({ why }) => why === null)?.messages ?? 0);
  return {
    matched: wouldChange + excluded.reduce((sum, { count }) => sum + count, 0),
    ...{ wouldChange, excluded, holders, consequences: consequences() },
  };
}

/** Where the named messages wait, and where clients have them. */
async function placesOf(db: PoolClient, request: RevokeRequest) {
  const { groupId, messageIds, throughEpoch, places } = request;
  const isMeant = (place: { readonly queueId: number; readonly off: number }): boolean =>
    places === undefined || places.has(keyOf(place));
  const waiting = await waitingPlaces(db, groupId, messageIds, throughEpoch);
  const leased = await leasedPlaces(db, request, messageIds, throughEpoch);
  return { waiting: waiting.filter(isMeant), leased: leased.filter(isMeant) };
}

/** Whom the messages are taken from, and what that means. */
async function describe(
  db: PoolClient,
  { verb, groupId, group, ordered }: RevokeRequest,
  taken: readonly NamedPlace[],
): Promise<Pick<RetryPlan, 'holders'> & { readonly consequences: () => readonly string[] }> {
  if (taken.length === 0) return { holders: [], consequences: () => [] };
  const clientIds = [...new Set(taken.flatMap(({ clientId }) => (clientId === null ? [] : [clientId])))];
  const holders = await leaseHolders(db, groupId, clientIds);
  const [holder] = holders;
  const client = holders.length === 1 ? (holder?.client ?? null) : null;
  const key = ordered ? { behind: null, held: false } : null;
  return { holders, consequences: () => consequencesOf({ verb, group, messages: taken.length, client, key }) };
}

function countWhy(rows: readonly { readonly why: string | null }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { why } of rows) if (why !== null) counts[why] = (counts[why] ?? 0) + 1;
  return counts;
}

/** Names a place in the log. */
export function keyOf({ queueId, off }: { readonly queueId: number; readonly off: number }): string {
  return `${queueId} ${off}`;
}
