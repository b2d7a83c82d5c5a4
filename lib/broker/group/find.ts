import type { ConsumerGroup } from '../../model/group';
import type { BrokerContext } from '../context';

/** @throws BrokerError illegal-group, group-not-found */
export async function findGroup(ctx: BrokerContext, name: string): Promise<ConsumerGroup> {
  return await ctx.groups.find(name);
}
