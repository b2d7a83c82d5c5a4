import type { DeliveredMessage } from '../../model/message';
import type { BrokerContext } from '../context';
import { openHandle } from './open-handle';

export interface AbandonInput {
  readonly group: string;
  readonly topic: string;
  readonly messages: readonly DeliveredMessage[];
}

/** A reply with messages, all of one client, could not be written: they are visible again after a second. */
export async function abandon(ctx: BrokerContext, input: AbandonInput): Promise<void> {
  const group = await ctx.groups.find(input.group);
  const opened = await Promise.all(input.messages.map(({ receiptHandle }) => openHandle(ctx, group, receiptHandle)));
  const [first] = opened;
  if (first === undefined) return;
  await ctx.deliveries.giveBack(
    first.holder,
    opened.map(({ handle }) => ({
      queue_id: handle.queueId,
      off: handle.off,
      lease_id: handle.kind === 'lease' ? handle.leaseId : null,
      epoch: handle.kind === 'retry' ? handle.epoch : null,
    })),
  );
}
