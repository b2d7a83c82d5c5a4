import { changeInvisible, fail } from '../../broker';
import type { RpcCall } from '../rpc';
import { fromDuration } from '../codec/time';
import { CODE } from '../proto/codes';
import type { ChangeInvisibleDurationRequest, ChangeInvisibleDurationResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { OK, WireError } from '../status';

/**
 * One RPC, two meanings: from a push consumer a failed delivery (the group's policy decides the wait, whatever was
 * asked), from a simple consumer an extension or an early return. Only the client's kind distinguishes them.
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
  switch (await sessions.waitForKind(session)) {
    case 'push':
      return { status: OK, ...(await fail(ctx, change)) };
    case 'simple':
      return {
        status: OK,
        ...(await changeInvisible(ctx, { ...change, invisibleMs: fromDuration(request.invisibleDuration) ?? 0 })),
      };
    default:
      throw new WireError(
        CODE.UNRECOGNIZED_CLIENT_TYPE,
        'No settings of this client are known, so its kind is not; send them.',
      );
  }
}
