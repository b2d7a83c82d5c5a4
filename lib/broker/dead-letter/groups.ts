import type { LetterGrouping } from '../../model/letter-grouping';
import { deadLetterGroups, type LetterGroupRow } from '../../store/queries/dead-letter/dead-letter-groups';
import type { BrokerContext } from '../context';
import type { DeadLetterFilter } from '../../model/redrive';
import { toMatch } from './browse';
import { withinSearchTime } from './search-time';

const MOST = 50;

/** What dead letters have in common beside their cause. @throws BrokerError bad-request, group-not-found */
export async function groupDeadLetters(
  ctx: BrokerContext,
  filter: DeadLetterFilter,
  by: LetterGrouping,
): Promise<LetterGroupRow[]> {
  const match = await toMatch(ctx, filter);
  return await withinSearchTime(filter, () => deadLetterGroups(ctx.store.console, match, by, MOST));
}
