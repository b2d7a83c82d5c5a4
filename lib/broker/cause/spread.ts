import { causeSpread, type CauseSpreadRow } from '../../store/queries/cause/cause-spread';
import type { BrokerContext } from '../context';

/** Enough to say whether a cause is that of one message or of most; the page of the cause counts all. */
const MOST = 2000;

export interface CauseSpread extends CauseSpreadRow {
  /** A count that reached this is a lower bound. */
  readonly most: number;
}

/** How many waiting messages and dead letters of a group have one cause. @throws BrokerError group-not-found */
export async function readCauseSpread(
  ctx: BrokerContext,
  { group, fingerprint }: { readonly group: string; readonly fingerprint: string },
): Promise<CauseSpread | null> {
  const { groupId } = await ctx.groups.find(group);
  const row = await causeSpread(ctx.store.console, groupId, fingerprint, MOST);
  return row === null ? null : { ...row, most: MOST };
}
