import type { PoolClient } from 'pg';
import type { Actor } from '../../model/actor';
import { BrokerError } from '../../model/errors';
import type { ConsumerGroup } from '../../model/group';
import { REDRIVE_LIMITS, type RedriveSelection } from '../../model/redrive';
import type { RedriveEdits, RedriveTarget } from '../../model/redrive-edits';
import { careOf, type CareWish, checkCare, type RedriveCare } from '../../model/redrive-care';
import type { Masks } from '../../model/masking/masks';
import type { Topic } from '../../model/topic';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { redriveChanges } from '../../store/queries/redrive/redrive-edit';
import { redriveFreeze } from '../../store/queries/redrive/redrive-freeze';
import {
  redriveByRequest,
  redriveCare,
  redriveGroupLock,
  redriveInsert,
  type RedriveStarted,
} from '../../store/queries/redrive/redrive-insert';
import { allowLong } from '../../store/allow-long';
import type { BrokerContext } from '../context';
import { groupTransaction } from '../group-transaction';
import { attachToAlarm } from '../alarm/attach';
import { applyEdits } from './apply-edits';
import { checkEdits } from './check-edits';
import { describeSelection } from './describe-selection';
import { redriveName } from './name';
import { findTarget, refuseRevealing, refuseUngrouped } from './target';
import { toSelectionMatch } from './selection';

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
}

export interface StartedRedrive {
  readonly redriveId: number;
  readonly selected: number;
  readonly excluded: number;
}

/**
 * Freezes a set of dead letters of one group as a re-drive, which the workers then release. Nothing has been sent when
 * this returns. What dies later never joins the set.
 * @throws BrokerError bad-request, group-not-found, not-found (nothing matches), conflict (another re-drive has all of
 *   it), busy (another change has the group locked)
 */
export async function startRedrive(ctx: BrokerContext, input: StartRedriveInput): Promise<StartedRedrive> {
  checkStart(input);
  checkCare(input);
  if (input.edits !== undefined) checkEdits(input.edits);
  const group = await ctx.groups.find(input.group);
  const match = await toSelectionMatch(ctx, input);
  const target = input.target === undefined ? null : await findTarget(ctx, input);
  const started = await groupTransaction(ctx.store.console, async (db): Promise<StartedRedrive> => {
    await allowLong(db);
    await redriveGroupLock(db, group.groupId);
    const locked = await ctx.groups.refresh(group.groupId);
    refuseBroadcast(locked);
    if (target === null) refusePaused(locked);
    const redriveId = await redriveInsert(db, ctx.clock.nowOrNull(), {
      groupId: group.groupId,
      selection: describeSelection(input),
      ratePerSecond: input.ratePerSecond ?? null,
      reason: input.reason.trim(),
      createdBy: input.actor.name,
      requestId: input.requestId ?? null,
    });
    if (redriveId === null) return repeated(await redriveByRequest(db, input.requestId ?? ''), group.groupId);
    const leaveOut = target === null ? input.leaveOut : { ...input.leaveOut, deletedTopics: false };
    const matched = await redriveFreeze(db, redriveId, match, leaveOut, group.deliveryOrder === 'ordered');
    checkFrozen(input, matched);
    const frozen = await change(db, redriveId, input, matched, target, ctx.masks);
    const care = careOf(target === null ? input : NO_CARE, input.ratePerSecond ?? null, frozen.selected);
    await redriveCare(db, redriveId, care);
    const { incident, group: name, actor } = input;
    if (incident !== undefined) await attachToAlarm(ctx, db, { incidentId: incident, redriveId, group: name, actor });
    await audit(db, redriveId, input, care, frozen);
    return { redriveId, ...frozen };
  });
  ctx.changes.emit({ kind: 'redrive', group: group.name, redriveId: String(started.redriveId) });
  return started;
}

/** No verdict comes back from a topic: there is nothing that a canary could wait for. */
const NO_CARE = { canary: null, ramp: null, abort: null } as const;

async function change(
  db: PoolClient,
  redriveId: number,
  { edits, group }: StartRedriveInput,
  frozen: Omit<StartedRedrive, 'redriveId'>,
  target: Topic | null,
  masks: Masks,
): Promise<Omit<StartedRedrive, 'redriveId'>> {
  if (edits === undefined && target === null) return frozen;
  await redriveChanges(db, redriveId, {
    edits: edits === undefined ? undefined : describeEdits(edits),
    targetTopicId: target?.topicId ?? null,
  });
  if (target?.messageType === 'FIFO') await refuseUngrouped(db, redriveId, target);
  if (target !== null) await refuseRevealing(db, redriveId, target, masks);
  if (edits === undefined) return frozen;
  const { excluded } = await applyEdits(db, redriveId, frozen.selected, edits, masks);
  const left = { selected: frozen.selected - excluded, excluded: frozen.excluded + excluded };
  if (left.selected > 0) return left;
  throw new BrokerError('conflict', `the rule applies to none of the ${frozen.selected} dead letters of ${group}.`, {
    field: 'edits.rule',
    limit: 'at least 1',
    value: 0,
  });
}

/** @throws BrokerError conflict */
function refuseBroadcast({ name, messageModel }: ConsumerGroup): void {
  if (messageModel === 'clustering') return;
  throw new BrokerError(
    'conflict',
    `consumer group ${name} broadcasts: its messages are delivered to each client once and never again, so nothing can be re-driven to it.`,
    { field: 'group', limit: 'a clustering group', value: name },
  );
}

/** Nothing would be handed out, and the canary would wait for no client. */
function refusePaused({ name, pausedAt, pausedBy }: ConsumerGroup): void {
  if (pausedAt === null) return;
  throw new BrokerError('conflict', `${name} is paused by ${pausedBy}: resume it before you re-drive to it.`, {
    field: 'group',
    limit: 'a group that is not paused',
    value: name,
  });
}

/** @throws BrokerError bad-request */
export function checkStart({ ratePerSecond, reason, requestId }: StartRedriveInput): void {
  if (
    ratePerSecond != null &&
    (!Number.isInteger(ratePerSecond) || ratePerSecond < 1 || ratePerSecond > REDRIVE_LIMITS.ratePerSecond)
  ) {
    throw new BrokerError(
      'bad-request',
      `ratePerSecond must be a whole number from 1 to ${REDRIVE_LIMITS.ratePerSecond}; it is ${ratePerSecond}.`,
      {
        field: 'ratePerSecond',
        limit: `1 to ${REDRIVE_LIMITS.ratePerSecond}`,
        value: ratePerSecond,
      },
    );
  }
  checkLength('reason', reason, REDRIVE_LIMITS.reasonChars);
  checkLength('requestId', requestId ?? '', REDRIVE_LIMITS.requestIdChars);
}

function checkLength(field: string, text: string, limit: number): void {
  if (text.length > limit)
    throw new BrokerError('bad-request', `${field} may have at most ${limit} characters; it has ${text.length}.`, {
      field,
      limit,
      value: text.length,
    });
  if (text.includes('\u0000'))
    throw new BrokerError('bad-request', `${field} must have visible characters only.`, { field, limit: 'no NUL' });
}

/** @throws BrokerError not-found, conflict, bad-request: there is nothing to start, or no reason for so many */
export function checkFrozen(
  { group, reason }: StartRedriveInput,
  { selected, excluded }: Omit<StartedRedrive, 'redriveId'>,
): void {
  if (selected === 0 && excluded === 0) {
    throw new BrokerError('not-found', `no dead letter of ${group} matches; nothing was started.`, {
      field: 'selection',
      limit: 'at least 1',
      value: 0,
    });
  }
  if (selected === 0) {
    throw new BrokerError('conflict', `all ${excluded} stay behind, by the plan's reasons; nothing was started.`, {
      field: 'selection',
      limit: 'at least 1',
      value: 0,
    });
  }
  if (selected >= REDRIVE_LIMITS.reasonFrom && reason.trim() === '') {
    throw new BrokerError(
      'bad-request',
      `reason is needed: this re-drives ${selected} messages, and ${REDRIVE_LIMITS.reasonFrom} or more need one.`,
      {
        field: 'reason',
        limit: `at least 1 character from ${REDRIVE_LIMITS.reasonFrom} messages on`,
        value: '',
      },
    );
  }
}

function repeated(started: RedriveStarted | null, groupId: number): StartedRedrive {
  if (started === null || started.groupId !== groupId) {
    throw new BrokerError('conflict', 'requestId was used for another re-drive.', {
      field: 'requestId',
      limit: 'unused',
    });
  }
  return { redriveId: started.redriveId, selected: started.selected, excluded: started.excluded };
}

async function audit(
  db: PoolClient,
  redriveId: number,
  input: StartRedriveInput,
  care: RedriveCare,
  counts: Omit<StartedRedrive, 'redriveId'>,
): Promise<void> {
  await appendAudit(db, {
    actor: input.actor,
    action: 'redrive.start',
    target: redriveName(redriveId),
    reason: input.reason,
    after: {
      group: input.group,
      selection: describeSelection(input),
      ratePerSecond: input.ratePerSecond ?? null,
      ...care,
      ...(input.incident === undefined ? {} : { alarm: input.incident }),
      ...(input.edits === undefined ? {} : { edits: describeEdits(input.edits) }),
      ...(input.target === undefined ? {} : { target: input.target }),
    },
    counts: { selected: counts.selected, excluded: counts.excluded },
  });
}

/** What was changed, without the bodies: those are kept with the messages. */
function describeEdits({ messages, rule }: RedriveEdits): Record<string, unknown> {
  if (rule !== undefined) return { rule };
  return {
    messages: messages?.map(({ messageId, body, ...edit }) => ({
      messageId,
      ...edit,
      ...(body === undefined ? {} : { body: `${Buffer.byteLength(body)} bytes` }),
    })),
  };
}
