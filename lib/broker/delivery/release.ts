import { deliveryRelease } from '../../store/queries/delivery/delivery-release';
import type { BrokerContext } from '../context';

export interface ReleaseInput {
  readonly group: string;
  readonly clientId: string;
}

/** Source: proxy `invisibleTimeMillisWhenClear`. */
const AFTER_MS = 1000;

/**
 * A client disconnected or went silent: its messages are visible to others after a second.
 * @returns lease rows released
 */
export async function release(ctx: BrokerContext, input: ReleaseInput): Promise<number> {
  const group = await ctx.groups.find(input.group);
  const clientId = await ctx.clients.id(input.clientId);
  const { groupId } = await ctx.members.holderFor(group, clientId);
  return await deliveryRelease(ctx.store.broker, ctx.clock.nowOrNull(), groupId, clientId, AFTER_MS);
}
