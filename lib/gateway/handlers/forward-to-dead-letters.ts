import { forward } from '../../broker';
import type { RpcCall } from '../call';
import type { ForwardMessageToDeadLetterQueueRequest, StatusResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { OK } from '../status';

/** An ordered client counts its own tries; the number it brings is the first the server hears of them. */
export async function forwardToDeadLetters(
  { ctx }: GatewayServices,
  { clientId }: RpcCall,
  request: ForwardMessageToDeadLetterQueueRequest,
): Promise<StatusResponse> {
  await forward(ctx, {
    group: request.group?.name ?? '',
    topic: request.topic?.name ?? '',
    receiptHandle: request.receiptHandle ?? '',
    messageId: request.messageId ?? '',
    clientId,
    deliveryAttempt: request.deliveryAttempt ?? 0,
  });
  return { status: OK };
}
