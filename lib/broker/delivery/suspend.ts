import { checkInvisibleMs } from '../../model/delivery/invisible-time';
import { deliverySuspend } from '../../store/queries/delivery/delivery-suspend';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';
import type { ChangeInvisibleInput } from './change-invisible';
import { common } from './fail';
import { openHandle } from './open-handle';
import { refuseOneLate } from './refuse-late';

/**
 * A push consumer suspends the lite topic of a message: its delivery ends without counting as an attempt, and the lite
 * topic waits for as long as the client says.
 * @returns a new handle, which no longer holds a lease
 * @throws BrokerError illegal-invisible-time, invalid-receipt-handle
 */
export async function suspend(ctx: BrokerContext, input: ChangeInvisibleInput): Promise<{ receiptHandle: string }> {
  checkInvisibleMs(input.invisibleMs, 0);
  const group = await ctx.groups.find(input.group);
  const { handle, holder } = await openHandle(ctx, group, input.receiptHandle);
  const { groupId, queueId, off } = handle;
  const place =
    handle.kind === 'lease'
      ? { leaseId: handle.leaseId, bit: handle.bit, epoch: null }
      : { leaseId: null, bit: null, epoch: handle.epoch };
  const suspended = await retryRolledBack(() =>
    deliverySuspend(ctx.store.broker, ctx.clock.nowOrNull(), { groupId, queueId, off, ...place }, input.invisibleMs),
  ).finally(() => ctx.wakeups.group(holder.groupId));
  if (!suspended) throw await refuseOneLate(ctx, handle, 'failed');
  ctx.changes.emit({ kind: 'message', group: group.name, messageId: input.messageId });
  return { receiptHandle: ctx.handles.encode({ ...common(handle), kind: 'retry', epoch: 0 }) };
}
