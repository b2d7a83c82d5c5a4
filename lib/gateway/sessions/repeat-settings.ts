import { LIVENESS } from '../limits';
import type { GatewayServices } from '../services';
import { isFlawedNode } from '../settings';
import { pushSettings } from './issue-settings';
import type { ClientSession } from './session';

const pending = new WeakSet<ClientSession>();

/**
 * A Node client up to 1.0.8 with several topics asks route after route and drops a settings reply that comes before
 * the last answer; its start then hangs for five minutes. So the settings are sent again a
 * moment after its last question, until it has done anything that only a started client does.
 */
export function repeatSettings(services: GatewayServices, session: ClientSession): void {
  if (session.started || pending.has(session) || !isFlawedNode(session.settings?.userAgent)) return;
  pending.add(session);
  setTimeout(() => {
    pending.delete(session);
    if (!services.stopping.aborted) void pushSettings(services, session);
  }, LIVENESS.repeatSettingsMs).unref();
}
