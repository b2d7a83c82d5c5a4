import type { Actor } from '../../model/audit/actor';
import { keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import type { LetterJob, LetterPlan } from '../../model/dead-letter/letter-change';
import type { RedriveSelection } from '../../model/redrive/redrive';
import { type LetterEdit, letterPlan } from '../../store/queries/dead-letter/letter-edit';
import { letterJobFreeze } from '../../store/queries/dead-letter/letter-job';
import { deadLetterNewest } from '../../store/queries/redrive/redrive-plan';
import type { BrokerContext } from '../context';
import { describeSelection } from './describe-selection';
import { toSelectionMatch } from './selection';
import { checkReason } from './check-change';
import { runLetterJob } from './letter-job';
import { toLetterPlan } from './to-letter-plan';

export interface ChangeLettersInput extends RedriveSelection {
  readonly group: string;
  readonly reason: string;
  readonly actor: Actor;
}

/** Of a dry run; a reason that is given is judged as a change judges it. */
export interface PlannedLetters extends RedriveSelection {
  readonly group: string;
  readonly reason?: string | undefined;
}

interface Bounds {
  readonly aheadMs?: number | undefined;
  readonly until?: Date | undefined;
}

/** One change of the selected dead letters of a group; the verbs beside this file say which. */
export async function changeLetters(
  ctx: BrokerContext,
  verb: LetterEdit,
  input: ChangeLettersInput,
  bounds: Bounds = {},
): Promise<LetterJob> {
  const match = await toSelectionMatch(ctx, input);
  return await runLetterJob(ctx, {
    verb,
    groupId: match.groupId,
    selection: describeSelection(input),
    reason: input.reason,
    actor: input.actor,
    ...bounds,
    freeze: (db, jobId) => letterJobFreeze(db, jobId, match),
  });
}

/**
 * What a change would take and leave, and why. Changes nothing. Without `throughId` the set is frozen at the newest
 * dead letter of the group. @throws BrokerError bad-request, group-not-found
 */
export async function planLetters(
  ctx: BrokerContext,
  verb: LetterEdit,
  selection: PlannedLetters,
  until: Date | null = null,
): Promise<LetterPlan> {
  checkReason(selection.reason ?? '');
  const db = ctx.store.console;
  const match = await toSelectionMatch(ctx, selection);
  const throughId = match.throughId ?? (await deadLetterNewest(db, match.groupId));
  const keepMs = keepMsOf((await ctx.settings.refresh('dead-letter-retention')).value);
  const tally = await letterPlan(db, verb, { ...match, throughId }, { keepMs, until });
  return { ...toLetterPlan(tally), throughId: ctx.bounds.hide(match.groupId, throughId), until };
}
