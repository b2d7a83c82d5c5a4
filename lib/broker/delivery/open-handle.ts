import type { ConsumerGroup } from '../../model/group/group';
import type { BrokerContext } from '../context';
import { type Handle, invalidHandle } from '../process/delivery/handle';

export interface OpenHandle {
  readonly handle: Handle;
  /** Whose rows the delivery is in: the group, or a member of a broadcast group. */
  readonly holder: ConsumerGroup;
}

/**
 * Of a group without members nothing is waited for.
 * @throws BrokerError invalid-receipt-handle: not one of ours, of another group, or of a member that is gone
 */
export function openHandle(
  ctx: BrokerContext,
  group: ConsumerGroup,
  receiptHandle: string,
): OpenHandle | Promise<OpenHandle> {
  if (group.messageModel === 'clustering')
    return { handle: ctx.handles.decode(receiptHandle, group.groupId), holder: group };
  return openMemberHandle(ctx, group, receiptHandle);
}

async function openMemberHandle(ctx: BrokerContext, group: ConsumerGroup, receiptHandle: string): Promise<OpenHandle> {
  const handle = ctx.handles.decode(receiptHandle, null);
  const member = await ctx.groups.memberById(handle.groupId);
  if (member === null) throw invalidHandle('has expired or belongs to another consumer group');
  if (member.broadcastOf !== group.groupId) throw invalidHandle('belongs to another consumer group');
  return { handle, holder: member };
}
