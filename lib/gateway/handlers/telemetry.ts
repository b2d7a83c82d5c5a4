import type { AccessNeed } from '../../model/access/access-rule';
import type { Grant } from '../call';
import { needsOf } from '../access/needs';
import { join } from '../../broker';
import { isBrokerError } from '../../model/errors';
import { clientIdOf } from '../call';
import type { Call } from '../../transport/grpc/call';
import { GRPC } from '../../transport/grpc/status';
import type { Settings, TelemetryCommand } from '../proto/wire';
import { CODE } from '../proto/codes';
import { holdBack, refusal } from '../rpc';
import type { GatewayServices } from '../services';
import { ignoresStatus } from '../settings';
import { issueSettings } from '../sessions/issue-settings';
import { repeatSettings } from '../sessions/repeat-settings';
import type { ClientSession, TelemetryStream } from '../sessions/session';
import { WireError } from '../status';

type TelemetryCall = Call<TelemetryCommand, TelemetryCommand>;

interface Introduction {
  readonly session: ClientSession;
  readonly stream: TelemetryStream;
  /** Ends the stream with an error that says why. */
  readonly failStart: (details: string) => void;
}

/**
 * The stream on which a client introduces itself and gets changed settings. It ends with OK as soon as the client
 * closes its half: an error there kills Node clients.
 */
export function telemetry(services: GatewayServices, call: TelemetryCall): void {
  let clientId: string;
  let grant: Grant;
  try {
    grant = services.gate.admit('Telemetry', call, {});
    clientId = clientIdOf(call.headers);
  } catch (error) {
    void turnAway(services, call, error);
    return;
  }
  const stream = openStream(call);
  let session: ClientSession | null = null;
  let needs: readonly AccessNeed[] = [];
  const refuse = (error: unknown): void => void stream.push({ status: refusal(services, 'Telemetry', error, call) });
  const leave = (): void => {
    letGo();
    session?.streams.delete(stream);
    services.open.delete(stream);
  };
  const turnOut = (error: unknown): void => {
    refuse(error);
    stream.end();
    leave();
  };
  const failStart = (details: string): void => {
    call.fail({ code: GRPC.FAILED_PRECONDITION, details });
    leave();
  };
  const letGo = services.held.hold({ grant, needs: () => needs, end: turnOut });
  services.open.add(stream);
  const take = (command: TelemetryCommand): void => {
    try {
      const asked = needsOf('Telemetry', command);
      services.gate.check(grant, asked);
      // Looked up each time: a client that was considered gone may return on the stream it kept.
      session = services.sessions.touch(clientId, call.peer, grant);
      if (command.settings === undefined) return;
      needs = asked;
    } catch (error) {
      // Settings that are not accepted fail the client's start with their text; any other refusal ends the stream.
      if (!failsStart(error)) turnOut(error);
      else if (ignoresStatus(command.settings?.userAgent)) failStart(error.message);
      else refuse(error);
      return;
    }
    accept(services, call, { session, stream, failStart }, command.settings);
  };
  call.listen(take, () => {
    leave();
    stream.end();
  });
  call.whenCancelled(leave);
}

function failsStart(error: unknown): error is WireError {
  return error instanceof WireError && (error.code === CODE.FORBIDDEN || error.code === CODE.UNRECOGNIZED_CLIENT_TYPE);
}

async function turnAway(services: GatewayServices, call: TelemetryCall, error: unknown): Promise<void> {
  await holdBack(error);
  if (call.cancelled) return;
  call.write({ status: refusal(services, 'Telemetry', error, call) });
  call.end();
}

function accept(services: GatewayServices, call: TelemetryCall, introduction: Introduction, settings: Settings): void {
  if (settings.publishing === undefined && settings.subscription === undefined) {
    const details = 'settings must say publishing or subscription';
    call.fail({ code: GRPC.INVALID_ARGUMENT, details });
    return;
  }
  introduce(services, introduction, settings).catch((error: unknown) =>
    services.faults.report('Telemetry', error, call),
  );
}

async function introduce(
  services: GatewayServices,
  { session, stream, failStart }: Introduction,
  settings: Settings,
): Promise<void> {
  session.apply(settings);
  session.streams.add(stream);
  services.sessions.announce(session.clientId);
  services.ctx.changes.emit({ kind: 'client' });
  await enter(services, session.clientId, settings);
  const command = await issueSettings(services, session, settings);
  if (command.settings === undefined && ignoresStatus(settings.userAgent)) {
    failStart(command.status?.message ?? '');
    return;
  }
  void stream.push(command);
  repeatSettings(services, session);
}

/** Before the settings are answered: a broadcast client must get every message sent after its start. */
async function enter(services: GatewayServices, clientId: string, settings: Settings): Promise<void> {
  const group = settings.subscription?.group?.name;
  if (group === undefined) return;
  try {
    await join(services.ctx, { group, clientId });
  } catch (error) {
    // The answer to the settings says what is wrong with the client's group.
    if (!isBrokerError(error)) services.faults.report('Telemetry', error);
  }
}

function openStream(call: TelemetryCall): TelemetryStream {
  let open = true;
  return {
    push: async (command) => {
      if (!open || call.cancelled) return false;
      call.write(command);
      return await call.sent();
    },
    end: () => {
      if (open) call.end();
      open = false;
    },
  };
}
