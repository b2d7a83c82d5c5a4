import { causeProbably, type ProbablyRow } from '../../store/queries/cause/cause-probably';
import type { BrokerContext } from '../context';

/** For each of these groups: which causes its dead letters without a reason of their own probably have. */
export async function listProbably(ctx: BrokerContext, groupIds: readonly number[]): Promise<ProbablyRow[]> {
  const found = await Promise.all([...new Set(groupIds)].map((groupId) => causeProbably(ctx.store.console, groupId)));
  return found.flat();
}
