import { forward } from '../../broker';
import type { RpcCall } from '../rpc';
import type { ForwardMessageToDeadLetterQueueRequest, StatusResponse, UserAgent } from '../proto/wire';
import type { GatewayServices } from '../services';
import { isFlawedPython } from '../settings';
import { OK } from '../status';

/** An ordered client counts its own tries; the server learns their number only here. */
export async function forwardToDeadLetters(
  { ctx }: GatewayServices,
  { clientId, session }: RpcCall,
  request: ForwardMessageToDeadLetterQueueRequest,
): Promise<StatusResponse> {
  await forward(ctx, {
    group: request.group?.name ?? '',
    topic: request.topic?.name ?? '',
    receiptHandle: request.receiptHandle ?? '',
    messageId: request.messageId ?? '',
    clientId,
    deliveryAttempt: triesOf(session.settings?.userAgent, request),
  });
  return { status: OK };
}

/**
 * A client that does not count gives up after the number of tries in its settings, on top of the tries it did not make.
 */
function triesOf(
  userAgent: UserAgent | undefined,
  { deliveryAttempt = 0, maxDeliveryAttempts = 0 }: ForwardMessageToDeadLetterQueueRequest,
): number {
  if (!isFlawedPython(userAgent)) return deliveryAttempt;
  return Math.max(0, deliveryAttempt - 1) + Math.max(1, maxDeliveryAttempts);
}
