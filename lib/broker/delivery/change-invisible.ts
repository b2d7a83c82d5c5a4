import { checkInvisibleMs } from '../../model/delivery/invisible-time';
import { leaseSplit } from '../../store/queries/delivery/lease-split';
import { retryExtend } from '../../store/queries/delivery/retry-extend';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';
import { common, endDelivery } from './fail';
import { openHandle } from './open-handle';
import { refuseOneLate } from './refuse-late';

export interface ChangeInvisibleInput {
  readonly group: string;
  readonly topic: string;
  readonly receiptHandle: string;
  readonly messageId: string;
  readonly clientId: string;
  /** Counted from now; 0: visible at once. */
  readonly invisibleMs: number;
}

/**
 * A simple consumer moves the end of its lease. Not a failure by itself: only the end of the lease without an ack is.
 * @returns a new handle; the old one is dead
 * @throws BrokerError illegal-invisible-time, invalid-receipt-handle
 */
export async function changeInvisible(
  ctx: BrokerContext,
  input: ChangeInvisibleInput,
): Promise<{ receiptHandle: string }> {
  const { invisibleMs } = input;
  checkInvisibleMs(invisibleMs, 0);
  const group = await ctx.groups.find(input.group);
  const opened = await openHandle(ctx, group, input.receiptHandle);
  const { handle, holder } = opened;
  const now = ctx.clock.nowOrNull();
  let epoch: number | null = 0;
  if (invisibleMs === 0) {
    await endDelivery(ctx, opened, 'released', false);
  } else if (handle.kind === 'lease') {
    epoch = await retryRolledBack(() => leaseSplit(ctx.store.broker, now, handle, invisibleMs, holder.version));
  } else {
    epoch = await retryExtend(ctx.store.broker, now, handle, invisibleMs);
  }
  if (epoch === null) throw await refuseOneLate(ctx, handle, null);
  ctx.changes.emit({ kind: 'message', group: group.name, messageId: input.messageId });
  return { receiptHandle: ctx.handles.encode({ ...common(handle), kind: 'retry', epoch }) };
}
