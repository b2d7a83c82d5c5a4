import type { ConsumerGroup } from '../../model/group/group';
import { isStaleGroupVersion } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

const MAX_TRIES = 5;

/** Makes a policy decision with the group as it is now: when it changed meanwhile, the decision is made again. */
export async function withCurrentGroup<T>(
  ctx: BrokerContext,
  group: ConsumerGroup,
  decide: (group: ConsumerGroup) => Promise<T>,
): Promise<T> {
  let current = group;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await decide(current);
    } catch (error) {
      if (attempt >= MAX_TRIES || !isStaleGroupVersion(error)) throw error;
      current = await ctx.groups.refresh(group.groupId);
    }
  }
}
