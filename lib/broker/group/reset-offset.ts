import type { PoolClient } from 'pg';
import type { Actor } from '../../model/audit/actor';
import { requireReason } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { t, told } from '../../model/language/t';
import type { ConsumerGroup } from '../../model/group/group';
import { groupNotFound } from '../../model/not-found';
import { allowLong } from '../../store/allow-long';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { groupLock } from '../../store/queries/group/group-find';
import { groupOffsetMove, groupOffsetPlan, type OffsetPlanRow } from '../../store/queries/group/group-offset';
import { groupOpenWork, groupQueuesLock, type OpenWork } from '../../store/queries/group/group-open-work';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

export interface ResetOffsetInput {
  readonly name: string;
  /** A time: the first message stored at it or later. */
  readonly to: 'newest' | 'earliest' | Date;
  /** Left out: every topic that the group reads. */
  readonly topic?: string | undefined;
  /** What would happen; changes nothing. */
  readonly dryRun: boolean;
  readonly actor: Actor;
  readonly reason: string;
}

export interface OffsetReset {
  /** False: a dry run, or every queue stands there already. */
  readonly moved: boolean;
  readonly queues: readonly OffsetPlanRow[];
  readonly skipped: number;
  readonly repeated: number;
  /** Of the stretch that is repeated: passed over, because they are tried or kept by themselves. */
  readonly waiting: number;
  readonly dead: number;
  readonly open: OpenWork;
  /** Why it cannot be done now; null: it can. */
  readonly blocker: string | null;
}

/**
 * Moves the position of a group. Forward: what it has not read is skipped; in flight, waiting and dead messages stay as
 * they are. Back: what it consumed is delivered again, as first deliveries; messages that wait for a retry or are dead
 * are passed over. It moves back only while nothing of the group is in flight, and an ordered group only while no key
 * is busy: otherwise a message would be with two clients at once, or out of order.
 * @throws BrokerError group-not-found, topic-not-found, bad-request, conflict
 */
export async function resetOffset(ctx: BrokerContext, input: ResetOffsetInput): Promise<OffsetReset> {
  const reason = input.dryRun
    ? input.reason.trim()
    : requireReason(input.reason, told('`reason` is required because a reset skips or repeats messages.'));
  const { groupId } = await ctx.groups.find(input.name);
  const topicId = input.topic === undefined ? null : (await ctx.topics.find(input.topic)).topicId;
  const reset = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      await allowLong(db);
      const group = input.dryRun ? await ctx.groups.refresh(groupId) : await groupLock(db, groupId);
      if (group === null) throw groupNotFound(input.name);
      if (!input.dryRun) await groupQueuesLock(db, groupId);
      const plan = await planOf(db, group, topicId, input.to);
      if (input.dryRun) return plan;
      if (plan.blocker !== null)
        throw new BrokerError('conflict', plan.blocker, { field: 'group', limit: 'at rest', value: input.name });
      return await move(ctx, db, group, plan, { ...input, reason });
    }),
  );
  if (reset.moved) {
    ctx.changes.emit({ kind: 'group', group: input.name });
    ctx.changes.emit({ kind: 'message', group: input.name });
    ctx.wakeups.group(groupId);
  }
  return reset;
}

async function planOf(
  db: PoolClient,
  group: ConsumerGroup,
  topicId: number | null,
  to: ResetOffsetInput['to'],
): Promise<OffsetReset> {
  const { groupId } = group;
  const target = to instanceof Date ? ({ to: 'time', at: to } as const) : ({ to, at: null } as const);
  const queues = await groupOffsetPlan(db, { groupId, topicId, ...target });
  const open = await groupOpenWork(db, groupId);
  const sum = (read: (row: OffsetPlanRow) => number): number => queues.reduce((total, row) => total + read(row), 0);
  return {
    moved: false,
    queues,
    skipped: sum(({ skipped }) => skipped),
    repeated: sum(({ repeated }) => repeated),
    waiting: sum(({ waiting }) => waiting),
    dead: sum(({ dead }) => dead),
    open,
    blocker: blockerOf(group, queues, open),
  };
}

function blockerOf(
  { name, messageModel, deliveryOrder, pausedAt }: ConsumerGroup,
  queues: readonly OffsetPlanRow[],
  { inFlight, waiting }: OpenWork,
): string | null {
  if (messageModel === 'broadcasting')
    return t(
      '{name} is a broadcast group: each client has its own offset, and starts at the newest message when it joins.',
      {
        name,
      },
    );
  if (queues.length === 0) return t('No client of {name} has subscribed yet, so it has no offset.', { name });
  if (queues.every(({ toOff, fromOff }) => toOff >= fromOff)) return null;
  if (inFlight > 0)
    return pausedAt === null
      ? t(
          `Clients have {inFlight, plural, one {# message} other {# messages}}. Pause the group and wait until the
          clients have finished, then reset back.`,
          { inFlight },
        )
      : t(
          `Clients still have {inFlight, plural, one {# message} other {# messages}}. Wait until the clients have
          finished, then reset back.`,
          { inFlight },
        );
  if (deliveryOrder === 'ordered' && waiting > 0)
    return t(
      `{waiting, plural, one {# message is} other {# messages are}} waiting for a retry and block their keys. Let them
      finish, or move them to the DLQ, first.`,
      { waiting },
    );
  return null;
}

async function move(
  ctx: BrokerContext,
  db: PoolClient,
  { groupId, name }: ConsumerGroup,
  plan: OffsetReset,
  { to, topic, actor, reason }: ResetOffsetInput,
): Promise<OffsetReset> {
  const { queues, skipped, repeated, waiting, dead } = plan;
  if (queues.every(({ toOff, fromOff, skipped: own }) => toOff === fromOff && own === 0)) return plan;
  for (const queue of queues) await groupOffsetMove(db, ctx.clock.nowOrNull(), groupId, queue);
  const positions = (read: (row: OffsetPlanRow) => number): object =>
    Object.fromEntries(queues.map((row) => [`${row.topic}/${row.queueNo}`, read(row)]));
  await appendAudit(db, {
    actor,
    action: 'group.reset-offset',
    target: name,
    reason,
    before: positions(({ fromOff }) => fromOff),
    after: {
      to: to instanceof Date ? to.toISOString() : to,
      ...(topic === undefined ? {} : { topic }),
      ...positions(({ toOff }) => toOff),
    },
    counts: { skipped, repeated, passedOver: waiting + dead },
  });
  return { ...plan, moved: true };
}
