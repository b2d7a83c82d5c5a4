import type { ConsumerGroup } from '../../model/group';
import { groupList } from '../../store/queries/group/group-find';
import type { BrokerContext } from '../context';

export async function listGroups(ctx: BrokerContext): Promise<ConsumerGroup[]> {
  return await groupList(ctx.store.console);
}
