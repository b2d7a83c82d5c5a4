import { abandon, aboutNow, trackRefusal, receive } from '../../broker';
import { checkInvisibleMs } from '../../model/delivery/invisible-time';
import { LIMITS } from '../../model/limits';
import type { DeliveredMessage } from '../../model/message/message';
import { needsOf } from '../access/needs';
import type { RpcCall } from '../rpc';
import { compareVersions } from '../../model/delivery/sdk-version';
import { fromFilter } from '../codec/filter';
import { toMessage } from '../codec/message';
import { planPolling } from '../codec/polling';
import { fromDuration, toTimestamp } from '../codec/time';
import type { Call } from '../../transport/grpc/call';
import { CODE } from '../proto/codes';
import type { ReceiveMessageRequest, ReceiveMessageResponse, Status } from '../proto/wire';
import { holdBack, identify, measure, refusal } from '../rpc';
import type { GatewayServices } from '../services';
import { OK, WireError } from '../status';

const RPC = 'ReceiveMessage';
const POLLING_CODE_SINCE = '5.0.3';
const NOTHING: Status = { code: CODE.MESSAGE_NOT_FOUND, message: 'no new message' };

type ReceiveCall = Call<ReceiveMessageRequest, ReceiveMessageResponse>;

/** Held until a message arrives or the time is over. When the client disconnects, its claimed messages are returned. */
export async function receiveMessage(
  services: GatewayServices,
  call: ReceiveCall,
  request: ReceiveMessageRequest,
): Promise<void> {
  const startedMs = performance.now();
  const held = new AbortController();
  const stop = (): void => held.abort();
  const heard = call.whenCancelled(stop);
  services.stopping.addEventListener('abort', stop);
  if (services.stopping.aborted) stop();
  const { group: { name: group = '' } = {}, messageQueue } = request;
  const topic = messageQueue?.topic?.name ?? '';
  let messages: readonly DeliveredMessage[] = [];
  let status: Status;
  let letGo: (() => void) | undefined;
  try {
    const caller = identify(services, RPC, call, request);
    const needs = needsOf(RPC, request);
    letGo = services.held.hold({ grant: caller.grant, needs: () => needs, end: stop });
    messages = await claim(services, caller, request, { group, topic }, held.signal);
    caller.session.received.add(messages.length);
    services.gate.check(caller.grant, needs);
    status = messages.length === 0 ? NOTHING : OK;
  } catch (error) {
    await holdBack(error);
    status = refusal(services, RPC, error, call);
    if (status.code === CODE.TOO_MANY_REQUESTS) await services.pace.wait(call.remainingMs, held.signal);
  } finally {
    letGo?.();
    heard();
    services.stopping.removeEventListener('abort', stop);
  }
  measure(services, RPC, status, startedMs);
  const refused = status !== OK;
  write(services, call, status, refused ? [] : messages);
  if (!refused && messages.length > 0)
    services.traces?.delivered(messages, { topic, group, clientId: call.headers.get('x-mq-client-id'), startedMs });
  if (messages.length === 0 || (!refused && !call.cancelled && (await call.sent()))) return;
  await abandon(services.ctx, { messages, group, topic }).catch((error: unknown) =>
    services.faults.report(RPC, error, call),
  );
}

async function claim(
  { ctx }: GatewayServices,
  call: RpcCall,
  request: ReceiveMessageRequest,
  names: { readonly group: string; readonly topic: string },
  signal: AbortSignal,
): Promise<readonly DeliveredMessage[]> {
  const autoRenew = request.autoRenew ?? false;
  const polling = planPolling(fromDuration(request.longPollingTimeout), call.remainingMs);
  if (polling.kind === 'refuse') throw refusePolling(call);
  call.session.observe(autoRenew ? 'push' : 'simple', names.group);
  if (signal.aborted) return [];
  const invisibleMs = autoRenew ? LIMITS.pushInvisibleMs : invisibleMsOf(request);
  const who = { ...names, client: call.clientId };
  return await trackRefusal(ctx.waits, who, `receive ${who.client} ${who.group} ${who.topic}`, () =>
    receive(ctx, {
      ...names,
      batchSize: Math.min(LIMITS.receiveBatch, Math.max(1, request.batchSize ?? 1)),
      invisibleMs,
      autoRenew,
      clientId: call.clientId,
      accessKey: call.grant?.accessKeyId ?? null,
      attemptId: request.attemptId ?? null,
      queueNo: request.messageQueue?.id ?? null,
      filter: fromFilter(request.filterExpression),
      waitMs: polling.waitMs,
      signal,
    }),
  );
}

function invisibleMsOf(request: ReceiveMessageRequest): number {
  const asked = fromDuration(request.invisibleDuration) ?? 0;
  checkInvisibleMs(asked, LIMITS.receiveMinInvisibleMs);
  return asked;
}

/** Older clients do not know the precise code. */
function refusePolling({ clientVersion, remainingMs }: RpcCall): WireError {
  const knowsCode = clientVersion !== '' && compareVersions(clientVersion, POLLING_CODE_SINCE) >= 0;
  return new WireError(
    knowsCode ? CODE.ILLEGAL_POLLING_TIME : CODE.BAD_REQUEST,
    `The deadline must leave at least ${LIMITS.longPollMinMs} ms for polling; it leaves ` +
      `${Math.round(remainingMs ?? 0)} ms.`,
  );
}

function write(
  services: GatewayServices,
  call: ReceiveCall,
  status: Status,
  messages: readonly DeliveredMessage[],
): void {
  call.write({ status });
  for (const message of messages) call.write({ message: toMessage(message) });
  call.write({ deliveryTimestamp: toTimestamp(aboutNow(services.ctx)) });
  call.end();
}
