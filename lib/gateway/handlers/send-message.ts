import { send } from '../../broker';
import type { RpcCall } from '../call';
import { fromMessages } from '../codec/message';
import type { SendMessageRequest, SendMessageResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { OK } from '../status';

export async function sendMessage(
  { ctx }: GatewayServices,
  { clientId, session }: RpcCall,
  request: SendMessageRequest,
): Promise<SendMessageResponse> {
  session.observe('producer', null);
  const receipts = await send(ctx, { ...fromMessages(request.messages ?? [], new Date()), clientId });
  return {
    status: OK,
    entries: receipts.map(({ messageId, offset, transactionId }) => ({
      status: OK,
      messageId,
      offset,
      ...(transactionId === undefined ? {} : { transactionId }),
    })),
  };
}
