import type { ConsumerGroup } from '../../model/group/group';
import { retryDelayMs } from '../../model/delivery/retry-policy';
import { deliveryOverrun, type Overrun } from '../../store/queries/delivery/delivery-overrun';
import type { FailScope } from '../../store/queries/delivery/lease-fail';
import type { BrokerContext } from '../context';
import { endLeases, endRetries } from '../process/delivery/end-deliveries';
import { endBatch } from './expire';

const LIMIT = 200;

/**
 * Push deliveries that ran longer than the group's consumption timeout are failures: the message waits for the group's
 * interval, as after a nack. @returns deliveries ended
 */
export async function endOverruns(ctx: BrokerContext): Promise<number> {
  const overruns = await deliveryOverrun(ctx.store.broker, ctx.clock.nowOrNull(), LIMIT);
  for (const overrun of overruns) {
    const group = await currentGroup(ctx, overrun);
    if (group !== null) await endOne(ctx, group, overrun);
  }
  return overruns.length;
}

async function currentGroup(ctx: BrokerContext, { groupId, version }: Overrun): Promise<ConsumerGroup | null> {
  const cached = await ctx.groups.byId(groupId);
  const group = cached.version === version ? cached : await ctx.groups.refresh(groupId);
  return group.version === version ? group : null;
}

async function endOne(ctx: BrokerContext, group: ConsumerGroup, overrun: Overrun): Promise<void> {
  const { queueId, leaseId, mask, off, epoch, attempt } = overrun;
  const scope: FailScope = {
    groupId: group.groupId,
    policyVersion: group.version,
    ordered: overrun.ordered,
    cause: 'consumption-timeout',
    phase: 'overrun',
  };
  const delayMs = retryDelayMs(group.retryPolicy, attempt);
  if (leaseId !== null && mask !== null) {
    await endBatch(ctx, scope, () => endLeases(ctx, scope, delayMs, [{ queueId, leaseId, mask }]));
  } else if (off !== null && epoch !== null) {
    await endBatch(ctx, scope, () => endRetries(ctx, scope, [{ queueId, off, epoch, delayMs }]));
  }
}
