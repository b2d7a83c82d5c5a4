import type { PoolClient } from 'pg';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { REDRIVE_LIMITS, redriveName } from '../../model/redrive/redrive';
import type { RedriveEdits } from '../../model/redrive/redrive-edits';
import { careOf, type CareWish } from '../../model/redrive/redrive-care';
import type { Masks } from '../../model/masking/masks';
import type { Topic } from '../../model/topic/topic';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { redriveChanges } from '../../store/queries/redrive/redrive-edit';
import { type FrozenSet, redriveFreeze } from '../../store/queries/redrive/redrive-freeze';
import {
  type NewRedrive,
  redriveByRequest,
  redriveCare,
  redriveGroupLock,
  redriveInsert,
  type RedriveStarted,
} from '../../store/queries/redrive/redrive-insert';
import { sourcesOfItems } from '../../store/queries/redrive/redrive-target';
import { redirectTake } from '../../store/queries/redirect/redirect-rows';
import { allowLong } from '../../store/allow-long';
import type { BrokerContext } from '../context';
import { groupTransaction } from '../group-transaction';
import { attachToAlarm } from '../alarm/attach';
import { applyEdits } from './apply-edits';
import { describeSelection } from '../dead-letter/describe-selection';
import { judgeGroup, judgeStart, type StartRedriveInput } from './judge';
import { judgeTarget } from './target';

export interface StartedRedrive extends FrozenSet {
  readonly redriveId: number;
}

/** How an engine starts a run: its rows, and what it asks and notes beside what both do. */
export interface EngineStart {
  readonly groupId: number;
  readonly ratePerSecond: number | null;
  readonly care: CareWish;
  /** For the audit log. */
  readonly noted: object;
  /** Null: this request made a re-drive already. @throws BrokerError when the group cannot be re-driven to */
  readonly insert: (db: PoolClient, now: Date | null, run: NewRedrive) => Promise<number | null>;
  readonly byRequest: (db: PoolClient, requestId: string) => Promise<RedriveStarted | null>;
  readonly freeze: (db: PoolClient, redriveId: number) => Promise<FrozenSet>;
  /** What becomes of the set before anything is sent. */
  readonly prepare?: (db: PoolClient, redriveId: number, frozen: FrozenSet) => Promise<FrozenSet>;
}

/**
 * Freezes a set of dead letters of one group as a re-drive of either engine, which its worker then releases. Nothing
 * has been sent when this returns. What dies later never joins the set.
 * @throws BrokerError bad-request, not-found (nothing matches), conflict (another re-drive has all of it), busy
 *   (another change has the group locked)
 */
export async function startRun(
  ctx: BrokerContext,
  input: StartRedriveInput,
  engine: EngineStart,
): Promise<StartedRedrive> {
  const { group, actor, reason, requestId } = input;
  const { groupId, ratePerSecond } = engine;
  const selection = describeSelection(input);
  const run = { groupId, selection, ratePerSecond, reason: reason.trim(), createdBy: actor.name };
  const started = await groupTransaction(ctx.store.console, async (db): Promise<StartedRedrive> => {
    await allowLong(db);
    await redriveGroupLock(db, groupId);
    const redriveId = await engine.insert(db, ctx.clock.nowOrNull(), { ...run, requestId: requestId ?? null });
    if (redriveId === null) return repeated(await engine.byRequest(db, requestId ?? ''), groupId);
    const frozen = await engine.freeze(db, redriveId);
    checkFrozen(input, frozen);
    const counts = (await engine.prepare?.(db, redriveId, frozen)) ?? frozen;
    const care = careOf(engine.care, ratePerSecond, counts.selected);
    await redriveCare(db, redriveId, care);
    const target = redriveName(redriveId);
    const after = { group, selection, ratePerSecond, ...care, ...engine.noted };
    await appendAudit(db, { actor, action: 'redrive.start', target, reason, after, counts: { ...counts } });
    return { redriveId, ...counts };
  });
  ctx.changes.emit({ kind: 'redrive', group, redriveId: String(started.redriveId) });
  return started;
}

/** Back to the group, or to a topic. @throws BrokerError as startRun, and group-not-found, topic-not-found */
export async function startRedrive(ctx: BrokerContext, input: StartRedriveInput): Promise<StartedRedrive> {
  const { match, target, group } = await judgeStart(ctx, input);
  const { groupId, deliveryOrder } = group;
  const { incident, edits, actor } = input;
  const leaveOut = target === null ? input.leaveOut : { ...input.leaveOut, deletedTopics: false };
  return await startRun(ctx, input, {
    ...{ groupId, ratePerSecond: input.ratePerSecond ?? null, byRequest: redriveByRequest },
    // No verdict comes back from a topic: there is nothing that a canary could wait for.
    care: target === null ? input : { canary: null, ramp: null, abort: null },
    noted: {
      ...(incident !== undefined && { alarm: incident }),
      ...(edits !== undefined && { edits: describeEdits(edits) }),
      ...(input.target !== undefined && { target: input.target }),
    },
    insert: async (db, now, run) => {
      judgeGroup(await ctx.groups.refresh(groupId), target);
      return redriveInsert(db, now, run);
    },
    freeze: (db, redriveId) => redriveFreeze(db, redriveId, match, leaveOut, deliveryOrder === 'ordered'),
    prepare: async (db, redriveId, frozen) => {
      const { redirect } = input;
      if (redirect !== undefined && !(await redirectTake(db, ctx.clock.nowOrNull(), redriveId, redirect)))
        throw new BrokerError('busy', told('The redirect was paused or ended, or another process started its batch.'));
      const changed = await change(db, redriveId, input, frozen, target, ctx.masks);
      if (incident !== undefined)
        await attachToAlarm(ctx, db, { incidentId: incident, redriveId, group: input.group, actor });
      return changed;
    },
  });
}

async function change(
  db: PoolClient,
  redriveId: number,
  { edits, group }: StartRedriveInput,
  frozen: FrozenSet,
  target: Topic | null,
  masks: Masks,
): Promise<FrozenSet> {
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
  throw new BrokerError(
    'conflict',
    told('The rule applies to none of the {selected} dead letters of {group}.', { selected: frozen.selected, group }),
    {
      field: 'edits.rule',
      limit: 'at least 1',
      value: 0,
    },
  );
}

/** @throws BrokerError not-found, conflict, bad-request: there is nothing to start, or no reason for so many */
function checkFrozen({ group, reason }: StartRedriveInput, { selected, excluded }: FrozenSet): void {
  if (selected === 0 && excluded === 0) {
    throw new BrokerError('not-found', told('No dead letter of {group} matches. Nothing was started.', { group }), {
      field: 'selection',
      limit: 'at least 1',
      value: 0,
    });
  }
  if (selected === 0) {
    throw new BrokerError(
      'conflict',
      told('All {excluded} dead letters are left out, for the reasons in the plan. Nothing was started.', { excluded }),
      {
        field: 'selection',
        limit: 'at least 1',
        value: 0,
      },
    );
  }
  if (selected >= REDRIVE_LIMITS.reasonFrom && reason.trim() === '') {
    throw new BrokerError(
      'bad-request',
      told('A reason is required to re-drive {reasonFrom} or more messages (got {selected}).', {
        selected,
        reasonFrom: REDRIVE_LIMITS.reasonFrom,
      }),
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
    throw new BrokerError('conflict', told('requestId was already used for another re-drive.'), {
      field: 'requestId',
      limit: 'unused',
    });
  }
  return { redriveId: started.redriveId, selected: started.selected, excluded: started.excluded };
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
