import type { BrokerContext } from '../context';

export interface JoinInput {
  readonly group: string;
  readonly clientId: string;
}

/**
 * A consumer introduced itself: in a broadcast group it is a member from now on, so that nothing sent after its start
 * is missed. Of any other group nothing happens.
 * @throws BrokerError illegal-group, group-not-found
 */
export async function join(ctx: BrokerContext, input: JoinInput): Promise<void> {
  const group = await ctx.groups.find(input.group);
  if (group.messageModel === 'broadcasting') await ctx.members.holderFor(group, await ctx.clients.id(input.clientId));
}
