import type { DeadLetterCauseRow } from '../../store/queries/dead-letter/dead-letter-causes';
import { deadLetterCauses } from '../../store/queries/dead-letter/dead-letter-causes';
import {
  deadLetterNewest,
  redriveExcluded,
  type RedriveExcludedRow,
  redrivePlan,
  type RedrivePlanRow,
} from '../../store/queries/redrive/redrive-plan';
import type { BrokerContext } from '../context';
import { type ScopedSelection, toSelectionMatch } from './selection';

export interface RedrivePlan extends Omit<RedrivePlanRow, 'taken'> {
  readonly inSet: number;
  readonly excluded: number;
  readonly reasons: readonly RedriveExcludedRow[];
  /** The most frequent ones. */
  readonly causes: readonly DeadLetterCauseRow[];
  /** How many causes there are; `causes` may hold fewer. */
  readonly causeCount: number;
  /** Named, and not a dead letter any more. */
  readonly missing: number;
  /** Match too, and died after the set was frozen: they do not join. */
  readonly diedSince: number;
  /** The bound of the set: start with it, and it is this set that starts. */
  readonly throughId: number;
}

const MOST_CAUSES = 20;

/**
 * A dry run: what a start with the same selection would take and leave, and why. Changes nothing. Without `throughId`
 * the set is frozen at its newest dead letter. @throws BrokerError bad-request, group-not-found
 */
export async function planRedrive(ctx: BrokerContext, selection: ScopedSelection): Promise<RedrivePlan> {
  const db = ctx.store.console;
  const open = await toSelectionMatch(ctx, selection);
  const throughId = selection.throughId ?? (await deadLetterNewest(db, open.groupId));
  const match = { ...open, throughId };
  const [plan, now, reasons, causes] = await Promise.all([
    redrivePlan(db, match),
    redrivePlan(db, { ...open, throughId: undefined }),
    redriveExcluded(db, match),
    deadLetterCauses(db, match, MOST_CAUSES),
  ]);
  const { taken, ...rest } = plan;
  const named = (selection.messageIds ?? selection.deadLetterIds)?.length ?? plan.matched;
  return {
    ...rest,
    inSet: plan.matched - taken,
    excluded: taken,
    reasons,
    causes: causes.items,
    causeCount: causes.causes,
    missing: Math.max(0, named - now.matched),
    diedSince: now.matched - plan.matched,
    throughId,
  };
}
