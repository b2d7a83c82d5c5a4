import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../model/actor';
import { BrokerError } from '../../model/errors';
import type { ConsumerGroup } from '../../model/group';
import {
  changeGroupSettings,
  checkGroupSettings,
  GROUP_FIELD_NAMES,
  GROUP_FIELDS,
  type GroupField,
  type GroupSettingsInput,
  pickGroupSettings,
} from '../../model/group-settings';
import { LIMITS } from '../../model/limits';
import { groupNotFound } from '../../model/not-found';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { groupLock } from '../../store/queries/group/group-find';
import {
  groupOpenWork,
  groupQueuesLock,
  groupReaders,
  type GroupReaders,
  type OpenWork,
} from '../../store/queries/group/group-open-work';
import {
  groupMembersFollow,
  groupRestart,
  groupUpdate,
  groupVersionAppend,
} from '../../store/queries/group/group-write';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

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
    checkGroupSettings(after);
    const changed = GROUP_FIELD_NAMES.filter((field) => !isDeepStrictEqual(after[field], before[field]));
    if (changed.length === 0) return;
    const now = ctx.clock.nowOrNull();
    const changesModel = changed.includes('messageModel');
    const atRest = changed.find((field) => GROUP_FIELDS[field].changesAtRest);
    if (atRest !== undefined) {
      await groupQueuesLock(db, groupId);
      refuseWhileUnderWay(atRest, await groupOpenWork(db, groupId));
      if (changesModel) refuseWhileRead(before, await groupReaders(db, now, groupId, LIMITS.clientSilenceMs));
    }
    if (!(await groupUpdate(db, now, groupId, input.version, after))) throw conflict(before, input.version);
    await groupMembersFollow(db, groupId);
    if (changesModel && after.messageModel === 'clustering') await groupRestart(db, now, groupId);
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

function conflict(current: ConsumerGroup, version: number): BrokerError {
  return new BrokerError(
    'conflict',
    `consumer group ${current.name} was changed meanwhile: it is at version ${current.version}, and ` +
      `this edit saw version ${version}.`,
    {
      field: 'version',
      limit: current.version,
      value: version,
    },
  );
}

/** Orders and message models keep what is under way in different forms: a change would strand it. */
function refuseWhileUnderWay(field: GroupField, { inFlight, waiting, orderedKeys, openRedrives }: OpenWork): void {
  const total = inFlight + waiting + orderedKeys + openRedrives;
  if (total === 0) return;
  const counts = [
    `${inFlight} in flight`,
    `${waiting} waiting for a retry`,
    ...(orderedKeys === 0 ? [] : [`${orderedKeys} ordered keys busy`]),
    ...(openRedrives === 0 ? [] : [`${openRedrives} re-drives open`]),
  ];
  throw new BrokerError(
    'conflict',
    `${field} cannot change while messages are under way: ${counts.join(', ')}. Stop the consumers ` +
      'and let these finish first.',
    {
      field,
      limit: 'nothing in flight or waiting',
      value: total,
    },
  );
}

/**
 * A position cannot be translated: what a clustering group has not read yet no member would get, and a broadcast client
 * that goes on reading would lose what the group reads past. So the group must be read to its end, or not be read at
 * all.
 */
function refuseWhileRead({ messageModel }: ConsumerGroup, { unread, connected }: GroupReaders): void {
  const value = messageModel === 'clustering' ? unread : connected;
  if (value === 0) return;
  const [why, limit] =
    messageModel === 'clustering'
      ? [`${value} messages have not been delivered to this group. Let its consumers finish first`, 'no unread message']
      : [`${value} clients of this group were there within two minutes. Stop them first`, 'no client'];
  throw new BrokerError('conflict', `messageModel cannot change: ${why}.`, { field: 'messageModel', limit, value });
}
