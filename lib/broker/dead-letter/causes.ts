import {
  type DeadLetterCauseRow,
  deadLetterCauses,
  deadLetterCount,
  deadLetterRetained,
} from '../../store/queries/dead-letter/dead-letter-causes';
import type { BrokerContext } from '../context';
import { type DeadLetterFilter, toMatch } from './browse';

export interface DeadLetterCauses {
  /** One per (cause, group), most dead letters first. */
  readonly items: readonly DeadLetterCauseRow[];
  /** All causes, those beyond `items` included. */
  readonly causes: number;
  /** Dead letters that match, cause included, and the groups they are of. */
  readonly matching: number;
  readonly groups: number;
  /** Dead letters there are at all. */
  readonly retained: number;
}

const MOST_CAUSES = 100;

/**
 * Why they died. The causes leave `cause` itself out of the filter, so that the others stay in view.
 * @throws BrokerError bad-request, group-not-found
 */
export async function listDeadLetterCauses(ctx: BrokerContext, filter: DeadLetterFilter): Promise<DeadLetterCauses> {
  const db = ctx.store.console;
  const match = await toMatch(ctx, filter);
  const [causes, counted, retained] = await Promise.all([
    deadLetterCauses(db, { ...match, fingerprints: undefined }, MOST_CAUSES),
    match.fingerprints === undefined ? null : deadLetterCount(db, match),
    deadLetterRetained(db),
  ]);
  return {
    items: causes.items,
    causes: causes.causes,
    matching: counted?.matching ?? causes.total,
    groups: counted?.groups ?? causes.groups,
    retained,
  };
}
