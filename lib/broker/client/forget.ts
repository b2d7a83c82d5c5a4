import type { BrokerContext } from '../context';

/** A client has left: this process drops what it keeps of it, and reads it again if the client returns. */
export function forgetClient(ctx: BrokerContext, clientId: string): void {
  const id = ctx.clients.forget(clientId);
  if (id === null) return;
  for (const memberId of ctx.members.forget(id)) ctx.groups.forget(memberId);
}
