import { type LiteSubscribeInput, subscribeLite } from '../../broker';
import { BrokerError } from '../../model/errors';
import { LITE_ACTION } from '../proto/codes';
import type { StatusResponse, SyncLiteSubscriptionRequest } from '../proto/wire';
import type { RpcCall } from '../rpc';
import type { GatewayServices } from '../services';
import { OK } from '../status';

/** Source: OffsetOption.Policy. */
const OFFSET_POLICY = { LAST: 0, MAX: 2 } as const;
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

/** @throws BrokerError unsupported */
function beginOf({ offsetOption }: SyncLiteSubscriptionRequest): 'resume' | 'newest' {
  if (offsetOption === undefined) return 'resume';
  const { policy, offset, tailN, timestamp } = offsetOption;
  if (policy === OFFSET_POLICY.MAX) return 'newest';
  const isLast = policy === OFFSET_POLICY.LAST || policy === undefined;
  if (isLast && offset === undefined && tailN === undefined && timestamp === undefined) return 'resume';
  throw new BrokerError(
    'unsupported',
    'Lite topics can be read from where the group stopped (LAST) or from now on (MAX); other offset options are not ' +
      'supported by this broker.',
    { field: 'offsetOption', limit: 'LAST, MAX' },
  );
}
