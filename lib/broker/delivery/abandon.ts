import type { DeliveredMessage } from '../../model/message/message';
import type { BrokerContext } from '../context';
import { openHandle } from './open-handle';

export interface AbandonInput {
  readonly group: string;
  readonly topic: string;
  readonly messages: readonly DeliveredMessage[];
}

/**
 * A reply with messages, all of one client, could not be written: they are visible again after a second, and it does
 * not count as an attempt, up to a limit.
 */
export async function abandon(ctx: BrokerContext, input: AbandonInput): Promise<void> {
  const group = await ctx.groups.find(input.group);
  const opened = await Promise.all(
    input.messages.map(async ({ receiptHandle, leaseEndsAt, invisibleMs }) => ({
      ...(await openHandle(ctx, group, receiptHandle)),
      handedAt: new Date(leaseEndsAt.getTime() - invisibleMs),
    })),
  );
  const [first] = opened;
  if (first === undefined) return;
  await ctx.deliveries.returnUndelivered(
    first.holder,
    opened.map(({ handle, handedAt }) => ({
      queue_id: handle.queueId,
      off: handle.off,
      lease_id: handle.kind === 'lease' ? handle.leaseId : null,
      epoch: handle.kind === 'retry' ? handle.epoch : null,
      handedAt,
    })),
  );
  for (const { messageId } of input.messages) ctx.changes.emit({ kind: 'message', group: group.name, messageId });
}
