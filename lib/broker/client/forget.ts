import type { BrokerContext } from '../context';

/** A client has left: what this process keeps of it goes with it. It is read again should the client come back. */
export function forgetClient(ctx: BrokerContext, clientId: string): void {
  const id = ctx.clients.forget(clientId);
  if (id === null) return;
  for (const memberId of ctx.members.forget(id)) ctx.groups.forget(memberId);
}
