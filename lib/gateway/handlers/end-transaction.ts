import { endTransaction as end } from '../../broker';
import { BrokerError } from '../../model/errors';
import type { Resolution } from '../../model/message/half-message';
import type { RpcCall } from '../rpc';
import { TRANSACTION_RESOLUTION, TRANSACTION_SOURCE } from '../proto/codes';
import type { EndTransactionRequest, StatusResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { OK } from '../status';

export async function endTransaction(
  { ctx }: GatewayServices,
  { clientId, session }: RpcCall,
  request: EndTransactionRequest,
): Promise<StatusResponse> {
  session.observe('producer', null);
  await end(ctx, {
    topic: request.topic?.name ?? '',
    messageId: request.messageId ?? '',
    transactionId: request.transactionId ?? '',
    resolution: fromResolution(request.resolution),
    source: request.source === TRANSACTION_SOURCE.SOURCE_SERVER_CHECK ? 'server-check' : 'client',
    clientId,
  });
  return { status: OK };
}

function fromResolution(resolution = 0): Resolution {
  if (resolution === TRANSACTION_RESOLUTION.COMMIT) return 'commit';
  if (resolution === TRANSACTION_RESOLUTION.ROLLBACK) return 'rollback';
  throw new BrokerError('bad-request', 'resolution must be COMMIT or ROLLBACK.', {
    field: 'resolution',
    limit: 'COMMIT, ROLLBACK',
    value: resolution,
  });
}
