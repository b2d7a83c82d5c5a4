import type { PoolClient } from 'pg';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { LeftOut } from '../../model/dead-letter/letter-change';
import { RETRY_CHANGE_LIMITS, type RetryJob, type RetryPlan } from '../../model/delivery/retry-change';
import { type BlockedKeyRow, blockedKeys, type BlockedKeysAsked } from '../../store/queries/group-stats/blocked-keys';
import { groupHold } from '../../store/queries/retry/group-hold';
import type { Queryable } from '../../store/queryable';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { checkText } from '../dead-letter/browse';
import { checkReason } from '../dead-letter/check-change';
import { runRetryJob } from './retry-job';
import { checkRevokeReason, freezeRevoked, keyOf, planRevoked, type RevokeRequest } from './revoke';

export interface HeadsMove {
  readonly group: string;
  /** Fingerprint of the last reported failure of the heads. */
  readonly cause: string;
  /** From a plan: of the heads that there are now, these alone. */
  readonly headMessageIds?: readonly string[] | undefined;
}

export interface HeadsPlan extends Omit<RetryPlan, 'throughEpoch'> {
  /** Heads that would be moved: the frozen set. */
  readonly headMessageIds: readonly string[];
  /** Messages behind them: each key goes on with its next. */
  readonly behind: number;
}

/** Read at once; a group has rarely more blocked keys. */
const MOST = RETRY_CHANGE_LIMITS.ids;

/** What a move of all heads of one cause would take and leave, and why. @throws BrokerError as the move does */
export async function planHeads(
  ctx: BrokerContext,
  { reason = '', ...input }: HeadsMove & { readonly reason?: string | undefined },
): Promise<HeadsPlan> {
  checkReason(reason);
  const { request, heads, left } = await headsOf(ctx, ctx.store.console, input, {});
  const plan =
    heads.length === 0
      ? { matched: 0, wouldChange: 0, excluded: [], holders: [], consequences: [] }
      : await withTransaction(ctx.store.console, (db) => planRevoked(ctx, db, request));
  const excluded = [...left, ...plan.excluded].filter(({ count }) => count > 0);
  return {
    ...plan,
    matched: plan.wouldChange + excluded.reduce((sum, { count }) => sum + count, 0),
    excluded: excluded.toSorted((a, b) => b.count - a.count || a.why.localeCompare(b.why)),
    headMessageIds: [...request.messageIds],
    behind: heads.reduce((sum, { behind }) => sum + behind, 0),
  };
}

/**
 * Moves the heads of all keys that are blocked by one cause to the DLQ, and nothing that waits behind them: the next
 * message of each key is delivered. What clients have is taken back from them. One request, one audit row.
 * @throws BrokerError bad-request, group-not-found, not-found (no head has this cause), conflict (all have changed)
 */
export async function moveHeads(
  ctx: BrokerContext,
  { reason, actor, ...input }: HeadsMove & { readonly reason: string; readonly actor: Actor },
): Promise<RetryJob> {
  checkReason(reason);
  checkRevokeReason(reason);
  const { group, cause } = input;
  return await runRetryJob(ctx, async (transaction) => {
    const request = await lockedHeads(ctx, transaction, input);
    const { messageIds, groupId } = request;
    if (messageIds.length === 0)
      throw new BrokerError(
        'not-found',
        told('No head of a blocked key of {group} has the cause {cause} now.', { group, cause }),
        {
          ...{ field: 'cause', limit: 'at least 1 head', value: cause },
        },
      );
    return {
      ...{ verb: 'bury', groupId, reason, actor },
      selection: { kind: 'heads', cause, count: messageIds.length, messageIds: messageIds.slice(0, 100), revoke: true },
      freeze: (db, jobId) => freezeRevoked(ctx, db, request, jobId),
    };
  });
}

/**
 * Decided when acks, failures and holds of their queues wait: a head that has changed until then stays. Reports of
 * failures do not wait: one that comes after this changes nothing.
 */
async function lockedHeads(ctx: BrokerContext, db: PoolClient, input: HeadsMove): Promise<RevokeRequest> {
  const { heads, request } = await headsOf(ctx, db, input, { countsBehind: false });
  const queueIds = [...new Set(heads.map(({ queueId }) => queueId))];
  await groupHold(db, request.groupId, queueIds);
  return (await headsOf(ctx, db, input, { queueIds, countsBehind: false })).request;
}

interface Heads {
  readonly request: RevokeRequest;
  readonly heads: readonly BlockedKeyRow[];
  /** Blocked keys whose head stays. */
  readonly left: readonly LeftOut[];
}

async function headsOf(
  ctx: BrokerContext,
  db: Queryable,
  { group, cause, headMessageIds }: HeadsMove,
  asked: Pick<BlockedKeysAsked, 'queueIds' | 'countsBehind'>,
): Promise<Heads> {
  checkText('cause', cause);
  const { groupId, deliveryOrder } = await ctx.groups.find(group);
  const found = await blockedKeys(db, ctx.clock.nowOrNull(), { groupId, limit: MOST, ...asked });
  const rows = found.filter(({ suspended }) => !suspended);
  const frozen = headMessageIds === undefined ? null : new Set(headMessageIds);
  const whys = rows.map((row) => ({ row, why: whyNot(row, cause, frozen) }));
  const heads = whys.flatMap(({ row, why }) => (why === null ? [row] : []));
  const left = [...new Set(whys.flatMap(({ why }) => (why === null ? [] : [why])))].map((why) => ({
    why,
    count: whys.filter((each) => each.why === why).length,
  }));
  const more = (rows[0]?.allKeys ?? 0) - rows.length;
  return {
    heads,
    left: [...left, { why: `beyond the ${MOST} keys that are blocked the longest`, count: more }],
    request: {
      ...{ verb: 'bury', groupId, group, ordered: deliveryOrder === 'ordered', throughEpoch: null },
      messageIds: heads.flatMap(({ headId }) => (headId === null ? [] : [headId])),
      places: new Set(heads.flatMap(({ queueId, headOff: off }) => (off === null ? [] : [keyOf({ queueId, off })]))),
    },
  };
}

/** Why the head of a key stays; null: it moves. */
function whyNot(row: BlockedKeyRow, cause: string, frozen: ReadonlySet<string> | null): string | null {
  if (row.headOff === null) return 'no message of the key in progress';
  if (row.headId === null) return 'past the retention of the log';
  if (row.holdAt !== null) return 'held by an operator';
  if (row.fingerprint === null || row.fingerprint === '') return 'without a reported error';
  if (row.fingerprint !== cause) return 'with another cause';
  return frozen === null || frozen.has(row.headId) ? null : 'became the head message after the plan was made';
}
