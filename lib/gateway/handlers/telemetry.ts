import { status as grpcStatus, type ServerDuplexStream } from '@grpc/grpc-js';

import { join } from '../../broker';
import { isBrokerError } from '../../model/errors';
import { clientIdOf } from '../call';
import type { Settings, TelemetryCommand } from '../proto/wire';
import { refusal } from '../rpc';
import type { GatewayServices } from '../services';
import { issueSettings } from '../sessions/issue-settings';
import { repeatSettings } from '../sessions/repeat-settings';
import type { ClientSession, TelemetryStream } from '../sessions/session';

type TelemetryCall = ServerDuplexStream<TelemetryCommand, TelemetryCommand>;

/**
 * The stream on which a client introduces itself and hears of changes. It ends with OK as soon as the client closes
 * its half: an error there kills Node clients.
 */
export function telemetry(services: GatewayServices, call: TelemetryCall): void {
  let clientId: string;
  try {
    clientId = clientIdOf(call.metadata);
  } catch (error) {
    call.write({ status: refusal(services, 'Telemetry', error) });
    call.end();
    return;
  }
  const stream = openStream(call);
  let session: ClientSession | null = null;
  const leave = (): void => {
    session?.streams.delete(stream);
    services.open.delete(stream);
  };
  services.open.add(stream);
  call.on('data', (command: TelemetryCommand) => {
    try {
      // Looked up each time: a client that was thought gone comes back on the stream it kept.
      session = services.sessions.touch(clientId, call.getPeer());
    } catch (error) {
      stream.push({ status: refusal(services, 'Telemetry', error) });
      stream.end();
      return;
    }
    if (command.settings !== undefined) accept(services, call, session, stream, command.settings);
  });
  call.on('end', () => {
    leave();
    stream.end();
  });
  call.on('cancelled', leave);
}

function accept(
  services: GatewayServices,
  call: TelemetryCall,
  session: ClientSession,
  stream: TelemetryStream,
  settings: Settings,
): void {
  if (settings.publishing === undefined && settings.subscription === undefined) {
    const details = 'settings must say publishing or subscription';
    call.emit('error', { code: grpcStatus.INVALID_ARGUMENT, details });
    return;
  }
  introduce(services, session, stream, settings).catch((error: unknown) => services.faults.report('Telemetry', error));
}

async function introduce(
  services: GatewayServices,
  session: ClientSession,
  stream: TelemetryStream,
  settings: Settings,
): Promise<void> {
  session.apply(settings);
  session.streams.add(stream);
  services.sessions.announce(session.clientId);
  services.ctx.changes.emit({ kind: 'client' });
  await enter(services, session.clientId, settings);
  stream.push(await issueSettings(services, settings));
  repeatSettings(services, session);
}

/** Before the settings are answered: what is sent once its start has succeeded, a broadcast client must get. */
async function enter(services: GatewayServices, clientId: string, settings: Settings): Promise<void> {
  const group = settings.subscription?.group?.name;
  if (group === undefined) return;
  try {
    await join(services.ctx, { group, clientId });
  } catch (error) {
    // The answer to the settings tells the client what is wrong with its group.
    if (!isBrokerError(error)) services.faults.report('Telemetry', error);
  }
}

function openStream(call: TelemetryCall): TelemetryStream {
  let open = true;
  return {
    push: (command) => {
      if (open && !call.cancelled) call.write(command);
    },
    end: () => {
      if (open) call.end();
      open = false;
    },
  };
}
