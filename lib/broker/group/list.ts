import type { ConsumerGroup } from '../../model/group/group';
import { groupList, groupNames } from '../../store/queries/group/group-find';
import type { BrokerContext } from '../context';
import { type ListInput, type Page, pageOf } from '../page-of';

/** In name order. @throws BrokerError bad-request */
export function listGroups(ctx: BrokerContext, input: ListInput = {}): Promise<Page<ConsumerGroup>> {
  return pageOf(input, (after, limit) => groupList(ctx.store.prisma, after, limit));
}

/** The names alone, also of groups that stand in for those of an attached cluster. */
export function listGroupNames({ store }: BrokerContext, limit: number): Promise<readonly string[]> {
  return groupNames(store.console, limit);
}
