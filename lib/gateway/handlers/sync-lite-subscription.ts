import { type LiteFrom, type LiteSubscribeInput, subscribeLite } from '../../broker';
import { BrokerError } from '../../model/errors';
import { LITE_ACTION } from '../proto/codes';
import type { StatusResponse, SyncLiteSubscriptionRequest } from '../proto/wire';
import type { RpcCall } from '../rpc';
import type { GatewayServices } from '../services';
import { OK } from '../status';

/** Source: OffsetOption.Policy. */
const POLICIES: Readonly<Record<number, LiteFrom>> = { 0: 'resume', 1: 'oldest', 2: 'newest' };
const ACTIONS: Readonly<Record<number, LiteSubscribeInput['action']>> = {
  [LITE_ACTION.PARTIAL_ADD]: 'add',
  [LITE_ACTION.PARTIAL_REMOVE]: 'remove',
  [LITE_ACTION.COMPLETE_ADD]: 'all',
  [LITE_ACTION.COMPLETE_REMOVE]: 'nothing',
};

/** A client says which lite topics it wants: changes, or now and then all of them. */
export async function syncLiteSubscription(
  { ctx, sessions }: GatewayServices,
  { clientId, session }: RpcCall,
  request: SyncLiteSubscriptionRequest,
): Promise<StatusResponse> {
  const number = request.action ?? LITE_ACTION.PARTIAL_ADD;
  const action = ACTIONS[number];
  if (action === undefined)
    throw new BrokerError('bad-request', `action must be one of ${Object.keys(LITE_ACTION).join(', ')}.`, {
      ...{ field: 'action', limit: Object.keys(LITE_ACTION).join(', '), value: number },
    });
  // As in the original, only a name that is added begins somewhere.
  const from = action === 'add' ? beginOf(request) : 'resume';
  const names = { group: request.group?.name ?? '', topic: request.topic?.name ?? '' };
  const losses = await session.inTurn(() =>
    subscribeLite(ctx, { ...names, clientId, action, names: request.liteTopicSet ?? [], from }),
  );
  // A client of another node is notified when it repeats its set, within 30 s; it receives nothing of them any more.
  for (const { clientId: loser, name } of losses)
    sessions.find(loser)?.push({ status: OK, notifyUnsubscribeLiteCommand: { liteTopic: name } });
  return { status: OK };
}

/**
 * A time, which the original ignores, is where the first message is that was stored then or later.
 * @throws BrokerError bad-request
 */
function beginOf({ offsetOption }: SyncLiteSubscriptionRequest): LiteFrom {
  const { policy, offset, tailN, timestamp } = offsetOption ?? {};
  if (offset !== undefined) return { offset: notNegative('offset', offset) };
  if (tailN !== undefined) return { tail: notNegative('tailN', tailN) };
  if (timestamp !== undefined) return { timeMs: notNegative('timestamp', timestamp) };
  const from = POLICIES[policy ?? 0];
  if (from !== undefined) return from;
  const limit = 'LAST, MIN, MAX';
  throw new BrokerError('bad-request', `offsetOption.policy must be one of ${limit}.`, {
    ...{ field: 'offsetOption.policy', limit, value: policy ?? null },
  });
}

function notNegative(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new BrokerError('bad-request', `offsetOption.${name} must be a whole number, 0 or more.`, {
    ...{ field: `offsetOption.${name}`, limit: 0, value },
  });
}
