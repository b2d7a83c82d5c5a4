import type { DeliveredMessage } from '../../model/message';
import type { BrokerContext } from '../context';

export interface AbandonInput {
  readonly group: string;
  readonly topic: string;
  readonly messages: readonly DeliveredMessage[];
}

/** A reply with messages could not be written: they are visible again after a second. */
export async function abandon(ctx: BrokerContext, input: AbandonInput): Promise<void> {
  const group = await ctx.groups.find(input.group);
  const handles = input.messages.map(({ receiptHandle }) => ctx.handles.decode(receiptHandle, group.groupId));
  await ctx.deliveries.giveBack(
    group.groupId,
    handles.map((handle) => ({
      queue_id: handle.queueId,
      off: handle.off,
      lease_id: handle.kind === 'lease' ? handle.leaseId : null,
      epoch: handle.kind === 'retry' ? handle.epoch : null,
    })),
  );
}
