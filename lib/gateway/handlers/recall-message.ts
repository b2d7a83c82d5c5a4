import { recallByProducer } from '../../broker';
import type { RpcCall } from '../rpc';
import { decodeRecallHandle } from '../codec/recall-handle';
import type { RecallMessageRequest, RecallMessageResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { OK } from '../status';

export async function recallMessage(
  { ctx }: GatewayServices,
  { session }: RpcCall,
  request: RecallMessageRequest,
): Promise<RecallMessageResponse> {
  session.observe('producer', null);
  // The topic first, so that a wrong topic is reported as such and not as a wrong handle.
  const { name } = await ctx.topics.find(request.topic?.name ?? '');
  const target = decodeRecallHandle(request.recallHandle ?? '', name);
  await recallByProducer(ctx, target);
  return { status: OK, messageId: target.messageId };
}
