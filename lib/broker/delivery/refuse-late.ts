import type { BrokerError } from '../../model/errors';
import type { LateAnswer } from '../../model/message/timeline';
import { revokeNoteLate } from '../../store/queries/delivery/revoke-note-late';
import type { BrokerContext } from '../context';
import { type Handle, invalidHandle } from '../process/delivery/handle';

/**
 * Answers of clients to deliveries that they do not have any more. What an operator took back from a client is on
 * record with its first answer, so that people see what the client did with it.
 * @param answer null: it asks for more time, which says nothing about the message
 * @returns the refusal of each, in their order
 */
export async function refuseLate(
  { store, clock }: BrokerContext,
  handles: readonly Handle[],
  answer: LateAnswer | null,
): Promise<BrokerError[]> {
  if (handles.length === 0) return [];
  const deliveries = handles.map((handle) => ({ ...handle, epoch: epochOf(handle) }));
  const revoked = await revokeNoteLate(store.broker, clock.nowOrNull(), deliveries, answer);
  return deliveries.map(({ epoch }) =>
    invalidHandle(revoked.has(epoch) ? 'was taken back by an operator' : 'has expired'),
  );
}

export async function refuseOneLate(
  ctx: BrokerContext,
  handle: Handle,
  answer: LateAnswer | null,
): Promise<BrokerError> {
  const [refusal] = await refuseLate(ctx, [handle], answer);
  return refusal ?? invalidHandle('has expired');
}

/** What the delivery is fenced with. */
function epochOf(handle: Handle): number {
  return handle.kind === 'lease' ? handle.leaseId : handle.epoch;
}
