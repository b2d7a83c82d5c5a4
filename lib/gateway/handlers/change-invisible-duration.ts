import { changeInvisible, fail, suspend } from '../../broker';
import type { RpcCall } from '../rpc';
import { fromDuration } from '../codec/time';
import { CODE } from '../proto/codes';
import type { ChangeInvisibleDurationRequest, ChangeInvisibleDurationResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { OK, WireError } from '../status';

/**
 * One RPC, two meanings: from a push consumer a failed delivery (the group's policy decides the wait, whatever was
 * asked), from a simple consumer an extension or an early return. Only the client's kind distinguishes them. A push
 * consumer of lite topics may suspend one instead, for as long as it asks.
 */
export async function changeInvisibleDuration(
  { ctx, sessions }: GatewayServices,
  { clientId, session }: RpcCall,
  request: ChangeInvisibleDurationRequest,
): Promise<ChangeInvisibleDurationResponse> {
  const change = {
    group: request.group?.name ?? '',
    topic: request.topic?.name ?? '',
    receiptHandle: request.receiptHandle ?? '',
    messageId: request.messageId ?? '',
    clientId,
  };
  const invisibleMs = fromDuration(request.invisibleDuration) ?? 0;
  switch (await sessions.waitForKind(session)) {
    case 'push':
      if (session.isLite && request.suspend === true)
        return { status: OK, ...(await suspend(ctx, { ...change, invisibleMs })) };
      return { status: OK, ...(await fail(ctx, change)) };
    case 'simple':
      return { status: OK, ...(await changeInvisible(ctx, { ...change, invisibleMs })) };
    default:
      throw new WireError(
        CODE.UNRECOGNIZED_CLIENT_TYPE,
        'No settings of this client are known, so its kind is not; send them.',
      );
  }
}
