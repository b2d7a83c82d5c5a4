import { type GroupConsumers, nodeBeat, nodeLeave } from '../../store/queries/throttle/broker-node';
import { isBrokerError } from '../../model/errors';
import type { BrokerContext } from '../context';

export interface NodeHeartbeat {
  readonly consumersByGroup: ReadonlyMap<string, number>;
  /** Client ids of push consumers it hears from. */
  readonly pushClients: readonly string[];
}

/** This node lives and serves these clients; rates are shared among the nodes that live. */
export async function nodeHeartbeat(
  ctx: BrokerContext,
  { consumersByGroup, pushClients }: NodeHeartbeat,
): Promise<void> {
  // First, while they are known to be here: one that leaves meanwhile must not be remembered again.
  const clientIds = await Promise.all(pushClients.map((name) => ctx.clients.id(name)));
  const groups: GroupConsumers[] = [];
  for (const [name, consumers] of consumersByGroup) {
    try {
      groups.push({ groupId: (await ctx.groups.find(name)).groupId, consumers });
    } catch (error) {
      if (!isBrokerError(error)) throw error;
    }
  }
  ctx.throttle.setNodes(await nodeBeat(ctx.store.console, ctx.clock.nowOrNull(), ctx.nodeId, groups, clientIds));
}

/** This node stops: its share of the rates is the others' at their next heartbeat. */
export async function leave(ctx: BrokerContext): Promise<void> {
  await nodeLeave(ctx.store.console, ctx.nodeId);
}
