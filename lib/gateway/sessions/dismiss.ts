import { forgetClient, leaveLite, release } from '../../broker';
import type { GatewayServices } from '../services';
import type { ClientSession } from './session';

/**
 * A client is gone: the messages of its push consumer become deliverable again. A simple consumer's messages keep the
 * time it chose, as in the original. Its streams stay open until it closes them: an error there kills Node clients.
 */
export async function dismiss(
  services: GatewayServices,
  session: ClientSession,
  groupOfRequest: string | null,
): Promise<void> {
  const group = session.group ?? groupOfRequest;
  services.sessions.remove(session.clientId);
  services.ctx.changes.emit({ kind: 'client' });
  try {
    if (session.isLite && group !== null) await leaveLite(services.ctx, { group, clientId: session.clientId });
    if (session.kind === 'push' && group !== null) await release(services.ctx, { group, clientId: session.clientId });
  } finally {
    forgetClient(services.ctx, session.clientId);
  }
}
