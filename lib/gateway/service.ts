import type { UntypedServiceImplementation } from '@grpc/grpc-js';

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
import { telemetry } from './handlers/telemetry';
import { unary } from './rpc';
import type { GatewayServices } from './services';

type ReceiveCall = Parameters<typeof receiveMessage>[1];
type TelemetryCall = Parameters<typeof telemetry>[1];

/**
 * RPCs that are not listed answer UNIMPLEMENTED, as in the original: PullMessage, UpdateOffset, GetOffset, QueryOffset,
 * SyncLiteSubscription.
 */
export function implementService(services: GatewayServices): UntypedServiceImplementation {
  return {
    QueryRoute: unary(services, 'QueryRoute', queryRoute),
    QueryAssignment: unary(services, 'QueryAssignment', queryAssignment),
    Heartbeat: unary(services, 'Heartbeat', heartbeat),
    SendMessage: unary(services, 'SendMessage', sendMessage),
    AckMessage: unary(services, 'AckMessage', ackMessage),
    ChangeInvisibleDuration: unary(services, 'ChangeInvisibleDuration', changeInvisibleDuration),
    ForwardMessageToDeadLetterQueue: unary(services, 'ForwardMessageToDeadLetterQueue', forwardToDeadLetters),
    NotifyClientTermination: unary(services, 'NotifyClientTermination', notifyClientTermination),
    EndTransaction: unary(services, 'EndTransaction', endTransaction),
    RecallMessage: unary(services, 'RecallMessage', recallMessage),
    ReceiveMessage: (call: ReceiveCall) => void receiveMessage(services, call),
    Telemetry: (call: TelemetryCall) => telemetry(services, call),
  };
}
