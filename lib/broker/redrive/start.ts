import type { PoolClient } from 'pg';
import type { Actor } from '../../model/actor';
import { BrokerError } from '../../model/errors';
import { REDRIVE_LIMITS, type RedriveSelection } from '../../model/redrive';
import type { RedriveEdits, RedriveTarget } from '../../model/redrive-edits';
import { careOf, type CareWish, type RedriveCare } from '../../model/redrive-care';
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
import { sourcesOfItems } from '../../store/queries/redrive/redrive-target';
import { allowLong } from '../../store/allow-long';
import type { BrokerContext } from '../context';
import { groupTransaction } from '../group-transaction';
import { attachToAlarm } from '../alarm/attach';
import { applyEdits } from './apply-edits';
import { describeSelection } from '../dead-letter/describe-selection';
import { judgeGroup, judgeStart } from './judge';
import { redriveName } from './name';
import { judgeTarget } from './target';

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
  const { group, match, target } = await judgeStart(ctx, input);
  const started = await groupTransaction(ctx.store.console, async (db): Promise<StartedRedrive> => {
    await allowLong(db);
    await redriveGroupLock(db, group.groupId);
    judgeGroup(await ctx.groups.refresh(group.groupId), target);
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
  if (target !== null) judgeTarget(target, await sourcesOfItems(db, redriveId), masks);
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
