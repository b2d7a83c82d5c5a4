import type { Actor } from '../../model/actor';
import { BrokerError } from '../../model/errors';
import type { ConsumerGroup, MessageModel } from '../../model/group';
import { checkGroupName, checkNewNameLength } from '../../model/names';
import {
  DEFAULT_CONSUMPTION_TIMEOUT_MS,
  DEFAULT_MAX_RETRIES,
  defaultRetryPolicy,
  type DeliveryOrder,
  type RetryPolicy,
} from '../../model/retry-policy';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { type GroupSettings, groupInsert, groupVersionAppend } from '../../store/queries/group/group-write';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { timeCreation } from '../time-creation';
import { validateGroupSettings } from './validate';

export interface CreateGroupInput {
  readonly name: string;
  /** Default clustering. */
  readonly messageModel?: MessageModel | undefined;
  readonly deliveryOrder?: DeliveryOrder | undefined;
  /** N retries are N + 1 deliveries; default 16. */
  readonly maxRetries?: number | undefined;
  /** Default: the documented table, or a fixed 3 s for ordered groups. */
  readonly retryPolicy?: RetryPolicy | undefined;
  readonly consumptionTimeoutMs?: number | undefined;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/** @throws BrokerError illegal-group, bad-request, already-exists */
export async function createGroup(ctx: BrokerContext, input: CreateGroupInput): Promise<ConsumerGroup> {
  // the tighter limit first: it is the one the form names
  checkNewNameLength('illegal-group', input.name);
  checkGroupName(input.name);
  const deliveryOrder = input.deliveryOrder ?? 'concurrent';
  const settings: GroupSettings = {
    messageModel: input.messageModel ?? 'clustering',
    deliveryOrder,
    maxRetries: input.maxRetries ?? DEFAULT_MAX_RETRIES,
    retryPolicy: input.retryPolicy ?? defaultRetryPolicy(deliveryOrder),
    consumptionTimeoutMs: input.consumptionTimeoutMs ?? DEFAULT_CONSUMPTION_TIMEOUT_MS,
  };
  validateGroupSettings(settings);
  const groupId = await timeCreation(ctx.metrics, 'rocketmq_consumer_group_create_execution_time', () =>
    insert(ctx, input, settings),
  );
  ctx.changes.emit({ kind: 'group', group: input.name });
  return await ctx.groups.refresh(groupId);
}

/** @returns its id */
async function insert(ctx: BrokerContext, input: CreateGroupInput, settings: GroupSettings): Promise<number> {
  return await withTransaction(ctx.store.broker, async (db) => {
    const made = await groupInsert(db, ctx.clock.nowOrNull(), input.name, settings);
    if (made === null)
      throw new BrokerError('already-exists', `consumer group ${input.name} exists already.`, {
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
