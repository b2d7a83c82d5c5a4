import type { DeliveryCause } from '../../model/delivery/delivery-state';
import { retryDelayMs } from '../../model/delivery/retry-policy';
import type { FailScope } from '../../store/queries/delivery/lease-fail';
import type { BrokerContext } from '../context';
import type { Handle } from '../process/delivery/handle';
import { type OpenHandle, openHandle } from './open-handle';
import { refuseOneLate } from './refuse-late';
import { withCurrentGroup } from './with-current-group';

export interface FailInput {
  readonly group: string;
  readonly topic: string;
  readonly receiptHandle: string;
  readonly messageId: string;
  readonly clientId: string;
}

/**
 * A push consumer's listener failed: the message waits for the group's interval (whatever the client asked), or is
 * dead-lettered when this was the last allowed delivery. In a broadcast group it is recorded, and that is all.
 * @returns a new handle, which no longer holds a lease
 * @throws BrokerError invalid-receipt-handle: the lease is over or was decided already
 */
export async function fail(ctx: BrokerContext, input: FailInput): Promise<{ receiptHandle: string }> {
  const group = await ctx.groups.find(input.group);
  const opened = await openHandle(ctx, group, input.receiptHandle);
  const over = await endDelivery(ctx, opened, 'nack', true);
  ctx.changes.emit({ kind: 'message', group: group.name, messageId: input.messageId });
  if (over && group.messageModel === 'clustering') {
    ctx.changes.emit({ kind: 'dead-letter', group: group.name, messageId: input.messageId });
  }
  return { receiptHandle: ctx.handles.encode({ ...common(opened.handle), kind: 'retry', epoch: 0 }) };
}

/** @returns whether that was the last delivery: the message is dead now, or dropped in a broadcast group */
export async function endDelivery(
  ctx: BrokerContext,
  { handle, holder }: OpenHandle,
  cause: DeliveryCause,
  wait: boolean,
): Promise<boolean> {
  return await withCurrentGroup(ctx, holder, async (current) => {
    const scope: FailScope = {
      groupId: current.groupId,
      policyVersion: current.version,
      ordered: handle.ordered,
      cause,
      phase: 'live',
    };
    const delayMs = wait ? retryDelayMs(current.retryPolicy, handle.attempt) : null;
    if (handle.kind === 'lease') {
      const failed = await ctx.deliveries.fails.failLeaseBit(scope, handle, delayMs);
      if (!failed) throw await refuseOneLate(ctx, handle, 'failed');
      return current.maxRetries === 0;
    }
    const outcome = await ctx.deliveries.fails.failRetry(scope, {
      queueId: handle.queueId,
      off: handle.off,
      epoch: handle.epoch,
      delayMs,
    });
    if (outcome === 'stale') throw await refuseOneLate(ctx, handle, 'failed');
    return outcome === 'dead';
  }).finally(() => ctx.wakeups.group(holder.groupId));
}

export function common(handle: Handle): Pick<Handle, 'groupId' | 'queueId' | 'off' | 'attempt' | 'ordered'> {
  return {
    groupId: handle.groupId,
    queueId: handle.queueId,
    off: handle.off,
    attempt: handle.attempt,
    ordered: handle.ordered,
  };
}
