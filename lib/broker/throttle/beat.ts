import { type GroupConsumers, nodeBeat, nodeLeave } from '../../store/queries/throttle/broker-node';
import { isBrokerError } from '../../model/errors';
import type { BrokerContext } from '../context';

/** This node lives and serves so many consumers of each group; rates are shared among the nodes that live. */
export async function beat(ctx: BrokerContext, consumersByGroup: ReadonlyMap<string, number>): Promise<void> {
  const groups: GroupConsumers[] = [];
  for (const [name, consumers] of consumersByGroup) {
    try {
      groups.push({ groupId: (await ctx.groups.find(name)).groupId, consumers });
    } catch (error) {
      if (!isBrokerError(error)) throw error;
    }
  }
  ctx.throttle.setNodes(await nodeBeat(ctx.store.console, ctx.clock.nowOrNull(), ctx.nodeId, groups));
}

/** This node stops: its share of the rates is the others' at their next beat. */
export async function leave(ctx: BrokerContext): Promise<void> {
  await nodeLeave(ctx.store.console, ctx.nodeId);
}
