import { nodeClientLeave } from '../../store/queries/throttle/broker-node';
import type { BrokerContext } from '../context';
import { forgetClient } from './forget';

/** A push consumer is silent here. True: another node reported it in its last heartbeat, so it is not gone. */
export async function hasMoved(ctx: BrokerContext, clientId: string): Promise<boolean> {
  const id = await ctx.clients.id(clientId);
  const moved = await nodeClientLeave(ctx.store.console, ctx.clock.nowOrNull(), ctx.nodeId, id);
  if (moved) forgetClient(ctx, clientId);
  return moved;
}
