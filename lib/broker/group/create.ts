import type { Actor } from '../../model/audit/actor';
import { checkAll } from '../../model/check-all';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { ConsumerGroup } from '../../model/group/group';
import { checkGroupSettings } from '../../model/group/check-group-settings';
import {
  changeGroupSettings,
  defaultGroupSettings,
  type GroupSettings,
  type GroupSettingsInput,
} from '../../model/group/group-settings';
import { checkNewGroupName } from '../../model/names';
import { withMetadata } from '../../store/metadata';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { groupInsert, groupVersionAppend } from '../../store/queries/group/group-write';
import type { BrokerContext } from '../context';
import { timeCreation } from '../time-creation';

export interface CreateGroupInput extends GroupSettingsInput {
  readonly name: string;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/** @throws BrokerError illegal-group, bad-request, already-exists */
export async function createGroup(ctx: BrokerContext, input: CreateGroupInput): Promise<ConsumerGroup> {
  const settings = changeGroupSettings(defaultGroupSettings(input.deliveryOrder ?? 'concurrent'), input);
  checkAll([() => checkNewGroupName(input.name), () => checkGroupSettings(settings)]);
  const groupId = await timeCreation(ctx.metrics, 'rocketmq_consumer_group_create_execution_time', () =>
    insert(ctx, input, settings),
  );
  ctx.changes.emit({ kind: 'group', group: input.name });
  return await ctx.groups.refresh(groupId);
}

/** @returns its id */
async function insert(ctx: BrokerContext, input: CreateGroupInput, settings: GroupSettings): Promise<number> {
  return await withMetadata(ctx.store.prisma, async (db) => {
    const made = await groupInsert(db, ctx.clock.nowOrNull(), input.name, settings);
    if (made === null)
      throw new BrokerError('already-exists', told('Consumer group {input} already exists.', { input: input.name }), {
        field: 'name',
        value: input.name,
      });
    await groupVersionAppend(db, made, input.actor.name, input.reason ?? null);
    await appendAudit(db, {
      actor: input.actor,
      action: 'group.create',
      target: input.name,
      reason: input.reason,
      after: settings,
    });
    return made;
  });
}
