import { aboutNow, trackRefusal, send } from '../../broker';
import type { RpcCall } from '../rpc';
import { fromMessages } from '../codec/message';
import { encodeRecallHandle } from '../codec/recall-handle';
import type { SendMessageRequest, SendMessageResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { OK } from '../status';

export async function sendMessage(
  { ctx, traces }: GatewayServices,
  { clientId, session, grant }: RpcCall,
  request: SendMessageRequest,
): Promise<SendMessageResponse> {
  session.observe('producer', null);
  const outgoing = fromMessages(request.messages ?? [], aboutNow(ctx));
  const { topic } = outgoing;
  // A client retries with the same ids: the first one identifies the call.
  const id = `send ${topic} ${outgoing.messages[0]?.messageId ?? ''}`;
  const startedMs = traces === null ? 0 : performance.now();
  const sending = trackRefusal(ctx.waits, { topic, group: '', client: clientId }, id, () =>
    send(ctx, { ...outgoing, clientId, accessKey: grant?.accessKeyId ?? null }),
  );
  if (traces !== null) {
    const place = { topic, clientId, startedMs };
    void sending.then(
      () => traces.sent(outgoing.messages, place, null),
      (error: unknown) => traces.sent(outgoing.messages, place, error instanceof Error ? error.message : String(error)),
    );
  }
  const receipts = await sending;
  const entries = receipts.map(({ messageId, offset, transactionId, scheduledFor }) => ({
    status: OK,
    messageId,
    offset,
    ...(transactionId === undefined ? {} : { transactionId }),
    ...(scheduledFor === undefined
      ? {}
      : { recallHandle: encodeRecallHandle({ topic, messageId, deliverAt: scheduledFor }) }),
  }));
  return { status: OK, entries };
}
