import { ack } from '../../broker';
import { BrokerError } from '../../model/errors';
import type { RpcCall } from '../rpc';
import type { AckMessageRequest, AckMessageResponse } from '../proto/wire';
import { refusal } from '../rpc';
import type { GatewayServices } from '../services';
import { combine, OK } from '../status';

export async function ackMessage(
  services: GatewayServices,
  { session, clientId }: RpcCall,
  request: AckMessageRequest,
): Promise<AckMessageResponse> {
  const asked = request.entries ?? [];
  if (asked.length === 0)
    throw new BrokerError('bad-request', 'entries must not be empty.', {
      field: 'entries',
      limit: 'at least 1',
      value: 0,
    });
  const startedMs = services.traces === null ? 0 : performance.now();
  const names = { group: request.group?.name ?? '', topic: request.topic?.name ?? '' };
  const outcomes = await ack(services.ctx, {
    ...names,
    entries: asked.map(({ receiptHandle = '', messageId = '' }) => ({ receiptHandle, messageId })),
  });
  session.acknowledged.add(outcomes.filter(({ error }) => error === null).length);
  services.traces?.acked(
    outcomes.map(({ receiptHandle, error }) => ({ receiptHandle, failure: error?.message ?? null })),
    { ...names, clientId, startedMs },
  );
  const entries = outcomes.map(({ messageId, receiptHandle, error }) => ({
    messageId,
    receiptHandle,
    status: error === null ? OK : refusal(services, 'AckMessage', error),
  }));
  return { status: combine(entries.map(({ status }) => status)), entries };
}
