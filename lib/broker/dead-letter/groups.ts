import type { LetterGrouping } from '../../model/dead-letter/letter-grouping';
import { deadLetterGroups, type LetterGroupRow } from '../../store/queries/dead-letter/dead-letter-groups';
import type { BrokerContext } from '../context';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { toMatch } from './browse';
import { COUNTED_THROUGH, countThrough, LOOKED_THROUGH, lookThrough } from './look-through';
import { withinSearchTime } from './search-time';

const MOST = 50;

export interface LetterGroups {
  readonly items: readonly LetterGroupRow[];
  /** As in DeadLetterCauses. */
  readonly looked: number | null;
}

/** What dead letters have in common beside their cause. @throws BrokerError bad-request, group-not-found */
export async function groupDeadLetters(
  ctx: BrokerContext,
  filter: DeadLetterFilter,
  by: LetterGrouping,
): Promise<LetterGroups> {
  const match = await toMatch(ctx, filter);
  const looked = await lookThrough(ctx, match);
  const since = looked ?? (await countThrough(ctx, match));
  const items = await withinSearchTime(filter, () =>
    deadLetterGroups(ctx.store.console, { ...match, since: since ?? undefined }, by, MOST),
  );
  return { items, looked: since === null ? null : looked === null ? COUNTED_THROUGH : LOOKED_THROUGH };
}
