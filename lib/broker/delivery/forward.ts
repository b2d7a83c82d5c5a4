import { messageForward } from '../../store/queries/delivery/message-forward';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';
import { openHandle } from './open-handle';
import { refuseOneLate } from './refuse-late';

export interface ForwardInput {
  readonly group: string;
  readonly topic: string;
  readonly receiptHandle: string;
  readonly messageId: string;
  readonly clientId: string;
  /** Deliveries the client counted itself: ordered consumers retry locally and the broker learns of them only here. */
  readonly deliveryAttempt: number;
}

const MAX_ATTEMPT = 32_767;

/**
 * A client gives a message up: to the dead letters; in a broadcast group it is recorded as dropped. Idempotent: SDKs
 * repeat it every second until the answer is OK. So one that an operator took back is refused once; when it is a dead
 * letter by then, the repeat is OK.
 * @throws BrokerError invalid-receipt-handle: the lease is over and the message is not dead
 */
export async function forward(ctx: BrokerContext, input: ForwardInput): Promise<void> {
  const group = await ctx.groups.find(input.group);
  const { handle, holder } = await openHandle(ctx, group, input.receiptHandle);
  const attempts = Math.min(MAX_ATTEMPT, Math.max(handle.attempt, Math.trunc(input.deliveryAttempt) || 0));
  const key = {
    ...handle,
    leaseId: handle.kind === 'lease' ? handle.leaseId : null,
    bit: handle.kind === 'lease' ? handle.bit : null,
    epoch: handle.kind === 'retry' ? handle.epoch : null,
  };
  const outcome = await retryRolledBack(() =>
    messageForward(ctx.store.broker, ctx.clock.nowOrNull(), key, attempts, holder.version),
  );
  if (outcome === 'stale') throw await refuseOneLate(ctx, handle, 'failed');
  if (outcome === 'dead') {
    await ctx.deaths.report(holder.groupId, [handle.queueId]);
    if (group.messageModel === 'clustering')
      ctx.changes.emit({ kind: 'dead-letter', group: group.name, messageId: input.messageId });
    ctx.changes.emit({ kind: 'message', group: group.name, messageId: input.messageId });
    if (handle.ordered) ctx.wakeups.group(holder.groupId);
  }
}
