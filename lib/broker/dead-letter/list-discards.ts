import { discardList, type DiscardRow } from '../../store/queries/dead-letter/discarded-letter';
import type { BrokerContext } from '../context';

const MOST = 20;

/** What was discarded and can still be restored, newest first; one row per request. @throws BrokerError group-not-found */
export async function listDiscards(ctx: BrokerContext, group?: string): Promise<DiscardRow[]> {
  const groupId = group === undefined ? null : (await ctx.groups.find(group)).groupId;
  return await discardList(ctx.store.console, groupId, MOST);
}
