import type { ConsumerGroup } from '../../model/group/group';
import type { BrokerContext } from '../context';

/** Reads now: an edit must name the newest version. @throws BrokerError illegal-group, group-not-found */
export function findGroup(ctx: BrokerContext, name: string): Promise<ConsumerGroup> {
  return ctx.groups.readNow(name);
}
