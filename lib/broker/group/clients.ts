import { type GroupClients, groupClients } from '../../store/queries/client/group-client';
import { type HeldMessageRow, heldMessages } from '../../store/queries/client/held-messages';
import type { BrokerContext } from '../context';

/** The consumers of a group on all nodes, with what each holds. @throws BrokerError group-not-found */
export async function readGroupClients(ctx: BrokerContext, name: string): Promise<GroupClients> {
  const { groupId } = await ctx.groups.find(name);
  return await groupClients(ctx.store.console, ctx.clock.nowOrNull(), groupId);
}

/** What one client of a group holds, longest first. @throws BrokerError group-not-found */
export async function readHeldMessages(ctx: BrokerContext, name: string, client: string): Promise<HeldMessageRow[]> {
  const { groupId } = await ctx.groups.find(name);
  return await heldMessages(ctx.store.console, groupId, client);
}
