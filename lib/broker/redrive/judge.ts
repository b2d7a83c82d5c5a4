import type { Actor } from '../../model/audit/actor';
import { requireCount, requireVisible, tooManyCharacters } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { t, told } from '../../model/language/t';
import type { ConsumerGroup } from '../../model/group/group';
import { REDRIVE_LIMITS, type RedriveSelection } from '../../model/redrive/redrive';
import { type CareWish, checkCare } from '../../model/redrive/redrive-care';
import type { RedriveEdits, RedriveTarget } from '../../model/redrive/redrive-edits';
import type { Topic } from '../../model/topic/topic';
import type { DeadLetterMatch } from '../../store/queries/dead-letter/dead-letter-match';
import type { RedirectBatch } from '../../store/queries/redirect/redirect-rows';
import { sourcesOfChosen } from '../../store/queries/redrive/redrive-target';
import { requireAlarm } from '../alarm/attach';
import type { BrokerContext } from '../context';
import { checkEdits } from './check-edits';
import { toSelectionMatch } from '../dead-letter/selection';
import { findTarget, judgeTarget } from './target';

/** Careful unless it is switched off: without canary and abort it has the defaults of both. */
export interface StartRedriveInput extends RedriveSelection, CareWish {
  readonly group: string;
  /** Null or left out: as fast as small transactions go. */
  readonly ratePerSecond?: number | null | undefined;
  /** Needed from 100 messages on. */
  readonly reason: string;
  readonly actor: Actor;
  /** The same id again is the same re-drive: a double click starts one. */
  readonly requestId?: string | undefined;
  /** The alarm that it is started for, and whose end is its verdict. */
  readonly incident?: number | undefined;
  /** Changes the messages before they go; what they were is kept. */
  readonly edits?: RedriveEdits | undefined;
  /** Left out: back to the group. */
  readonly target?: RedriveTarget | undefined;
  /** It is a batch of this redirect, which rests so long afterwards. */
  readonly redirect?: RedirectBatch | undefined;
}

type Judged = Omit<StartRedriveInput, 'actor'>;

export interface JudgedStart {
  readonly group: ConsumerGroup;
  readonly match: DeadLetterMatch & { readonly groupId: number };
  /** Null: back to the group. */
  readonly target: Topic | null;
}

/**
 * What is refused before a set is frozen, of a start and of its dry run. @throws BrokerError bad-request, conflict,
 *   group-not-found, topic-not-found
 */
export async function judgeStart(ctx: BrokerContext, input: Judged): Promise<JudgedStart> {
  checkStart(input);
  checkCare(input);
  if (input.edits !== undefined) checkEdits(input.edits);
  const match = await toSelectionMatch(ctx, input);
  const target = input.target === undefined ? null : await findTarget(ctx, input);
  const group = await ctx.groups.refresh(match.groupId);
  judgeGroup(group, target);
  return { group, match, target };
}

/** A dry run: what a start would refuse now, its set included. @throws BrokerError as startRedrive does */
export async function rehearseStart(ctx: BrokerContext, input: Judged): Promise<void> {
  const { match, target } = await judgeStart(ctx, input);
  if (input.incident !== undefined) await requireAlarm(ctx.store.console, input.incident, input.group);
  if (target === null) return;
  const leaveOut = { ...input.leaveOut, deletedTopics: false };
  judgeTarget(target, await sourcesOfChosen(ctx.store.console, match, leaveOut), ctx.masks);
}

/** @throws BrokerError conflict */
export function judgeGroup(group: ConsumerGroup, target: Topic | null): void {
  refuseBroadcast(group);
  if (target === null && group.pausedAt !== null) throw groupPaused(group.name, group.pausedBy);
}

function refuseBroadcast({ name, messageModel }: ConsumerGroup): void {
  if (messageModel === 'clustering') return;
  throw new BrokerError(
    'conflict',
    told(
      `{name} is a broadcast group: messages are delivered once to each client, so nothing can be re-driven to it.`,
      { name },
    ),
    { field: 'group', limit: 'a clustering group', value: name },
  );
}

/** Nothing would be handed out, and the canary would wait for no client. @param by null: the brokers do not say */
export function groupPaused(name: string, by: string | null): BrokerError {
  const message =
    by === null
      ? t('{name} is paused. Resume it before you re-drive to it.', { name })
      : t('{name} is paused by {by}. Resume it before you re-drive to it.', { name, by });
  return new BrokerError('conflict', message, {
    field: 'group',
    limit: 'a group that is not paused',
    value: name,
  });
}

/** @throws BrokerError bad-request */
export function checkStart({ ratePerSecond, reason, requestId }: Judged): void {
  if (ratePerSecond != null) requireCount('ratePerSecond', ratePerSecond, REDRIVE_LIMITS.ratePerSecond);
  checkLength('reason', reason, REDRIVE_LIMITS.reasonChars);
  checkLength('requestId', requestId ?? '', REDRIVE_LIMITS.requestIdChars);
}

function checkLength(field: string, text: string, limit: number): void {
  if (text.length > limit) throw tooManyCharacters(field, limit, text.length);
  requireVisible(field, text);
}
