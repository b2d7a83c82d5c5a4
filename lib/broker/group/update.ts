import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../model/audit/actor';
import { checkAll, refuseAll } from '../../model/check-all';
import { BrokerError } from '../../model/errors';
import type { ConsumerGroup } from '../../model/group/group';
import { atRestProblems, type GroupWork } from '../../model/group/group-at-rest';
import { checkGroupSettings } from '../../model/group/check-group-settings';
import {
  changeGroupSettings,
  GROUP_FIELD_NAMES,
  GROUP_FIELDS,
  type GroupField,
  type GroupSettings,
  type GroupSettingsInput,
  pickGroupSettings,
} from '../../model/group/group-settings';
import { groupNotFound } from '../../model/not-found';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { groupLock } from '../../store/queries/group/group-find';
import { groupQueuesLock } from '../../store/queries/group/group-open-work';
import {
  groupMembersFollow,
  groupRestart,
  groupUpdate,
  groupVersionAppend,
} from '../../store/queries/group/group-write';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { readGroupWork } from './work';
import { savedMeanwhile } from '../../model/saved-meanwhile';

export interface UpdateGroupInput extends GroupSettingsInput {
  readonly name: string;
  /** The version the editor saw; another one in the database is a conflict, and nothing is changed. */
  readonly version: number;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/**
 * Changes some settings of a group; the others stay. Applies from the next failure of each message; a message that
 * waits keeps its due time, but is dead-lettered then when it is over the new limit. Nothing changed: no new version.
 * @throws BrokerError group-not-found, bad-request, conflict
 */
export async function updateGroup(ctx: BrokerContext, input: UpdateGroupInput): Promise<ConsumerGroup> {
  const { groupId } = await ctx.groups.find(input.name);
  await withTransaction(ctx.store.broker, async (db) => {
    const before = await groupLock(db, groupId);
    if (before === null) throw groupNotFound(input.name);
    if (before.version !== input.version) throw conflict(before, input.version);
    const after = changeGroupSettings(before, input);
    const changed = changedFields(before, after);
    const now = ctx.clock.nowOrNull();
    const needsRest = changed.some((field) => GROUP_FIELDS[field].changesAtRest);
    if (needsRest) await groupQueuesLock(db, groupId);
    checkChange(before, after, needsRest ? await readGroupWork(db, now, groupId) : null);
    if (changed.length === 0) return;
    if (!(await groupUpdate(db, now, groupId, input.version, after))) throw conflict(before, input.version);
    await groupMembersFollow(db, groupId);
    if (changed.includes('messageModel') && after.messageModel === 'clustering') await groupRestart(db, now, groupId);
    await groupVersionAppend(db, groupId, input.actor.name, input.reason ?? null);
    await appendAudit(db, {
      actor: input.actor,
      action: 'group.update',
      target: input.name,
      reason: input.reason,
      before: pickGroupSettings(before),
      after,
    });
  });
  const group = await ctx.groups.refresh(groupId);
  ctx.changes.emit({ kind: 'group', group: group.name });
  // Waiting messages may be due under other rules now.
  ctx.wakeups.group(groupId);
  return group;
}

/** @throws BrokerError bad-request, conflict, with everything that is wrong with the change */
export function checkChange(before: GroupSettings, after: GroupSettings, work: GroupWork | null): void {
  checkAll([
    () => checkGroupSettings(after),
    () => refuseAll('conflict', work === null ? [] : atRestProblems(before, after, work)),
  ]);
}

export function changedFields(before: GroupSettings, after: GroupSettings): readonly GroupField[] {
  return GROUP_FIELD_NAMES.filter((field) => !isDeepStrictEqual(after[field], before[field]));
}

export function conflict(current: ConsumerGroup, version: number): BrokerError {
  return new BrokerError('conflict', savedMeanwhile(current.version, version), {
    field: 'version',
    limit: current.version,
    value: version,
  });
}
