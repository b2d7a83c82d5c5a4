import { checkLiteGroup } from '../../broker';
import type { GatewayServices } from '../services';
import { consumerSettings, followsPolicy, producerSettings } from '../settings';
import { OK, statusOf, UNFORESEEN } from '../status';
import type { Settings, TelemetryCommand } from '../proto/wire';
import type { ClientSession } from './session';

/** The settings that a client gets, read now: its own, completed by the server. The session notes which. */
export async function issueSettings(
  services: GatewayServices,
  session: ClientSession,
  client: Settings,
): Promise<TelemetryCommand> {
  try {
    if (client.subscription === undefined) {
      const { value } = await services.ctx.settings.find('producer-retry');
      return { status: OK, settings: producerSettings(client, value) };
    }
    const group = await services.ctx.groups.find(client.subscription.group?.name ?? '');
    if (session.isLite) checkLiteGroup(group);
    session.noteSent(group.version, !followsPolicy(client.userAgent, group), performance.now());
    return { status: OK, settings: consumerSettings(client, group, services) };
  } catch (error) {
    // Without settings, an SDK fails its start with this text instead of consuming under a policy that no operator
    // chose.
    const status = statusOf(error);
    if (status === null) services.faults.report('Telemetry', error);
    return { status: status ?? UNFORESEEN };
  }
}

/** Sends fresh settings to every stream of a client. */
export async function pushSettings(services: GatewayServices, session: ClientSession): Promise<void> {
  if (session.settings === null || session.streams.size === 0) return;
  const command = await issueSettings(services, session, session.settings);
  if (command.settings !== undefined) session.push(command);
}
