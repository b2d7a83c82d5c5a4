import type { ConsumerGroup } from '../../model/group';
import type { BrokerContext } from '../context';

/** Reads now: an edit must name the newest version. @throws BrokerError illegal-group, group-not-found */
export async function findGroup(ctx: BrokerContext, name: string): Promise<ConsumerGroup> {
  const { groupId } = await ctx.groups.find(name);
  return await ctx.groups.refresh(groupId);
}
