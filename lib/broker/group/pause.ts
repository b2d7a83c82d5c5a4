import type { PoolClient } from 'pg';
import type { Actor } from '../../model/audit/actor';
import { requireReason } from '../../model/check-number';
import { told } from '../../model/language/t';
import type { ConsumerGroup } from '../../model/group/group';
import { groupNotFound } from '../../model/not-found';
import { allowLong } from '../../store/allow-long';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { groupLock } from '../../store/queries/group/group-find';
import { groupQueuesLock } from '../../store/queries/group/group-open-work';
import { groupMemberIds, groupPause, groupResume } from '../../store/queries/group/group-pause';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

export interface ControlGroupInput {
  readonly name: string;
  readonly actor: Actor;
  readonly reason: string;
}

export interface ControlledGroup {
  readonly group: ConsumerGroup;
  /** False: it was so already; a second click changes nothing. */
  readonly changed: boolean;
}

/**
 * From now on no message of the group is handed out, by any process: every claim reads this. Held receives stay open
 * and answer empty. What clients hold can be acknowledged and renewed; what waits for a retry waits on, uses up no
 * attempt and does not die; running re-drives hold.
 * @throws BrokerError group-not-found, bad-request
 */
export async function pauseGroup(ctx: BrokerContext, input: ControlGroupInput): Promise<ControlledGroup> {
  const reason = requireReason(
    input.reason,
    told('A reason is required to pause a group: everyone who looks at the group sees it.'),
  );
  return await control(ctx, input.name, async (db, group) => {
    const { groupId, name } = group;
    // Claims under way end first: none hands out anything after this.
    await groupQueuesLock(db, groupId);
    const by = input.actor.name;
    const pausedAt = await groupPause(db, ctx.clock.nowOrNull(), { groupId, by, reason });
    if (group.pausedAt !== null || pausedAt === null) return false;
    const after = { pausedAt: pausedAt.toISOString() };
    await appendAudit(db, { actor: input.actor, action: 'group.pause', target: name, reason, after });
    return true;
  });
}

/** Its messages are handed out again, at once. @throws BrokerError group-not-found */
export async function resumeGroup(ctx: BrokerContext, input: ControlGroupInput): Promise<ControlledGroup> {
  return await control(ctx, input.name, async (db, { groupId, name, pausedAt, pausedBy }) => {
    if (pausedAt === null || !(await groupResume(db, ctx.clock.nowOrNull(), groupId))) return false;
    await appendAudit(db, {
      actor: input.actor,
      action: 'group.resume',
      target: name,
      reason: input.reason,
      before: { pausedAt: pausedAt.toISOString(), pausedBy },
    });
    return true;
  });
}

async function control(
  ctx: BrokerContext,
  name: string,
  work: (db: PoolClient, group: ConsumerGroup) => Promise<boolean>,
): Promise<ControlledGroup> {
  const { groupId } = await ctx.groups.find(name);
  const { changed, members } = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      await allowLong(db);
      const group = await groupLock(db, groupId);
      if (group === null) throw groupNotFound(name);
      return { changed: await work(db, group), members: await groupMemberIds(db, groupId) };
    }),
  );
  const group = await ctx.groups.refresh(groupId);
  ctx.changes.emit({ kind: 'group', group: group.name });
  for (const holderId of [groupId, ...members]) ctx.wakeups.group(holderId);
  return { group, changed };
}
