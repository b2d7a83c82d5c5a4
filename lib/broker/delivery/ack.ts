import { type BrokerError, isBrokerError } from '../../model/errors';
import type { ConsumerGroup } from '../../model/group/group';
import type { BrokerContext } from '../context';
import { invalidHandle } from '../process/delivery/handle';
import { type OpenHandle, openHandle } from './open-handle';
import { refuseLate } from './refuse-late';

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
 * invalid-receipt-handle, and so is one that an operator took back; that answer is kept for its timeline.
 * @throws BrokerError group-not-found
 */
export async function ack(ctx: BrokerContext, input: AckInput): Promise<AckOutcome[]> {
  const group = await ctx.groups.find(input.group);
  const opened: (OpenHandle | BrokerError)[] = [];
  for (const { receiptHandle } of input.entries) {
    const open = openOrRefuse(ctx, group, receiptHandle);
    opened.push(open instanceof Promise ? await open : open);
  }
  const held = opened.filter((each): each is OpenHandle => !isBrokerError(each));
  const acked = await ctx.deliveries.acks.ack(held.map(({ handle }) => handle));
  const refusals = await refuseLate(
    ctx,
    held.flatMap(({ handle }, index) => (acked[index] === true ? [] : [handle])),
    'acknowledged',
  );
  const freed = new Set<number>();
  let next = 0;
  let refused = 0;
  const outcomes = input.entries.map(({ messageId, receiptHandle }, index): AckOutcome => {
    const open = opened[index];
    if (open === undefined || isBrokerError(open)) return { messageId, receiptHandle, error: open ?? expired() };
    const isAcked = acked[next] ?? false;
    next += 1;
    if (!isAcked) {
      refused += 1;
      return { messageId, receiptHandle, error: refusals[refused - 1] ?? expired() };
    }
    if (open.handle.ordered) freed.add(open.holder.groupId);
    ctx.changes.emit({ kind: 'message', group: group.name, messageId });
    return { messageId, receiptHandle, error: null };
  });
  // An ordered ack may have freed its message group for a waiting receive.
  for (const holderId of freed) ctx.wakeups.group(holderId);
  return outcomes;
}

const expired = (): BrokerError => invalidHandle('has expired');

/** Only a broadcast group's handle needs a look elsewhere: the others cost no promise each. */
function openOrRefuse(
  ctx: BrokerContext,
  group: ConsumerGroup,
  receiptHandle: string,
): OpenHandle | BrokerError | Promise<OpenHandle | BrokerError> {
  const refused = (error: unknown): BrokerError => {
    if (isBrokerError(error)) return error;
    throw error;
  };
  try {
    const opened = openHandle(ctx, group, receiptHandle);
    return opened instanceof Promise ? opened.catch(refused) : opened;
  } catch (error) {
    return refused(error);
  }
}
