import { type GroupConsumers, nodeBeat, nodeLeave } from '../../store/queries/throttle/broker-node';
import { isBrokerError } from '../../model/errors';
import type { BrokerContext } from '../context';

export interface Heartbeat {
  readonly consumersByGroup: ReadonlyMap<string, number>;
  /** Client ids of push consumers connected to this node. */
  readonly pushClients: readonly string[];
}

/** Reports that this node is alive and serves these clients. Rates are shared among the nodes that are alive. */
export async function heartbeat(ctx: BrokerContext, { consumersByGroup, pushClients }: Heartbeat): Promise<void> {
  // First, while they are known to be here: a client that leaves meanwhile must not be stored again.
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

/** This node stops: the others take over its share of the rates at their next heartbeat. */
export async function leave(ctx: BrokerContext): Promise<void> {
  await nodeLeave(ctx.store.console, ctx.nodeId);
}
