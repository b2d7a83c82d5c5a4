import { ackMessage } from './handlers/ack-message';
import { changeInvisibleDuration } from './handlers/change-invisible-duration';
import { endTransaction } from './handlers/end-transaction';
import { forwardToDeadLetters } from './handlers/forward-to-dead-letters';
import { heartbeat } from './handlers/heartbeat';
import { notifyClientTermination } from './handlers/notify-client-termination';
import { queryAssignment } from './handlers/query-assignment';
import { queryRoute } from './handlers/query-route';
import { recallMessage } from './handlers/recall-message';
import { receiveMessage } from './handlers/receive-message';
import { sendMessage } from './handlers/send-message';
import { syncLiteSubscription } from './handlers/sync-lite-subscription';
import { telemetry } from './handlers/telemetry';
import type { RpcName } from './access/needs';
import type { AnyCall, AnyMethod } from '../transport/grpc/server';
import { notImplemented } from '../transport/grpc/status';
import { createCodecs } from './proto/codec';
import { unary } from './rpc';
import type { GatewayServices } from './services';

type ReceiveCall = Parameters<typeof receiveMessage>[1];
type ReceiveRequest = Parameters<typeof receiveMessage>[2];
type TelemetryCall = Parameters<typeof telemetry>[1];
type Serve = AnyMethod['serve'];

/**
 * The methods by their paths. RPCs of the service that are not listed answer UNIMPLEMENTED to callers with a good
 * access key, as in the original: PullMessage, UpdateOffset, GetOffset, QueryOffset.
 */
export function implementService(services: GatewayServices): ReadonlyMap<string, AnyMethod> {
  // Each handler gets what its own codec decodes.
  const served: Record<RpcName, unknown> = {
    QueryRoute: unary(services, 'QueryRoute', queryRoute),
    QueryAssignment: unary(services, 'QueryAssignment', queryAssignment),
    Heartbeat: unary(services, 'Heartbeat', heartbeat),
    SendMessage: unary(services, 'SendMessage', sendMessage),
    AckMessage: unary(services, 'AckMessage', ackMessage),
    ChangeInvisibleDuration: unary(services, 'ChangeInvisibleDuration', changeInvisibleDuration),
    ForwardMessageToDeadLetterQueue: unary(services, 'ForwardMessageToDeadLetterQueue', forwardToDeadLetters),
    NotifyClientTermination: unary(services, 'NotifyClientTermination', notifyClientTermination),
    SyncLiteSubscription: unary(services, 'SyncLiteSubscription', syncLiteSubscription),
    EndTransaction: unary(services, 'EndTransaction', endTransaction),
    RecallMessage: unary(services, 'RecallMessage', recallMessage),
    ReceiveMessage: (call: ReceiveCall, request: ReceiveRequest) => receiveMessage(services, call, request),
    Telemetry: async (call: TelemetryCall) => telemetry(services, call),
  };
  const works: Readonly<Record<string, unknown>> = served;
  return new Map(
    Array.from(createCodecs(), ([rpc, { path, decodeRequest, encodeResponse }]) => [
      path,
      {
        requests: rpc === 'Telemetry' ? 'many' : 'one',
        decode: decodeRequest,
        encode: encodeResponse,
        serve: (works[rpc] ?? notServed) as Serve,
      },
    ]),
  );
}

function notServed(call: AnyCall): Promise<void> {
  call.fail(notImplemented(call.headers.path));
  return Promise.resolve();
}
