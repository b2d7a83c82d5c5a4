import { type SelectedGroupRow, selectedGroups } from '../../store/queries/redrive/redrive-groups';
import type { BrokerContext } from '../context';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { toMatch } from '../dead-letter/browse';

export type SelectedGroup = SelectedGroupRow;

/** The groups of a selection: a re-drive goes to one, so each has a plan of its own. @throws BrokerError bad-request */
export async function planGroups(
  ctx: BrokerContext,
  { ids, ...filter }: DeadLetterFilter & { readonly ids?: readonly number[] | undefined },
): Promise<SelectedGroup[]> {
  return await selectedGroups(ctx.store.console, { ...(await toMatch(ctx, filter)), ids });
}
