import { type BrokerError, isBrokerError } from '../../model/errors';
import type { BrokerContext } from '../context';
import { invalidHandle } from './handle';
import { openHandle } from './open-handle';

export interface AckInput {
  readonly group: string;
  readonly topic: string;
  readonly entries: readonly { readonly receiptHandle: string; readonly messageId: string }[];
}

export interface AckOutcome {
  readonly messageId: string;
  readonly receiptHandle: string;
  /** Null: the message is committed. */
  readonly error: BrokerError | null;
}

/**
 * Commits deliveries. Final once answered: a committed message is not delivered again to this group. In an ordered
 * group an ack while an earlier message of the key is unfinished is final only when that one is finished; when that one
 * fails and is delivered again, this message is delivered again behind it. Source: Apache RocketMQ 5,
 * ConsumerOrderInfoManager. A repeat of the winning ack is committed too; an expired, superseded or failed delivery is
 * invalid-receipt-handle.
 * @throws BrokerError group-not-found
 */
export async function ack(ctx: BrokerContext, input: AckInput): Promise<AckOutcome[]> {
  const group = await ctx.groups.find(input.group);
  const freed = new Set<number>();
  const outcomes = await Promise.all(
    input.entries.map(async (entry): Promise<AckOutcome> => {
      try {
        const { handle, holder } = await openHandle(ctx, group, entry.receiptHandle);
        if (!(await ctx.deliveries.acks.ack(handle))) throw invalidHandle('has expired');
        if (handle.ordered) freed.add(holder.groupId);
        ctx.changes.emit({ kind: 'message', group: group.name, messageId: entry.messageId });
        return { ...entry, error: null };
      } catch (error) {
        if (isBrokerError(error)) return { ...entry, error };
        throw error;
      }
    }),
  );
  // An ordered ack may have freed its message group for a waiting receive.
  for (const holderId of freed) ctx.wakeups.group(holderId);
  return outcomes;
}
