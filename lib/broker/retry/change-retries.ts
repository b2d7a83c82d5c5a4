import type { Actor } from '../../model/audit/actor';
import type { RetryJob, RetryPlan, RetrySelection, RetryVerb } from '../../model/delivery/retry-change';
import { retryJobFreeze } from '../../store/queries/retry/retry-job';
import { epochNow, retryPlan } from '../../store/queries/retry/retry-plan';
import { withTransaction } from '../../store/transaction';
import { allowLong } from '../../store/allow-long';
import type { BrokerContext } from '../context';
import { describeRetries, toSelectedRetries } from './match';
import { checkReason } from '../dead-letter/check-change';
import { runRetryJob } from './retry-job';
import { checkRevokeReason, freezeRevoked, planRevoked, toRevoke } from './revoke';

export interface ChangeRetriesInput extends RetrySelection {
  readonly reason: string;
  readonly actor: Actor;
}

/**
 * An operator's decision about waiting messages of a group: due now, to the dead letters, held, or released. What a
 * client has at that moment, and what changed since it was chosen, is left and counted; with `revoke` named messages
 * are taken back from their clients.
 * @throws BrokerError bad-request, group-not-found, not-found, conflict
 */
export async function changeRetries(ctx: BrokerContext, verb: RetryVerb, input: ChangeRetriesInput): Promise<RetryJob> {
  const request = { verb, selection: describeRetries(input), reason: input.reason, actor: input.actor };
  const revoke = await toRevoke(ctx, verb, input);
  if (revoke !== null) {
    checkRevokeReason(input.reason);
    const { groupId } = revoke;
    return await runRetryJob(ctx, () => ({
      ...request,
      groupId,
      freeze: (db, jobId) => freezeRevoked(ctx, db, revoke, jobId),
    }));
  }
  const match = await toSelectedRetries(ctx, input);
  return await runRetryJob(ctx, () => ({
    ...request,
    groupId: match.groupId,
    freeze: async (db, jobId) => ({ matched: await retryJobFreeze(db, jobId, match) }),
  }));
}

/**
 * What a change would take and leave, and why. Changes nothing. Without `throughEpoch` the set is frozen now.
 * @throws BrokerError bad-request, group-not-found
 */
export async function planRetries(
  ctx: BrokerContext,
  verb: RetryVerb,
  { reason = '', ...selection }: RetrySelection & { readonly reason?: string | undefined },
): Promise<RetryPlan> {
  checkReason(reason);
  const revoke = await toRevoke(ctx, verb, selection);
  if (revoke !== null) {
    return await withTransaction(ctx.store.console, async (db) => {
      const throughEpoch = revoke.throughEpoch ?? (await epochNow(db));
      const plan = await planRevoked(ctx, db, { ...revoke, throughEpoch });
      return { ...plan, throughEpoch: ctx.bounds.hide(revoke.groupId, throughEpoch) };
    });
  }
  const match = await toSelectedRetries(ctx, selection);
  return await withTransaction(ctx.store.console, async (db) => {
    await allowLong(db);
    const throughEpoch = match.throughEpoch ?? (await epochNow(db));
    const rows = await retryPlan(db, ctx.clock.nowOrNull(), verb, { ...match, throughEpoch });
    const excluded = rows.flatMap(({ why, messages }) => (why === null ? [] : [{ why, count: messages }]));
    return {
      matched: rows.reduce((sum, { messages }) => sum + messages, 0),
      wouldChange: rows.find(({ why }) => why === null)?.messages ?? 0,
      excluded: excluded.toSorted((a, b) => b.count - a.count || a.why.localeCompare(b.why)),
      throughEpoch: ctx.bounds.hide(match.groupId, throughEpoch),
      ...{ holders: [], consequences: [] },
    };
  });
}
