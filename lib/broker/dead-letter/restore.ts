import type { Actor } from '../../model/audit/actor';
import { mustHaveEntries } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { LetterJob, LetterPlan } from '../../model/dead-letter/letter-change';
import { REDRIVE_LIMITS } from '../../model/redrive/redrive';
import { type DiscardedMatch, restorePlan } from '../../store/queries/dead-letter/discarded-letter';
import { letterJobFreezeDiscarded } from '../../store/queries/dead-letter/letter-job';
import type { BrokerContext } from '../context';
import { checkReason } from './check-change';
import { runLetterJob } from './letter-job';
import { toLetterPlan } from './to-letter-plan';

/** Exactly one of messageIds, discardId and all is set. */
export interface DiscardedSelection {
  readonly group: string;
  readonly messageIds?: readonly string[] | undefined;
  /** All that one request discarded. */
  readonly discardId?: number | undefined;
  readonly all?: boolean | undefined;
}

export interface RestoreLettersInput extends DiscardedSelection {
  readonly reason: string;
  readonly actor: Actor;
}

/**
 * Discarded ones are dead letters again, as they were. What is past its time meanwhile is kept for a day more.
 * @throws BrokerError bad-request, group-not-found, not-found (gone for good, or never discarded), conflict
 */
export async function restoreLetters(ctx: BrokerContext, input: RestoreLettersInput): Promise<LetterJob> {
  const match = await toDiscardedMatch(ctx, input);
  return await runLetterJob(ctx, {
    verb: 'restore',
    groupId: match.groupId,
    selection: describe(input),
    reason: input.reason,
    actor: input.actor,
    freeze: (db, jobId) => letterJobFreezeDiscarded(db, jobId, match),
  });
}

/** What a restore would take and leave, and why. Changes nothing. @throws BrokerError bad-request, group-not-found */
export async function planRestore(
  ctx: BrokerContext,
  selection: DiscardedSelection & { readonly reason?: string | undefined },
): Promise<LetterPlan> {
  checkReason(selection.reason ?? '');
  const tally = await restorePlan(ctx.store.console, await toDiscardedMatch(ctx, selection));
  return { ...toLetterPlan(tally), throughId: 0, until: null };
}

async function toDiscardedMatch(
  ctx: BrokerContext,
  { group, messageIds, discardId, all }: DiscardedSelection,
): Promise<DiscardedMatch> {
  const named = [messageIds, discardId, all === true ? all : undefined].filter((part) => part !== undefined).length;
  if (named !== 1) {
    throw new BrokerError(
      'bad-request',
      told('To select what to restore, send exactly one of messageIds, discardId and all: true (got {named}).', {
        named,
      }),
      { field: 'selection', limit: 'exactly one', value: named },
    );
  }
  if (messageIds !== undefined && (messageIds.length === 0 || messageIds.length > REDRIVE_LIMITS.ids)) {
    throw mustHaveEntries('messageIds', REDRIVE_LIMITS.ids, messageIds.length);
  }
  return { groupId: (await ctx.groups.find(group)).groupId, messageIds, discardId };
}

const IDS_KEPT = 100;

function describe({ messageIds, discardId }: DiscardedSelection): Record<string, unknown> {
  if (messageIds !== undefined)
    return { kind: 'messages', count: messageIds.length, messageIds: messageIds.slice(0, IDS_KEPT) };
  return discardId === undefined ? { kind: 'all' } : { kind: 'discarded', discardId };
}
