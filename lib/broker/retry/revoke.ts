import type { PoolClient } from 'pg';
import { BrokerError } from '../../model/errors';
import type { RetryPlan, RetrySelection, RetryVerb } from '../../model/retry-change';
import { consequencesOf, type LeaseHolder, type RevokeVerb } from '../../model/revoke';
import { leaseHolders } from '../../store/queries/client/lease-holders';
import { deliveryRevoke, leasedPlaces, retryJobLeave } from '../../store/queries/retry/delivery-revoke';
import { retryJobFreeze } from '../../store/queries/retry/retry-job';
import { retryPlan, waitingPlaces } from '../../store/queries/retry/retry-plan';
import type { RetryMatch } from '../../store/queries/retry/retry-match';
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
    throw new BrokerError('bad-request', `revoke cannot be combined with ${verb}: retry the messages, or move them.`, {
      field: 'revoke',
      limit: 'only to retry now, or to move to the DLQ',
    });
  }
  if (messageIds === undefined) {
    throw new BrokerError('bad-request', 'revoke needs messageIds: name the messages to take from their clients.', {
      field: 'revoke',
      limit: 'with messageIds',
    });
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
  throw new BrokerError('bad-request', 'reason is required to take a message from the client that has it.', {
    field: 'reason',
    limit: 'at least 1 character',
    value: '',
  });
}

interface Taken {
  /** All of them that wait now, those taken back included. */
  readonly match: RetryMatch & { readonly groupId: number };
  /** Why clients keep others, with how many. */
  readonly left: Record<string, number>;
  readonly holders: readonly LeaseHolder[];
  readonly consequences: readonly string[];
}

/** Ends the leases of the named messages that clients have, in the transaction that decides about them. */
async function takeBack(
  ctx: BrokerContext,
  db: PoolClient,
  request: RevokeRequest,
  job: number | null,
): Promise<Taken> {
  const { verb, groupId, group, ordered, messageIds, throughEpoch } = request;
  const waiting = await waitingPlaces(db, groupId, messageIds, throughEpoch);
  const leased = await leasedPlaces(db, groupId, messageIds, throughEpoch);
  const rows =
    leased.length === 0 ? [] : await deliveryRevoke(db, ctx.clock.nowOrNull(), { jobId: job, verb, groupId }, leased);
  const left: Record<string, number> = {};
  for (const { why } of rows) if (why !== null) left[why] = (left[why] ?? 0) + 1;
  const taken = new Set(rows.filter(({ why }) => why === null).map(({ queueId, off }) => `${queueId} ${off}`));
  const from = leased.filter(({ queueId, off }) => taken.has(`${queueId} ${off}`));
  const clientIds = [...new Set(from.flatMap(({ clientId }) => (clientId === null ? [] : [clientId])))];
  const holders = await leaseHolders(db, groupId, clientIds);
  const [holder] = holders;
  const client = holders.length === 1 ? (holder?.client ?? null) : null;
  const key = ordered ? { behind: null, held: false } : null;
  return {
    match: { groupId, places: toPlaces([...waiting, ...leased]) },
    left,
    holders,
    consequences: taken.size === 0 ? [] : consequencesOf({ verb, group, messages: taken.size, client, key }),
  };
}

export async function freezeRevoked(
  ctx: BrokerContext,
  db: PoolClient,
  request: RevokeRequest,
  jobId: number,
): Promise<Frozen> {
  const { match, left, holders, consequences } = await takeBack(ctx, db, request, jobId);
  await retryJobFreeze(db, jobId, match);
  const clients = holders.map(({ client }) => client);
  const told = consequences.length === 0 ? {} : { clients, consequences };
  return { matched: await retryJobLeave(db, jobId, left), told };
}

/** The change itself, which the caller undoes: a plan cannot say anything else than what is done. */
export async function planRevoked(
  ctx: BrokerContext,
  db: PoolClient,
  request: RevokeRequest,
): Promise<Omit<RetryPlan, 'throughEpoch'>> {
  const { match, left, holders, consequences } = await takeBack(ctx, db, request, null);
  const rows = await retryPlan(db, ctx.clock.nowOrNull(), request.verb, match);
  for (const { why, messages } of rows) if (why !== null) left[why] = (left[why] ?? 0) + messages;
  const excluded = Object.entries(left).map(([why, count]) => ({ why, count }));
  const wouldChange = rows.find(({ why }) => why === null)?.messages ?? 0;
  return {
    matched: wouldChange + excluded.reduce((sum, { count }) => sum + count, 0),
    ...{ wouldChange, excluded, holders, consequences },
  };
}
